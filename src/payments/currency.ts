/** Currency of all prices: USDC on Solana mainnet, by its CAIP-2 id. */
export const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const decimals = 6;

/** Converts smallest units to a decimal USD amount. */
export function toUsd(units: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return digits.slice(0, -decimals) + (fraction && `.${fraction}`);
}

/**
 * The exact price in the token's smallest units. The packages truncate, so that 0.0000001 USD would become a
 * payment of nothing; here such a price is refused before anything is sold for it.
 */
export function toUnits(priceUsd: string): bigint {
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(priceUsd);
  const fraction = match?.[2] ?? '';
  if (!match || fraction.length > decimals)
    throw new RangeError(`a price must be a decimal of at most ${decimals} places, not "${priceUsd}"`);
  const units = BigInt((match[1] ?? '') + fraction.padEnd(decimals, '0'));
  if (units <= 0n) throw new RangeError(`a price must be above zero, not "${priceUsd}"`);
  return units;
}
