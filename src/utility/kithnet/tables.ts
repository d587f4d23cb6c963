import type { Generated } from 'kysely';

interface MemberTable {
  id: Generated<number>;
  /** The key's owner: `ally:7`, `agent:12`. */
  subject: string;
  /** An ally and a city agent may have the same name; they are two members. */
  identity: 'ally' | 'city';
  agent: string;
  name_key: string;
  capability: string;
  needs: string;
  charter_version: string;
  trades_recorded: Generated<number>;
  since: Date;
}

interface TradeTable {
  id: number;
  at: Date;
  by_member: number;
  with_member: number;
  gave: string;
  got: string;
  /** The matching trade reported by the other side; set on both rows. */
  mirror: number | null;
  prev_hash: string;
  hash: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    kithnet_member: MemberTable;
    kithnet_trade: TradeTable;
    /** A single row: the end of the chain, locked by each append, and the number of members. */
    kithnet_head: { single: Generated<boolean>; last_id: number; hash: string; members: Generated<number> };
  }
}

export const kithnetTables = `
  CREATE TABLE kithnet_member (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, subject text NOT NULL, identity text NOT NULL,
    agent text NOT NULL, name_key text NOT NULL,
    capability text NOT NULL, needs text NOT NULL, charter_version text NOT NULL,
    trades_recorded integer NOT NULL DEFAULT 0, since timestamptz NOT NULL,
    CONSTRAINT kithnet_member_subject UNIQUE (subject));
  CREATE INDEX kithnet_member_name ON kithnet_member (name_key);
  CREATE TABLE kithnet_trade (
    id bigint PRIMARY KEY, at timestamptz NOT NULL, by_member bigint NOT NULL REFERENCES kithnet_member (id),
    with_member bigint NOT NULL REFERENCES kithnet_member (id), gave text NOT NULL, got text NOT NULL,
    mirror bigint, prev_hash text NOT NULL, hash text NOT NULL);
  CREATE INDEX kithnet_trade_pair ON kithnet_trade (by_member, with_member) WHERE mirror IS NULL;
  CREATE TABLE kithnet_head (
    single boolean DEFAULT true PRIMARY KEY CHECK (single), last_id bigint NOT NULL, hash text NOT NULL,
    members bigint NOT NULL DEFAULT 0);
  INSERT INTO kithnet_head (last_id, hash) VALUES (0, repeat('0', 64));
`;
