import { keccak_256 } from '@noble/hashes/sha3.js';
import { Type } from 'typebox';
import { invalidField } from '../../platform/http/errors.ts';
import { NodeFailure } from './quantity.ts';

export const addressParam = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'An address: 0x and 40 hexadecimal digits; in mixed case its EIP-55 checksum must match.',
});

/** Formats the address with its EIP-55 checksum. */
export function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(digits, 'ascii'))).toString('hex');
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

/**
 * Parses an address from a caller. A single case carries no checksum; mixed case does, and it must be right.
 */
export function readAddress(sent: string, field = 'address'): string {
  const text = sent.trim();
  if (!/^0x[0-9a-f]{40}$/i.test(text)) {
    throw invalidField(
      `${field} is not an EVM address`,
      `Send 0x and 40 hexadecimal digits: ?${field}=0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045`,
    );
  }
  const address = toChecksumAddress(text);
  const digits = text.slice(2);
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!oneCase && text !== address) {
    throw invalidField(
      `${field} has a wrong checksum: a digit or a letter's case is mistyped`,
      'Copy it again from its source. An address in lower case is accepted without the check.',
    );
  }
  return address;
}

/**
 * Parses an address in a node's response; null if there is none, such as the receiver of a contract creation.
 */
export function parseNodeAddress(value: unknown, what: string): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value)) {
    throw new NodeFailure(`${what} is not an address`);
  }
  return toChecksumAddress(value);
}
