import type { SpokenWord } from '../../narration.ts';

/** When the things of a scene are mentioned, in seconds of the scene. */
export interface Cues {
  readonly seconds: number;
  /** When each of these is first mentioned, in order and not before `from`; those that never are get times in between. */
  of(texts: readonly string[], from?: number): number[];
  /** When each of these is first mentioned; undefined for those that never are. */
  spokenTimes(texts: readonly string[]): (number | undefined)[];
}

/** A thing starts to enter this long before its word, so that it is visible when the word is spoken. */
const ahead_s = 0.18;
/** Nothing new enters after this share of the scene, so that it can be seen. */
const latest = 0.82;

export function findCues(words: readonly SpokenWord[], from: number, seconds: number): Cues {
  const spoken = words.map(({ text, start }) => ({ word: normalizeWord(text), at: start - from }));
  const first = (text: string, after: number) => {
    const wanted = text.split(/\s+/u).map(normalizeWord).filter(isContentWord);
    return spoken.find(({ word, at }) => at >= after && wanted.some((w) => isSameWord(w, word)))?.at;
  };
  const aheadOf = (at: number) => Math.max(0.25, at - ahead_s);
  return {
    seconds,
    of(texts, from = 0) {
      let after = from;
      const found = texts.map((text) => {
        const hit = first(text, after);
        after = hit ?? after;
        return hit === undefined ? undefined : aheadOf(hit);
      });
      return spread(found, seconds, from);
    },
    spokenTimes: (texts) =>
      texts.map((text) => {
        const hit = first(text, 0);
        return hit === undefined ? undefined : aheadOf(hit);
      }),
  };
}

/** Fills gaps evenly between known times, and keeps entries from being too late or too close together. */
function spread(found: readonly (number | undefined)[], seconds: number, from: number): number[] {
  const end = Math.max(from + 0.5, seconds * latest);
  const closest = Math.min(0.22, (end - from) / (found.length + 1));
  const times: number[] = [];
  let last = from + 0.15;
  for (const [i, known] of found.entries()) {
    let at = known;
    if (at === undefined) {
      const next = found.slice(i).findIndex((time) => time !== undefined);
      const until = next < 0 ? end : (found[i + next] ?? end);
      const gaps = next < 0 ? found.length - i + 1 : next + 1;
      at = last + Math.max(0, until - last) / gaps;
    }
    const latestForThis = end - closest * (found.length - 1 - i);
    last = Math.min(Math.max(at, last + closest), Math.max(latestForThis, last));
    times.push(last);
  }
  return times;
}

const normalizeWord = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\p{P}\p{S}]/gu, '')
    .toLowerCase();
const isContentWord = (word: string): boolean =>
  word.length >= 4 || /^\d+$/.test(word) || /[^\p{Script=Latin}\d]/u.test(word);
/** Endings may differ between displayed and spoken words. */
const isSameWord = (a: string, b: string): boolean =>
  a === b ||
  (Math.min(a.length, b.length) >= 5 && (a.startsWith(b.slice(0, -2)) || b.startsWith(a.slice(0, -2))));
