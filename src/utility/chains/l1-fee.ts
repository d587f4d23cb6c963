import { encodeBytes, encodeUint, selector, uintAt } from './abi.ts';
import type { EvmChain } from './chain.ts';
import type { RpcOutcome, RpcRequest } from './json-rpc.ts';
import { knownTokens } from './known-tokens.ts';

/** The fee of a rollup for publishing the two reference transactions on Ethereum. */
export interface L1Fee {
  readonly transfer: bigint;
  readonly tokenTransfer: bigint;
  /** Base fee of Ethereum as the rollup sees it; null if the oracle does not report it. */
  readonly l1BaseFee: bigint | null;
  /** Computed without compression, so the real fee may be lower. */
  readonly isUpperBound: boolean;
  /** The contract and function that reported it. */
  readonly source: string;
}

/** Null if the chain is not a rollup; a reason if its oracle returned nothing. */
type L1FeeReading = L1Fee | { readonly unknown: string } | null;

const opOracle = '0x420000000000000000000000000000000000000F';
const arbGasInfo = '0x000000000000000000000000000000000000006C';
const nodeInterface = '0x00000000000000000000000000000000000000C8';

const call = (to: string, data: string): RpcRequest => ({
  method: 'eth_call',
  params: [{ to, data }, 'latest'],
  // The data fee is optional: gas prices are valid without it.
  acceptedError: 'fail',
});

/** Requests sent together with those for gas prices. */
export function l1FeeRequests(chain: EvmChain): RpcRequest[] {
  const references = [plainTransfer(chain), tokenTransfer(chain)];
  switch (chain.l1Oracle) {
    case null:
      return [];
    case 'op-stack':
      return [
        ...references.map(({ unsigned }) =>
          call(opOracle, selector('getL1Fee(bytes)') + encodeUint(32n) + encodeBytes(unsigned)),
        ),
        call(opOracle, selector('l1BaseFee()')),
      ];
    case 'arbitrum':
      return [
        ...references.map((each) => call(nodeInterface, gasEstimateL1Component(each))),
        call(arbGasInfo, selector('getPricesInWei()')),
      ];
  }
}

const gasEstimateL1Component = ({ to, input }: ReferenceTransaction): string =>
  [
    selector('gasEstimateL1Component(address,bool,bytes)'),
    to.slice(2).toLowerCase().padStart(64, '0'),
    encodeUint(0n),
    encodeUint(96n),
    encodeBytes(input),
  ].join('');

/** Reads the responses to `l1FeeRequests`, in the same order. */
export function readL1Fee({ l1Oracle }: EvmChain, outcomes: readonly RpcOutcome[]): L1FeeReading {
  if (l1Oracle === null) return null;
  return l1Oracle === 'op-stack' ? readOpFee(outcomes) : readArbitrumFee(outcomes);
}

function readOpFee([plain, token, base]: readonly RpcOutcome[]): L1FeeReading {
  const [transfer, tokenFee] = [decodeUint(plain, 0), decodeUint(token, 0)];
  if (transfer === null || tokenFee === null)
    return { unknown: `GasPriceOracle.getL1Fee at ${opOracle}: ${failureReason(plain, token)}` };
  return {
    transfer,
    tokenTransfer: tokenFee,
    l1BaseFee: decodeUint(base, 0),
    isUpperBound: false,
    source: `GasPriceOracle.getL1Fee at ${opOracle}`,
  };
}

