import { createRequire } from 'node:module';
import { countryName } from '../drawing/countries.ts';
import { emojiAliases } from './aliases.ts';
import { contentWords, toLemma } from './lemma.ts';

const require = createRequire(import.meta.url);

interface Known {
  readonly name: string;
  readonly slug: string;
  readonly group: string;
  readonly emoji_version: string;
}

interface Entry {
  readonly emoji: string;
  readonly name: string;
  readonly group: string;
  readonly keywords: readonly string[];
}

/** Skin tones, and signs that mean nothing when drawn large. */
const unsuitable = /[\u{1F3FB}-\u{1F3FF}]/u;
/** The newest version that the font supports. */
const newestVersion = 16;

let table:
  | {
      byWord: Map<string, Entry[]>;
      byName: Map<string, Entry>;
      byEmoji: Map<string, Entry>;
      slugs: Map<string, string>;
    }
  | undefined;

function load() {
  if (table) return table;
  const emojiData: Record<string, Known> = require('unicode-emoji-json/data-by-emoji.json');
  const words: Record<string, string[]> = require('emojilib');
  const byWord = new Map<string, Entry[]>();
  const byName = new Map<string, Entry>();
  const byEmoji = new Map<string, Entry>();
  const slugs = new Map<string, string>();
  for (const [emoji, { name, slug, group, emoji_version }] of Object.entries(emojiData)) {
    slugs.set(emoji, slug.replaceAll('_', '-'));
    if (unsuitable.test(emoji) || Number(emoji_version) > newestVersion) continue;
    const keywords = (words[emoji] ?? []).map((word) => word.replaceAll('_', ' ').toLowerCase());
    const entry: Entry = { emoji, name: toLemma(name.replace(/^flag /i, '')), group, keywords };
    byEmoji.set(emoji, entry);
    const phrase = contentWords(entry.name).join(' ');
    if (!byName.has(phrase)) byName.set(phrase, entry);
    const all = [
      ...entry.name.split(' '),
      ...keywords.map(toLemma),
      ...keywords.flatMap((k) => toLemma(k).split(' ')),
    ];
    for (const word of new Set(all)) {
      const list = byWord.get(word) ?? [];
      list.push(entry);
      byWord.set(word, list);
    }
  }
  table = { byWord, byName, byEmoji, slugs };
  return table;
}

/** The first emoji in a text, if any. */
function findEmoji(text: string): string | undefined {
  // Built on first use: expanding this set takes longer than loading the rest of the file.
  const pictograph = /\p{RGI_Emoji}/v;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text))
    if (pictograph.test(segment) && !/^[\d#*]$/.test(segment)) return segment;
  return undefined;
}

const firstRegional = 0x1f1e6;

/** The country code that a flag is written with: "TR" for 🇹🇷, empty for any other emoji. */
const flagCode = (segment: string): string =>
  /^\p{RI}{2}$/u.test(segment)
    ? [...segment]
        .map((sign) => String.fromCharCode(65 + (sign.codePointAt(0) ?? firstRegional) - firstRegional))
        .join('')
    : '';

/** The flag of a country by its two-letter code. */
export const flagOf = (code: string): string =>
  [...code].map((letter) => String.fromCodePoint(firstRegional + letter.charCodeAt(0) - 65)).join('');

/** Maximum number of emoji of a text that are named. */
const maxNamed = 3;

/**
 * Replaces a text that has no words by the names of its emoji: "🐙" becomes "octopus". Any other text is returned
 * unchanged.
 */
export function nameEmoji(text: string): string {
  if (/[\p{L}\p{N}]/u.test(text)) return text;
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  const names = [...segments].flatMap(({ segment }) => {
    const country = countryName(flagCode(segment));
    if (country !== undefined) return [country];
    const name = load().byEmoji.get(segment)?.name ?? load().byEmoji.get(`${segment}\u{FE0F}`)?.name;
    return name === undefined ? [] : [name.replace(/ face$/, '')];
  });
  return names.length > 0 ? [...new Set(names)].slice(0, maxNamed).join(' ') : text;
}

const namedBy = (wanted: string): string | undefined =>
  emojiAliases.get(wanted) ?? load().byName.get(wanted)?.emoji;

/** The emoji with exactly this name. */
export const emojiNamed = (subject: string): string | undefined =>
  findEmoji(subject) ?? namedBy(contentWords(subject).join(' '));

/**
 * The emoji with this phrase among its first keywords, which say what it is; later ones say what it may stand
 * for.
 */
export function findEmojiByAlias(subject: string): string | undefined {
  const phrase = contentWords(subject).join(' ');
  let best: Entry | undefined;
  let bestRank = Number.POSITIVE_INFINITY;
  for (const entry of load().byWord.get(phrase.split(' ').at(-1) ?? '') ?? []) {
    const at = entry.keywords.findIndex((keyword) => toLemma(keyword) === phrase);
    if (at < 0 || at >= maxKeywords || !drawable.has(entry.group)) continue;
    const rank = at + (entry.group === 'People & Body' ? 2 : 0);
    if (rank < bestRank) [best, bestRank] = [entry, rank];
  }
  return best?.emoji;
}

const maxKeywords = 4;
/** Faces and signs are too ambiguous to depict a thing. */
const drawable = new Set([
  'Animals & Nature',
  'Food & Drink',
  'Objects',
  'Travel & Places',
  'Activities',
  'People & Body',
]);

/** The name of an emoji as icon sets spell it. */
export const emojiSlug = (emoji: string): string | undefined => load().slugs.get(emoji);
