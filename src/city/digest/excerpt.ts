import { onFirstUse } from '../../platform/on-first-use.ts';

const maxExcerpt = 140;
const maxPieces = 20;

/**
 * Where a text is cut: at sentence and line ends, and at every character that could end a quotation or change
 * the text direction, so that no message can attribute words to another author.
 */
const cuts =
  /[.!?](?=\s|$)|[…。！？؟।]|["“”„‟«»‹›「」『』＂]|[\u202a-\u202e\u2066-\u2069\u2028\u2029\p{Cc}]/u;
const trailing = /[\s.!?,;:…？؟-]/u;
const hasContent = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** A verbatim piece of a message. */
export interface Excerpt {
  readonly text: string;
  readonly asks: boolean;
}

/** The start of a text, cut at a space if there is one and otherwise at a whole character. */
export function truncateAtSpace(text: string, most: number): string {
  if (text.length <= most) return text;
  const truncated = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  const space = truncated.lastIndexOf(' ');
  return space > most / 2 ? truncated.slice(0, space) : truncated;
}

/** Collapses whitespace so that every quoted text fits on one line. */
const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** The first sentences of a text, each verbatim but without its final punctuation. */
export function splitIntoPieces(body: string): Excerpt[] {
  const pieces: Excerpt[] = [];
  for (const line of body.split(/[\r\n\u2028\u2029]+/)) {
    let rest = oneLine(line);
    while (rest !== '' && pieces.length < maxPieces) {
      const at = rest.search(cuts);
      const end = at < 0 ? rest.length : at;
      const sentence = withoutTrailing(rest.slice(0, end)).trim();
      if (hasContent.test(sentence)) {
        pieces.push({
          text: sentence,
          asks: /[?？؟]/u.test(rest.slice(rest.indexOf(sentence) + sentence.length, end + 1)),
        });
      }
      rest = rest.slice(end + 1);
    }
  }
  return pieces;
}

/** A loop instead of a pattern: one anchored at the end of the text takes quadratic time. */
function withoutTrailing(text: string): string {
  let end = text.length;
  while (end > 0 && trailing.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Quotes a text verbatim; a long one is cut between words, or between grapheme clusters. */
export function quoteExcerpt(text: string): string {
  if (text.length <= maxExcerpt) return `“${text}”`;
  let cut = '';
  for (const { segment } of graphemes().segment(text.slice(0, 2 * maxExcerpt))) {
    if (cut.length + segment.length > maxExcerpt) break;
    cut += segment;
  }
  const space = cut.lastIndexOf(' ');
  return `“${withoutTrailing(space > maxExcerpt / 2 ? cut.slice(0, space) : cut)} …”`;
}

const graphemes = onFirstUse(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));
