import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../platform/db/migrations.ts';

interface AccountTable {
  name: string;
  /**
   * `mint` and `sink` have many rows, any of which a movement may change; every other account has only row 0.
   */
  shard: Generated<number>;
  balance: number;
  /** Total received, and total spent; a refund reduces the total spent. */
  earned: number;
  spent: number;
}

export interface EntryTable {
  /**
   * Order of writing, assigned after the accounts were locked: a cause always has a lower id than its effect.
   */
  id: Generated<number>;
  seq: number | null;
  at: Date;
  kind: string;
  from_account: string;
  to_account: string;
  amount: number;
  memo: string | null;
  ref: string;
  prev_hash: Buffer | null;
  hash: Buffer | null;
}

export type EntryRow = Selectable<EntryTable>;

export interface CheckpointTable {
  size: number;
  root: Buffer;
  at: Date;
  note: string;
  /** Number of witnesses that signed it. */
  cosignatures: Generated<number>;
  /** With witnesses, a checkpoint is published after it was submitted to them. */
  published: boolean;
}

declare module '../platform/db/tables.ts' {
  interface Tables {
    account: AccountTable;
    ledger_entry: EntryTable;
    /** A single row: the end of the chain. The transaction that locks it is the only sealer. */
    ledger_head: { id: number; size: number; hash: Buffer; frontier: Buffer };
    /** Merkle nodes over complete blocks of entries; nodes inside a block are computed from its entries. */
    ledger_node: { level: number; index: number; hash: Buffer };
    /** Positions of an account's entries within a block of entries. */
    ledger_account_list: { account: string; block: number; size: number; places: number[] };
    /** A single row: the number of listed blocks. */
    ledger_lists: { id: number; blocks: number };
    /** A single row: the name of the log, which outlives its keys. */
    ledger_log: { id: number; origin: string };
    /** Keys that have signed this log; all but the first are encrypted under the deployment's key. */
    ledger_key: {
      generation: number;
      vkey: string;
      seed: Buffer | null;
      created_at: Date;
      /** Until when it signs beside its successor; null while it has none. */
      signs_until: Date | null;
      /** The note in which its predecessor named it; null for the first. */
      handover: string | null;
    };
    /** Every signed tree head, with its cosignatures. */
    ledger_checkpoint: CheckpointTable;
    /** The last head each witness is known to have cosigned. */
    ledger_witness: { vkey: string; size: number; asked_at: Date; refused: string | null };
  }
}

/**
 * Number of rows for `mint` and `sink` each: more than the concurrent transactions of an ordinary cluster.
 */
export const systemAccountShards = 32;

export const ledgerMigrations: Migration[] = [
  {
    name: '0020 ledger',
    sql: `
      CREATE TABLE account (
        name text PRIMARY KEY, balance bigint NOT NULL DEFAULT 0,
        earned bigint NOT NULL DEFAULT 0, spent bigint NOT NULL DEFAULT 0,
        CONSTRAINT account_overdrawn CHECK (balance >= 0 OR name = 'mint')) WITH (fillfactor = 70);
      CREATE TABLE ledger_entry (
        id bigint GENERATED ALWAYS AS IDENTITY, seq bigint CONSTRAINT ledger_entry_seq UNIQUE,
        at timestamptz(3) NOT NULL, kind text NOT NULL,
        from_account text NOT NULL, to_account text NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0), memo text,
        ref text NOT NULL CONSTRAINT ledger_entry_ref UNIQUE,
        prev_hash bytea, hash bytea,
        CHECK (from_account <> to_account), CHECK ((seq IS NULL) = (hash IS NULL AND prev_hash IS NULL)));
      CREATE INDEX ledger_entry_unsealed ON ledger_entry (id) WHERE seq IS NULL;
      CREATE INDEX ledger_entry_from ON ledger_entry (from_account, seq);
      CREATE INDEX ledger_entry_to ON ledger_entry (to_account, seq);
      CREATE TABLE ledger_head (
        id integer PRIMARY KEY CHECK (id = 1), size bigint NOT NULL, hash bytea NOT NULL, frontier bytea NOT NULL);
      CREATE TABLE ledger_node (level integer NOT NULL, index bigint NOT NULL, hash bytea NOT NULL, PRIMARY KEY (level, index));
      INSERT INTO account (name) VALUES ('mint'), ('sink');
      INSERT INTO ledger_head (id, size, hash, frontier)
        VALUES (1, 0, decode(repeat('00', 32), 'hex'), decode(repeat('00', 8), 'hex'))`,
  },
  {
    // Unsealed entries were not yet counted in the system accounts.
    name: '0004 ledger world ends in shards',
    sql: `
      ALTER TABLE account ADD COLUMN shard smallint NOT NULL DEFAULT 0,
        ADD CONSTRAINT account_shard CHECK (shard = 0 OR (shard > 0 AND name IN ('mint', 'sink'))),
        DROP CONSTRAINT account_pkey, ADD PRIMARY KEY (name, shard);
      UPDATE account SET balance = balance + (
        SELECT coalesce(sum(CASE name WHEN to_account THEN amount ELSE -amount END), 0) FROM ledger_entry
        WHERE seq IS NULL AND name IN (from_account, to_account)) WHERE name IN ('mint', 'sink');
      INSERT INTO account (name, shard)
        SELECT name, shard FROM unnest(ARRAY['mint', 'sink']) AS name, generate_series(1, ${systemAccountShards - 1}) AS shard`,
  },
  {
    name: '0112 ledger lists of accounts',
    sql: `
      CREATE TABLE ledger_account_list (
        account text NOT NULL, block integer NOT NULL, size smallint NOT NULL, places smallint[] NOT NULL,
        PRIMARY KEY (account, block));
      CREATE TABLE ledger_lists (id integer PRIMARY KEY CHECK (id = 1), blocks integer NOT NULL);
      INSERT INTO ledger_lists (id, blocks) SELECT 1, size / 2048 FROM ledger_head;
      INSERT INTO ledger_account_list (account, block, size, places)
        SELECT account, ((seq - 1) / 2048)::integer, count(*)::smallint, array_agg(((seq - 1) % 2048)::smallint ORDER BY seq)
        FROM (SELECT from_account AS account, seq FROM ledger_entry UNION ALL SELECT to_account, seq FROM ledger_entry) AS part
        WHERE seq <= (SELECT blocks::bigint * 2048 FROM ledger_lists) GROUP BY 1, 2 ORDER BY 1, 2;
      DROP INDEX ledger_entry_from, ledger_entry_to`,
  },
  {
    name: '0210 ledger checkpoints and keys',
    sql: `
      CREATE TABLE ledger_log (id integer PRIMARY KEY CHECK (id = 1), origin text NOT NULL);
      CREATE TABLE ledger_key (
        generation integer PRIMARY KEY CHECK (generation >= 0), vkey text NOT NULL UNIQUE, seed bytea,
        created_at timestamptz(3) NOT NULL, signs_until timestamptz(3), handover text,
        CHECK ((generation = 0) = (seed IS NULL AND handover IS NULL)));
      CREATE TABLE ledger_checkpoint (
        size bigint PRIMARY KEY CHECK (size >= 0), root bytea NOT NULL, at timestamptz(3) NOT NULL, note text NOT NULL,
        cosignatures smallint NOT NULL DEFAULT 0, published boolean NOT NULL);
      CREATE INDEX ledger_checkpoint_at ON ledger_checkpoint (at);
      CREATE TABLE ledger_witness (
        vkey text PRIMARY KEY, size bigint NOT NULL, asked_at timestamptz(3) NOT NULL, refused text)`,
  },
];
