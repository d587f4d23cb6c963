const maxMessageChars = 300;

/** A node gave no usable response; the message is the node's own, or describes how the call failed. */
export class NodeFailure extends Error {
  readonly timedOut: boolean;
  /** How long to leave the node alone: what it asks for, or a default. */
  readonly restMs: number;

  constructor(words: string, { timedOut = false, restMs = 15_000 } = {}) {
    super(toShortLine(words));
    this.name = 'NodeFailure';
    this.timedOut = timedOut;
    this.restMs = restMs;
  }
}

/** Untrusted text as one short line. */
function toShortLine(words: string): string {
  const line = words.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > maxMessageChars ? `${line.slice(0, maxMessageChars)}…` : line;
}

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
