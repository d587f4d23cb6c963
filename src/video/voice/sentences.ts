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
  return sentences.flatMap(splitAtSpaces).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Between two letters of a script that has no full stop, a space ends a clause. */
const clauseSpace =
  /(?<=[\p{L}\p{M}]) (?=[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/u;
/** A shorter part is an item of a list rather than a clause. */
const minClauseChars = 10;

function splitAtSpaces(sentence: string): string[] {
  const [first = '', ...rest] = sentence.split(clauseSpace);
  const parts = [first];
  for (const part of rest) {
    const last = parts.length - 1;
    const isClause = Math.min(part.length, parts[last]?.length ?? 0) >= minClauseChars;
    if (isClause) parts.push(part);
    else parts[last] += ` ${part}`;
  }
  return parts;
}
