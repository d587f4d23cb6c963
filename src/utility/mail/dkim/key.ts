import { createPublicKey } from 'node:crypto';

export interface DkimKey {
  readonly keyType: string;
  /** Null if the key cannot be parsed. */
  readonly bits: number | null;
  /** An empty p= revokes a key. */
  readonly revoked: boolean;
  readonly testing: boolean;
}

/** Parses a key record of RFC 6376; null if the text is not one. */
export function readDkimKey(text: string): DkimKey | null {
  const tags = new Map(
    text.split(';').flatMap((part): [string, string][] => {
      const at = part.indexOf('=');
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
    }),
  );
  const key = tags.get('p')?.replaceAll(/\s/g, '');
  if (key === undefined || (tags.has('v') && tags.get('v') !== 'DKIM1')) return null;
  const keyType = (tags.get('k') || 'rsa').toLowerCase();
  return {
    keyType,
    bits: key === '' ? null : countKeyBits(keyType, Buffer.from(key, 'base64')),
    revoked: key === '',
    testing: (tags.get('t') ?? '').split(':').some((flag) => flag.trim() === 'y'),
  };
}

function countKeyBits(keyType: string, bytes: Buffer): number | null {
  if (keyType === 'ed25519') return bytes.length === 32 ? 256 : null;
  if (keyType !== 'rsa') return null;
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const { asymmetricKeyDetails } = createPublicKey({ key: bytes, format: 'der', type });
      if (asymmetricKeyDetails?.modulusLength) return asymmetricKeyDetails.modulusLength;
    } catch {
      // Not a key in this encoding.
    }
  }
  return null;
}
