import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** Only a salted hash per receipt, with its index once it is in the tree. */
    receipt_leaf: { id: Generated<number>; hash: Buffer; index: number | null };
    /** A single row: the end of the tree of receipts. */
    receipt_head: { id: number; size: number; frontier: Buffer };
    receipt_node: { level: number; index: number; hash: Buffer };
    /** Tree sizes whose roots are recorded in the ledger. */
    receipt_anchor: { size: number };
  }
}

export const receiptTables = `
  CREATE TABLE receipt_leaf (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, hash bytea NOT NULL UNIQUE, index bigint UNIQUE);
  CREATE INDEX receipt_leaf_waiting ON receipt_leaf (id) WHERE index IS NULL;
  CREATE TABLE receipt_head (
    id integer PRIMARY KEY CHECK (id = 1), size bigint NOT NULL, frontier bytea NOT NULL);
  CREATE TABLE receipt_node (
    level integer, index bigint, hash bytea NOT NULL, PRIMARY KEY (level, index));
  CREATE TABLE receipt_anchor (
    size bigint PRIMARY KEY);
  INSERT INTO receipt_head (id, size, frontier) VALUES (1, 0, decode(repeat('00', 8), 'hex'));
`;
