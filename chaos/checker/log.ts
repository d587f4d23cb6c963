import type { Timed, Verdict } from './history.ts';
import { smallestImpossible } from './smallest.ts';

/** Appends one entry, named by its mark. */
export interface Append extends Timed {
  readonly mark: string;
  /** The position in the answer; undefined if none is given or no answer came. */
  readonly position?: number;
}

/** A page of the log. */
export interface LogRead extends Timed {
  /** The page holds what follows this position. */
  readonly after: number;
  readonly entries: readonly { readonly position: number; readonly mark: string }[];
  /** The page was not full: at its moment nothing followed its last entry. */
  readonly isEnd: boolean;
}

export type LogOperation = Append | LogRead;

const isAppend = (operation: LogOperation): operation is Append => 'mark' in operation;

/**
 * A log (a room's messages, an agent's events, the ledger): every append that was answered is in it once, an unanswered
 * one at most once, positions grow in the order of commits, and what a reader has passed never changes. `isOurs` says
 * which marks are appended by the clients; others come from the service. Entries up to `start` were there before.
 */
export function checkLog(
  operations: readonly LogOperation[],
  {
    isOurs = () => true,
    start = 0,
  }: { readonly isOurs?: (mark: string) => boolean; readonly start?: number } = {},
): Verdict<LogOperation> {
  const sent = new Set(operations.filter(isAppend).map(({ mark }) => mark));
  return smallestImpossible(operations, (kept) => {
    const log = new Positions();
    const reads = [...kept].filter((each): each is LogRead => !isAppend(each));
    const appends = [...kept].filter(isAppend);
    for (const { entries, after, answered } of reads) {
      let last = after;
      for (const { position, mark } of entries) {
        if (position <= last || (isOurs(mark) && !sent.has(mark))) return false;
        if (!log.name(position, mark)) return false;
        log.commitsBefore(position, answered);
        last = position;
      }
    }
    for (const { mark, position } of appends)
      if (position !== undefined && !log.name(position, mark)) return false;
    for (const { mark, called, answered } of appends) {
      const position = log.positionOf(mark);
      if (position !== undefined) {
        log.commitsAfter(position, called);
        log.commitsBefore(position, answered);
        continue;
      }
      // A later page of everything would have shown its position.
      if (reads.some((read) => read.after <= start && read.isEnd && read.called > answered)) return false;
    }
    for (const read of reads) if (!log.agreesWith(read)) return false;
    return log.isInOrder();
  });
}

/** What is known of each position: its mark, and the times between which it was committed. */
class Positions {
  readonly #marks = new Map<number, string>();
  readonly #positions = new Map<string, number>();
  readonly #from = new Map<number, number>();
  readonly #until = new Map<number, number>();

  /** False if the position has another mark, or the mark another position. */
  name(position: number, mark: string): boolean {
    if ((this.#marks.get(position) ?? mark) !== mark) return false;
    if ((this.#positions.get(mark) ?? position) !== position) return false;
    this.#marks.set(position, mark);
    this.#positions.set(mark, position);
    return true;
  }

  positionOf(mark: string): number | undefined {
    return this.#positions.get(mark);
  }

  commitsAfter(position: number, time: number): void {
    this.#from.set(position, Math.max(this.#from.get(position) ?? 0, time));
  }

  commitsBefore(position: number, time: number): void {
    this.#until.set(position, Math.min(this.#until.get(position) ?? Number.POSITIVE_INFINITY, time));
  }

  /** False if a page leaves out what lies within it; what follows its end is committed later. */
  agreesWith({ after, entries, isEnd, called }: LogRead): boolean {
    const end = entries.at(-1)?.position ?? after;
    const shown = new Set(entries.map(({ position }) => position));
    for (const position of this.#marks.keys()) {
      if (position > after && position <= end && !shown.has(position)) return false;
      if (position > end && isEnd) this.commitsAfter(position, called);
    }
    return true;
  }

  /** Whether there are commit times that grow with the positions. */
  isInOrder(): boolean {
    let earliest = 0;
    for (const position of [...this.#marks.keys()].sort((one, other) => one - other)) {
      earliest = Math.max(earliest, this.#from.get(position) ?? 0);
      if ((this.#until.get(position) ?? Number.POSITIVE_INFINITY) < earliest) return false;
    }
    return true;
  }
}
