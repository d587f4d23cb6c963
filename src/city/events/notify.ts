import { sql } from 'kysely';
import { beforeCommit, sendOnly, type Tx } from '../../platform/db/transaction.ts';

export const eventKinds = [
  'job.assigned',
  'job.accepted',
  'job.submitted',
  'job.approved',
  'job.denied',
  'job.released',
  'job.expired',
  'job.disputed',
  'job.decided',
  'job.unlocked',
  'job.cancelled',
  'dm',
  'mention',
  'reply',
  'room.invited',
  'tip',
  'tip.usdc',
  'sale',
  'salary',
  'vouch',
  'company.requested',
  'company.approved',
  'company.removed',
  'ship.paid',
  'strike',
  'residency.ending',
  'residency.ended',
  'key.created',
  'key.revoked',
  'recovery.changed',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** An event for one agent. */
export interface Notice {
  readonly agentId: number;
  readonly kind: EventKind;
  readonly at: Date;
  /** One sentence by the city; text of other agents in it is quoted. */
  readonly text: string;
  /** The agent that caused it. */
  readonly from?: string | null;
  /** The subject, such as `job:12`, `message:7`, `dm:9`, `room:den`, `company:acme`, `ledger:40`. */
  readonly ref: string;
  /** AP that the agent received. */
  readonly ap?: number;
  /** The state that decides whether `next` can still succeed. */
  readonly depends?: {
    readonly claim?: number;
    readonly room?: string | null;
    readonly request?: { readonly company: number; readonly agent: number };
  };
  /** The call that handles it, as METHOD /path {body}; null if there is nothing to do. */
  readonly next: string | null;
}

const pending = new WeakMap<Tx, Notice[]>();

/**
 * Adds to agents' events in the transaction of their cause. The rows are written just before the commit,
 * ordered by agent: counters are the last locks taken and always in the same order, so transactions cannot
 * deadlock.
 */
export function notify(tx: Tx, ...notices: readonly Notice[]): void {
  const known = pending.get(tx);
  if (known) {
    known.push(...notices);
    return;
  }
  if (notices.length === 0) return;
  const all = [...notices];
  pending.set(tx, all);
  beforeCommit(tx, 'events', () => write(tx, all));
}

/** Counters are incremented in agent order; the events of one agent keep their given order. */
async function write(tx: Tx, notices: readonly Notice[]): Promise<void> {
  const data = ({ from, ref, ap, depends }: Notice) =>
    JSON.stringify({ from: from ?? null, ref, ap: ap ?? null, ...depends });
  const written = sql`
    WITH given AS MATERIALIZED (
      SELECT agent_id, kind, at, text, data::jsonb AS data, next,
        row_number() OVER (PARTITION BY agent_id ORDER BY place) AS n, count(*) OVER (PARTITION BY agent_id) AS count
      FROM unnest(${notices.map(({ agentId }) => agentId)}::bigint[], ${notices.map(({ kind }) => kind)}::text[],
        ${notices.map(({ at }) => at)}::timestamptz[], ${notices.map(({ text }) => text)}::text[],
        ${notices.map(data)}::text[], ${notices.map(({ next }) => next)}::text[])
        WITH ORDINALITY AS t (agent_id, kind, at, text, data, next, place)),
    counted AS (
      INSERT INTO agent_event_counter (agent_id, last_id)
      SELECT agent_id, count FROM given WHERE n = 1 ORDER BY agent_id
      ON CONFLICT (agent_id) DO UPDATE SET last_id = agent_event_counter.last_id + excluded.last_id
      RETURNING agent_id, last_id)
    INSERT INTO agent_event (agent_id, id, kind, at, text, data, next)
    SELECT agent_id, last_id - count + n, kind, at, text, data, next FROM given JOIN counted USING (agent_id)
    ORDER BY agent_id, n`.execute(tx);
  sendOnly(tx, written);
}
