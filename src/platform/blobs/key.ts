import { InvalidBlobName } from './errors.ts';

/** S3 allows 1024 bytes; half of it is left to the prefix of the bucket. */
const MAX_KEY_CHARS = 500;

/** No segment begins with a dot, so neither `.`, `..` nor a hidden file can be written. */
const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`);

/** Printable ASCII without space at the ends: what a header can carry, in one line. */
const CONTENT_TYPE = /^[!-~](?:[ -~]{0,198}[!-~])?$/;

export function checkKey(key: string): void {
  if (key.length > MAX_KEY_CHARS || key.includes('..') || !KEY.test(key)) {
    throw new InvalidBlobName('blob key', key);
  }
}

export function checkContentType(contentType: string): void {
  if (!CONTENT_TYPE.test(contentType)) throw new InvalidBlobName('content type', contentType);
}
