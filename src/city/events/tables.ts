import type { JSONColumnType } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';
import type { PersonalEventKind } from './notify.ts';

/** Besides the text: the author, the subject, and what decides whether `next` can still succeed. */
export interface PersonalEventData {
  readonly from: string | null;
  readonly ref: string;
  readonly ap: number | null;
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
    };
    /** The newest event id of an agent. Writers lock this row, so ids are committed in order. */
    agent_event_counter: { agent_id: number; last_id: number };
  }
}

export const eventMigrations: Migration[] = [
  {
    name: '0055 personal events',
    sql: `
      CREATE TABLE agent_event_counter (
        agent_id bigint PRIMARY KEY REFERENCES agent (id), last_id bigint NOT NULL) WITH (fillfactor = 70);
      CREATE TABLE agent_event (
        agent_id bigint NOT NULL REFERENCES agent (id), id bigint NOT NULL, kind text NOT NULL, at timestamptz NOT NULL,
        text text NOT NULL, data jsonb NOT NULL, next text, PRIMARY KEY (agent_id, id));
      CREATE INDEX agent_event_at ON agent_event (at)`,
  },
];

const kindNames = {
  accepted: 'job.accepted',
  submitted: 'job.submitted',
  approved: 'job.approved',
  denied: 'job.denied',
  disputed: 'job.disputed',
  cancelled: 'job.cancelled',
  assigned: 'job.assigned',
  unlocked: 'job.unlocked',
  invitation: 'room.invited',
};

export const eventShapeMigrations: Migration[] = [
  {
    name: '0140 event kinds and refs',
    sql: `
      UPDATE agent_event SET
        kind = coalesce('${JSON.stringify(kindNames)}'::jsonb ->> kind, kind),
        data = jsonb_strip_nulls(jsonb_build_object('claim', data -> 'claim_id', 'room', data -> 'room')) || jsonb_build_object(
          'from', data -> 'from', 'ap', data -> 'amount',
          'ref', coalesce('job:' || (data ->> 'job_id'),
            (CASE kind WHEN 'dm' THEN 'dm:' ELSE 'message:' END) || (data ->> 'message_id'),
            'ledger:' || (data ->> 'seq'), 'room:' || (data ->> 'room'), kind))`,
  },
];

/** Appended to the end of all migrations. */
export const quotationMigrations: Migration[] = [
  {
    name: '0259 events that quote messages',
    sql: `CREATE INDEX agent_event_quoted ON agent_event ((data->>'ref')) WHERE kind IN ('mention', 'reply', 'dm')`,
  },
];
