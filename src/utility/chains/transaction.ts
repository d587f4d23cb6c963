import { isJsonObject } from '../../platform/decode.ts';
import type { NotRead, SkillCall } from '../catalogue/call.ts';
import { valueOrReason } from '../catalogue/errors.ts';
import { parseNodeAddress } from './address.ts';
import type { ChainQuery, ChainReader } from './chain-reader.ts';
import { type RpcOutcome, requireResult } from './json-rpc.ts';
import { NodeFailure, quantity, smallQuantity } from './quantity.ts';

export type TransactionStatus = 'success' | 'failed' | 'pending' | 'not_found';

export interface TransactionFacts {
  readonly status: TransactionStatus;
  readonly block: number | null;
  readonly confirmations: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly contract: string | null;
  readonly nonce: number | null;
  readonly value: bigint | null;
  readonly gasUsed: number | null;
  readonly fee: bigint | null;
  readonly note: string | null;
  /** Call data; null if the node does not report it. */
  readonly input: string | null;
  /** The limit it was sent with; null if the node does not report it. */
  readonly gasLimit: bigint | null;
}

type Fields = Record<string, unknown>;

/**
 * Status of a transaction. A node's "not found" is accepted only if both its lookups say so and the node is
 * not still syncing; another node is queried to confirm it.
 */
export const transactionQuery = (hash: string): ChainQuery<TransactionFacts> => ({
  name: 'transaction',
  requests: [
    // The transaction is requested first: between two responses it can only become known, or get its receipt.
    { method: 'eth_getTransactionByHash', params: [hash] },
    { method: 'eth_getTransactionReceipt', params: [hash] },
    { method: 'eth_blockNumber', params: [] },
    { method: 'eth_syncing', params: [], acceptedError: 'unsupported' },
  ],
  interpret: ([known, received, head, syncing]) => {
    const receipt = objectOrNull(received, 'eth_getTransactionReceipt');
    const transaction = objectOrNull(known, 'eth_getTransactionByHash');
    const headBlock = smallQuantity(requireResult(head), 'eth_blockNumber');
    for (const each of [receipt?.transactionHash, transaction?.hash]) {
      if (each !== undefined && String(each).toLowerCase() !== hash) {
        throw new NodeFailure('it returned another transaction');
      }
    }
    if (receipt) return minedFacts(receipt, transaction, headBlock);
    if (!transaction) {
      if (syncing?.ok && isJsonObject(syncing.result)) {
        throw new NodeFailure('it does not have the transaction, and is still syncing');
      }
      return notFound;
    }
    if (transaction.blockNumber !== null && transaction.blockNumber !== undefined) {
      const block = smallQuantity(transaction.blockNumber, 'blockNumber');
      throw new NodeFailure(`it has the transaction in block ${block}, but not its receipt`);
    }
    return { ...notFound, ...sentFields(transaction), status: 'pending', confirmations: 0 };
  },
  isConclusive: ({ status }) => status !== 'not_found',
});

const notFound: TransactionFacts = {
  status: 'not_found',
  block: null,
  confirmations: null,
  from: null,
  to: null,
  contract: null,
  nonce: null,
  value: null,
  gasUsed: null,
  fee: null,
  note: null,
  input: null,
  gasLimit: null,
};

/** Fields known before the transaction is mined. */
function sentFields(transaction: Fields) {
  return {
    from: parseNodeAddress(transaction.from, 'from'),
    to: parseNodeAddress(transaction.to, 'to'),
    nonce: smallQuantity(transaction.nonce, 'nonce'),
    value: quantity(transaction.value, 'value'),
    input: typeof transaction.input === 'string' ? transaction.input : null,
    gasLimit: typeof transaction.gas === 'string' ? quantity(transaction.gas, 'gas') : null,
  };
}

function minedFacts(receipt: Fields, transaction: Fields | null, head: number): TransactionFacts {
  const block = smallQuantity(receipt.blockNumber, 'blockNumber');
  const gasUsed = quantity(receipt.gasUsed, 'gasUsed');
  const price = receipt.effectiveGasPrice ?? transaction?.gasPrice;
  return {
    ...(transaction ? sentFields(transaction) : { nonce: null, value: null, input: null, gasLimit: null }),
    ...readOutcome(receipt, transaction, gasUsed),
    block,
    // The node that reported the head may be a block behind the one that reported the receipt.
    confirmations: Math.max(1, head - block + 1),
    from: parseNodeAddress(receipt.from, 'from'),
    to: parseNodeAddress(receipt.to, 'to'),
    contract: parseNodeAddress(receipt.contractAddress, 'contractAddress'),
    gasUsed: Number(gasUsed),
    fee: price === undefined ? null : gasUsed * quantity(price, 'gas price') + dataFee(receipt),
  };
}

/** Fees charged in addition to gas: blobs (EIP-4844), and on OP stack rollups the data posted to Ethereum. */
function dataFee(receipt: Fields): bigint {
  const of = (field: string) => quantity(receipt[field] ?? '0x0', field);
  return of('l1Fee') + of('blobGasUsed') * of('blobGasPrice');
}

/**
 * Receipts before Byzantium (October 2017) have no status. A failed transaction used all its gas back then,
 * so using less means success; using all of it means failure, unless a plain payment was given exactly what
 * it needs.
 */
function readOutcome(receipt: Fields, transaction: Fields | null, gasUsed: bigint) {
  if (receipt.status !== undefined && receipt.status !== null) {
    const status = quantity(receipt.status, 'status');
    if (status > 1n) throw new NodeFailure(`it returned the status ${status}`);
    return { status: status === 1n ? 'success' : 'failed', note: null } as const;
  }
  if (!transaction) throw new NodeFailure('its receipt has no status, and the transaction is missing');
  const usedAll = gasUsed === quantity(transaction.gas, 'gas');
  const plainPayment = transaction.input === '0x' && gasUsed === 21_000n;
  const hasLogs = Array.isArray(receipt.logs) && receipt.logs.length > 0;
  return {
    status: usedAll && !plainPayment && !hasLogs ? 'failed' : 'success',
    note: 'Mined before receipts had a status (Byzantium): inferred from the gas it used.',
  } as const;
}

function objectOrNull(outcome: RpcOutcome | undefined, method: string): Fields | null {
  const result = requireResult(outcome);
  if (result === null) return null;
  if (!isJsonObject(result)) throw new NodeFailure(`its ${method} is neither null nor an object`);
  return result;
}

interface TransactionDetails {
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
