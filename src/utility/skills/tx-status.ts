import { Type } from 'typebox';
import { invalidField } from '../../platform/http/errors.ts';
import { nullable } from '../../platform/http/schema.ts';
import { type NotRead, notReadField, type SkillCall } from '../catalogue/call.ts';
import { upstreamFailed } from '../catalogue/errors.ts';
import { skill } from '../catalogue/skill.ts';
import { type ChainKey, chainKeys } from '../chains/chain.ts';
import { type Chains, nullableTypes, readEveryChain } from '../chains/chains.ts';
import {
  readDetails,
  type TransactionFacts,
  type TransactionStatus,
  transactionQuery,
} from '../chains/transaction.ts';
import type { SkillTools } from './tools.ts';

const statuses: TransactionStatus[] = ['success', 'failed', 'pending', 'not_found'];

export const txStatus = skill<Pick<SkillTools, 'chains'>>()({
  id: 'tx-status',
  priceUsd: '0.003',
  does: 'Whether a transaction succeeded, failed or is pending, with its block, time, confirmations, sender, receiver, gas, and why it failed.',
  params: Type.Object({
    hash: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The hash of the transaction: 0x and 64 hexadecimal digits.',
    }),
    chain: Type.Optional(
      Type.Unsafe<ChainKey>({
        type: 'string',
        enum: [...chainKeys],
        description: `Which chain: ${chainKeys.join(', ')}. Default: all of them.`,
      }),
    ),
  }),
  value: 'hash',
  example: { hash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060', chain: 'eth' },
  output: Type.Object({
    hash: Type.String(),
    chain: Type.Unsafe<ChainKey | null>({
      type: ['string', 'null'],
      enum: [...chainKeys, null],
      description: 'The chain it was found on, or the one you named; null if it was not found.',
    }),
    chain_id: nullableTypes.integer,
    chains_checked: Type.Array(Type.String(), { description: 'Chains that were queried and responded.' }),
    status: Type.Unsafe<TransactionStatus>({
      type: 'string',
      enum: statuses,
      description: 'not_found: no queried node has it.',
    }),
    block: nullableTypes.integer,
    time: nullable(
      Type.String({ format: 'date-time', description: 'Time of its block; null while pending.' }),
    ),
    confirmations: nullable(
      Type.Integer({ description: '1 in the newest block, 0 while pending, null if it was not found.' }),
    ),
    from: nullableTypes.string,
    to: nullable(Type.String({ description: 'Null if it creates a contract.' })),
    contract_address: nullable(Type.String({ description: 'The contract it created.' })),
    nonce: nullableTypes.integer,
    value_wei: nullableTypes.string,
    gas_used: nullableTypes.integer,
    fee_wei: nullable(Type.String({ description: "Total fee, including blobs and a rollup's data fee." })),
    revert_reason: nullable(
      Type.String({
        description: 'Why it failed, from replaying the call on the previous block; null if it did not fail.',
      }),
    ),
    note: nullableTypes.string,
    not_read: notReadField,
  }),
  run: async ({ hash: sent, chain: named }, { chains }, call) => {
    const hash = readHash(sent);
    const { chain, checked, found } = named
      ? { chain: named, checked: [named], found: await chains[named].read(transactionQuery(hash), call) }
      : await findOnAnyChain(chains, hash, call);
    const { contract, value, gasUsed, fee, ...facts } = found;
    const { time, revertReason, notRead } = chain
      ? await readDetails(chains[chain], found, call)
      : { time: null, revertReason: null, notRead: {} };
    return {
      hash,
      chain,
      chain_id: chain && chains[chain].chain.id,
      chains_checked: checked,
      status: facts.status,
      block: facts.block,
      time,
      confirmations: facts.confirmations,
      from: facts.from,
      to: facts.to,
      contract_address: contract,
      nonce: facts.nonce,
      value_wei: value?.toString() ?? null,
      gas_used: gasUsed,
      fee_wei: fee?.toString() ?? null,
      revert_reason: revertReason,
      note: facts.note,
      not_read: { ...listNotRead(found), ...notRead },
    };
  },
});

/** A node may have the receipt of an old transaction and no longer the transaction. */
function listNotRead({ block, nonce, fee }: TransactionFacts): NotRead {
  if (block === null) return {};
  const missing = 'the node has the receipt, but not the transaction';
  return {
    ...(nonce === null && { nonce: missing, value_wei: missing }),
    ...(fee === null && { fee_wei: 'the receipt has no gas price' }),
  };
}

interface FoundTransaction {
  readonly chain: ChainKey | null;
  readonly checked: ChainKey[];
  readonly found: TransactionFacts;
}

/** A hash found on one chain is on no other. "Not found" is conclusive only if every chain responded. */
async function findOnAnyChain(chains: Chains, hash: string, call: SkillCall): Promise<FoundTransaction> {
  const rows = await readEveryChain(chains, () => transactionQuery(hash), call);
  const checked = rows.filter(({ value }) => value !== null).map(({ chain }) => chain.key);
  const hit = rows.find(({ value }) => value !== null && value.status !== 'not_found');
  if (hit?.value) return { chain: hit.chain.key, checked, found: hit.value };
  const [first] = rows.flatMap(({ value }) => value ?? []);
  const unread = rows.filter(({ error }) => error !== null);
  if (!first || unread.length > 0) {
    const reasons = unread.map(({ chain, error }) => `${chain.key}: ${error}`).join('; ');
    throw upstreamFailed(
      `not found on ${checked.join(', ')}, but not every chain responded: ${reasons}`,
      'Name the chain, or retry later; nothing was charged.',
    );
  }
  return { chain: null, checked, found: first };
}

function readHash(sent: string): string {
  const hash = sent.trim().toLowerCase();
  if (/^0x[0-9a-f]{64}$/.test(hash)) return hash;
  throw invalidField(
    'hash is not the hash of a transaction',
    'Send 0x and 64 hexadecimal digits: /tx-status?hash=0x…&chain=eth',
  );
}
