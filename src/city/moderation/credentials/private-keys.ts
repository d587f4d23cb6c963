import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { base32, base58, bech32, createBase58check } from '@scure/base';

const header =
  /-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----|PuTTY-User-Key-File-\d: /g;
/** Maximum length of the comment, cipher and version lines between a header and the key. */
const maxPreambleChars = 600;
/** A line of key material, which code that merely mentions the header does not contain. */
const keyLine = /[A-Za-z0-9+/]{40}/;

export function findKeyFile(text: string): string | undefined {
  for (const { 0: found, index } of text.matchAll(header)) {
    const from = index + found.length;
    // Only up to the next dashes, so that no text is scanned twice.
    const end = text.indexOf('-----', from);
    const body = text.slice(from, Math.min(from + maxPreambleChars, end < 0 ? text.length : end));
    if (!keyLine.test(body)) continue;
    if (found.startsWith('PuTTY')) return 'a PuTTY private key';
    if (found.includes('PGP')) return 'a PGP private key';
    if (found.includes('OPENSSH')) return 'an OpenSSH private key';
    if (found.includes('ENCRYPTED') || body.includes('ENCRYPTED')) return 'an encrypted private key';
    const preceding = text.slice(Math.max(0, index - 400), index);
    return /"service_account"|private_key_id/.test(preceding)
      ? 'a Google service account key'
      : 'a private key';
  }
  return undefined;
}

/** Keys with a checksum, so that addresses, hashes and transaction ids of the same form are not matched. */

const hexKey = /\[\s{0,8}(?:\d{1,3}\s{0,8},\s{0,8}){63}\d{1,3}\s{0,8}\]/g;

const checksummed = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());
const base58Word = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** The kind of wallet key that a word is, verified by its checksum or by deriving its public half. */
export function findWalletKey(word: string, budget: Derivations): string | undefined {
  const { length } = word;
  if (length === 56 && /^S[A-Z2-7]+$/.test(word))
    return isStellarSeed(word) ? 'a Stellar secret key' : undefined;
  if (/^(?:nsec|suiprivkey)1/.test(word) && bech32.decodeUnsafe(word, 120)) {
    return word.startsWith('nsec') ? 'a Nostr private key' : 'a Sui private key';
  }
  if (length > 112 || !base58Word.test(word)) return undefined;
  if (length <= 52 && /^[5KL9c]/.test(word))
    return hasValidChecksum(word, 33, 34) ? 'a Bitcoin private key' : undefined;
  if (length >= 107 && /^[xyztuv]prv/.test(word))
    return hasValidChecksum(word, 78) ? 'an extended private key' : undefined;
  if (length < 85 || length > 88 || budget.left-- <= 0) return undefined;
  return isKeyPair(base58.decode(word)) ? 'a Solana private key' : undefined;
}

/** Budget of public key derivations, the only expensive test: a page of transaction ids must stay cheap. */
export interface Derivations {
  left: number;
}
export const maxDerivations = 32;

/** A key pair as the Solana tools store it: a list of 64 bytes, possibly spread over many short words. */
export function findByteList(text: string): string | undefined {
  if (!text.includes('[')) return undefined;
  let derivations = 0;
  for (const [list] of text.matchAll(hexKey)) {
    const bytes = list.slice(1, -1).split(',').map(Number);
    if (
      bytes.every((byte) => byte < 256) &&
      derivations++ < maxDerivations &&
      isKeyPair(Uint8Array.from(bytes))
    )
      return 'a Solana private key';
  }
  return undefined;
}

function hasValidChecksum(word: string, ...lengths: number[]): boolean {
  try {
    return lengths.includes(checksummed.decode(word).length);
  } catch {
    return false;
  }
}

const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** 64 bytes whose second half is the public key of the first half, unlike a signature. */
function isKeyPair(bytes: Uint8Array): boolean {
  if (bytes.length !== 64) return false;
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8, bytes.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return spki.subarray(-32).equals(bytes.subarray(32));
}

function isStellarSeed(seed: string): boolean {
  const bytes = base32.decode(seed);
  let crc = 0;
  for (const byte of bytes.subarray(0, -2)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return bytes[33] === (crc & 0xff) && bytes[34] === crc >> 8;
}
