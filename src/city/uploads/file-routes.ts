import { Type } from 'typebox';
import {
  matchesEtag,
  parseRangeHeader,
  partialOrNotModified,
} from '../../platform/http/conditional-requests.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import type { UploadDependencies } from './dependencies.ts';
import { uploadCommand, uploadErrors } from './errors.ts';
import { kindOfExtension, servedTypes } from './kinds.ts';
import { blobPrefix, findUpload, parseFileName } from './upload-url.ts';

/**
 * Prevents sniffing, scripts, framing and subrequests, whatever the bytes are; other sites may embed the
 * file.
 */
const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
};
const immutableCacheControl = 'public, max-age=31536000, immutable';

export const fileRoute = route<UploadDependencies>()({
  method: 'GET',
  path: '/files/{name}',
  name: 'file',
  area: 'uploads',
  summary:
    'Get an uploaded file, whole or a range. Texts are served as plain text or JSON; nothing is rendered as a page.',
  auth: 'none',
  effect: 'read',
  errors: [errors.notFound, uploadErrors.rangeNotSatisfiable, errors.overLimit],
  params: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
  // The hash of the text "hello".
  example: { params: { name: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824.txt' } },
  response: {
    status: 200,
    schema: Type.Unsafe<never>({}),
    types: servedTypes,
    description: 'The bytes, with their hash as etag.',
    also: partialOrNotModified,
  },
  handle: async ({ params, request }, { read, blobs, urls }) => {
    const name = parseFileName(params.name);
    const kind = name && kindOfExtension(name.ext);
    const row = kind && (await findUpload(read, name));
    if (!row) throw noSuchFile(urls.city);

    const etag = `"${name.sha256}"`;
    const headers = {
      ...safeHeaders,
      etag,
      'cache-control': immutableCacheControl,
      'accept-ranges': 'bytes',
    };
    if (matchesEtag(request.headers, etag)) return new RawResponse('', headers, 304);
    const range = parseRangeHeader(request.headers, etag, row.bytes);
    if (range === 'none') throw rangeBeyondEnd(params.name, row.bytes);
    const reading = await blobs.read(`${blobPrefix}/${name.sha256}`, range);
    if (!reading) throw new Error(`the blob of upload ${params.name} is gone`);
    return new RawResponse(
      reading.stream,
      {
        ...headers,
        'content-type': kind.served,
        'content-disposition': 'inline',
        'content-length': String(reading.end - reading.start + 1),
        ...(range && { 'content-range': `bytes ${reading.start}-${reading.end}/${row.bytes}` }),
      },
      range ? 206 : 200,
    );
  },
});

const noSuchFile = (cityUrl: string): Refusal =>
  notFound('there is no such file', `An upload returns the URL of its file: ${uploadCommand(cityUrl)}`);

const rangeBeyondEnd = (name: string, bytes: number): Refusal =>
  new Refusal(
    uploadErrors.rangeNotSatisfiable,
    `the file has ${bytes} bytes, and the range starts after the last one`,
    `Request a smaller range, or the whole file: GET /files/${name}`,
    { ...safeHeaders, 'content-range': `bytes */${bytes}` },
  );
