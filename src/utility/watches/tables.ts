import type { ColumnType, Generated } from 'kysely';
import type { Noise, Reading, WatchOptions } from './kinds/kind.ts';

type Stored<T> = ColumnType<T, string, string>;

interface WatchTable {
  id: string;
  /** Subject of the owner's key. */
  owner: string;
  kind: string;
  target: string;
  chain: string | null;
  notify: string | null;
  /** The watched part of a page, and the condition its owner waits for. */
  options: ColumnType<WatchOptions, string | undefined, never>;
  secret: Buffer;
  status: string;
  baseline: Stored<Reading>;
  current: Stored<Reading>;
  /** Seen once and different from `current`: reported only if the next check confirms it. */
  suspect: ColumnType<Reading | null, string | null, string | null>;
  /** Lines of a page that differed from check to check. */
  noise: Stored<Noise>;
  /** Consecutive failed checks, and the error of the last one. */
  failures: Generated<number>;
  last_error: string | null;
  checks: number;
  last_checked_at: Date;
  next_check_at: Date | null;
  /** When the owner last requested a check. */
  asked_at: Date | null;
  created_at: Date;
}

interface ChangeTable {
  id: Generated<number>;
  watch_id: string;
  at: Date;
  summary: string;
  /** The rule that fired, in one word. */
  reason: string | null;
  before: Stored<Reading>;
  after: Stored<Reading>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    watch: WatchTable;
    watch_change: ChangeTable;
  }
}

export const watchTables = `
  CREATE TABLE watch (
    id text PRIMARY KEY, owner text NOT NULL, kind text NOT NULL, target text NOT NULL, chain text, notify text,
    secret bytea NOT NULL, status text NOT NULL CHECK (status IN ('active', 'paused', 'failing')),
    baseline jsonb NOT NULL, current jsonb NOT NULL, suspect jsonb, noise jsonb NOT NULL,
    failures integer NOT NULL DEFAULT 0, last_error text, checks integer NOT NULL,
    last_checked_at timestamptz NOT NULL, next_check_at timestamptz, asked_at timestamptz,
    created_at timestamptz NOT NULL, options jsonb NOT NULL DEFAULT '{}') WITH (fillfactor = 80);
  CREATE INDEX watch_owner ON watch (owner, id);
  CREATE TABLE watch_change (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    watch_id text NOT NULL REFERENCES watch (id) ON DELETE CASCADE, at timestamptz NOT NULL,
    summary text NOT NULL, before jsonb NOT NULL, after jsonb NOT NULL, reason text);
  CREATE INDEX watch_change_watch ON watch_change (watch_id, id);
  CREATE INDEX watch_change_age ON watch_change (at);
`;
