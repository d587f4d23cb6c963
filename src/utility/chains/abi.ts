import { keccak_256 } from '@noble/hashes/sha3.js';

const wordDigits = 64;
/** Longer names are abuse: they are told as such, not carried along. */
const longestText = 4_096;

/** What a contract answered, or why that says nothing. */
export type Decoded<T> = { readonly value: T } | { readonly reason: string };

/** The first four bytes of a call of `name()`. */
export function selector(signature: string): string {
  return `0x${Buffer.from(keccak_256(Buffer.from(signature, 'ascii')))
    .subarray(0, 4)
    .toString('hex')}`;
}

export function decodeUint(data: string): Decoded<bigint> {
  if (data === '') return { reason: 'it has no such function' };
  if (data.length < wordDigits) return { reason: 'its answer is not a number' };
  return { value: BigInt(`0x${data.slice(0, wordDigits)}`) };
}

/** A string; or one word of text, as the first tokens gave it. */
export function decodeText(data: string): Decoded<string> {
  if (data === '') return { reason: 'it has no such function' };
  if (data.length === wordDigits) return { value: utf8(data.replace(/(?:00)+$/, '')) };
  const bytes = data.length / 2;
  const start = number(data, 0);
  if (start === undefined || start + 32 > bytes) return { reason: 'its answer is not a text' };
  const length = number(data, start);
  if (length === undefined || start + 32 + length > bytes) return { reason: 'its answer is not a text' };
  if (length > longestText) return { reason: `it is longer than ${longestText} bytes` };
  return { value: utf8(data.slice((start + 32) * 2, (start + 32 + length) * 2)) };
}

/** The word at a byte as a number, where it is one that can be a place in an answer. */
function number(data: string, at: number): number | undefined {
  const word = data.slice(at * 2, at * 2 + wordDigits);
  if (word.length < wordDigits) return undefined;
  const value = Number(BigInt(`0x${word}`));
  return value <= data.length ? value : undefined;
}

const utf8 = (digits: string): string => Buffer.from(digits, 'hex').toString('utf8');

/** The reason a contract gave for refusing: Error(string), or nothing known. */
export function revertReason(data: unknown): string | undefined {
  if (typeof data !== 'string' || !data.startsWith('0x08c379a0')) return undefined;
  const decoded = decodeText(data.slice(10).toLowerCase());
  return 'value' in decoded ? decoded.value.slice(0, 200) : undefined;
}
