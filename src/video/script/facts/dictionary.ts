import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

interface Definition {
  /** Every word with this sense, as written. */
  readonly words: readonly string[];
  readonly definition: string;
}

const file = new URL('definitions.br', import.meta.url);

/**
 * The WordNet definition of a noun with a single sense; plurals are looked up in the singular. The table is
 * read again each time: few topics get this far, and it takes 8 MB of memory.
 */
export async function findDefinition(word: string): Promise<Definition | undefined> {
  const table = (await promisify(brotliDecompress)(await readFile(file))).toString('utf8');
  for (const form of baseForms(word)) {
    const at = table.indexOf(`*${form} `);
    if (at < 0) continue;
    const line = table.slice(at, table.indexOf('\n', at));
    const [, words, definition] = line.split('\t');
    // A word with several senses is in the table without a definition.
    return words && definition ? { words: words.split(';'), definition } : undefined;
  }
  return undefined;
}

/** Whether WordNet has a noun, with any number of senses. */
export async function isNoun(word: string): Promise<boolean> {
  const table = (await promisify(brotliDecompress)(await readFile(file))).toString('utf8');
  return baseForms(word).some((form) => table.includes(`*${form} `));
}

function baseForms(word: string): string[] {
  const plain = word.toLowerCase().trim().replace(/[’]/g, "'").replace(/\s+/g, '_');
  const singular = [
    plain.replace(/ies$/, 'y'),
    plain.replace(/(ch|sh|x|s|z)es$/, '$1'),
    plain.replace(/ves$/, 'f'),
    plain.replace(/men$/, 'man'),
    /[^s]s$/.test(plain) ? plain.slice(0, -1) : plain,
  ];
  return [...new Set([plain, ...singular])].filter((form) => form !== '');
}
