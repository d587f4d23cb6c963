/** Work that kith does by itself, on time: something comes due in each round, and is done once. */
export interface StandingWork {
  /** Just before the fault. */
  begin(round: number): Promise<void>;
  /** Waits until it is done, or long enough; what was not done, or more than once. */
  check(): Promise<string[]>;
}
