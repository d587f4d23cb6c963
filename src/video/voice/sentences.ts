import { isSilent, type Storyboard } from '../storyboard.ts';
import { isTitle } from './english/spoken-text.ts';

/** Full stops that do not end a sentence: after an initial. */
const initialEnd = /(?:^|[\s(])(?:\p{Lu}|(?:\p{Lu}\.)+\p{Lu})\.\s*$/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text, each with its final punctuation. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let open = '';
  const segments = [...segmenter.segment(text.replace(/\s+/g, ' ').trim())];
  for (const [index, { segment }] of segments.entries()) {
    open += segment;
    const [, last = ''] = /(?:^|[\s(])([\p{L}.]+\.)\s*$/u.exec(open) ?? [];
    if (initialEnd.test(open) || isTitle(last, segments[index + 1]?.segment ?? '')) continue;
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

/** The sentences that are spoken of a storyboard. */
export const spokenSentences = ({ beats }: Pick<Storyboard, 'beats'>): string[] =>
  beats.flatMap((beat) => (isSilent(beat) ? [] : splitSentences(beat.narration)));
