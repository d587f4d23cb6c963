import type { ColumnType, Generated } from 'kysely';
import type { Json } from './task-kind.ts';

declare module '../db/tables.ts' {
  interface Tables {
    task: {
      id: Generated<number>;
      kind: string;
      subject: string;
      /** The due time. Retries keep it, so that it can identify a period. */
      due_at: Date;
      /** When it may next be attempted: due_at, or the end of a backoff. */
      ready_at: Date;
      payload: ColumnType<Json, string, string>;
      attempts: Generated<number>;
      /** Set if the task was scheduled during a run, which may have started too early to see the cause. */
      again_at: Date | null;
      lease_token: string | null;
      lease_owner: string | null;
      lease_until: Date | null;
      last_error: string | null;
      /** Given up: kept for inspection, never leased. */
      failed_at: Date | null;
      created_at: Date;
      /** Trace context of the request that scheduled the next run. */
      traceparent: string | null;
    };
  }
}

export const schedulerTables = `
  CREATE TABLE task (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL,
    subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 500),
    due_at timestamptz NOT NULL, ready_at timestamptz NOT NULL, payload jsonb NOT NULL,
    attempts integer NOT NULL DEFAULT 0, again_at timestamptz, lease_token uuid, lease_owner text,
    lease_until timestamptz, last_error text, failed_at timestamptz, created_at timestamptz NOT NULL,
    traceparent text, CONSTRAINT task_subject_kind UNIQUE (subject, kind)) WITH (fillfactor = 70);
  CREATE INDEX task_ready ON task (kind, ready_at) WHERE failed_at IS NULL;
  CREATE INDEX task_failed ON task (kind, failed_at) WHERE failed_at IS NOT NULL;
`;
