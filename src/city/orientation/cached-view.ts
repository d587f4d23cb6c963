import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { Metrics } from '../../platform/metrics.ts';

/** A company as the directory lists it. */
interface ListedCompany {
  readonly name: string;
  readonly pitch: string;
  readonly founder: string;
  readonly members: number;
}

/** Source of companies for the orientation pages. */
export interface CompanySource {
  /** Boosted companies first, then the newest. */
  list(read: Reader, most: number, now: Date): Promise<readonly ListedCompany[]>;
  count(read: Reader): Promise<number>;
}

/** Dependencies of the orientation pages. */
export interface ViewDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly companies: CompanySource;
  /** Number of spectators connected to this process. */
  readonly watchers: () => number;
  /** Number of long polls held open by this process. */
  readonly waiting: () => number;
  readonly onError: (error: unknown) => void;
}

export interface ViewSnapshot<T> {
  readonly value: T;
  readonly at: Date;
}

/** A stale view is still served for this many times its freshness while it is rebuilt. */
export const staleFactor = 3;

/**
 * Caches a view that is the same for every caller. A fresh view is returned as it is; a stale one too, while
 * it is rebuilt in the background; if it is too old, all callers wait for the same rebuild.
 */
export class CachedView<T> {
  readonly freshMs: number;
  readonly #build: () => Promise<ViewSnapshot<T>>;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #snapshot: ViewSnapshot<T> | undefined;
  #building: Promise<ViewSnapshot<T>> | undefined;

  constructor(deps: {
    freshMs: number;
    make: () => Promise<ViewSnapshot<T>>;
    clock: Clock;
    onError: (error: unknown) => void;
  }) {
    this.freshMs = deps.freshMs;
    this.#build = deps.make;
    this.#clock = deps.clock;
    this.#onError = deps.onError;
  }

  async get(): Promise<ViewSnapshot<T>> {
    const snapshot = this.#snapshot;
    const age = snapshot && this.#clock.now().getTime() - snapshot.at.getTime();
    // The age is negative if the clock ran ahead when the view was built.
    if (!snapshot || age === undefined || age < 0 || age >= staleFactor * this.freshMs)
      return this.#rebuild();
    if (age >= this.freshMs) void this.#rebuild().catch(this.#onError);
    return snapshot;
  }

  #rebuild(): Promise<ViewSnapshot<T>> {
    this.#building ??= this.#build()
      .then((snapshot) => {
        this.#snapshot = snapshot;
        return snapshot;
      })
      .finally(() => {
        this.#building = undefined;
      });
    return this.#building;
  }
}

/** Sets the headers that tell caches how old a response is and how long it stays fresh. */
export function setAgeHeaders(
  setHeader: (name: string, value: string) => void,
  { at }: ViewSnapshot<unknown>,
  freshMs: number,
  now: Date,
): void {
  const age_s = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1_000));
  setHeader('cache-control', `public, max-age=${Math.max(1, Math.round(freshMs / 1_000))}`);
  setHeader('age', String(age_s));
}
