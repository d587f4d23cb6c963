/** Full stops that do not end a sentence: after a title, an initial or an abbreviation. */
const abbreviationEnd =
  /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|St|vs|e\.g|i\.e|No|c|ca|approx|Prof|Jr|Sr|\p{Lu}|(?:\p{Lu}\.)+\p{Lu})\.\s*$/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text, each with its final punctuation. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(text.replace(/\s+/g, ' ').trim())) {
    open += segment;
    if (abbreviationEnd.test(open)) continue;
    sentences.push(open.trim());
    open = '';
  }
  if (open.trim() !== '') sentences.push(open.trim());
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
