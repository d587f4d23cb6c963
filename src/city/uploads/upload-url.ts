import type { Reader } from '../../platform/db/database.ts';

/** Blob key prefix of uploads, followed by the SHA-256 of their bytes. */
export const blobPrefix = 'uploads';

interface FileName {
  readonly sha256: string;
  readonly ext: string;
}

export const uploadUrl = (cityUrl: string, { sha256, ext }: FileName): string =>
  `${cityUrl}/files/${sha256}.${ext}`;

export function parseFileName(name: string): FileName | undefined {
  const [, sha256, ext] = /^([0-9a-f]{64})\.([a-z]{2,4})$/.exec(name) ?? [];
  return sha256 && ext ? { sha256, ext } : undefined;
}

export function findUpload(read: Reader, { sha256, ext }: FileName) {
  return read
    .selectFrom('upload')
    .select(['type', 'bytes'])
    .where('sha256', '=', sha256)
    .where('ext', '=', ext)
    .executeTakeFirst();
}

/** Whether a URL points to a file uploaded to this city. */
export async function isUploadUrl(read: Reader, cityUrl: string, url: string): Promise<boolean> {
  const prefix = `${cityUrl}/files/`;
  const name = url.startsWith(prefix) ? parseFileName(url.slice(prefix.length)) : undefined;
  return name !== undefined && (await findUpload(read, name)) !== undefined;
}
