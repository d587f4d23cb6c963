import { encodeUint, selector } from './abi.ts';
import type { EvmChain } from './chain.ts';
import { knownTokens } from './known-tokens.ts';
import { rlpList } from './rlp.ts';

/** A transaction whose fee is reported, so that two chains can be compared. */
export interface ReferenceTransaction {
  readonly to: string;
  /** Call data, in hexadecimal without 0x. */
  readonly input: string;
  /** Unsigned, as a type 2 envelope (EIP-1559), in hexadecimal without 0x. */
  readonly unsigned: string;
}

/** Bytes as varied as those of real addresses and amounts: rollups charge for the compressed size. */
const receiver = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const nonce = 137n;
const priorityFee = 1_234_567n;
const maxFee = 2_345_678_901n;

const transaction = (
  chain: Pick<EvmChain, 'id'>,
  { to, value, gas, input }: { to: string; value: bigint; gas: bigint; input: string },
): ReferenceTransaction => ({
  to,
  input,
  unsigned: `02${rlpList([BigInt(chain.id), nonce, priorityFee, maxFee, gas, to.slice(2), value, input, []])}`,
});

/** A payment of 0.0123456789 in the native coin. */
export const plainTransfer = (chain: EvmChain): ReferenceTransaction =>
  transaction(chain, { to: receiver, value: 12_345_678_900_000_000n, gas: 21_000n, input: '' });

/** `transfer` of 123.456789 USDC, the first token of every chain. */
export function tokenTransfer(chain: EvmChain): ReferenceTransaction {
  const [usdc] = knownTokens[chain.key];
  const input = `${selector('transfer(address,uint256)').slice(2)}${receiver.slice(2).toLowerCase().padStart(64, '0')}${encodeUint(123_456_789n)}`;
  return transaction(chain, { to: usdc?.address ?? receiver, value: 0n, gas: 65_000n, input });
}
