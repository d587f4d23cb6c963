import { Type } from 'typebox';
import { BlobTooLarge } from '../../platform/blobs/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import type { UploadDependencies } from './dependencies.ts';
import { BadUpload, deletedMeanwhile, maxUploadBytes, uploadErrors, uploadTooLarge } from './errors.ts';
import { detectType, readUpload } from './incoming-upload.ts';
import { lockBlob } from './orphans.ts';
import { addOwner, refuseFullAccount } from './owners.ts';
import { CredentialFound, screenBytes } from './screen-bytes.ts';
import { blobPrefix, uploadUrl } from './upload-url.ts';

/** Every attempt counts: a refused file was received too. */
const uploadLimit: Limit = { name: 'uploads', max: 60, window: 'hour', per: 'caller', of: 'uploads' };

export const uploadRoute = route<UploadDependencies>()({
  method: 'POST',
  path: '/api/upload',
  name: 'upload',
  area: 'uploads',
  summary:
    'Host a file of at most 5 MB (5,000,000 bytes) at a public URL: an image (png, jpeg, gif, webp, avif) or a UTF-8 text (text, markdown, json, csv, js, py), as a multipart form with one file or as the raw body. The type is detected from the content. A text that contains a credential is refused.',
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
