import { Type } from 'typebox';
import {
  matchesEtag,
  parseRangeHeader,
  partialOrNotModified,
} from '../../platform/http/conditional-requests.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { route } from '../../platform/http/route.ts';
import { voices } from '../../video/voice/voices.ts';
import { playableTypes, rangeBeyondEnd, rangeNotSatisfiable } from './file-routes.ts';
import { fallbackCacheMs, type VoiceSamples } from './voice-samples.ts';

const dayS = 86_400;

interface SampleDependencies {
  readonly samples: VoiceSamples;
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
