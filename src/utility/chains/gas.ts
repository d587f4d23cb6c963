import { isJsonObject } from '../../platform/decode.ts';
import type { NotRead } from '../catalogue/call.ts';
import type { EvmChain } from './chain.ts';
import type { ChainQuery } from './chain-reader.ts';
import { type RpcOutcome, requireResult } from './json-rpc.ts';
import { type L1Fee, l1FeeRequests, readL1Fee } from './l1-fee.ts';
import { NodeFailure, quantity, smallQuantity } from './quantity.ts';

export interface GasPrices {
  readonly gasPrice: bigint;
  /** Null on a chain without EIP-1559. */
  readonly baseFee: bigint | null;
  /** Null if neither the last blocks nor the node give a tip. */
  readonly priorityFee: bigint | null;
  /** Tips at the 10th, 50th and 90th percentile of the last blocks. */
  readonly tips: { readonly slow: bigint; readonly normal: bigint; readonly fast: bigint } | null;
  readonly block: number;
  /** Null on a chain that is not a rollup. */
  readonly l1Fee: L1Fee | null;
  /** Keyed by the field names of the response. */
  readonly notRead: NotRead;
}

export const gasQuery = (chain: EvmChain): ChainQuery<GasPrices> => ({
  name: 'gas',
  requests: [
    { method: 'eth_gasPrice', params: [] },
    { method: 'eth_blockNumber', params: [] },
    { method: 'eth_getBlockByNumber', params: ['latest', false], acceptedError: 'unsupported' },
    { method: 'eth_feeHistory', params: ['0x5', 'latest', [10, 50, 90]], acceptedError: 'unsupported' },
    { method: 'eth_maxPriorityFeePerGas', params: [], acceptedError: 'unsupported' },
    ...l1FeeRequests(chain),
  ],
  interpret: ([gasPrice, number, head, history, tip, ...l1Fee]) => {
    const fees = parseFees(history);
    const suggested = tip?.ok ? quantity(tip.result, 'eth_maxPriorityFeePerGas') : null;
    const baseFee = findBaseFee(head, fees.nextBaseFee);
    const priorityFee = median(fees.tips.map(([, normal]) => normal)) ?? suggested;
    const tips = summariseTips(fees.tips);
    const dataFee = readL1Fee(chain, l1Fee);
    const noTips = history?.ok ? 'the last five blocks were empty' : reasonOf(history);
    return {
      gasPrice: quantity(requireResult(gasPrice), 'eth_gasPrice'),
      baseFee,
      priorityFee,
      tips,
      block: smallQuantity(requireResult(number), 'eth_blockNumber'),
      l1Fee: dataFee && 'unknown' in dataFee ? null : dataFee,
      notRead: {
        ...(baseFee === null && !head?.ok && { base_fee_gwei: reasonOf(head) }),
        ...(priorityFee === null && { priority_fee_gwei: noTips }),
        ...(tips === null && { speeds: noTips }),
        ...(dataFee && 'unknown' in dataFee && { l1_fee: dataFee.unknown }),
      },
    };
  },
});

const reasonOf = (outcome: RpcOutcome | undefined): string =>
  outcome && !outcome.ok ? outcome.reason : 'the node did not report it';

/**
 * The base fee of the next block, if the fee history has it. A chain whose head has no base fee has none,
 * whatever the history says.
 */
function findBaseFee(head: RpcOutcome | undefined, next: bigint | null): bigint | null {
  if (!head?.ok) return next;
  if (!isJsonObject(head.result)) throw new NodeFailure('it has no latest block');
  const { baseFeePerGas } = head.result;
  if (baseFeePerGas === undefined || baseFeePerGas === null) return null;
  return next ?? quantity(baseFeePerGas, 'baseFeePerGas');
}

/** The fee history has one base fee more than blocks: that of the next block. Empty blocks have no tips. */
function parseFees(outcome: RpcOutcome | undefined): { nextBaseFee: bigint | null; tips: Tips[] } {
  if (!outcome?.ok) return { nextBaseFee: null, tips: [] };
  const { result } = outcome;
  if (!isJsonObject(result)) throw new NodeFailure('its eth_feeHistory is not a history');
  const { baseFeePerGas, gasUsedRatio, reward } = result;
  const last: unknown = Array.isArray(baseFeePerGas) ? baseFeePerGas.at(-1) : undefined;
  const rows: unknown[] = Array.isArray(reward) ? reward : [];
  const gasRatios: unknown[] = Array.isArray(gasUsedRatio) ? gasUsedRatio : [];
  return {
    nextBaseFee: last === undefined ? null : quantity(last, 'baseFeePerGas'),
    tips: rows.flatMap((row, at) =>
      Array.isArray(row) && gasRatios[at] !== 0
        ? [[readTip(row[0]), readTip(row[1]), readTip(row[2])] satisfies Tips]
        : [],
    ),
  };
}

type Tips = [slow: bigint, normal: bigint, fast: bigint];
const readTip = (value: unknown): bigint => quantity(value, 'a tip of eth_feeHistory');

function summariseTips(blocks: readonly Tips[]): GasPrices['tips'] {
  const [slow, normal, fast] = [0, 1, 2].map((at) => median(blocks.map((block) => block[at] ?? 0n)));
  return slow == null || normal == null || fast == null ? null : { slow, normal, fast };
}

function median(values: readonly bigint[]): bigint | null {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
