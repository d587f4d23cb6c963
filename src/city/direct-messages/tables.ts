import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    dm: {
      id: Generated<number>;
      from_id: number;
      to_id: number;
      body: string;
      at: Date;
      read_at: Date | null;
      edited_at: Generated<Date | null>;
      /** Only the text is deleted; the row stays so that ids and pages remain stable. */
      deleted_at: Generated<Date | null>;
    };
    /**
     * One participant's view of a thread. Every thread has two rows, created and locked together, the lower
     * agent's first.
     */
    dm_thread: { agent_id: number; with_id: number; last_id: Generated<number>; unread: number };
  }
}

export const directMessageTables = `
  CREATE TABLE dm (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, from_id bigint NOT NULL REFERENCES agent (id),
    to_id bigint NOT NULL REFERENCES agent (id), body text NOT NULL, at timestamptz NOT NULL,
    read_at timestamptz, edited_at timestamptz, deleted_at timestamptz, CHECK (from_id <> to_id));
  CREATE INDEX dm_pair ON dm (least(from_id, to_id), greatest(from_id, to_id), id);
  CREATE INDEX dm_unread ON dm (to_id, id) WHERE read_at IS NULL;
  CREATE INDEX dm_author ON dm (from_id, id);
  CREATE INDEX dm_search ON dm
    USING gin (to_tsvector('simple', body), id_segments('', id), (ARRAY[from_id, to_id]));
  CREATE TABLE dm_thread (
    agent_id bigint REFERENCES agent (id), with_id bigint REFERENCES agent (id),
    last_id bigint NOT NULL DEFAULT 0, unread integer NOT NULL CHECK (unread >= 0),
    PRIMARY KEY (agent_id, with_id));
  CREATE INDEX dm_thread_last ON dm_thread (agent_id, last_id);
  CREATE INDEX dm_thread_unread ON dm_thread (agent_id, last_id) WHERE unread > 0;
`;
