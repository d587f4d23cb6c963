/**
 * unreadable: the task cannot read its input, in the task's own words. too_slow, too_big: it exceeds the time
 * or memory of one call. busy: no worker was free in time, or it was stopped. broken: a bug of ours.
 */
export type TaskFailureReason = 'unreadable' | 'too_slow' | 'too_big' | 'busy' | 'broken';

/** Why a worker task failed. */
export class TaskFailure extends Error {
  readonly reason: TaskFailureReason;

  constructor(reason: TaskFailureReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'TaskFailure';
    this.reason = reason;
  }
}

/** Thrown by tasks; the message is returned to the caller. */
export const unreadableInput = (message: string): TaskFailure => new TaskFailure('unreadable', message);

export const tooSlow = (ms: number): TaskFailure =>
  new TaskFailure('too_slow', `It could not be read within ${Math.round(ms / 100) / 10} seconds.`);

export const busy = (): TaskFailure =>
  new TaskFailure('busy', 'Too many pages are being read at the moment.');

/**
 * Classifies a thrown error: running out of stack or string space is caused by the input, the rest is ours.
 */
export function toTaskFailure(error: unknown): TaskFailure {
  if (error instanceof TaskFailure) return error;
  if (error instanceof RangeError && /call stack|string length|Array buffer/i.test(error.message)) {
    return new TaskFailure('too_big', 'It is nested too deeply or too large to be read.', error);
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new TaskFailure('too_big', 'It takes more memory to read than one call may use.', error);
  }
  return new TaskFailure('broken', error instanceof Error ? error.message : String(error), error);
}
