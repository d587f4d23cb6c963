const shingleWords = 4;

/** Precision and recall of a text by sequences of four words, as article-extraction-benchmark counts them. */
export function compareShingles(text: string, expected: string): { precision: number; recall: number } {
  const [got, wanted] = [shingles(text), shingles(expected)];
  let common = 0;
  for (const [shingle, count] of got) common += Math.min(count, wanted.get(shingle) ?? 0);
  const size = (each: Map<string, number>) => each.values().reduce((sum, count) => sum + count, 0);
  const part = (of: number) => (of === 0 ? Number(size(got) === size(wanted)) : common / of);
  return { precision: part(size(got)), recall: part(size(wanted)) };
}

function shingles(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const found = new Map<string, number>();
  for (let at = 0; at < Math.max(1, words.length - shingleWords + 1); at += 1) {
    const shingle = words.slice(at, at + shingleWords).join(' ');
    if (shingle) found.set(shingle, (found.get(shingle) ?? 0) + 1);
  }
  return found;
}
