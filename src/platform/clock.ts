/** Time is injected, so that tests can move it without a switch in product code. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
