import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import {
  matchesEtag,
  parseRangeHeader,
  partialOrNotModified,
} from '../../platform/http/conditional-requests.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { route } from '../../platform/http/route.ts';
import { SingleFlight } from '../../platform/single-flight.ts';
import { speakSample } from '../../video/render/sample.ts';
import { type Voice, voices } from '../../video/voice/voices.ts';
import { playableTypes, rangeBeyondEnd, rangeNotSatisfiable } from './files.ts';

const text = 'Hello. I can narrate your next video. Shall we begin?';
/** How long a sample in the fallback voice is kept: the neural voices' weights may arrive later. */
const fallbackCacheMs = 600_000;
const dayS = 86_400;
/** A cold start of the neural voice took 27 s on a busy machine. */
const maxSpeakMs = 120_000;
/** A client waits for it: it yields to requests, but not to renders. */
const maxNiceness = 10;

export interface SampleDependencies {
  readonly samples: VoiceSamples;
}

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
  readonly #kept = new Map<Voice, CachedSample>();
  readonly #flights = new SingleFlight<CachedSample>();
  readonly #speaking = new Map<Voice, Promise<CachedSample>>();
  #lastSpoken: Promise<unknown> = Promise.resolve();

  constructor(deps: { readonly dir: string; readonly niceness: number; readonly clock: Clock }) {
    this.#dir = deps.dir;
    this.#niceness = deps.niceness;
    this.#clock = deps.clock;
  }

  async of(voice: Voice, signal: AbortSignal): Promise<CachedSample> {
    const kept = this.#kept.get(voice);
    if (kept && kept.until > this.#clock.now().getTime()) return kept;
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
    this.#kept.set(voice, sample);
    return sample;
  }
}

export const voiceSample = route<SampleDependencies>()({
  method: 'GET',
  path: '/voices/{voice}/sample.wav',
  name: 'voiceSample',
  area: 'video',
  summary:
    'Get a sample sentence spoken by one of the voices. Free; the first request for a voice takes a few seconds.',
  auth: 'none',
  effect: 'read',
  errors: [errors.notFound, rangeNotSatisfiable],
  params: Type.Object({ voice: Type.String({ minLength: 1, maxLength: 32 }) }),
  example: { params: { voice: 'af_heart' } },
  response: {
    status: 200,
    schema: Type.Unsafe<never>({}),
    types: ['audio/wav'],
    description: 'The audio, with its hash as etag.',
    also: partialOrNotModified,
  },
  handle: async ({ params, request }, { samples }) => {
    const voice = voices.find((each) => each === params.voice);
    if (!voice) throw notFound(`there is no voice ${params.voice}`, `The voices are ${voices.join(', ')}.`);
    const { wav, etag, engine } = await samples.of(voice, request.signal);
    const maxAge = engine === 'kokoro' ? dayS : fallbackCacheMs / 1_000;
    const headers = {
      ...playableTypes,
      etag,
      'cache-control': `public, max-age=${maxAge}`,
      'accept-ranges': 'bytes',
      'x-voice-engine': engine,
    };
    if (matchesEtag(request.headers, etag)) return new RawResponse('', headers, 304);
    const range = parseRangeHeader(request.headers, etag, wav.length);
    if (range === 'none') throw rangeBeyondEnd(wav.length);
    const { start, end = wav.length - 1 } = range ?? { start: 0 };
    const part = wav.subarray(start, end + 1);
    return new RawResponse(
      part,
      {
        ...headers,
        'content-type': 'audio/wav',
        'content-length': String(part.length),
        ...(range && { 'content-range': `bytes ${start}-${end}/${wav.length}` }),
      },
      range ? 206 : 200,
    );
  },
});
