import { createRequire } from 'node:module';
import { aliases } from './aliases.ts';

const require = createRequire(import.meta.url);

interface Known {
  readonly name: string;
  readonly group: string;
  readonly emoji_version: string;
}

interface Entry {
  readonly emoji: string;
  readonly name: string;
  readonly group: string;
  readonly keywords: readonly string[];
}

/** Skin tones, and signs that say nothing when drawn large. */
const unfit = /[\u{1F3FB}-\u{1F3FF}]/u;
/** The newest that the font draws. */
const newestVersion = 16;
const pictograph = /\p{RGI_Emoji}/v;

let table: { byWord: Map<string, Entry[]>; byName: Map<string, Entry> } | undefined;

function load() {
  if (table) return table;
  const known = require('unicode-emoji-json/data-by-emoji.json') as Record<string, Known>;
  const words = require('emojilib') as Record<string, string[]>;
  const byWord = new Map<string, Entry[]>();
  const byName = new Map<string, Entry>();
  for (const [emoji, { name, group, emoji_version }] of Object.entries(known)) {
    if (unfit.test(emoji) || Number(emoji_version) > newestVersion) continue;
    const keywords = (words[emoji] ?? []).map((word) => word.replaceAll('_', ' ').toLowerCase());
    const entry: Entry = { emoji, name: plain(name.replace(/^flag /i, '')), group, keywords };
    if (!byName.has(entry.name)) byName.set(entry.name, entry);
    const all = [
      ...entry.name.split(' '),
      ...keywords.map(plain),
      ...keywords.flatMap((k) => plain(k).split(' ')),
    ];
    for (const word of new Set(all)) {
      const list = byWord.get(word) ?? [];
      list.push(entry);
      byWord.set(word, list);
    }
  }
  table = { byWord, byName };
  return table;
}

/** Lower case, without accents, marks and plural. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .split(' ')
    .filter(Boolean)
    .map(singular)
    .join(' ');
}

const irregular: Record<string, string> = {
  men: 'man',
  women: 'woman',
  people: 'people',
  children: 'child',
  mice: 'mouse',
  geese: 'goose',
  teeth: 'tooth',
  feet: 'foot',
  leaves: 'leaf',
  wolves: 'wolf',
  knives: 'knife',
  lives: 'life',
  wives: 'wife',
  octopi: 'octopus',
  cacti: 'cactus',
  oxen: 'ox',
};
const singularAlready =
  /(ss|us|is|news|gas|lens|series|species|glasses|scissors|christmas|mars|texas|wales)$/;

function singular(word: string): string {
  if (irregular[word]) return irregular[word];
  if (word.length < 4 || singularAlready.test(word)) return word;
  if (/(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (word.endsWith('oes')) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

const meaningless = new Set(
  'a an the of in on at to for and or with by from its it is are was this that my your our their big small new old'.split(
    ' ',
  ),
);

/** The emoji in a text itself, if there is one. */
function emojiIn(text: string): string | undefined {
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text))
    if (pictograph.test(segment) && !/^[\d#*]$/.test(segment)) return segment;
  return undefined;
}

const telling = (text: string): string[] =>
  plain(text)
    .split(' ')
    .filter((word) => word !== '' && !meaningless.has(word));

const namedBy = (wanted: string): string | undefined => aliases[wanted] ?? load().byName.get(wanted)?.emoji;

/** The emoji of that very name, where there is one: no likeness, no guess. */
export const emojiNamed = (subject: string): string | undefined =>
  emojiIn(subject) ?? namedBy(telling(subject).join(' '));

/**
 * The emoji that draws a thing best: itself, an alias, an emoji of that very name, else the one whose name and keywords
 * say most of it. The last word of an English name is what the thing is ("blue whale"), so it weighs most.
 */
export function emojiFor(subject: string): string | undefined {
  const own = emojiIn(subject);
  if (own) return own;
  const words = telling(subject);
  const head = words.at(-1);
  if (head === undefined) return undefined;
  const wanted = words.join(' ');
  const named = namedBy(wanted);
  if (named) return named;
  const { byWord } = load();
  const candidates = new Set(words.flatMap((word) => byWord.get(word) ?? []));
  let best: Entry | undefined;
  let bestScore = 0;
  for (const entry of candidates) {
    const score = scoreOf(entry, wanted, words, head);
    if (score > bestScore) [best, bestScore] = [entry, score];
  }
  // An emoji that only shares a keyword is a worse picture than one that somebody chose for one of the words.
  if (best && bestScore >= 4) return best.emoji;
  for (const word of [...words].reverse()) if (aliases[word]) return aliases[word];
  return best && bestScore >= 2 ? best.emoji : undefined;
}

/** Pictures of things are better than faces, gestures and signs that share a keyword with them. */
const groupWeight: Record<string, number> = {
  'Animals & Nature': 0.5,
  'Food & Drink': 0.45,
  Objects: 0.5,
  'Travel & Places': 0.45,
  Activities: 0.4,
  Flags: 0.1,
  'People & Body': 0,
  'Smileys & Emotion': -0.3,
  Symbols: -0.6,
};

function scoreOf(entry: Entry, wanted: string, words: readonly string[], head: string): number {
  const name = entry.name.split(' ');
  let score = groupWeight[entry.group] ?? 0;
  const whole = entry.keywords.findIndex((keyword) => plain(keyword) === wanted);
  // The first keywords of an emoji are what it is, the later ones what it also may stand for.
  if (whole >= 0) score += 6 - Math.min(2, whole * 0.25);
  for (const word of words) {
    const weight = word === head ? 3 : 1.2;
    if (name.includes(word)) score += weight + 1 / name.length;
    else {
      const at = entry.keywords.findIndex((keyword) => plain(keyword).split(' ').includes(word));
      if (at >= 0) score += weight * (0.75 - Math.min(0.35, at * 0.04));
    }
  }
  // What else the name says, nobody asked for: a fax machine is a bad picture of an espresso machine.
  return score - 0.4 * name.filter((word) => !words.includes(word)).length;
}
