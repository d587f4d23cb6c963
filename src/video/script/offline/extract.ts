import { sentencesOf } from '../../voice/sentences.ts';

const common = new Set(
  'the a an and or but of to in on at for from with by as is are was were be been it its this that these those he she they we you i his her their our your my not no so if then than there here which who what when where how why can could will would should may might must have has had do does did into over under about after before more most some any all each every other such only also very just one two new up out them him us me'.split(
    ' ',
  ),
);

export const contentWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}][\p{L}\p{M}'’-]+/gu) ?? [])
    .map((word) => word.replace(/['’]s$/, ''))
    .filter((word) => word.length > 2 && !common.has(word));

/** The words that a text keeps coming back to, most first. */
export function keyWords(text: string, most: number): string[] {
  const counts = new Map<string, number>();
  for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1] || b[0].length - a[0].length)
    .slice(0, most)
    .map(([word]) => word);
}

/** The sentences that say most of what the text says, in its own words and its own order. */
export function keySentences(text: string, most: number): string[] {
  const sentences = sentencesOf(text).filter((sentence) => sentence.length >= 20);
  const weights = new Map<string, number>();
  for (const word of contentWords(text)) weights.set(word, (weights.get(word) ?? 0) + 1);
  const scored = sentences.map((sentence, index) => {
    const words = contentWords(sentence);
    const sum = words.reduce((total, word) => total + (weights.get(word) ?? 0), 0);
    // The first sentence usually says what it is about; very long ones cannot be said in a breath.
    const place = index === 0 ? 1.5 : 1;
    const length = sentence.length > 220 ? 0.3 : 1;
    return { sentence, index, score: (sum / Math.sqrt(words.length + 4)) * place * length };
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence);
}

/** A sentence short enough for one breath: cut where a clause ends, or not at all. */
export function breath(sentence: string, most = 200): string {
  if (sentence.length <= most) return sentence;
  const cut = Math.max(
    ...[', ', '; ', ': ', ' – ', ' — ', ' ('].map((mark) => sentence.lastIndexOf(mark, most)),
  );
  return cut > most / 3
    ? `${sentence.slice(0, cut)}.`
    : `${sentence.slice(0, sentence.lastIndexOf(' ', most))}…`;
}
