import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Narration } from '../narration.ts';
import type { Voice } from '../voice/voices.ts';
import { withoutSecrets } from './render.ts';

export interface SampleOrder {
  readonly voice: Voice;
  readonly text: string;
  /** Folder of the voices' weights, if they are on this machine. */
  readonly dir: string;
  readonly niceness: number;
}

export interface VoiceSample {
  readonly engine: Narration['engine'];
  readonly wav: Uint8Array;
}

const sampler = fileURLToPath(new URL('./sampler.ts', import.meta.url));
const keptStderr = 500;

/** Synthesises a sentence in a separate process, since synthesis blocks its thread. */
export function speakSample(order: SampleOrder, signal: AbortSignal): Promise<VoiceSample> {
  signal.throwIfAborted();
  const child = fork(sampler, [], {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: withoutSecrets(process.env),
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-keptStderr);
  });
  return new Promise<VoiceSample>((resolve, reject) => {
    child.on('message', (sample: VoiceSample) => resolve(sample));
    child.on('error', reject);
    child.on('exit', () =>
      reject(signal.aborted ? signal.reason : new Error(`the voice sample failed: ${stderr.trim()}`)),
    );
    child.send(order);
  }).finally(() => signal.removeEventListener('abort', stop));
}
