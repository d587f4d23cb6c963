import { contracts } from '../../../counterparts/evm-chains.ts';

export const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0');
const text = (value: string) => {
  const bytes = Buffer.from(value);
  return word(bytes.length) + bytes.toString('hex').padEnd(Math.ceil(bytes.length / 32) * 64, '0');
};
export const nobody = `0x${'ab'.repeat(20)}`;

/** The creation code of a token, with its constructor's four arguments. */
export const tokenCode = (name: string, symbol: string, decimals: number, supply: bigint) => {
  const [first, second] = [text(name), text(symbol)];
  const head = word(128) + word(128 + first.length / 2) + word(decimals) + word(supply);
  return contracts.Token!.creation + head + first + second;
};
