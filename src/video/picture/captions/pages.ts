import type { SpokenWord } from '../../narration.ts';
import { isUnspaced } from '../../voice/unspaced.ts';

/** Words that are displayed together, and for how long. */
export interface CaptionPage {
  readonly words: readonly SpokenWord[];
  readonly from: number;
  readonly to: number;
}

const maxWords = 4;
const maxLetters = 19;
/** A page stays this long after its last word, unless the next one appears. */
const linger_s = 0.6;
/** A page appears this long before its first word. */
const early_s = 0.06;
const pause_s = 0.45;

/** Marks that end a clause, with any closing quotation marks and brackets. */
const clauseEnd = /[.,;:!?…—–。，、；：！？؟؛،।]["”’»」』)\]]*$/u;
/** The start of a quotation or aside of several words, which is a clause of its own. */
const clauseStart = /^["“„«‘([「『](?!.*["”’»」』)\]])/u;
/** Words that belong with the next one (articles, prepositions): a page that ends with one looks cut off. */
const proclitics = new Set(
  'a an the of to in on at by for from with and or but nor so as if than that which who whose when while where into over under about between its it is are was were be not no their his her your our my this these those each every very more most only just'.split(
    ' ',
  ),
);

/** Short pages that end at the end of a clause or phrase: long lines would compete with the picture. */
export function splitIntoPages(words: readonly SpokenWord[], duration: number): CaptionPage[] {
  const groups = splitIntoClauses(words).flatMap(splitEvenly);
  return groups.flatMap((page, i) => {
    const [first, last, next] = [page[0], page.at(-1), groups[i + 1]?.[0]];
    if (!first || !last) return [];
    const end = last.end + linger_s;
    return [
      {
        words: page,
        from: Math.max(0, first.start - early_s),
        to: next ? Math.min(end, next.start - early_s) : Math.min(end, duration),
      },
    ];
  });
}

/** Words up to a punctuation mark, a pause, or the end of a sentence or beat. */
function splitIntoClauses(words: readonly SpokenWord[]): SpokenWord[][] {
  const clauses: SpokenWord[][] = [];
  let clause: SpokenWord[] = [];
  words.forEach((word, i) => {
    clause.push(word);
    const next = words[i + 1];
    const border = !next || next.sentence !== word.sentence || next.beat !== word.beat;
    const pause = next !== undefined && next.start - word.end > pause_s;
    const opens = next !== undefined && clauseStart.test(next.text);
    if (!border && !pause && !opens && !clauseEnd.test(word.text)) return;
    clauses.push(clause);
    clause = [];
  });
  return clauses;
}

interface Split {
  readonly cost: number;
  readonly pages: SpokenWord[][];
}

/**
 * The cheapest split of a clause into pages: few pages of similar length, none ending in the middle of a
 * phrase.
 */
function splitEvenly(clause: readonly SpokenWord[]): SpokenWord[][] {
  /** The cheapest split of the words up to each position. */
  const splits: Split[] = [{ cost: 0, pages: [] }];
  for (let to = 1; to <= clause.length; to++) {
    let cheapest: Split | undefined;
    for (const [from, before] of splits.entries()) {
      if (from < to - maxWords) continue;
      const page = clause.slice(from, to);
      if (page.length > 1 && countLetters(page) > maxLetters) continue;
      const cost = before.cost + pageCost(page, to === clause.length);
      if (!cheapest || cost < cheapest.cost) cheapest = { cost, pages: [...before.pages, page] };
    }
    if (cheapest) splits.push(cheapest);
  }
  return splits.at(-1)?.pages ?? [];
}

const countLetters = (page: readonly SpokenWord[]): number =>
  page.reduce((sum, { text }) => sum + [...text].length * (isUnspaced(text) ? 1.7 : 1), page.length - 1);

function pageCost(page: readonly SpokenWord[], last: boolean): number {
  const unused = (maxLetters - Math.min(maxLetters, countLetters(page))) / maxLetters;
  const lastWord = (page.at(-1)?.text ?? '').toLowerCase().replace(/[^\p{L}]/gu, '');
  const broken = !last && proclitics.has(lastWord) ? 2 : 0;
  return 1 + unused * unused + broken + (page.length === 1 ? 0.5 : 0);
}

/** Index of the word being spoken: a word lasts until the next one starts. */
export function spokenWordAt(page: CaptionPage, t: number): number {
  const i = page.words.findLastIndex(({ start }) => t >= start);
  return Math.max(0, i);
}
