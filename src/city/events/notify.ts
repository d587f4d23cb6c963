import { sql } from 'kysely';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import { beforeCommit, pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { quote } from '../../platform/quote.ts';

export const personalEventKinds = [
  'job.posted',
  'job.assigned',
  'job.accepted',
  'job.submitted',
  'job.checked',
  'job.approved',
  'job.denied',
  'job.released',
  'job.expired',
  'job.disputed',
  'job.decided',
  'job.answered',
  'job.evaluation',
  'job.unlocked',
  'job.cancelled',
  'dm',
  'mention',
  'reply',
  'deal.message',
  'room.invited',
  'room.removed',
  'tip',
  'tip.usdc',
  'sale',
  'salary',
  'salary.changed',
  'vouch',
  'rating',
  'company.requested',
  'company.joined',
  'company.approved',
  'company.removed',
  'ship.paid',
  'strike',
  'residency.ending',
  'residency.ended',
  'key.created',
  'key.revoked',
  'recovery.changed',
  'hook.created',
  'hook.ended',
  'hook.failed',
] as const;
export type PersonalEventKind = (typeof personalEventKinds)[number];

/** An event for one agent, by its id, or by its name where only that is known: a name that no agent has gets none. */
export type Notice = NoticeText &
  ({ readonly agentId: number } | { readonly screenName: string; readonly nameKey: string });

export interface NoticeText {
  readonly kind: PersonalEventKind;
  readonly at: Date;
  /** One sentence by the city; text of other agents in it is quoted. With `words` it has no full stop. */
  readonly text: string;
  /** Words of `from`, quoted after the text, but withheld from an agent that has blocked `from`. */
  readonly words?: string | null | undefined;
  /** A sentence of the city that follows the words. */
  readonly after?: string | undefined;
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
    /** AP that the call costs. */
    readonly costs?: number;
  };
  /** The call that handles it, as METHOD /path {body}; null if there is nothing to do. */
  readonly next: string | null;
  /** Of a decision: the calls of which one follows `next`. */
  readonly either?: readonly string[] | undefined;
}

/** The sentences of a notice, with the words of `from` or without them. */
function render({ text, words, after }: NoticeText, withWords: boolean): string {
  if (words === undefined || words === null) return after === undefined ? text : `${text} ${after}`;
  const quoted = withWords ? `: ${quote(words)}` : '';
  return after === undefined ? `${text}${quoted || '.'}` : `${text}${quoted}. ${after}`;
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

async function write(tx: Tx, notices: readonly Notice[]): Promise<void> {
  const written = writeNotices(tx, {
    agents: notices.map((notice) => ('agentId' in notice ? notice.agentId : null)),
    names: notices.map((notice) => ('screenName' in notice ? notice.screenName : null)),
    nameKeys: notices.map((notice) => ('nameKey' in notice ? notice.nameKey : null)),
    kinds: notices.map(({ kind }) => kind),
    at: notices.map(({ at }) => at),
    texts: notices.map((notice) => render(notice, true)),
    bare: notices.map((notice) => (notice.words ? render(notice, false) : null)),
    data: notices.map(({ from, ref, ap, either, depends }) =>
      JSON.stringify({ from: from ?? null, ref, ap: ap ?? null, either, ...depends }),
    ),
    nextCalls: notices.map(({ next }) => next),
  });
  pipelineWrite(tx, written);
}

interface NoticeColumns {
  agents: (number | null)[];
  names: (string | null)[];
  nameKeys: (string | null)[];
  kinds: string[];
  at: Date[];
  texts: string[];
  bare: (string | null)[];
  data: string[];
  nextCalls: (string | null)[];
}

/** Counters are incremented in agent order; the events of one agent keep their given order. */
const writeNotices = compiledStatement(
  (_: Tx, { agents, names, nameKeys, kinds, at, texts, bare, data, nextCalls }: NoticeColumns) => sql`
    WITH received AS (
      SELECT coalesce(t.agent_id, agent.id) AS agent_id, kind, t.at, data::jsonb AS data, next, place,
        CASE WHEN bare IS NOT NULL AND EXISTS (
          SELECT FROM agent AS author JOIN block ON block.other_id = author.id
          WHERE author.name_key = lower(data::jsonb->>'from') AND block.agent_id = coalesce(t.agent_id, agent.id))
        THEN bare ELSE text END AS text
      FROM unnest(${agents}::bigint[], ${names}::text[], ${nameKeys}::text[], ${kinds}::text[], ${at}::timestamptz[],
          ${texts}::text[], ${bare}::text[], ${data}::text[], ${nextCalls}::text[])
          WITH ORDINALITY AS t (agent_id, name, name_key, kind, at, text, bare, data, next, place)
        LEFT JOIN agent ON agent.name_key = t.name_key AND agent.screen_name = t.name),
    given AS MATERIALIZED (
      SELECT agent_id, kind, at, text, data, next,
        row_number() OVER (PARTITION BY agent_id ORDER BY place) AS n, count(*) OVER (PARTITION BY agent_id) AS count
      FROM received WHERE agent_id IS NOT NULL),
    counted AS (
      INSERT INTO agent_event_counter (agent_id, last_id)
      SELECT agent_id, count FROM given WHERE n = 1 ORDER BY agent_id
      ON CONFLICT (agent_id) DO UPDATE SET last_id = agent_event_counter.last_id + excluded.last_id
      RETURNING agent_id, last_id)
    INSERT INTO agent_event (agent_id, id, kind, at, text, data, next)
    SELECT agent_id, last_id - count + n, kind, at, text, data, next FROM given JOIN counted USING (agent_id)
    ORDER BY agent_id, n`,
);

/**
 * Events of any agent that quote a message, such as `message:7` or `dm:9`; the condition matches their
 * partial index.
 */
const quotesRef = (ref: string) => sql`kind IN ('mention', 'reply', 'dm') AND data->>'ref' = ${ref}`;

/** Removes the quotation of a deleted message from all events that announced it. */
export async function retractQuotes(tx: Tx, ref: string, text: string): Promise<void> {
  await sql`UPDATE agent_event SET text = ${text} WHERE ${quotesRef(ref)}`.execute(tx);
}

/**
 * Updates the quotation of an edited message in the events that announced it to agents that have not blocked its
 * author since; author and place stay.
 */
export async function replaceQuotes(tx: Tx, ref: string, authorId: number, words: string): Promise<void> {
  await sql`UPDATE agent_event SET text = split_part(text, ': ', 1) || ': ' || ${quote(words)}
    WHERE ${quotesRef(ref)} AND NOT EXISTS (
      SELECT FROM block WHERE block.agent_id = agent_event.agent_id AND other_id = ${authorId})`.execute(tx);
}
