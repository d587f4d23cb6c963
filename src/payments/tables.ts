import type { PaymentRequirements } from '@x402/core/types';
import type { Generated, JSONColumnType, Selectable } from 'kysely';

/** `held`: a request is working on it. `settling`: sent for settlement, outcome not known yet. */
export type PaymentState = 'held' | 'settling' | 'settled';

export interface PaymentTable {
  /** Hash of the signed transaction's message. */
  id: Buffer;
  state: PaymentState;
  /**
   * The request it buys; null if it settled for a request that was refused, so that it can buy another of its
   * route.
   */
  request_hash: Buffer | null;
  route: string;
  /** USDC in its smallest unit. */
  amount: number;
  pay_to: string;
  payer: string | null;
  /** The agreed requirements, as sent to the facilitator. */
  terms: JSONColumnType<PaymentRequirements | null, string | null, string | null>;
  /** The current holder, and the end of its lease. */
  holder: string | null;
  held_until: Date | null;
  transaction: string | null;
  answer: Buffer | null;
  /** Hash of the Idempotency-Key: one key is paid by one payment. */
  intent_key: Buffer | null;
  /** The transaction's message, by which a settling payment is found on the chain. */
  message: Buffer | null;
  /** How far the payer's history was searched for it. */
  searched_to: string | null;
  /** When the reconciler examines it next, if it is still unfinished. */
  due_at: Date;
  attempts: Generated<number>;
  /** The order, for effects that can be executed without the client. */
  intent: JSONColumnType<Intent | null, string | null, string | null>;
  created_at: Date;
  settled_at: Date | null;
  /** When the response was completely delivered, which uses up the payment. */
  answered_at: Date | null;
}

/** An order that can be executed without the client, and its idempotency record. */
export interface Intent {
  readonly order: object;
  readonly claim: { readonly scope: string; readonly keyHash: string; readonly requestHash: string } | null;
  /** The response contains a secret and is stored encrypted. */
  readonly secret?: boolean;
}

export type PaymentRow = Selectable<PaymentTable>;

declare module '../platform/db/tables.ts' {
  interface Tables {
    payment: PaymentTable;
  }
}

export const paymentTables = `
  CREATE TABLE payment (
    id bytea PRIMARY KEY, state text NOT NULL CHECK (state IN ('held', 'settling', 'settled')),
    request_hash bytea, route text NOT NULL, amount bigint NOT NULL CHECK (amount > 0), pay_to text NOT NULL,
    payer text, terms jsonb, holder text, held_until timestamptz, transaction text, answer bytea,
    created_at timestamptz NOT NULL, settled_at timestamptz, answered_at timestamptz, intent_key bytea,
    message bytea, searched_to text, due_at timestamptz NOT NULL DEFAULT now(), attempts integer NOT NULL DEFAULT 0,
    intent jsonb);
  CREATE INDEX payment_answer ON payment (settled_at) WHERE state = 'settled' AND answer IS NOT NULL;
  CREATE UNIQUE INDEX payment_intent ON payment (intent_key) WHERE intent_key IS NOT NULL;
  CREATE INDEX payment_unfinished ON payment (created_at)
    WHERE state = 'settling' OR (state = 'settled' AND answer IS NULL AND answered_at IS NULL);
  CREATE INDEX payment_held ON payment (created_at) WHERE state = 'held';
`;
