import type { Totals } from './totals.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** One row: the latest totals. The process that locks it counts for all. */
    city_totals: { one: boolean; value: Totals | null; made_at: Date };
    /** How far the rows of a table have been counted permanently. */
    counted_rows: {
      name: string;
      /** Rows up to this id are included in `rows` and never counted again. */
      through_id: number;
      rows: number;
      /** The newest id when the mark was set, and the first transaction id after it. */
      mark_id: number;
      mark_xid: string;
      mark_at: Date;
    };
  }
}

export const orientationTables = `
  CREATE TABLE city_totals (
    one boolean DEFAULT true PRIMARY KEY CHECK (one), value jsonb, made_at timestamptz NOT NULL);
  CREATE TABLE counted_rows (
    name text PRIMARY KEY, through_id bigint NOT NULL DEFAULT 0, rows bigint NOT NULL DEFAULT 0,
    mark_id bigint NOT NULL DEFAULT 0, mark_xid xid8 NOT NULL DEFAULT '0',
    mark_at timestamptz NOT NULL DEFAULT 'epoch');
  INSERT INTO city_totals (made_at) VALUES ('epoch');
`;
