import type { Clock } from '../../src/platform/clock.ts';

/** A clock that stands still until the test moves it. */
export class MovableClock implements Clock {
  #now: number;

  constructor(start: string) {
    this.#now = Date.parse(start);
  }
  now(): Date {
    return new Date(this.#now);
  }
  forward(ms: number): void {
    this.#now += ms;
  }
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
