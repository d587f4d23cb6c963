/** Something found in a text, and where. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Those that touch nothing of what was found before. Both in the order of the text: one walk over each. */
export function apartFrom<T extends Span>(found: readonly T[], taken: readonly Span[]): T[] {
  const sorted = [...taken].sort((left, right) => left.start - right.start);
  let at = 0;
  return found.filter(({ start, end }) => {
    while (at < sorted.length && sorted[at]!.end <= start) at += 1;
    const next = sorted[at];
    return !next || next.start >= end;
  });
}
