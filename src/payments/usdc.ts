/** What every price here is paid in: USDC on Solana's main network, by its CAIP-2 id. */
export const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const decimals = 6;

/** Smallest units as a decimal of USD. */
export function usdOf(units: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return digits.slice(0, -decimals) + (fraction && `.${fraction}`);
}

/**
 * The price in the token's smallest units, exactly. The packages cut off what does not fit, so that 0.0000001 USD
 * would become a payment of nothing: here such a price is refused before anything can be sold for it.
 */
export function unitsOf(priceUsd: string): bigint {
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(priceUsd);
  const fraction = match?.[2] ?? '';
  if (!match || fraction.length > decimals)
    throw new RangeError(`a price must be a decimal of at most ${decimals} places, not "${priceUsd}"`);
  const units = BigInt(match[1]! + fraction.padEnd(decimals, '0'));
  if (units <= 0n) throw new RangeError(`a price must be above zero, not "${priceUsd}"`);
  return units;
}
