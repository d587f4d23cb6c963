/** How a call was paid. */
export interface CallPayment {
  /** An exact decimal. */
  readonly amount: string;
  readonly currency: 'AP' | 'USDC';
  /** Identifies the payment: the transaction on its chain, or the ref of its ledger entry. */
  readonly transaction: string;
}

/** One request under one key; `seal` encrypts the stored response if it contains a secret. */
export interface IdempotencyRecord {
  /** Equal for requests with the same key. */
  readonly id: string;
  readonly scope: string;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
  readonly seal: Buffer | undefined;
}

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

export const httpTables = `
  CREATE TABLE limit_use (
    name text, subject text, window_at timestamptz, used integer NOT NULL,
    PRIMARY KEY (name, subject, window_at));
  CREATE INDEX limit_use_window ON limit_use (window_at);
  CREATE TABLE idempotency (
    scope text, key_hash bytea, request_hash bytea NOT NULL, status integer, answer bytea,
    created_at timestamptz NOT NULL, payment jsonb, receipt text, PRIMARY KEY (scope, key_hash));
  CREATE INDEX idempotency_created ON idempotency (created_at);
`;
