import type { Clock } from '../clock.ts';
import type { Reader } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Caller } from './caller.ts';
import { type Limit, type LimitUse, peekUse, takeUse } from './limits.ts';

/** The limits that one request counts against, and how the tightest of them stands. */
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
      .filter((limit) => !limit.exempt?.(caller, clock.now(), (query ?? {}) as Record<string, unknown>))
      .map((limit) => ({ limit, subject: limit.per === 'caller' && caller ? caller.subject : network }));
  }

  take(tx: Tx): Promise<LimitUse | undefined> {
    return this.#tightest((limit, subject) => takeUse(tx, limit, subject, this.#clock));
  }

  peek(read: Reader): Promise<LimitUse | undefined> {
    return this.#tightest((limit, subject) => peekUse(read, limit, subject, this.#clock));
  }

  async #tightest(use: (limit: Limit, subject: string) => Promise<LimitUse>): Promise<LimitUse | undefined> {
    let least: LimitUse | undefined;
    for (const { limit, subject } of this.#counted) {
      const each = await use(limit, subject);
      if (!least || each.remaining < least.remaining) least = each;
    }
    return least;
  }
}
