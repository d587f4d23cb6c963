/** One call of one client, on the monotonic clock that all clients of a round share. */
export interface Timed {
  readonly client: string;
  readonly called: number;
  /** Infinity if no answer came: the call may still take effect at any later time, or never. */
  readonly answered: number;
}

/** What no correct service can produce: the operations that prove it, or undefined. */
export type Verdict<Operation> = readonly Operation[] | undefined;

/** Whether a correct service can have produced the kept operations, whatever it did with the others. */
export type IsPossible<Operation> = (kept: ReadonlySet<Operation>) => boolean;

const maxShown = 12;

/** The operations in the order of the calls. */
export function describe<O extends Timed>(operations: readonly O[]): string {
  const first = Math.min(...operations.map(({ called }) => called));
  const at = (time: number) =>
    time === Number.POSITIVE_INFINITY ? 'unknown' : `${Math.round(time - first)} ms`;
  const lines = operations
    .toSorted((one, other) => one.called - other.called)
    .map(({ client, called, answered, ...rest }) => {
      return `${client} ${at(called)}–${at(answered)} ${JSON.stringify(rest)}`;
    });
  const more = lines.length > maxShown ? [`and ${lines.length - maxShown} more`] : [];
  return [...lines.slice(-maxShown), ...more].join('; ');
}
