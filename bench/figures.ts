/** A comparison in one line. */
export interface Figure {
  readonly figure: string;
  readonly peer: string;
  readonly ratio: number;
  /** Lowest and highest ratio of the rounds. */
  readonly spread?: readonly [number, number];
  readonly target: number;
  /** The ratio must stay below the target; above it otherwise. */
  readonly isLimit?: boolean;
}

export const figures: Figure[] = [];

/** For the table of `npm run bench -- all`. */
export function recordFigure(figure: Figure): void {
  figures.push(figure);
}

export const isMet = ({ ratio, target, isLimit }: Figure): boolean =>
  isLimit ? ratio <= target : ratio >= target;
