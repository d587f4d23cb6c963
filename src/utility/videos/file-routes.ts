import { Type } from 'typebox';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { dayMs } from '../../platform/duration.ts';
import {
  matchesEtag,
  parseRangeHeader,
  partialOrNotModified,
} from '../../platform/http/conditional-requests.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';

/** The files of a video, by the name they are served under. */
export const fileTypes = {
  'video.mp4': 'video/mp4',
  'poster.jpg': 'image/jpeg',
  'captions.vtt': 'text/vtt; charset=utf-8',
} as const;
export type FileName = keyof typeof fileTypes;
export const fileNames = Object.keys(fileTypes) as FileName[];

export const blobKey = (token: string, name: string): string => `videos/${token}/${name}`;
export const fileUrl = (baseUrl: string, token: string, name: FileName): string =>
  `${baseUrl}/videos/${token}/${name}`;

export const rangeNotSatisfiable = errorKind(
  'range_not_satisfiable',
  416,
  'The range starts after the end of the file.',
);

/** Any page may embed it, and browsers must not sniff another type. */
export const playableTypes = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; media-src 'self'",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-expose-headers': 'content-range, accept-ranges, content-length, etag',
};

interface FileDependencies {
  readonly read: Reader;
  readonly blobs: BlobStore;
  readonly clock: Clock;
}

const maxCachedMs = dayMs;

/** Served to anyone with the URL, since players send no key; the URL cannot be guessed. */
export const videoFile = route<FileDependencies>()({
  method: 'GET',
  path: '/videos/{token}/{name}',
  name: 'videoFile',
  area: 'video',
  summary:
    'Get a finished video, its poster or its captions, whole or a range. Its URL is in the response of GET /video/{id}, and cannot be guessed.',
  auth: 'none',
  effect: 'read',
  errors: [errors.notFound, rangeNotSatisfiable, errors.overLimit],
  params: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 64 }),
    name: Type.String({ minLength: 1, maxLength: 32 }),
  }),
  example: { params: { token: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', name: 'video.mp4' } },
  response: {
    status: 200,
    schema: Type.Unsafe<never>({}),
    types: [...new Set(Object.values(fileTypes))],
    description: 'The bytes, with their hash as etag.',
    also: partialOrNotModified,
  },
  handle: async ({ params: { token, name }, request }, { read, blobs, clock }) => {
    const file = await read
      .selectFrom('video_file')
      .innerJoin('video_job', 'video_job.token', 'video_file.token')
      .select(['video_file.bytes', 'video_file.sha256', 'video_job.expires_at'])
      .where('video_file.token', '=', token)
      .where('video_file.name', '=', name)
      .executeTakeFirst();
    if (!file) throw noSuchFile();
    // Neither this service nor a cache serves it after the job's expiry date.
    const leftMs = file.expires_at ? file.expires_at.getTime() - clock.now().getTime() : maxCachedMs;
    if (leftMs <= 0) throw noSuchFile();
    const maxAge = Math.floor(Math.min(leftMs, maxCachedMs) / 1_000);
    const bytes = Number(file.bytes);
    const etag = `"${file.sha256}"`;
    const headers = {
      ...playableTypes,
      etag,
      'cache-control': `public, max-age=${maxAge}`,
      'accept-ranges': 'bytes',
    };
    if (matchesEtag(request.headers, etag)) return new RawResponse('', headers, 304);
    const range = parseRangeHeader(request.headers, etag, bytes);
    if (range === 'none') throw rangeBeyondEnd(bytes);
    const reading = await blobs.read(blobKey(token, name), range);
    if (!reading) throw noSuchFile();
    return new RawResponse(
      reading.stream,
      {
        ...headers,
        'content-type': fileTypes[name as FileName],
        'content-disposition': 'inline',
        'content-length': String(reading.end - reading.start + 1),
        ...(range && { 'content-range': `bytes ${reading.start}-${reading.end}/${bytes}` }),
      },
      range ? 206 : 200,
    );
  },
});

const noSuchFile = (): Refusal =>
  notFound(
    'there is no such video, or it has expired',
    'GET /video/{id} with the key that created the video returns its URL.',
  );

export const rangeBeyondEnd = (bytes: number): Refusal =>
  new Refusal(
    rangeNotSatisfiable,
    `the file has ${bytes} bytes, and the range starts after the last one`,
    'Request a smaller range, or the whole file without a range.',
    {
      'content-range': `bytes */${bytes}`,
    },
  );
