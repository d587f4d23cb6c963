import { Refusal } from '../../platform/http/refusal.ts';
import type { SkillCall } from '../catalogue/call.ts';
import { asSkillError } from '../catalogue/errors.ts';
import type { ChainReader, Reading } from './chain-reader.ts';
import { isObject } from './json-rpc.ts';
import { smallQuantity } from './quantity.ts';
import type { TransactionFacts } from './transaction.ts';

export interface TransactionDetails {
  /** Time of its block; null while the transaction is pending, or if the node does not report it. */
  readonly time: string | null;
  /** Null if the transaction did not fail, or if the reason could not be reproduced. */
  readonly revertReason: string | null;
}

/**
 * Details that need further queries once the status of a transaction is known. None of them can fail the
 * response.
 */
export async function detailsOf(
  reader: ChainReader,
  facts: TransactionFacts,
  call: SkillCall,
): Promise<TransactionDetails> {
  const { block, status } = facts;
  if (block === null) return { time: null, revertReason: null };
  const [time, revertReason] = await Promise.all([
    orNull(reader.read(timeReading(block), call), call),
    status === 'failed' ? orNull(reader.read(revertReading(facts, block), call), call) : null,
  ]);
  return { time, revertReason };
}

async function orNull<T>(reading: Promise<T>, call: SkillCall): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    call.signal.throwIfAborted();
    if (asSkillError(error) instanceof Refusal) return null;
    throw error;
  }
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

const timeReading = (block: number): Reading<string | null> => ({
  name: 'block time',
  requests: [{ method: 'eth_getBlockByNumber', params: [hex(block), false], may: 'fail' }],
  understand: ([outcome]) => {
    const found = outcome?.ok && isObject(outcome.result) ? outcome.result.timestamp : undefined;
    return found === undefined ? null : new Date(smallQuantity(found, 'timestamp') * 1_000).toISOString();
  },
});

/**
 * Replays the call on the previous block. Earlier transactions in the same block may have changed the
 * outcome; then no reason can be found.
 */
const revertReading = (
  { from, to, value, input }: TransactionFacts,
  block: number,
): Reading<string | null> => ({
  name: 'revert reason',
  requests: [
    {
      method: 'eth_call',
      params: [
        { from, ...(to !== null && { to }), data: input ?? '0x', value: hex(value ?? 0n) },
        hex(Math.max(0, block - 1)),
      ],
      may: 'revert',
    },
  ],
  understand: ([outcome]) => (outcome && !outcome.ok ? outcome.reason.slice(0, 300) : null),
});
