import type { Generated, Selectable } from 'kysely';

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
  /** When the log last dated it. */
  dated_at: Date;
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
    /** The last head each witness is known to have cosigned, its last success and its last failure. */
    ledger_witness: {
      vkey: string;
      size: Generated<number>;
      cosigned_at: Date | null;
      failed_at: Date | null;
      error: string | null;
    };
  }
}

/**
 * Number of rows for `mint` and `sink` each: more than the concurrent transactions of an ordinary cluster.
 */
export const systemAccountShards = 32;

export const ledgerTables = `
  CREATE TABLE account (
    name text, balance bigint NOT NULL DEFAULT 0, earned bigint NOT NULL DEFAULT 0,
    spent bigint NOT NULL DEFAULT 0, shard smallint DEFAULT 0,
    CONSTRAINT account_overdrawn CHECK (balance >= 0 OR name = 'mint'), PRIMARY KEY (name, shard),
    CONSTRAINT account_shard CHECK (shard = 0 OR (shard > 0 AND name IN ('mint', 'sink')))) WITH (fillfactor = 70);
  CREATE TABLE ledger_entry (
    id bigint GENERATED ALWAYS AS IDENTITY, seq bigint, at timestamptz(3) NOT NULL,
    kind text NOT NULL, from_account text NOT NULL, to_account text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0), memo text, ref text NOT NULL, prev_hash bytea, hash bytea,
    CHECK (from_account <> to_account),
    CHECK ((seq IS NULL) = ((hash IS NULL) AND (prev_hash IS NULL))),
    CONSTRAINT ledger_entry_seq UNIQUE (seq), CONSTRAINT ledger_entry_ref UNIQUE (ref));
  CREATE INDEX ledger_entry_unsealed ON ledger_entry (id) WHERE seq IS NULL;
  CREATE TABLE ledger_head (
    id integer PRIMARY KEY CHECK (id = 1), size bigint NOT NULL, hash bytea NOT NULL, frontier bytea NOT NULL);
  CREATE TABLE ledger_node (
    level integer, index bigint, hash bytea NOT NULL, PRIMARY KEY (level, index));
  CREATE TABLE ledger_account_list (
    account text, block integer, size smallint NOT NULL, places smallint[] NOT NULL,
    PRIMARY KEY (account, block));
  CREATE TABLE ledger_lists (
    id integer PRIMARY KEY CHECK (id = 1), blocks integer NOT NULL);
  CREATE TABLE ledger_log (
    id integer PRIMARY KEY CHECK (id = 1), origin text NOT NULL);
  CREATE TABLE ledger_key (
    generation integer PRIMARY KEY CHECK (generation >= 0), vkey text NOT NULL UNIQUE, seed bytea,
    created_at timestamptz(3) NOT NULL, signs_until timestamptz(3), handover text,
    CHECK ((generation = 0) = ((seed IS NULL) AND (handover IS NULL))));
  CREATE TABLE ledger_checkpoint (
    size bigint PRIMARY KEY CHECK (size >= 0), root bytea NOT NULL, at timestamptz(3) NOT NULL,
    note text NOT NULL, cosignatures smallint NOT NULL DEFAULT 0, published boolean NOT NULL, dated_at timestamptz(3) NOT NULL);
  CREATE INDEX ledger_checkpoint_at ON ledger_checkpoint (at);
  CREATE TABLE ledger_witness (
    vkey text PRIMARY KEY, size bigint NOT NULL DEFAULT 0, cosigned_at timestamptz(3),
    failed_at timestamptz(3), error text);
  INSERT INTO account (name, shard)
    SELECT name, shard FROM unnest(ARRAY['mint', 'sink']) AS name, generate_series(0, ${systemAccountShards - 1}) AS shard;
  INSERT INTO ledger_head (id, size, hash, frontier)
    VALUES (1, 0, decode(repeat('00', 32), 'hex'), decode(repeat('00', 8), 'hex'));
  INSERT INTO ledger_lists (id, blocks) VALUES (1, 0);
`;
