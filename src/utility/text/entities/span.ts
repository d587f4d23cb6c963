/** A match in a text and its position. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The spans that overlap none of `taken`. Both lists are in text order, so one pass over each suffices. */
export function withoutOverlaps<T extends TextSpan>(
  found: readonly T[],
  taken: readonly TextSpan[],
): readonly T[] {
  if (found.length === 0 || taken.length === 0) return found;
  const sorted = taken.length === 1 ? taken : [...taken].sort((left, right) => left.start - right.start);
  let at = 0;
  return found.filter(({ start, end }) => {
    while (at < sorted.length && sorted[at]!.end <= start) at += 1;
    const next = sorted[at];
    return !next || next.start >= end;
  });
}
