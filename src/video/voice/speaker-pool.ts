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
  readonly asked: SpeakRequest;
  resolve(reply: SpeakReply): void;
  reject(error: unknown): void;
}

/** Worker threads for synthesis, one sentence each at a time: one per available core. */
export class SpeakerPool {
  readonly #places: WorkerPaths;
  readonly #most: number;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, QueuedRequest>();
  readonly #queue: QueuedRequest[] = [];
  /** Name of the model, which is part of the cache key. */
  readonly model: string;
  #asked = 0;

  constructor(files: VoiceFiles, most: number) {
    this.#places = { runtimePath: files.runtime, modelPath: files.model, voicePaths: files.voices };
    this.model = path.basename(files.model);
    this.#most = Math.max(1, most);
  }

  speak(what: Omit<SpeakRequest, 'id'>): Promise<SpeakReply> {
    const { promise, resolve, reject } = Promise.withResolvers<SpeakReply>();
    this.#queue.push({ asked: { id: ++this.#asked, ...what }, resolve, reject });
    this.#serve();
    return promise;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #serve(): void {
    while (this.#queue.length > 0) {
      const worker = this.#idle.pop() ?? (this.#workers.size < this.#most ? this.#hire() : undefined);
      if (!worker) return;
      const next = this.#queue.shift()!;
      this.#busy.set(worker, next);
      worker.postMessage(next.asked);
    }
  }

  #hire(): Worker {
    const worker = new Worker(new URL('./kokoro-worker.ts', import.meta.url), { workerData: this.#places });
    this.#workers.add(worker);
    worker.on('message', (reply: SpeakReply | { id: number; error: string }) => {
      const waiting = this.#busy.get(worker);
      this.#busy.delete(worker);
      this.#idle.push(worker);
      if ('error' in reply) waiting?.reject(new Error(reply.error));
      else waiting?.resolve(reply);
      this.#serve();
    });
    worker.on('error', (error) => this.#lost(worker, error));
    worker.on('exit', (code) => this.#lost(worker, new Error(`a speaker ended with code ${code}`)));
    return worker;
  }

  #lost(worker: Worker, error: unknown): void {
    if (!this.#workers.delete(worker)) return;
    this.#busy.get(worker)?.reject(error);
    this.#busy.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at !== -1) this.#idle.splice(at, 1);
  }
}
