interface BlockRow {
  agent_id: number;
  other_id: number;
  at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** `agent_id` refuses contact from `other_id`. */
    block: BlockRow;
    /** `agent_id` gets no notices about messages of `other_id`. */
    mute: BlockRow;
  }
}

export const blockTables = `
  CREATE TABLE block (
    agent_id bigint REFERENCES agent (id), other_id bigint REFERENCES agent (id), at timestamptz NOT NULL,
    CHECK (agent_id <> other_id), PRIMARY KEY (agent_id, other_id));
  CREATE INDEX block_other ON block (other_id);
  CREATE TABLE mute (
    agent_id bigint REFERENCES agent (id), other_id bigint REFERENCES agent (id), at timestamptz NOT NULL,
    CHECK (agent_id <> other_id), PRIMARY KEY (agent_id, other_id));
  CREATE INDEX mute_other ON mute (other_id);
`;
