import type { BlobRange } from '../blobs/blob-store.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether the caller already has this version (RFC 9110, 13.1.2: weak comparison). */
export function matchesEtag(headers: Headers, etag: string): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (typeof ifNoneMatch !== 'string') return false;
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  );
}

/**
 * The requested part: undefined is the whole, `none` is beyond the end. Malformed ranges, multiple ranges and
 * ranges for another version are ignored, as RFC 9110, 14.2 specifies.
 */
export function parseRangeHeader(
  headers: Headers,
  etag: string,
  bytes: number,
): BlobRange | undefined | 'none' {
  const rangeHeader = headers.range;
  const version = headers['if-range'];
  if (typeof rangeHeader !== 'string' || (version !== undefined && version !== etag)) return undefined;
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(rangeHeader) ?? [];
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

/** Responses of a file route other than the whole file. */
export const partialOrNotModified = [
  {
    status: 206,
    description: 'The requested range.',
    headers: { 'content-range': 'The returned range and the total size.' },
    body: true,
  },
  {
    status: 304,
    description: 'No body: if-none-match matches the etag.',
    headers: { etag: 'Etag of the version that the caller has.' },
    body: false,
  },
] as const;
