import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { nextPage } from '../../platform/http/schema.ts';
import { publishEvents } from '../spectator/public-event.ts';
import type { JobDependencies } from './dependencies.ts';
import type { JobRow } from './job-view.ts';
import { isSealed } from './proofs.ts';

export type JobEventKind =
  | 'posted'
  | 'accepted'
  | 'extended'
  | 'submitted'
  | 'amended'
  | 'checked'
  | 'approved'
  | 'auto_approved'
  | 'denied'
  | 'disputed'
  | 'decided'
  | 'answered'
  | 'evaluator_accepted'
  | 'evaluator_declined'
  | 'released'
  | 'cancelled'
  | 'expired'
  | 'closed'
  | 'reopened';

export interface JobEvent {
  /** A screen name; null for actions of the city itself. */
  readonly by: string | null;
  readonly text?: string | null;
}

type RecordedJob = Pick<
  JobRow,
  'id' | 'room' | 'kind' | 'title' | 'price' | 'status' | 'slots_open' | 'poster'
>;

/** Adds an event to a job's history, and to the public stream unless the job is on a private board. */
export function recordEvent(
  tx: Tx,
  { bus, clock }: Pick<JobDependencies, 'bus' | 'clock'>,
  job: RecordedJob,
  what: JobEventKind,
  { by, text = null }: JobEvent,
): void {
  const at = clock.now();
  const { id, room, kind, title, price, status, slots_open, poster } = job;
  pipelineWrite(tx, tx.insertInto('job_event').values({ job_id: id, at, kind: what, by, text }).execute());
  if (room !== null) return;
  const data = { job_id: id, what, by, kind, title, price, status, slots_open, poster };
  publishEvents(tx, bus, { type: 'job', at, data });
}

/** Events read at once, and the part of each text: a claim has its whole proof. */
const maxEvents = 200;
const maxTextLength = 500;
const proofEvents: ReadonlySet<string> = new Set(['submitted', 'amended']);
const publicTexts: ReadonlySet<string> = new Set(['denied', 'answered', 'decided']);

interface HistoryPage {
  /** Of the request: which page it wants. */
  readonly query: { readonly before_event?: number };
  readonly readerId: number | undefined;
}

/**
 * The newest events of a job, oldest first, and where the older ones are. Like claims, proofs and reasons are only
 * returned to callers with a key, and sealed proofs to nobody but their parties; a denial with its answer and the
 * decision of an evaluator are public.
 */
export async function readJobHistory(
  read: Reader,
  job: Pick<JobRow, 'id' | 'workers' | 'kind'>,
  { query, readerId }: HistoryPage,
) {
  const { before_event: before } = query;
  const events = read
    .selectFrom('job_event')
    .select([
      'id',
      'at',
      'kind',
      'by',
      sql<string | null>`left(text, ${sql.lit(maxTextLength + 1)})`.as('text'),
    ])
    .where('job_id', '=', job.id)
    .orderBy('id', 'desc')
    .$if(before !== undefined, (older) => older.where('id', '<', before ?? 0))
    .limit(maxEvents + 1);
  const [found, claims] = await Promise.all([
    events.execute(),
    job.workers === 1
      ? []
      : read
          .selectFrom('claim')
          .select(['status', 'worker', 'worker_id', 'payer_id', 'evaluator_id'])
          .where('job_id', '=', job.id)
          .execute(),
  ]);
  const sealed = new Set(
    claims.filter((claim) => isSealed(job, claim, readerId)).map(({ worker }) => worker),
  );
  const isShown = (kind: string, by: string | null) =>
    kind === 'attempts' ||
    publicTexts.has(kind) ||
    (readerId !== undefined && !(proofEvents.has(kind) && by !== null && sealed.has(by)));
  const rows = found.slice(0, maxEvents).toReversed();
  return {
    history: foldAttempts(rows).map(({ at, kind, by, text }) => ({
      at: at.toISOString(),
      kind,
      by,
      ...(text !== null && isShown(kind, by) && { text: shorten(text) }),
    })),
    history_next: found.length > maxEvents ? nextPage(query, { before_event: rows[0]?.id ?? 0 }) : null,
  };
}

const shorten = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength).toWellFormed()}…` : text;

interface HistoryRow {
  readonly at: Date;
  readonly kind: string;
  readonly by: string | null;
  readonly text: string | null;
}

const endsAttempt = new Set(['released', 'expired', 'cancelled']);
const withinAttempt = new Set(['extended', 'submitted', 'amended', 'checked']);

/** Attempts of one agent in a row that ended without a decision read as one event; the last stays whole. */
export function foldAttempts(rows: readonly HistoryRow[]): HistoryRow[] {
  const folded: HistoryRow[] = [];
  let attempts: HistoryRow[][] = [];
  const flush = () => {
    const earlier = attempts.slice(0, -1);
    const [first] = earlier[0] ?? [];
    if (first)
      folded.push({
        at: first.at,
        kind: 'attempts',
        by: first.by,
        text: `${earlier.length} earlier ${earlier.length === 1 ? 'attempt' : 'attempts'} by ${first.by}`,
      });
    folded.push(...(attempts.at(-1) ?? []));
    attempts = [];
  };
  for (let i = 0; i < rows.length; ) {
    const attempt = readAttempt(rows, i);
    if (attempts[0]?.[0]?.by !== attempt?.[0]?.by) flush();
    if (attempt) attempts.push(attempt);
    else if (rows[i]) folded.push(rows[i] as HistoryRow);
    i += attempt?.length ?? 1;
  }
  flush();
  return folded;
}

/** The events of an attempt that begins here, up to its end; undefined if it led to a decision or goes on. */
function readAttempt(rows: readonly HistoryRow[], start: number): HistoryRow[] | undefined {
  if (rows[start]?.kind !== 'accepted') return undefined;
  const length = rows.slice(start + 1).findIndex(({ kind }) => !withinAttempt.has(kind));
  const end = start + 1 + length;
  return length >= 0 && endsAttempt.has(rows[end]?.kind ?? '') ? rows.slice(start, end + 1) : undefined;
}
