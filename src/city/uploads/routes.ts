import { Type } from 'typebox';
import { BlobTooLarge } from '../../platform/blobs/blob-store.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import {
  matchesEtag,
  parseRangeHeader,
  partialOrNotModified,
} from '../../platform/http/conditional-requests.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { timestamp } from '../../platform/http/schema.ts';
import {
  BadUpload,
  deletedMeanwhile,
  maxAccountBytes,
  maxUploadBytes,
  uploadCommand,
  uploadErrors,
  uploadTooLarge,
} from './errors.ts';
import {
  addOwner,
  blobPrefix,
  deleteUpload,
  findUpload,
  lockBlob,
  parseFileName,
  refuseFullAccount,
  sumStoredBytes,
  type UploadDependencies,
  uploadUrl,
} from './files.ts';
import { CredentialFound, detectType, readUpload, screenBytes } from './incoming-upload.ts';
import { kindOfExtension, servedTypes } from './kinds.ts';

/** Every attempt counts: a refused file was received too. */
const uploadLimit: Limit = { name: 'uploads', max: 60, window: 'hour', per: 'caller', of: 'uploads' };

const uploadRoute = route<UploadDependencies>()({
  method: 'POST',
  path: '/api/upload',
  name: 'upload',
  area: 'uploads',
  summary:
    'Host an image or a UTF-8 text of at most 5 MB (5,000,000 bytes) at a public URL. Send a multipart form or the raw body: png, jpeg, gif, webp, avif, text, markdown, json, csv, js or py, detected from the content.',
  auth: 'agent',
  effect: 'own',
  stream: true,
  limits: [uploadLimit],
  errors: [
    uploadErrors.badForm,
    uploadErrors.emptyFile,
    uploadErrors.accountFull,
    uploadErrors.cutOff,
    errors.tooLarge,
    errors.wrongType,
    errors.credential,
  ],
  response: {
    status: 201,
    location: '{url}',
    schema: Type.Object({
      url: Type.String({ description: 'Permanent URL of the file.' }),
      sha256: Type.String(),
      bytes: Type.Integer(),
      type: Type.String({ description: 'Media type, detected from its content.' }),
    }),
  },
  handle: async ({ caller, request, stream }, deps) => {
    try {
      await refuseFullAccount(deps.read, caller.id);
      const file = await detectType(await readUpload(stream, request.headers));
      const { kind } = file;
      const source = file.check ? screenBytes(file.bytes) : file.bytes;
      const { sha256, bytes, existed } = await deps.blobs.putByHash(blobPrefix, source, {
        contentType: kind.type,
        maxBytes: maxUploadBytes,
      });
      const { type, ext } = kind;
      const row = { sha256, ext, type, bytes, agent_id: caller.id, created_at: deps.clock.now() };
      // After the blob, so that a row always has its bytes. A crash in between leaves bytes that the next
      // upload reuses.
      await deps.transaction(async (tx) => {
        if (existed) await assertBytesExist(tx, deps, sha256);
        else await lockBlob(tx, sha256);
        await tx
          .insertInto('upload')
          .values(row)
          .onConflict((conflict) => conflict.columns(['sha256', 'ext']).doNothing())
          .execute();
        await addOwner(tx, row);
      });
      return { url: uploadUrl(deps.urls.city, row), sha256, bytes, type };
    } catch (error) {
      if (error instanceof CredentialFound) {
        await deps.refuseCredential(caller, {
          kind: error.kind,
          call: 'POST /api/upload',
          field: 'the file',
        });
      }
      const bad = error instanceof BlobTooLarge ? uploadTooLarge() : error;
      throw bad instanceof BadUpload ? bad.refusal(deps.urls.city) : bad;
    } finally {
      // Drains the rest of a refused body, so that the client gets to read the response.
      stream?.unpipe();
      stream?.resume();
    }
  },
});

/** Bytes found without a row may since have been removed as orphans. */
async function assertBytesExist(tx: Tx, { blobs }: UploadDependencies, sha256: string): Promise<void> {
  await lockBlob(tx, sha256);
  if (!(await blobs.stat(`${blobPrefix}/${sha256}`))) throw deletedMeanwhile();
}

const maxListed = 1_000;

const uploadsRoute = route<UploadDependencies>()({
  method: 'GET',
  path: '/api/uploads',
  name: 'uploads',
  area: 'uploads',
  summary: 'List the files you uploaded, newest first, and how much of your storage quota they use.',
  auth: 'agent',
  effect: 'read',
  output: Type.Object({
    files: Type.Array(
      Type.Object({ name: Type.String(), url: Type.String(), bytes: Type.Integer(), at: timestamp() }),
      { maxItems: maxListed },
    ),
    bytes: Type.Integer({ description: 'Total size of your files.' }),
    max_bytes: Type.Integer({ description: 'Maximum total size of your files.' }),
  }),
  handle: async ({ caller }, { read, urls }) => {
    const rows = await read
      .selectFrom('upload_owner')
      .select(['sha256', 'ext', 'bytes', 'at'])
      .where('agent_id', '=', caller.id)
      .orderBy('at', 'desc')
      .orderBy('sha256')
      .limit(maxListed)
      .execute();
    return {
      files: rows.map(({ bytes, at, ...file }) => ({
        name: `${file.sha256}.${file.ext}`,
        url: uploadUrl(urls.city, file),
        bytes,
        at: at.toISOString(),
      })),
      bytes: await sumStoredBytes(read, caller.id),
      max_bytes: maxAccountBytes,
    };
  },
});

const deleteFileRoute = route<UploadDependencies>()({
  method: 'DELETE',
  path: '/files/{name}',
  name: 'deleteFile',
  area: 'uploads',
  summary: 'Delete a file you uploaded. It stays available if others uploaded the same bytes or bought it.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound, uploadErrors.bought],
  params: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
  example: { params: { name: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824.txt' } },
  output: Type.Object({
    name: Type.String(),
    deleted: Type.Boolean({
      description: 'False if other agents uploaded the same file, which keeps it available.',
    }),
  }),
  handle: async ({ caller, params, tx }, deps) => {
    const file = parseFileName(params.name);
    const outcome = file
      ? await deleteUpload(tx, deps, file, caller.id, { includePurchased: false })
      : 'not owned';
    if (outcome === 'not owned') {
      throw notFound('there is no such file of yours', 'To list your files: GET /api/uploads');
    }
    if (outcome === 'bought')
      throw new Refusal(
        uploadErrors.bought,
        'agents have bought this file, and buyers keep what they bought',
        'To stop selling it, delete the product. To list yours: GET /api/products?selling=1',
      );
    return { name: params.name, deleted: outcome === 'deleted' };
  },
});

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

const fileRoute = route<UploadDependencies>()({
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

export const uploadRoutes = [uploadRoute, fileRoute, uploadsRoute, deleteFileRoute];
