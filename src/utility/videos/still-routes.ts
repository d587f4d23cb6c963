import { Type } from 'typebox';
import { dayMs } from '../../platform/duration.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { route } from '../../platform/http/route.ts';
import { playableTypes } from './file-routes.ts';
import type { Stills } from './previews.ts';

export const previewStill = route<{ readonly stills: Stills }>()({
  method: 'GET',
  path: '/previews/{id}/{name}',
  name: 'previewStill',
  area: 'video',
  summary:
    'Get a still of a scene of a preview. The first one takes a few seconds; its URL is in the preview, and cannot be guessed.',
  auth: 'none',
  effect: 'read',
  errors: [errors.notFound],
  params: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 64 }),
    name: Type.String({ minLength: 1, maxLength: 32 }),
  }),
  example: { params: { id: 'prv_0123456789abcdef01234567', name: 'scene-0.jpg' } },
  response: {
    status: 200,
    schema: Type.Unsafe<never>({}),
    types: ['image/jpeg'],
    description: 'The picture.',
  },
  handle: async ({ params: { id, name }, request }, { stills }) => {
    const reading = await stills.read(id, name, request.signal);
    if (!reading)
      throw notFound(
        'there is no such still, or its preview has expired',
        'POST /video {"preview": true} creates one.',
      );
    return new RawResponse(reading.stream, {
      ...playableTypes,
      'cache-control': `public, max-age=${dayMs / 1_000}`,
      'content-type': 'image/jpeg',
      'content-length': String(reading.end - reading.start + 1),
    });
  },
});
