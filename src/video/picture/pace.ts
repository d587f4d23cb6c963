import { fps } from './frame.ts';

/** How long a scene lasts. */
export const minScene_s = 2;
const maxScene_s = 6;
/** How far a cut may be moved before or after its word without the viewer noticing. */
const earliestCut_s = 0.6;
const latestCut_s = 0.25;

const step_s = 1 / fps;
const shifts = Array.from(
  { length: Math.floor((earliestCut_s + latestCut_s) / step_s) + 1 },
  (_, i) => i * step_s - earliestCut_s,
);

/** Seconds by which a scene is too short or too long. */
const excess = (seconds: number): number => Math.max(0, minScene_s - seconds, seconds - maxScene_s);

/** Being out of range is worse than any number of moved cuts. */
const costOf = (seconds: number, shift: number): number =>
  (seconds <= step_s ? 1e6 : 0) + 1000 * excess(seconds) + Math.abs(shift);

interface Path {
  readonly cost: number;
  readonly cut: number;
  readonly before: Path | undefined;
}

/**
 * Starts of scenes, moved so that as many as possible last two to six seconds, and each by as little as
 * possible: the cheapest path through the possible times of each cut.
 */
export function pacedCuts(starts: readonly number[], end: number): number[] {
  const [first = 0, ...cuts] = starts;
  let paths: Path[] = [{ cost: 0, cut: first, before: undefined }];
  for (const cut of cuts)
    paths = shifts.map((shift) => {
      const moved = cut + shift;
      return pickCheapest(
        paths.map((before) => ({
          before,
          cost: before.cost + costOf(moved - before.cut, shift),
          cut: moved,
        })),
      );
    });
  const last = pickCheapest(
    paths.map((before) => ({ before, cost: before.cost + costOf(end - before.cut, 0), cut: end })),
  );
  const positions: number[] = [];
  for (let path = last.before; path; path = path.before) positions.unshift(path.cut);
  return positions;
}

const pickCheapest = (paths: readonly Path[]): Path =>
  paths.reduce((best, path) => (path.cost < best.cost ? path : best));
