import { conceptList } from './wall-concepts-list.ts';
import { fold } from './wall-lexicon.ts';

/** Shorter words stand for themselves only. */
const minBeginningLetters = 5;
/** Longer texts are not made of sentences. */
const maxTextChars = 2_000;

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u;
/** Articles and prepositions that Arabic, Hebrew and French write onto the next word. */
const joined =
  /^(?:وال|بال|لل|ال|[ولب](?=\p{L}{3})|[הולבמש](?=\p{L}{3})|(?:l|d|n|s|qu|j|m|c|all|dell|nell|un)')/u;

const words = new Map<string, string>();
const beginnings = new Map<string, string>();
const signs = new Map<string, string>();
const compounds: string[] = [];

for (const line of conceptList.trim().split('\n')) {
  const [name = '', list = ''] = line.split(': ');
  for (const entry of new Set(fold(list).trim().split(/\s+/))) add(entry.replace(/_$/, ''), name);
}

function add(entry: string, name: string): void {
  const bare = entry.replace(/\*$/, '');
  if (unspaced.test(bare)) keep(signs, bare.replaceAll('_', ''), name);
  else if (bare.includes('_')) {
    compounds.push(bare.replaceAll('_', ' '));
    keep(words, bare, name);
  } else if (entry.endsWith('*') || bare.length >= minBeginningLetters) keep(beginnings, bare, name);
  else keep(words, bare, name);
}

/** Of two things with the same word, the first is meant. */
function keep(table: Map<string, string>, word: string, name: string): void {
  if (!table.has(word)) table.set(word, name);
}

const compound = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${compounds
    .sort((a, b) => b.length - a.length)
    .map((each) => each.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
    .join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
);
const maxBeginningLength = Math.max(...[...beginnings.keys()].map(({ length }) => length));
const maxSignLength = Math.max(...[...signs.keys()].map(({ length }) => length));

/** What each word of a statement is about, in their order; null where it is about nothing that walls speak of. */
export function conceptsIn(statement: string): (string | null)[] {
  const text = fold(statement.slice(0, maxTextChars)).replaceAll('’', "'");
  const found = text
    .replaceAll(compound, (each) => each.replaceAll(' ', '_'))
    .match(/[\p{L}\p{N}][\p{L}\p{N}_'-]*/gu);
  return (found ?? []).flatMap((word) => (unspaced.test(word) ? inSigns(word) : [ofWord(word)]));
}

function ofWord(word: string): string | null {
  const own = words.get(word) ?? byBeginning(word);
  if (own !== null || !joined.test(word)) return own;
  const rest = word.replace(joined, '');
  return words.get(rest) ?? byBeginning(rest);
}

function byBeginning(word: string): string | null {
  for (let length = Math.min(word.length, maxBeginningLength); length >= 2; length--) {
    const name = beginnings.get(word.slice(0, length));
    if (name) return name;
  }
  return null;
}

/** In a text without spaces, two signs that belong to nothing known count as one word. */
function inSigns(text: string): (string | null)[] {
  const found: (string | null)[] = [];
  let unknown = 0;
  for (let at = 0; at < text.length; ) {
    const sign = signAt(text, at);
    if (sign) found.push(sign.name);
    else if (++unknown % 2 === 0) found.push(null);
    at += sign?.length ?? 1;
  }
  return found;
}

function signAt(text: string, at: number): { name: string; length: number } | null {
  for (let length = Math.min(maxSignLength, text.length - at); length >= 1; length--) {
    const name = signs.get(text.slice(at, at + length));
    if (name) return { name, length };
  }
  return null;
}
