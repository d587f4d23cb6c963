import type { Measurement } from './measurement.ts';

/** One comparison, for the table of `npm run bench -- all`. */
export interface Figure {
  readonly figure: string;
  readonly peer: string;
  readonly ratio: number;
  /** Lowest and highest of the rounds. */
  readonly spread?: readonly [number, number];
  readonly target: number;
  /** The ratio must not be above the target; below it otherwise. */
  readonly isLimit?: boolean;
}

export const figures: Figure[] = [];

export const isMet = ({ ratio, target, isLimit }: Figure): boolean =>
  isLimit ? ratio <= target : ratio >= target;

export function recordFigure(figure: Figure): void {
  figures.push(figure);
}

/** Our rate compared with a peer's, measured in the same rounds. */
export function recordRate(
  figure: string,
  peer: string,
  ours: Measurement,
  theirs: Measurement,
  target: number,
): void {
  const rounds = (ours.rates ?? []).map((rate, round) => rate / (theirs.rates?.[round] ?? Number.NaN));
  const spread = rounds.length > 0 ? ([Math.min(...rounds), Math.max(...rounds)] as const) : undefined;
  recordFigure({ figure, peer, ratio: ours.per_s / theirs.per_s, ...(spread && { spread }), target });
}

/** The peer's CPU time per call compared with ours. */
export function recordCpu(
  figure: string,
  peer: string,
  ours: Measurement,
  theirs: Measurement,
  target: number,
): void {
  const ratio = (theirs.cpu_us ?? Number.NaN) / (ours.cpu_us ?? Number.NaN);
  if (!Number.isNaN(ratio)) recordFigure({ figure: `${figure}, CPU`, peer, ratio, target });
}
