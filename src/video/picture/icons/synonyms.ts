import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

const maxSteps = 4;
let nouns: { readonly text: string; readonly meanings: readonly string[] } | undefined;

/** The table that tools/make-wordnet-tables.ts generates and documents. */
function load() {
  const packed = readFileSync(new URL('nouns.br', import.meta.url));
  const table = brotliDecompressSync(packed).toString('utf8');
  const text = table.slice(table.indexOf('\n\n') + 1);
  return { text, meanings: text.slice(1).split('\n') };
}

/**
 * Other names of a thing in WordNet's most frequent sense: synonyms first, then hypernyms. A synonym that mostly means
 * something else is left out: "bread" is slang for the same as "kale" is.
 */
export function findSynonyms(noun: string): string[] {
  nouns ??= load();
  const { text, meanings } = nouns;
  const at = text.indexOf(`*${noun.toLowerCase().replaceAll(' ', '_')} `);
  if (at < 0) return [];
  const names: string[] = [];
  let meaning = text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at));
  for (let step = 0; step <= maxSteps; step++) {
    const [wider, ...words] = meaning.trim().split(' ');
    const fitting = step > 0 ? words : words.filter((word) => word.startsWith('*'));
    names.push(...fitting.map((word) => word.replace('*', '').replaceAll('_', ' ')));
    if (wider === '-') break;
    meaning = meanings[Number(wider)] ?? '- ';
  }
  return names.filter((name) => name !== noun);
}
