import type { Clock } from '../platform/clock.ts';

/** Runs at the speed of the real clock from the time it was set to; it can be moved forward only. */
export class MovableClock implements Clock {
  #offsetMs: number;

  constructor(start?: Date) {
    this.#offsetMs = start ? start.getTime() - Date.now() : 0;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  forwardTo(time: Date): void {
    this.#offsetMs += Math.max(0, time.getTime() - this.now().getTime());
  }
}
