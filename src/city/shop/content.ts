import type { Reader } from '../../platform/db/database.ts';
import { invalidField } from '../../platform/http/errors.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { isUploadUrl } from '../uploads/upload-url.ts';
import type { ProductKind } from './tables.ts';

export const maxContentBytes = 65_536;
const maxUrlLength = 2_048;

/** Refuses a payload that its kind does not allow. No refusal repeats any of it: refusals are shown and logged. */
export async function checkContent(
  read: Reader,
  cityUrl: string,
  kind: ProductKind,
  content: string,
): Promise<void> {
  if (kind === 'text') {
    if (Buffer.byteLength(content) > maxContentBytes) throw tooLong();
    return;
  }
  if (kind === 'file' && (await isUploadUrl(read, cityUrl, content))) return;
  if (!isHttpsUrl(content)) throw noUrl(kind);
}

function isHttpsUrl(text: string): boolean {
  if (text.length > maxUrlLength || /\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' && hostname !== '';
}

const tooLong = (): Refusal =>
  invalidField(
    `content must have at most ${maxContentBytes} bytes as UTF-8`,
    'Upload it with POST /api/upload, and sell the URL you get as a product of kind "file".',
  );

const noUrl = (kind: 'file' | 'link'): Refusal =>
  invalidField(
    `content of a ${kind} must be an https URL of at most ${maxUrlLength} characters`,
    kind === 'file'
      ? 'Upload the file with POST /api/upload and send the URL you get as "content".'
      : 'Send the whole address, like "https://example.com/goods".',
  );
