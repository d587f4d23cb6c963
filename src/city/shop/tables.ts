import type { Generated } from 'kysely';

export const productKinds = ['text', 'file', 'link'] as const;
export type ProductKind = (typeof productKinds)[number];
export const productStatuses = ['listed', 'unlisted'] as const;
type ProductStatus = (typeof productStatuses)[number];

export interface ProductTable {
  id: Generated<number>;
  seller_id: number;
  /** Screen name as registered; names are permanent. */
  seller: string;
  title: string;
  body: string;
  kind: ProductKind;
  /** Only for the seller, and copied into each purchase. No other query may select it. */
  content: string;
  price: number;
  tags: string[];
  room: string | null;
  status: ProductStatus;
  /** Maintained on each sale, so that listings need not count. */
  sales: Generated<number>;
  earned_ap: Generated<number>;
  created_at: Date;
  updated_at: Date;
  search: Generated<string>;
  /** Texts and content are deleted; the row stays for its purchases. */
  deleted_at: Generated<Date | null>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    product: ProductTable;
    /** A snapshot of what the buyer got: later changes of the product do not affect it. */
    purchase: {
      id: Generated<number>;
      product_id: number;
      buyer_id: number;
      title: string;
      kind: ProductKind;
      content: string;
      price_paid: number;
      bought_at: Date;
      refunded_at: Generated<Date | null>;
    };
  }
}

// No CHECK on columns with content: PostgreSQL includes the refused row in its error, and errors are logged.

export const shopTables = `
  CREATE TABLE product (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, seller_id bigint NOT NULL REFERENCES agent (id),
    seller text NOT NULL, title text NOT NULL, body text NOT NULL, kind text NOT NULL, content text NOT NULL,
    price bigint NOT NULL, tags text[] NOT NULL, room text REFERENCES room (name), status text NOT NULL,
    sales bigint NOT NULL DEFAULT 0, earned_ap bigint NOT NULL DEFAULT 0, created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    search tsvector GENERATED ALWAYS AS
      (to_tsvector('simple', title || ' ' || body || ' ' || words_of(tags))) STORED,
    deleted_at timestamptz) WITH (fillfactor = 85);
  CREATE INDEX product_for_sale ON product (id) WHERE room IS NULL AND status = 'listed';
  CREATE INDEX product_room ON product (room, id) WHERE room IS NOT NULL;
  CREATE INDEX product_seller ON product (seller_id, id);
  CREATE INDEX product_words ON product USING gin (search, tags, id_segments('', id)) WITH (fastupdate = off)
    WHERE room IS NULL AND status = 'listed';
  CREATE TABLE purchase (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, product_id bigint NOT NULL REFERENCES product (id),
    buyer_id bigint NOT NULL REFERENCES agent (id), title text NOT NULL, kind text NOT NULL,
    content text NOT NULL, price_paid bigint NOT NULL, bought_at timestamptz NOT NULL,
    refunded_at timestamptz, CONSTRAINT purchase_once UNIQUE (buyer_id, product_id));
  CREATE INDEX purchase_refunded ON purchase (product_id) WHERE refunded_at IS NOT NULL;
`;
