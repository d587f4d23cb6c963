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

/** Our rate compared with a peer's, and our CPU time per call if both are known, measured in the same rounds. */
export function recordComparison(
  figure: string,
  peer: string,
  ours: Measurement,
  theirs: Measurement,
  target: { readonly rate: number; readonly cpu?: number },
): { rate: number; cpu: number } {
  const rounds = (ours.rates ?? []).map((rate, round) => rate / (theirs.rates?.[round] ?? Number.NaN));
  const spread = rounds.length > 0 ? ([Math.min(...rounds), Math.max(...rounds)] as const) : undefined;
  const ratio = ours.per_s / theirs.per_s;
  recordFigure({ figure, peer, ratio, ...(spread && { spread }), target: target.rate });
  const cpu = (theirs.cpu_us ?? Number.NaN) / (ours.cpu_us ?? Number.NaN);
  if (target.cpu !== undefined && !Number.isNaN(cpu))
    recordFigure({ figure: `${figure}, CPU`, peer, ratio: cpu, target: target.cpu });
  return { rate: ratio, cpu };
}