/** The node's own estimate, which includes compression; otherwise the price per byte, which every node reports. */
function readArbitrumFee([plain, token, prices]: readonly RpcOutcome[]): L1FeeReading {
  const [transfer, tokenFee] = [estimateFee(plain), estimateFee(token)];
  if (transfer && tokenFee)
    return {
      transfer: transfer.fee,
      tokenTransfer: tokenFee.fee,
      l1BaseFee: transfer.l1BaseFee,
      isUpperBound: false,
      source: `NodeInterface.gasEstimateL1Component at ${nodeInterface}`,
    };
  const [perTransaction, perByte] = [decodeUint(prices, 0), decodeUint(prices, 1)];
  if (perTransaction === null || perByte === null)
    return {
      unknown: `NodeInterface at ${nodeInterface}: ${failureReason(plain, token)}; ArbGasInfo at ${arbGasInfo}: ${failureReason(prices)}`,
    };
  return {
    transfer: perTransaction,
    tokenTransfer: perTransaction + perByte * tokenInputBytes,
    l1BaseFee: perByte / gasPerByte,
    isUpperBound: true,
    source: `ArbGasInfo.getPricesInWei at ${arbGasInfo}`,
  };
}

/** Input of `transfer(address,uint256)`: the selector and two words. */
const tokenInputBytes = 68n;
/** Gas per byte of call data on Ethereum (EIP-2028), which Arbitrum uses as its unit. */
const gasPerByte = 16n;

/** Gas for the data times the gas price. A base fee of 0 comes from a simulation, so it is not a price. */
function estimateFee(outcome: RpcOutcome | undefined): { fee: bigint; l1BaseFee: bigint | null } | null {
  const [gas, baseFee, l1BaseFee] = [decodeUint(outcome, 0), decodeUint(outcome, 1), decodeUint(outcome, 2)];
  return gas && baseFee ? { fee: gas * baseFee, l1BaseFee } : null;
}

/** A response without data gives no fee; the gas prices remain valid. */
const decodeUint = (outcome: RpcOutcome | undefined, word: number): bigint | null =>
  outcome?.ok && typeof outcome.result === 'string' && /^0x[0-9a-f]*$/i.test(outcome.result)
    ? uintAt(outcome.result.slice(2), word)
    : null;

function failureReason(...outcomes: readonly (RpcOutcome | undefined)[]): string {
  const failed = outcomes.find((each) => each && !each.ok);
  return failed && !failed.ok ? failed.reason : 'there is no fee in its response';
}

/** A transaction whose fee is reported, so that two chains can be compared. */
interface ReferenceTransaction {
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
const plainTransfer = (chain: EvmChain): ReferenceTransaction =>
  transaction(chain, { to: receiver, value: 12_345_678_900_000_000n, gas: 21_000n, input: '' });

/** `transfer` of 123.456789 USDC, the first token of every chain. */
function tokenTransfer(chain: EvmChain): ReferenceTransaction {
  const [usdc] = knownTokens[chain.key];
  const input = `${selector('transfer(address,uint256)').slice(2)}${receiver.slice(2).toLowerCase().padStart(64, '0')}${encodeUint(123_456_789n)}`;
  return transaction(chain, { to: usdc?.address ?? receiver, value: 0n, gas: 65_000n, input });
}

type RlpItem = bigint | string | readonly RlpItem[];

/** Encodes a list with Ethereum's recursive length prefix: numbers, bytes in hexadecimal without 0x, and nested lists. */
export const rlpList = (items: readonly RlpItem[]): string => {
  const body = items.map(encode).join('');
  return prefix(body, 0xc0) + body;
};

function encode(item: RlpItem): string {
  if (typeof item === 'bigint') return encode(item === 0n ? '' : padToBytes(item.toString(16)));
  if (typeof item !== 'string') return rlpList(item);
  const hex = item.toLowerCase();
  return hex.length === 2 && Number.parseInt(hex, 16) < 0x80 ? hex : prefix(hex, 0x80) + hex;
}

/** Up to 55 bytes the first byte holds the length; beyond that, it holds the number of bytes of the length. */
function prefix(body: string, kind: number): string {
  const bytes = body.length / 2;
  if (bytes <= 55) return (kind + bytes).toString(16).padStart(2, '0');
  const length = padToBytes(bytes.toString(16));
  return (kind + 55 + length.length / 2).toString(16) + length;
}

const padToBytes = (hex: string): string => (hex.length % 2 === 0 ? hex : `0${hex}`);
