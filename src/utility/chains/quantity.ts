import { NodeFailure } from './node-failure.ts';

/**
 * Parses a node's hexadecimal number. Leading zeros are forbidden but some nodes send them, so they are
 * accepted.
 */
export function quantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) {
    throw new NodeFailure(`${what} is not a number: ${quoteExcerpt(value)}`);
  }
  return BigInt(value);
}

export function smallQuantity(value: unknown, what: string): number {
  const number = Number(quantity(value, what));
  if (!Number.isSafeInteger(number)) throw new NodeFailure(`${what} is out of range: ${quoteExcerpt(value)}`);
  return number;
}

/** Bytes in hexadecimal, without the 0x prefix. */
export function hexData(value: unknown, what: string): string {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(value)) {
    throw new NodeFailure(`${what} is not data: ${quoteExcerpt(value)}`);
  }
  return value.slice(2).toLowerCase();
}

/** Formats an amount of the smallest unit as an exact decimal without trailing zeros. */
export function inUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

export const inGwei = (wei: bigint): number => Number(inUnits(wei, 9));

const quoteExcerpt = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80);
