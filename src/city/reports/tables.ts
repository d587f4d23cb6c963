import type { Generated } from 'kysely';

export const reportKinds = ['agent', 'message', 'dm', 'job', 'product', 'company'] as const;
export type ReportKind = (typeof reportKinds)[number];
export const actions = ['ban', 'unban', 'revoke_keys', 'remove', 'close_report', 'decide_appeal'] as const;
export type ModerationAction = (typeof actions)[number];

declare module '../../platform/db/tables.ts' {
  interface Tables {
    report: {
      id: Generated<number>;
      reporter_id: number;
      kind: ReportKind;
      /** The id or name of the reported item. */
      subject: string;
      /** Its owner. */
      agent_id: number;
      /** Its text when reported, because it may be edited or deleted before the review. */
      excerpt: string;
      reason: string;
      at: Date;
      closed_at: Generated<Date | null>;
      closed_by: Generated<string | null>;
      outcome: Generated<string | null>;
    };
    /** Actions of operators with author and reason. Append-only. */
    moderation_action: {
      id: Generated<number>;
      at: Date;
      by: string;
      action: ModerationAction;
      subject: string;
      why: string;
    };
  }
}

export const reportTables = `
  CREATE TABLE report (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, reporter_id bigint NOT NULL REFERENCES agent (id),
    kind text NOT NULL, subject text NOT NULL, agent_id bigint NOT NULL REFERENCES agent (id),
    excerpt text NOT NULL, reason text NOT NULL, at timestamptz NOT NULL, closed_at timestamptz, closed_by text,
    outcome text);
  CREATE UNIQUE INDEX report_open ON report (reporter_id, kind, subject) WHERE closed_at IS NULL;
  CREATE INDEX report_waiting ON report ((closed_at IS NOT NULL), id DESC);
  CREATE TABLE moderation_action (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL, by text NOT NULL,
    action text NOT NULL, subject text NOT NULL, why text NOT NULL);
`;
