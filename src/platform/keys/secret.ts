import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^27 is a little over 2^160. */
const randomLength = 27;
const checksumLength = 6;

/** Creates `<prefix>_<27 random base62 characters><6 of checksum>`. */
export function makeSecret(prefix: string): string {
  const body = `${prefix}_${randomBase62(randomLength)}`;
  return body + checksum(body);
}

/**
 * Whether a text could be a secret with this prefix: mistyped and made-up ones are rejected without a lookup.
 */
export function isWellFormedSecret(prefix: string, text: string): boolean {
  const length = prefix.length + 1 + randomLength + checksumLength;
  if (text.length !== length || !text.startsWith(`${prefix}_`)) return false;
  return text.endsWith(checksum(text.slice(0, -checksumLength)));
}

/** The only stored form of a secret. With 160 random bits, a plain hash cannot be brute-forced. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The same as hex, the cheapest form for lookups. */
export function secretHex(secret: string): string {
  return hash('sha256', secret, 'hex');
}

export function sameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Short and safe to show: distinguishes keys without revealing them. */
export function fingerprint(hash: Buffer): string {
  return hash.subarray(0, 6).toString('hex');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    // Bytes of 248 and above are discarded: 256 is not a multiple of 62, and a bias would cost entropy.
    for (const byte of randomBytes(length))
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
  }
  return text;
}
