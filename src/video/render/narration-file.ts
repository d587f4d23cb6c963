import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import type { Narration } from '../narration.ts';

/** Stores a narration on disk, so that an attempt after a crash does not synthesise it again. */
export async function saveNarration(dir: string, narration: Narration): Promise<void> {
  const { samples, ...rest } = narration;
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  await writeFile(join(dir, 'voice.f32'), bytes);
  await writeFile(join(dir, 'voice.json.part'), JSON.stringify(rest));
  // Renamed last: if this file exists, the samples are complete.
  await rename(join(dir, 'voice.json.part'), join(dir, 'voice.json'));
}

const decodeNarration = jsonDecoder(
  Type.Object({
    engine: Type.Union([Type.Literal('kokoro'), Type.Literal('flite'), Type.Literal('none')]),
    sampleRate: Type.Number(),
    duration: Type.Number(),
    words: Type.Array(
      Type.Object({
        text: Type.String(),
        start: Type.Number(),
        end: Type.Number(),
        beat: Type.Number(),
        sentence: Type.Number(),
      }),
    ),
  }),
);

/** Undefined if there is no complete narration: it is then synthesised again. */
export async function loadNarration(dir: string): Promise<Narration | undefined> {
  try {
    const rest = decodeNarration(await readFile(join(dir, 'voice.json')));
    if (rest === unreadable) return undefined;
    const bytes = await readFile(join(dir, 'voice.f32'));
    const samples = new Float32Array(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
    );
    return samples.length === Math.round(rest.duration * rest.sampleRate) ? { ...rest, samples } : undefined;
  } catch {
    return undefined;
  }
}
