import { isJsonObject } from '../../platform/decode.ts';
import type { SkillCall } from '../catalogue/call.ts';
import type { NotRead } from '../catalogue/not-read.ts';
import { valueOrReason } from '../catalogue/value-or-reason.ts';
import type { ChainQuery, ChainReader } from './chain-reader.ts';
import { smallQuantity } from './quantity.ts';
import type { TransactionFacts } from './transaction.ts';

export interface TransactionDetails {
  /** Time of its block; null while the transaction is pending. */
  readonly time: string | null;
  /** Null if the transaction did not fail. */
  readonly revertReason: string | null;
  /** Keyed by the field names of the response. */
  readonly notRead: NotRead;
}

/**
 * Details that need further queries once the status of a transaction is known. None of them can fail the
 * response.
 */
export async function readDetails(
  reader: ChainReader,
  facts: TransactionFacts,
  call: SkillCall,
): Promise<TransactionDetails> {
  const { block, status } = facts;
  if (block === null) return { time: null, revertReason: null, notRead: {} };
  const [time, revert] = await Promise.all([
    valueOrReason(reader.read(timeQuery(block), call), call),
    status === 'failed' ? valueOrReason(reader.read(revertQuery(facts, block), call), call) : null,
  ]);
  const notRead: NotRead = {};
  const noteMissing = (
    field: string,
    read: { value: string | null } | { reason: string },
    absent: string,
  ) => {
    const value = 'value' in read ? read.value : null;
    if (value === null) notRead[field] = 'reason' in read ? read.reason : absent;
    return value;
  };
  return {
    time: noteMissing('time', time, 'the node does not have its block'),
    revertReason:
      revert &&
      noteMissing('revert_reason', revert, 'the call does not fail when replayed on the previous block'),
    notRead,
  };
}

const toHex = (value: number | bigint): string => `0x${value.toString(16)}`;

const timeQuery = (block: number): ChainQuery<string | null> => ({
  name: 'block time',
  requests: [{ method: 'eth_getBlockByNumber', params: [toHex(block), false], acceptedError: 'fail' }],
  interpret: ([outcome]) => {
    const found = outcome?.ok && isJsonObject(outcome.result) ? outcome.result.timestamp : undefined;
    return found === undefined ? null : new Date(smallQuantity(found, 'timestamp') * 1_000).toISOString();
  },
});

/**
 * Replays the call on the previous block. Earlier transactions in the same block may have changed the
 * outcome; then no reason can be found.
 */
const revertQuery = (
  { from, to, value, input, gasLimit }: TransactionFacts,
  block: number,
): ChainQuery<string | null> => ({
  name: 'revert reason',
  requests: [
    {
      method: 'eth_call',
      params: [
        {
          from,
          ...(to !== null && { to }),
          data: input ?? '0x',
          value: toHex(value ?? 0n),
          // With the limit of the transaction, one that ran out of gas does so again.
          ...(gasLimit !== null && { gas: toHex(gasLimit) }),
        },
        toHex(Math.max(0, block - 1)),
      ],
      acceptedError: 'revert',
    },
  ],
  interpret: ([outcome]) => (outcome && !outcome.ok ? outcome.reason.slice(0, 300) : null),
});
