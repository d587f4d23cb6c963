import type { SpokenWord } from '../../narration.ts';

/** The words that are shown together, and for how long. */
export interface Page {
  readonly words: readonly SpokenWord[];
  readonly from: number;
  readonly to: number;
}

const mostWords = 4;
const mostLetters = 19;
/** A page stays this long after its last word, unless the next one comes. */
const lingering_s = 0.6;
/** And comes this much before its first. */
const early_s = 0.06;
const pause_s = 0.45;

/** Short pages that end where a phrase ends: nobody can read a line and watch a picture. */
export function pagesOf(words: readonly SpokenWord[], duration: number): Page[] {
  const groups: SpokenWord[][] = [];
  let group: SpokenWord[] = [];
  words.forEach((word, i) => {
    group.push(word);
    const next = words[i + 1];
    const letters = group.reduce((sum, { text }) => sum + [...text].length + 1, 0);
    const full = group.length >= mostWords || (next && letters + [...next.text].length > mostLetters);
    const border = !next || next.sentence !== word.sentence || next.beat !== word.beat;
    const phrase = /[.,;:!?…。，、！？؟؛]$/u.test(word.text) && letters > 6;
    const pause = next !== undefined && next.start - word.end > pause_s;
    if (full || border || phrase || pause) {
      groups.push(group);
      group = [];
    }
  });
  return groups.map((page, i) => {
    const next = groups[i + 1]?.[0];
    const end = page.at(-1)!.end + lingering_s;
    return {
      words: page,
      from: Math.max(0, page[0]!.start - early_s),
      to: next ? Math.min(end, next.start - early_s) : Math.min(end, duration),
    };
  });
}

/** Which word of a page is spoken: a word holds until the next one begins. */
export function spokenAt(page: Page, t: number): number {
  const i = page.words.findLastIndex(({ start }) => t >= start);
  return Math.max(0, i);
}
