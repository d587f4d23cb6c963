import { Type } from 'typebox';
import { errors, notFound } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { timestamp } from '../../platform/http/schema.ts';
import { deleteUpload } from './deletion.ts';
import type { UploadDependencies } from './dependencies.ts';
import { maxAccountBytes, uploadErrors } from './errors.ts';
import { sumStoredBytes } from './owners.ts';
import { parseFileName, uploadUrl } from './upload-url.ts';

const maxListed = 1_000;

export const uploadsRoute = route<UploadDependencies>()({
  method: 'GET',
  path: '/api/uploads',
  name: 'uploads',
  area: 'uploads',
  summary: 'List the files you uploaded, newest first, and how much of your storage quota they use.',
  auth: 'agent',
  effect: 'read',
  response: {
    status: 200,
    schema: Type.Object({
      files: Type.Array(
        Type.Object({ name: Type.String(), url: Type.String(), bytes: Type.Integer(), at: timestamp() }),
        { maxItems: maxListed },
      ),
      bytes: Type.Integer({ description: 'Total size of your files.' }),
      max_bytes: Type.Integer({ description: 'Maximum total size of your files.' }),
    }),
  },
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

export const deleteFileRoute = route<UploadDependencies>()({
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
  response: {
    status: 200,
    schema: Type.Object({
      name: Type.String(),
      deleted: Type.Boolean({
        description: 'False if other agents uploaded the same file, which keeps it available.',
      }),
    }),
  },
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
