import type { PaymentRequirements } from '@x402/core/types';
import type { JSONColumnType, Selectable } from 'kysely';
import type { Migration } from '../platform/db/migrations.ts';

/** `held`: a request is at work for it. `settling`: it was sent to be settled, with what outcome is not known yet. */
export type PaymentState = 'held' | 'settling' | 'settled';

export interface PaymentTable {
  /** Hash of the signed transaction's message. */
  id: Buffer;
  state: PaymentState;
  /** What it buys; null once it settled for a request that was then refused: it is good for another of its route. */
  request_hash: Buffer | null;
  route: string;
  /** USDC in its smallest unit. */
  amount: number;
  pay_to: string;
  payer: string | null;
  /** What was agreed to, as it goes to the facilitator. */
  terms: JSONColumnType<PaymentRequirements | null, string | null, string | null>;
  /** Who works for it now, until when. */
  holder: string | null;
  held_until: Date | null;
  transaction: string | null;
  answer: Buffer | null;
  /** Hash of the Idempotency-Key: one key is paid by one payment. */
  intent_key: Buffer | null;
  /** What the reconciler looks for on the chain while the payment is settling. */
  blockhash: string | null;
  source: string | null;
  /** What was bought, for effects that can be done without the client coming back. */
  intent: JSONColumnType<Intent | null, string | null, string | null>;
  created_at: Date;
  settled_at: Date | null;
  /** When its answer had left whole: from then on it is used up. */
  answered_at: Date | null;
}

/** An order that can be carried out without the client coming back, and the idempotency record it is kept under. */
export interface Intent {
  readonly order: object;
  readonly claim: { readonly scope: string; readonly keyHash: string; readonly requestHash: string } | null;
  /** The answer holds a secret and is kept encrypted. */
  readonly secret?: boolean;
}

export type PaymentRow = Selectable<PaymentTable>;

declare module '../platform/db/tables.ts' {
  interface Tables {
    payment: PaymentTable;
  }
}

export const paymentMigrations: Migration[] = [
  {
    name: '0090 payments',
    sql: `CREATE TABLE payment (
      id bytea PRIMARY KEY, state text NOT NULL CHECK (state IN ('held', 'settling', 'settled')),
      request_hash bytea, route text NOT NULL, amount bigint NOT NULL CHECK (amount > 0), pay_to text NOT NULL,
      payer text, terms jsonb, holder text, held_until timestamptz, transaction text, answer bytea,
      created_at timestamptz NOT NULL, settled_at timestamptz, answered_at timestamptz);
      CREATE INDEX payment_answer ON payment (created_at) WHERE answer IS NOT NULL`,
  },
  {
    name: '0094 payment intents',
    sql: `
      ALTER TABLE payment ADD COLUMN intent_key bytea, ADD COLUMN blockhash text, ADD COLUMN source text,
        ADD COLUMN intent jsonb;
      CREATE UNIQUE INDEX payment_intent ON payment (intent_key) WHERE intent_key IS NOT NULL;
      CREATE INDEX payment_unfinished ON payment (created_at) WHERE state = 'settling' OR (state = 'settled' AND answer IS NULL)`,
  },
];
