/** Scheduled work of kith: something is due in each round and must be done once. */
export interface ScheduledWork {
  /** Called just before the fault. */
  begin(round: number): Promise<void>;
  /** Waits until the work is done or the timeout. Returns what was not done, or done more than once. */
  check(): Promise<string[]>;
}
