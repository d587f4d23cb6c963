import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { VoiceFiles } from './weights.ts';

export interface WorkerPaths {
  readonly runtimePath: string;
  readonly modelPath: string;
  readonly voicePaths: Readonly<Record<string, string>>;
}

export interface SpeakRequest {
  readonly id: number;
  readonly tokens: readonly number[];
  readonly voice: string;
  readonly speed: number;
}

export interface SpeakReply {
  readonly id: number;
  readonly samples: Float32Array;
  /** Duration of each token, including the padding at both ends. */
  readonly frames: readonly number[];
}

interface QueuedRequest {
  readonly request: SpeakRequest;
  resolve(reply: SpeakReply): void;
  reject(error: unknown): void;
}

/** Worker threads for synthesis, one sentence each at a time: one per available core. */
export class SpeakerPool {
  readonly #paths: WorkerPaths;
  readonly #maxWorkers: number;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, QueuedRequest>();
  readonly #queue: QueuedRequest[] = [];
  /** Name of the model, which is part of the cache key. */
  readonly model: string;
  #requests = 0;

  constructor(files: VoiceFiles, maxWorkers: number) {
    this.#paths = { runtimePath: files.runtime, modelPath: files.model, voicePaths: files.voices };
    this.model = path.basename(files.model);
    this.#maxWorkers = Math.max(1, maxWorkers);
  }

  speak(what: Omit<SpeakRequest, 'id'>): Promise<SpeakReply> {
    const { promise, resolve, reject } = Promise.withResolvers<SpeakReply>();
    this.#queue.push({ request: { id: ++this.#requests, ...what }, resolve, reject });
    this.#serve();
    return promise;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #serve(): void {
    while (this.#queue.length > 0) {
      const worker =
        this.#idle.pop() ?? (this.#workers.size < this.#maxWorkers ? this.#startWorker() : undefined);
      if (!worker) return;
      const next = this.#queue.shift()!;
      this.#busy.set(worker, next);
      worker.postMessage(next.request);
    }
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./kokoro-worker.ts', import.meta.url), { workerData: this.#paths });
    this.#workers.add(worker);
    worker.on('message', (reply: SpeakReply | { id: number; error: string }) => {
      const pending = this.#busy.get(worker);
      this.#busy.delete(worker);
      this.#idle.push(worker);
      if ('error' in reply) pending?.reject(new Error(reply.error));
      else pending?.resolve(reply);
      this.#serve();
    });
    worker.on('error', (error) => this.#removeWorker(worker, error));
    worker.on('exit', (code) => this.#removeWorker(worker, new Error(`a speaker ended with code ${code}`)));
    return worker;
  }

  #removeWorker(worker: Worker, error: unknown): void {
    if (!this.#workers.delete(worker)) return;
    this.#busy.get(worker)?.reject(error);
    this.#busy.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at !== -1) this.#idle.splice(at, 1);
  }
}
