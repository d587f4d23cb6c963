import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { runForOwner } from '../../platform/fair-share.ts';
import { errors } from '../../platform/http/errors.ts';
import { consumeLimit, type Limit, limitHeaders, peekLimit } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import { KeyedSlots } from '../../platform/outbound/slots.ts';

const failures: Limit = {
  name: 'failed-calls',
  max: 120,
  window: 'minute',
  per: 'network',
  of: 'failed calls from one network',
  hint: 'Check the address before you retry; the limit resets with the next minute.',
};
const callsPerKey = { atOnce: 8, waiting: 64 };
const callsPerNetwork = { atOnce: 16, waiting: 128 };
const maxCached = 10_000;

interface FreeCallAttempt {
  readonly subject: string | undefined;
  readonly network: string;
}

interface AttemptDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
}

/**
 * Limits the cost of calls that fail and are therefore not paid for: failures are counted, and a network
 * whose calls keep failing is refused for the rest of the minute. Concurrency is limited per key and per
 * network; further calls queue.
 */
export class Attempts {
  readonly #deps: AttemptDependencies;
  readonly #keys = new KeyedSlots(callsPerKey.atOnce, callsPerKey.waiting);
  readonly #networks = new KeyedSlots(callsPerNetwork.atOnce, callsPerNetwork.waiting);
  /** Networks with recent failures in this process; the database is queried only for these. */
  readonly #failing = new Set<string>();
  /** Refused networks and until when, so that a flood of calls is rejected without a query. */
  readonly #refused = new Map<string, number>();

  constructor(deps: AttemptDependencies) {
    this.#deps = deps;
  }

  async run<T>(
    { subject, network }: FreeCallAttempt,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    if (this.#failing.has(network)) await this.#refuseFailing(network);
    const leaveNetwork = await this.#networks.take(network, signal).catch(tooManyAtOnce);
    try {
      const leaveKey = await this.#keys.take(subject ?? network, signal).catch(tooManyAtOnce);
      try {
        return await runForOwner(network, work);
      } catch (error) {
        if (!isUnpaid(error)) await this.#countFailure(network);
        throw error;
      } finally {
        leaveKey();
      }
    } finally {
      leaveNetwork();
    }
  }

  async #refuseFailing(network: string): Promise<void> {
    const { read, clock } = this.#deps;
    const now = clock.now().getTime();
    const until = this.#refused.get(network) ?? 0;
    if (until > now) throw tooManyFailed(Math.ceil((until - now) / 1_000));
    this.#refused.delete(network);
    const use = await peekLimit(read, failures, network, clock);
    if (use.remaining === use.limit) this.#failing.delete(network);
    if (use.remaining > 0) return;
    if (this.#refused.size >= maxCached) this.#refused.clear();
    this.#refused.set(network, now + use.reset_s * 1_000);
    throw tooManyFailed(use.reset_s);
  }

  async #countFailure(network: string): Promise<void> {
    const { transaction, clock } = this.#deps;
    if (this.#failing.size >= maxCached) this.#failing.clear();
    this.#failing.add(network);
    // If the limit is already used up this throws; the next call is refused anyway.
    await transaction((tx) => consumeLimit(tx, failures, network, clock)).catch(() => {});
  }
}

const tooManyFailed = (reset_s: number): Refusal =>
  new Refusal(
    errors.overLimit,
    `over the limit of ${failures.max} ${failures.of} per minute`,
    `Retry in ${reset_s} s. ${failures.hint}`,
    {
      ...limitHeaders({ limit: failures.max, remaining: 0, reset_s, name: failures.name, window_s: 60 }),
      'retry-after': String(reset_s),
    },
  );

/** Refusals about keys, payment and limits happen before any work starts. */
const isUnpaid = (error: unknown): boolean =>
  error instanceof Refusal && [401, 402, 403, 429].includes(error.kind.status);

function tooManyAtOnce(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error;
  throw new Refusal(
    errors.overLimit,
    'too many of your calls are running at once',
    `Wait for some of them to finish: ${callsPerKey.atOnce} can run at a time per key, ${callsPerNetwork.atOnce} per network.`,
    { 'retry-after': '1' },
  );
}
