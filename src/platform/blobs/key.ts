import { InvalidBlobName } from './errors.ts';

/** S3 allows 1024 bytes; half of that is left for the bucket prefix. */
const MAX_KEY_CHARS = 500;

/** No segment starts with a dot, which excludes `.`, `..` and hidden files. */
const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`);

/** Printable ASCII without spaces at the ends, so that it fits in a header. */
const CONTENT_TYPE = /^[!-~](?:[ -~]{0,198}[!-~])?$/;

export function checkKey(key: string): void {
  if (key.length > MAX_KEY_CHARS || key.includes('..') || !KEY.test(key)) {
    throw new InvalidBlobName('blob key', key);
  }
}

export function checkContentType(contentType: string): void {
  if (!CONTENT_TYPE.test(contentType)) throw new InvalidBlobName('content type', contentType);
}
