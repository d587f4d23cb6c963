import type { BlobRange } from '../blobs/blob-store.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether the caller has this version already (RFC 9110, 13.1.2: the weak comparison). */
export function hasVersion(headers: Headers, etag: string): boolean {
  const asked = headers['if-none-match'];
  if (typeof asked !== 'string') return false;
  return asked.trim() === '*' || asked.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}

/**
 * The part that is asked for: undefined is the whole, `none` one that lies beyond it. A range that is not
 * well-formed, more than one, and one that is for another version are passed over, as RFC 9110, 14.2 says.
 */
export function askedRange(headers: Headers, etag: string, bytes: number): BlobRange | undefined | 'none' {
  const asked = headers.range;
  const version = headers['if-range'];
  if (typeof asked !== 'string' || (version !== undefined && version !== etag)) return undefined;
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(asked) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'none' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Number(last);
  if (last !== '' && end < start) return undefined;
  return start >= bytes ? 'none' : { start, end: Math.min(end, bytes - 1) };
}
