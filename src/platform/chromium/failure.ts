/**
 * - `missing`: there is no browser, or it is disabled
 * - `unusable`: a browser exists but cannot run here as required, sandboxed and without root privileges
 * - `busy`: all slots are taken
 * - `too_slow`, `too_heavy`: the page exceeds the limits of a rendered page
 * - `ended`: the browser exited by itself
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
