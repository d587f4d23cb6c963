import type { PaymentRequirements } from '@x402/core/types';
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
  terms: PaymentRequirements | null;
  /** Who works for it now, until when. */
  holder: string | null;
  held_until: Date | null;
  transaction: string | null;
  answer: Buffer | null;
  created_at: Date;
  settled_at: Date | null;
  /** When its answer had left whole: from then on it is used up. */
  answered_at: Date | null;
}

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
];
