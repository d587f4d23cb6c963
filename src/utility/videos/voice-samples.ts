import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { SingleFlight } from '../../platform/single-flight.ts';
import { speakSample } from '../../video/render/sample.ts';
import type { Voice } from '../../video/voice/voices.ts';

const text = 'Hello. I can narrate your next video. Shall we begin?';
/** How long a sample in the fallback voice is kept: the neural voices' weights may arrive later. */
export const fallbackCacheMs = 600_000;
/** A cold start of the neural voice took 27 s on a busy machine. */
const maxSpeakMs = 120_000;
/** A client waits for it: it yields to requests, but not to renders. */
const maxNiceness = 10;

interface CachedSample {
  readonly wav: Buffer;
  readonly etag: string;
  readonly engine: string;
  readonly until: number;
}

/** One sentence per voice, synthesised on first request and cached by the process. */
export class VoiceSamples {
  readonly #dir: string;
  readonly #niceness: number;
  readonly #clock: Clock;
  readonly #cached = new Map<Voice, CachedSample>();
  readonly #flights = new SingleFlight<CachedSample>();
  readonly #speaking = new Map<Voice, Promise<CachedSample>>();
  #lastSpoken: Promise<unknown> = Promise.resolve();

  constructor(deps: { readonly dir: string; readonly niceness: number; readonly clock: Clock }) {
    this.#dir = deps.dir;
    this.#niceness = deps.niceness;
    this.#clock = deps.clock;
  }

  async of(voice: Voice, signal: AbortSignal): Promise<CachedSample> {
    const cached = this.#cached.get(voice);
    if (cached && cached.until > this.#clock.now().getTime()) return cached;
    return this.#flights.join(voice, signal, () => this.#speaking.get(voice) ?? this.#begin(voice));
  }

  /**
   * One voice at a time, and to completion even if the caller disconnects, so that no one can restart it
   * endlessly.
   */
  #begin(voice: Voice): Promise<CachedSample> {
    const speaking = this.#lastSpoken
      .then(() => this.#speak(voice))
      .finally(() => this.#speaking.delete(voice));
    this.#speaking.set(voice, speaking);
    this.#lastSpoken = speaking.catch(() => {});
    return speaking;
  }

  async #speak(voice: Voice): Promise<CachedSample> {
    const order = { voice, text, dir: this.#dir, niceness: Math.min(maxNiceness, this.#niceness) };
    const { engine, wav } = await speakSample(order, AbortSignal.timeout(maxSpeakMs));
    const bytes = Buffer.from(wav);
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    const until =
      engine === 'kokoro' ? Number.POSITIVE_INFINITY : this.#clock.now().getTime() + fallbackCacheMs;
    const sample = { wav: bytes, etag, engine, until };
    this.#cached.set(voice, sample);
    return sample;
  }
}
