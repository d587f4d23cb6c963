import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import { makeDir } from '../../platform/make-dir.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

const maxBytes = 256 * 1_048_576;

/**
 * Cached sentences as files: a line of JSON followed by 16-bit samples. The oldest are removed if there are
 * too many.
 */
export class SpokenCache {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Cached and new sentences are identical to the bit: both are decoded from the file. */
  async get(key: string, make: () => Promise<SpokenSentence>): Promise<SpokenSentence> {
    const path = join(this.#dir, key);
    const kept = await readFile(path).catch(() => undefined);
    const known = kept && decode(kept);
    if (known) {
      const now = new Date();
      await utimes(path, now, now).catch(() => {});
      return known;
    }
    const bytes = encode(await make());
    await makeDir(this.#dir);
    const arriving = `${path}.${randomUUID()}.part`;
    await writeFile(arriving, bytes);
    await rename(arriving, path);
    return decode(bytes)!;
  }

  /** Keeps the newest files up to the size limit. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#dir).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#dir, name);
        const found = await stat(path).catch(() => undefined);
        return { path, bytes: found?.size ?? 0, at: found?.mtimeMs ?? 0 };
      }),
    );
    let total = 0;
    for (const { path, bytes } of files.sort((a, b) => b.at - a.at)) {
      total += bytes;
      if (total > maxBytes) await rm(path, { force: true });
    }
  }
}

function encode({ sampleRate, samples, words }: SpokenSentence): Buffer {
  const head = Buffer.from(`${JSON.stringify({ sampleRate, samples: samples.length, words })}\n`);
  const sound = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries())
    sound.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), index * 2);
  return Buffer.concat([head, sound]);
}

const wordTime = Type.Object({ start: Type.Number(), end: Type.Number() });
const decodeHead = jsonDecoder(
  Type.Object({
    sampleRate: Type.Number({ exclusiveMinimum: 0 }),
    samples: Type.Integer({ minimum: 0 }),
    words: Type.Array(Type.Union([Type.Null(), wordTime])),
  }),
);

function decode(bytes: Buffer): SpokenSentence | undefined {
  const end = bytes.indexOf(10);
  if (end === -1) return undefined;
  const head = decodeHead(bytes.subarray(0, end));
  const sound = bytes.subarray(end + 1);
  if (head === unreadable || sound.length !== head.samples * 2) return undefined;
  const samples = new Float32Array(head.samples);
  for (let index = 0; index < samples.length; index++) samples[index] = sound.readInt16LE(index * 2) / 32_767;
  return { sampleRate: head.sampleRate, samples, words: head.words.map((word) => word ?? undefined) };
}
