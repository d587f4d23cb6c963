/**
 * - `missing`: there is no browser, or it was turned off
 * - `unusable`: there is one that cannot run as it must here, sandboxed and without the rights of root
 * - `busy`: all places are taken
 * - `too_slow`, `too_heavy`: the page goes beyond the limits of a rendered page
 * - `ended`: the browser ended by itself
 */
export type BrowserReason = 'missing' | 'unusable' | 'busy' | 'too_slow' | 'too_heavy' | 'ended';

/** Why a page was not rendered. */
export class BrowserFailure extends Error {
  readonly reason: BrowserReason;
  /** What the operator can do about it. */
  readonly advice: string | undefined;

  constructor(reason: BrowserReason, message: string, advice?: string) {
    super(message);
    this.name = 'BrowserFailure';
    this.reason = reason;
    this.advice = advice;
  }
}
