import type { Clock } from '../../platform/clock.ts';

export interface Made<T> {
  readonly value: T;
  readonly at: Date;
}

/** So many times its freshness, an old view still does while the new one is made. */
export const staleFactor = 3;

/**
 * A view that is the same for everybody, made once for all who ask: while it is fresh nothing is read, when it is old the
 * first who asks has it made anew behind the answer, and only when it is too old do callers wait, all for the same.
 */
export class Kept<T> {
  readonly freshMs: number;
  readonly #make: () => Promise<Made<T>>;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #made: Made<T> | undefined;
  #making: Promise<Made<T>> | undefined;

  constructor(parts: {
    freshMs: number;
    make: () => Promise<Made<T>>;
    clock: Clock;
    onError: (error: unknown) => void;
  }) {
    this.freshMs = parts.freshMs;
    this.#make = parts.make;
    this.#clock = parts.clock;
    this.#onError = parts.onError;
  }

  async get(): Promise<Made<T>> {
    const made = this.#made;
    const age = made && this.#clock.now().getTime() - made.at.getTime();
    // A negative age: the clock was ahead when it was made.
    if (!made || age === undefined || age < 0 || age >= staleFactor * this.freshMs) return this.#renew();
    if (age >= this.freshMs) void this.#renew().catch(this.#onError);
    return made;
  }

  #renew(): Promise<Made<T>> {
    this.#making ??= this.#make()
      .then((made) => {
        this.#made = made;
        return made;
      })
      .finally(() => {
        this.#making = undefined;
      });
    return this.#making;
  }
}

/** Says how old an answer is and for how long it may be kept by whoever stands between. */
export function showAge(
  setHeader: (name: string, value: string) => void,
  { at }: Made<unknown>,
  freshMs: number,
  now: Date,
): void {
  const age_s = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1_000));
  setHeader('cache-control', `public, max-age=${Math.max(1, Math.round(freshMs / 1_000))}`);
  setHeader('age', String(age_s));
}
