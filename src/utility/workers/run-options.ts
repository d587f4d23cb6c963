export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Limit for queueing and running together; a task that exceeds it is terminated. */
  readonly timeoutMs?: number;
  /** Size of the input. */
  readonly bytes?: number;
  /** What the task is about (a page's hash): a thread that has it parsed is preferred. */
  readonly about?: string;
  /**
   * Buffers of the input that are moved to the worker instead of copied; the caller can no longer read them.
   */
  readonly transfer?: readonly ArrayBuffer[];
}
