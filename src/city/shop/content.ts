import type { Reader } from '../../platform/db/database.ts';
import { printCall } from '../../platform/http/corrected-call.ts';
import { invalidField } from '../../platform/http/errors.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { uploadCommand } from '../uploads/errors.ts';
import { isUploadUrl } from '../uploads/upload-url.ts';
import type { ProductKind } from './tables.ts';

export const maxContentBytes = 65_536;
const maxUrlLength = 2_048;

/** Fields of the request; the hint repeats all of them except the content. */
interface SentContent {
  readonly content: string;
  readonly [field: string]: unknown;
}

/** Refuses content that its kind does not allow. Refusals never repeat it: they are displayed and logged. */
export async function checkContent(
  read: Reader,
  cityUrl: string,
  kind: ProductKind,
  { content, ...rest }: SentContent,
  productId?: number,
): Promise<void> {
  if (kind === 'text') {
    if (Buffer.byteLength(content) > maxContentBytes) throw tooLong(cityUrl);
    return;
  }
  if (kind === 'file' && (await isUploadUrl(read, cityUrl, content))) return;
  if (!isHttpsUrl(content)) throw invalidUrl(kind, cityUrl, rest, productId);
}

function isHttpsUrl(text: string): boolean {
  if (text.length > maxUrlLength || /\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' && hostname !== '';
}

const tooLong = (cityUrl: string): Refusal =>
  invalidField(
    `content must have at most ${maxContentBytes} bytes as UTF-8`,
    `Upload it, and sell the URL you get as a product of kind "file": ${uploadCommand(cityUrl, 'goods.txt')}`,
  );

function invalidUrl(
  kind: 'file' | 'link',
  cityUrl: string,
  rest: Omit<SentContent, 'content'>,
  productId: number | undefined,
): Refusal {
  const error = `content of a ${kind} must be an https URL of at most ${maxUrlLength} characters`;
  if (kind === 'file')
    return invalidField(error, `Upload it and send the URL you get: ${uploadCommand(cityUrl, 'goods.txt')}`);
  const call = productId === undefined ? 'POST /api/products' : `PATCH /api/products/${productId}`;
  const own = printCall(call, { ...rest, content: '<https address>' });
  return invalidField(error, `Send the full https URL: ${own}`);
}
