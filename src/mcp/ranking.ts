/** Texts of one thing that can be looked for; its name counts most. */
export interface Sought {
  readonly name: string;
  readonly place: string;
  readonly does: string;
}

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Those that share words with the question, the best first. Words match whole, or by how they begin. */
export function ranked<T>(words: string, things: readonly T[], sought: (thing: T) => Sought): T[] {
  const asked = [...new Set(wordsOf(words))];
  return things
    .map((thing, place) => ({ thing, place, score: scoreOf(asked, sought(thing)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .map(({ thing }) => thing);
}

function scoreOf(asked: readonly string[], { name, place, does }: Sought): number {
  const [names, places, sentence] = [wordsOf(name), wordsOf(place), wordsOf(does)];
  let score = 0;
  for (const word of asked)
    score += 4 * likeness(word, names) + 3 * likeness(word, places) + likeness(word, sentence);
  return score;
}

function likeness(word: string, words: readonly string[]): number {
  if (words.includes(word)) return 2;
  const begins = (a: string, b: string) => b.length >= 3 && a.startsWith(b);
  return words.some((each) => begins(each, word) || begins(word, each)) ? 1 : 0;
}
