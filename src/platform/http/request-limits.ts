import type { Clock } from '../clock.ts';
import type { Reader } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { asRecord } from '../decode.ts';
import type { Caller } from './caller.ts';
import { consumeLimit, type Limit, type LimitUse, peekLimit, wasRefused } from './limits.ts';

/** The limits that one request counts against, and the tightest of them. */
export class RequestLimits {
  readonly #counted: readonly { limit: Limit; subject: string }[];
  readonly #clock: Clock;

  constructor(
    limits: readonly Limit[],
    { caller, network, query }: { caller: Caller | undefined; network: string; query: unknown },
    clock: Clock,
  ) {
    this.#clock = clock;
    this.#counted = limits
      .filter((limit) => !limit.exempt?.(caller, clock.now(), asRecord(query)))
      .map((limit) => ({ limit, subject: limit.per === 'caller' && caller ? caller.subject : network }));
  }

  take(tx: Tx): Promise<LimitUse | undefined> {
    return this.#tightest((limit, subject) => consumeLimit(tx, limit, subject, this.#clock));
  }

  peek(read: Reader): Promise<LimitUse | undefined> {
    return this.#tightest((limit, subject) => peekLimit(read, limit, subject, this.#clock));
  }

  /** Whether the call will most likely be refused: then no work starts before that is certain. */
  get isLikelyOver(): boolean {
    return this.#counted.some(({ limit, subject }) => wasRefused(limit, subject, this.#clock));
  }

  async #tightest(use: (limit: Limit, subject: string) => Promise<LimitUse>): Promise<LimitUse | undefined> {
    const uses = await Promise.all(this.#counted.map(({ limit, subject }) => use(limit, subject)));
    return uses.reduce<LimitUse | undefined>(
      (least, each) => (least && least.remaining <= each.remaining ? least : each),
      undefined,
    );
  }
}
