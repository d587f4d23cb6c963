import type { Migration } from '../db/migrations.ts';
import type { CallPayment } from './paid-responses.ts';

declare module '../db/tables.ts' {
  interface Tables {
    limit_use: { name: string; subject: string; window_at: Date; used: number };
    idempotency: {
      scope: string;
      key_hash: Buffer;
      request_hash: Buffer;
      status: number | null;
      answer: Buffer | null;
      /** How the effect was paid, and the receipt issued for it. */
      payment: CallPayment | null;
      receipt: string | null;
      created_at: Date;
    };
  }
}

export const limitMigrations: Migration[] = [
  {
    name: '0001 limit uses',
    sql: `CREATE TABLE limit_use (
      name text NOT NULL, subject text NOT NULL, window_at timestamptz NOT NULL, used integer NOT NULL,
      PRIMARY KEY (name, subject, window_at));
      CREATE INDEX limit_use_window ON limit_use (window_at)`,
  },
];

export const idempotencyMigrations: Migration[] = [
  {
    name: '0002 idempotency',
    sql: `CREATE TABLE idempotency (
      scope text NOT NULL, key_hash bytea NOT NULL, request_hash bytea NOT NULL,
      status integer, answer bytea, created_at timestamptz NOT NULL, PRIMARY KEY (scope, key_hash));
      CREATE INDEX idempotency_created ON idempotency (created_at)`,
  },
];

export const idempotencyReceiptMigrations: Migration[] = [
  {
    name: '0253 receipts of retried requests',
    sql: 'ALTER TABLE idempotency ADD COLUMN payment jsonb, ADD COLUMN receipt text',
  },
];
