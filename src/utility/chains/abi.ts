import { keccak_256 } from '@noble/hashes/sha3.js';

const wordDigits = 64;
/** Longer names are abuse and are reported as such instead of returned. */
const maxTextChars = 4_096;

/** A decoded value, or why it could not be decoded. */
export type DecodedValues<T> = { readonly value: T } | { readonly reason: string };

/** The function selector: the first four bytes of a call of `name()`. */
export function selector(signature: string): string {
  return `0x${Buffer.from(keccak_256(Buffer.from(signature, 'ascii')))
    .subarray(0, 4)
    .toString('hex')}`;
}

export function decodeUint(data: string): DecodedValues<bigint> {
  if (data === '') return { reason: 'it has no such function' };
  if (data.length < wordDigits) return { reason: 'its response is not a number' };
  return { value: BigInt(`0x${data.slice(0, wordDigits)}`) };
}

/** Decodes a string, or the fixed bytes32 text that early tokens return. */
export function decodeText(data: string): DecodedValues<string> {
  if (data === '') return { reason: 'it has no such function' };
  if (data.length === wordDigits) return { value: utf8(data.replace(/(?:00)+$/, '')) };
  const found = decodeBytes(data);
  if (found === null) return { reason: 'its response is not text' };
  if (found.length > 2 * maxTextChars) return { reason: `it is longer than ${maxTextChars} bytes` };
  return { value: utf8(found) };
}

/** Decodes `bytes`, in hexadecimal without 0x; null if the response does not contain them. */
export function decodeBytes(data: string): string | null {
  const start = readOffset(data, 0);
  const length = start === undefined ? undefined : readOffset(data, start);
  if (start === undefined || length === undefined || start + 32 + length > data.length / 2) return null;
  return data.slice((start + 32) * 2, (start + 32 + length) * 2);
}

/** Reads the word at a byte offset as a number; undefined if it cannot be an offset. */
function readOffset(data: string, at: number): number | undefined {
  const word = data.slice(at * 2, at * 2 + wordDigits);
  if (word.length < wordDigits) return undefined;
  const value = Number(BigInt(`0x${word}`));
  return value <= data.length ? value : undefined;
}

const utf8 = (digits: string): string => Buffer.from(digits, 'hex').toString('utf8');

/** The number in the word at an index, counted from 0; null if the response is shorter. */
export function uintAt(data: string, word: number): bigint | null {
  const digits = data.slice(word * wordDigits, (word + 1) * wordDigits);
  return digits.length === wordDigits ? BigInt(`0x${digits}`) : null;
}

/** Encodes one `bytes` argument of a call, in hexadecimal without 0x, padded to whole words. */
export const encodeBytes = (hex: string): string =>
  encodeUint(BigInt(hex.length / 2)) + hex.padEnd(Math.ceil(hex.length / wordDigits) * wordDigits, '0');

export const encodeUint = (value: bigint): string => value.toString(16).padStart(wordDigits, '0');

/** The error of a contract that answers off-chain (EIP-3668). */
export const offchainLookup = 'OffchainLookup (EIP-3668)';

/** Codes of Solidity's Panic(uint256), as documented. */
const panics: Readonly<Record<string, string>> = {
  '1': 'an assertion failed',
  '11': 'arithmetic overflow or underflow',
  '12': 'division by zero',
  '21': 'a value that its enum does not have',
  '22': 'a storage array that is encoded wrongly',
  '31': 'pop of an empty array',
  '32': 'an index out of bounds',
  '41': 'out of memory',
  '51': 'a call of an uninitialised function',
};

/** The revert reason: Error(string), Panic(uint256) or OffchainLookup; otherwise unknown. */
export function revertReason(data: unknown): string | undefined {
  if (typeof data !== 'string') return undefined;
  const rest = data.slice(10).toLowerCase();
  switch (data.slice(0, 10).toLowerCase()) {
    case '0x08c379a0': {
      const decoded = decodeText(rest);
      return 'value' in decoded ? decoded.value.slice(0, 200) : undefined;
    }
    case '0x4e487b71': {
      const code = uintAt(rest, 0)?.toString(16);
      return code && `panic 0x${code.padStart(2, '0')}${panics[code] ? `: ${panics[code]}` : ''}`;
    }
    case '0x556f1830':
      return offchainLookup;
    default:
      return undefined;
  }
}
