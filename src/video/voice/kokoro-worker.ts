import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { loadRuntime } from './runtime.ts';
import type { SpeakReply, SpeakRequest, WorkerPaths } from './speaker-pool.ts';
import { durations } from './weights.ts';

const styleSize = 256;
const styles = 510;
const { runtimePath, modelPath, voicePaths }: WorkerPaths = workerData;
const ort = loadRuntime(runtimePath);

/**
 * One thread: the model gains nothing from more, and each worker speaks one sentence. Loading by path takes
 * half the memory.
 */
const session = await ort.InferenceSession.create(modelPath, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
});
const kept = new Map<string, Float32Array>();

async function readStyle(voice: string, tokens: number): Promise<Float32Array> {
  let table = kept.get(voice);
  if (!table) {
    const bytes = await readFile(voicePaths[voice]!);
    table = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    kept.set(voice, table);
  }
  const offset = Math.min(tokens, styles - 1) * styleSize;
  return table.slice(offset, offset + styleSize);
}

async function speak({ tokens, voice, speed }: SpeakRequest): Promise<Omit<SpeakReply, 'id'>> {
  // Padding at both ends, as in training.
  const ids = BigInt64Array.from([0, ...tokens, 0].map(BigInt));
  const out = await session.run({
    input_ids: new ort.Tensor('int64', ids, [1, ids.length]),
    style: new ort.Tensor('float32', await readStyle(voice, tokens.length), [1, styleSize]),
    speed: new ort.Tensor('float32', [speed], [1]),
  });
  const samples = Float32Array.from(out.waveform!.data as Float32Array);
  const frames = Array.from(out[durations]!.data as BigInt64Array, Number);
  return { samples, frames };
}

parentPort!.on('message', async (asked: SpeakRequest) => {
  try {
    const reply = await speak(asked);
    parentPort!.postMessage({ id: asked.id, ...reply }, [reply.samples.buffer as ArrayBuffer]);
  } catch (error) {
    parentPort!.postMessage({ id: asked.id, error: String(error) });
  }
});
