const farthest = 2;

/** The word that was probably meant; a typo rarely changes the first letter. */
export function nearest(given: string, words: readonly string[]): string | undefined {
  return words
    .filter((word) => word[0] === given[0])
    .map((word) => ({ word, edits: countEdits(given, word) }))
    .filter(({ edits }) => edits <= farthest)
    .sort((a, b) => a.edits - b.edits)[0]?.word;
}

/** Levenshtein distance. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(letter !== other)));
    row = next;
  }
  return row.at(-1)!;
}
