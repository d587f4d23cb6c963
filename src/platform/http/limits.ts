import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Reader } from '../db/database.ts';
import { pruneRows } from '../db/prune.ts';
import type { Transact, Tx } from '../db/transaction.ts';
import { dayMs, hourMs, minuteMs } from '../duration.ts';
import type { Caller } from './caller.ts';
import { errors } from './errors.ts';
import { Refusal } from './refusal.ts';

const windowsMs = { minute: minuteMs, hour: hourMs, day: dayMs };

export interface Limit {
  readonly name: string;
  readonly max: number;
  /** Windows are aligned to UTC, so that all processes agree on their boundaries without coordination. */
  readonly window: keyof typeof windowsMs;
  readonly per: 'network' | 'caller';
  /** What the limit counts, as shown in the refusal: "signups". */
  readonly of: string;
  readonly exempt?: (
    caller: Caller | undefined,
    now: Date,
    query: Readonly<Record<string, unknown>>,
  ) => boolean;
  /** What a caller can do instead of waiting. */
  readonly hint?: string;
}

export interface LimitUse {
  readonly limit: number;
  readonly remaining: number;
  readonly reset_s: number;
  /** Name of the limit, and length of its window. */
  readonly name?: string;
  readonly window_s?: number;
}

/**
 * Takes one use in the caller's transaction: exact across processes, because the row is, and returned
 * automatically if the transaction is rolled back.
 */
export async function consumeLimit(tx: Tx, limit: Limit, subject: string, clock: Clock): Promise<LimitUse> {
  const { windowAt, reset_s } = currentWindow(limit, clock.now());
  const row = await tx
    .insertInto('limit_use')
    .values({ name: limit.name, subject, window_at: windowAt, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'subject', 'window_at'])
        .doUpdateSet({ used: sql`limit_use.used + 1` })
        .where('limit_use.used', '<', limit.max),
    )
    .returning('used')
    .executeTakeFirst();
  if (!row) {
    noteRefused(limit, subject, windowAt);
    throw overLimit(limit, reset_s);
  }
  return { limit: limit.max, remaining: limit.max - row.used, reset_s, ...toPolicy(limit) };
}

/** Subjects that this process refused, with the window of the refusal. */
const refused = new Map<string, number>();
const maxRefused = 10_000;
const refusedKey = ({ name }: Limit, subject: string): string => `${name} ${subject}`;

function noteRefused(limit: Limit, subject: string, windowAt: Date): void {
  if (refused.size >= maxRefused) refused.clear();
  refused.set(refusedKey(limit, subject), windowAt.getTime());
}

/** Whether a use was already refused in this window, so that the next one most likely is too. */
export const wasRefused = (limit: Limit, subject: string, clock: Clock): boolean =>
  refused.get(refusedKey(limit, subject)) === currentWindow(limit, clock.now()).windowAt.getTime();

/** Current state of a limit without taking a use: for responses that used nothing. */
export async function peekLimit(
  read: Reader,
  limit: Limit,
  subject: string,
  clock: Clock,
): Promise<LimitUse> {
  const { windowAt, reset_s } = currentWindow(limit, clock.now());
  const row = await read
    .selectFrom('limit_use')
    .select('used')
    .where('name', '=', limit.name)
    .where('subject', '=', subject)
    .where('window_at', '=', windowAt)
    .executeTakeFirst();
  return { limit: limit.max, remaining: limit.max - (row?.used ?? 0), reset_s, ...toPolicy(limit) };
}

const toPolicy = ({ name, window }: Limit) => ({ name, window_s: windowsMs[window] / 1_000 });

/** As three plain numbers, and in the format of the current IETF draft (RateLimit header fields for HTTP). */
export function limitHeaders(use: LimitUse): Record<string, string> {
  const name = JSON.stringify(use.name ?? 'default');
  return {
    'ratelimit-policy': `${name};q=${use.limit};w=${use.window_s ?? 86_400}`,
    ratelimit: `${name};r=${use.remaining};t=${use.reset_s}`,
    'ratelimit-limit': String(use.limit),
    'ratelimit-remaining': String(use.remaining),
    'ratelimit-reset': String(use.reset_s),
  };
}

/** Deletes uses of past windows, which no check reads any more. */
export async function pruneLimitUses(transaction: Transact, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - 2 * windowsMs.day);
  await pruneRows(transaction, 'limit_use', sql`window_at < ${before}`);
}

function currentWindow(limit: Limit, now: Date): { windowAt: Date; reset_s: number } {
  const length = windowsMs[limit.window];
  const start = Math.floor(now.getTime() / length) * length;
  return { windowAt: new Date(start), reset_s: Math.ceil((start + length - now.getTime()) / 1000) };
}

function overLimit(limit: Limit, reset_s: number): Refusal {
  const headers = {
    ...limitHeaders({ limit: limit.max, remaining: 0, reset_s, ...toPolicy(limit) }),
    'retry-after': String(reset_s),
  };
  return new Refusal(
    errors.overLimit,
    `over the limit of ${limit.max} ${limit.of} per ${limit.window}`,
    limit.hint ?? `Retry in ${reset_s} s, when the limit resets.`,
    headers,
  );
}
