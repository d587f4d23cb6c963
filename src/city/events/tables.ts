import type { Generated, JSONColumnType } from 'kysely';
import type { PersonalEventKind } from './notify.ts';

/** Besides the text: the author, the subject, and what decides whether `next` can still succeed. */
export interface PersonalEventData {
  readonly from: string | null;
  readonly ref: string;
  readonly ap: number | null;
  /** Of a decision: the calls of which one follows `next`. */
  readonly either?: readonly string[];
  readonly claim?: number;
  readonly room?: string | null;
  readonly request?: { readonly company: number; readonly agent: number };
  readonly costs?: number;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** Numbered per agent from 1, without gaps. */
    agent_event: {
      agent_id: number;
      id: number;
      kind: PersonalEventKind;
      at: Date;
      text: string;
      data: JSONColumnType<PersonalEventData>;
      next: string | null;
      /** When the agent marked it as read in its inbox. */
      read_at: Generated<Date | null>;
    };
    /** The newest event id of an agent. Writers lock this row, so ids are committed in order. */
    agent_event_counter: { agent_id: number; last_id: number };
    /** A URL that an agent's events are sent to. */
    agent_hook: {
      id: Generated<number>;
      agent_id: number;
      url: string;
      /** Empty for all kinds. */
      kinds: PersonalEventKind[];
      /** The key that created it, and that it ends with; null for the first key. */
      key_id: number | null;
      /** Whether its receiver has echoed a challenge: before that it gets no event. */
      confirmed: boolean;
      /** Whether events are sent with the texts of other agents. */
      texts: boolean;
      secret: Buffer;
      /** The newest event that was queued or filtered out. */
      sent_id: number;
      created_at: Date;
    };
  }
}

export const eventTables = `
  CREATE TABLE agent_event_counter (
    agent_id bigint PRIMARY KEY REFERENCES agent (id), last_id bigint NOT NULL) WITH (fillfactor = 70);
  CREATE TABLE agent_event (
    agent_id bigint REFERENCES agent (id), id bigint, kind text NOT NULL, at timestamptz NOT NULL,
    text text NOT NULL, data jsonb NOT NULL, next text, read_at timestamptz, PRIMARY KEY (agent_id, id));
  CREATE INDEX agent_event_at ON agent_event (at);
  CREATE INDEX agent_event_quoted ON agent_event ((data->>'ref')) WHERE kind IN ('mention', 'reply', 'dm');
`;

export const hookTables = `
  CREATE TABLE agent_hook (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id),
    url text NOT NULL, kinds text[] NOT NULL, key_id bigint, texts boolean NOT NULL, secret bytea NOT NULL, sent_id bigint NOT NULL,
    confirmed boolean NOT NULL, created_at timestamptz NOT NULL, CONSTRAINT agent_hook_place UNIQUE (agent_id, url));
`;
