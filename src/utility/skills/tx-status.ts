import { Type } from 'typebox';
import { invalidField } from '../../platform/http/errors.ts';
import { skill } from '../catalogue/skill.ts';
import { type Chains, chainFields, chainParam, nullable } from '../chains/chains.ts';
import { type TransactionStatus, transactionReading } from '../chains/transaction.ts';

interface Tools {
  readonly chains: Chains;
}

const statuses: TransactionStatus[] = ['success', 'failed', 'pending', 'not_found'];

export const txStatus = skill<Tools>()({
  id: 'tx-status',
  priceUsd: '0.003',
  does: 'Whether a transaction succeeded, failed, or waits; its block, confirmations, sender, receiver and gas.',
  params: Type.Object({
    hash: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The hash of the transaction: 0x and 64 hexadecimal digits.',
    }),
    chain: chainParam,
  }),
  value: 'hash',
  example: { hash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060', chain: 'eth' },
  output: Type.Object({
    hash: Type.String(),
    ...chainFields,
    status: Type.Unsafe<TransactionStatus>({
      type: 'string',
      enum: statuses,
      description: 'not_found: no node of the chain that was asked knows it.',
    }),
    block: nullable.integer,
    confirmations: Type.Union([Type.Integer(), Type.Null()], {
      description: '1 in the newest block, 0 while it waits, null where it was not found.',
    }),
    from: nullable.string,
    to: Type.Union([Type.String(), Type.Null()], { description: 'Null where it creates a contract.' }),
    contract_address: Type.Union([Type.String(), Type.Null()], { description: 'The contract it created.' }),
    nonce: nullable.integer,
    value_wei: nullable.string,
    gas_used: nullable.integer,
    fee_wei: Type.Union([Type.String(), Type.Null()], {
      description: "What it cost, blobs and a rollup's fee for data included.",
    }),
    note: nullable.string,
  }),
  run: async ({ hash: sent, chain = 'eth' }, { chains }, call) => {
    const hash = readHash(sent);
    const reader = chains[chain];
    const { contract, value, gasUsed, fee, ...facts } = await reader.read(transactionReading(hash), call);
    return {
      hash,
      chain,
      chain_id: reader.chain.id,
      status: facts.status,
      block: facts.block,
      confirmations: facts.confirmations,
      from: facts.from,
      to: facts.to,
      contract_address: contract,
      nonce: facts.nonce,
      value_wei: value?.toString() ?? null,
      gas_used: gasUsed,
      fee_wei: fee?.toString() ?? null,
      note: facts.note,
    };
  },
});

function readHash(sent: string): string {
  const hash = sent.trim().toLowerCase();
  if (/^0x[0-9a-f]{64}$/.test(hash)) return hash;
  throw invalidField(
    'hash is not the hash of a transaction',
    'Send 0x and 64 hexadecimal digits: /tx-status?hash=0x…&chain=eth',
  );
}
