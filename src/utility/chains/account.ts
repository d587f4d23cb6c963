import { Type } from 'typebox';
import { addressParam, readAddress } from './address.ts';
import type { ChainKey } from './chain.ts';
import type { ChainReader } from './chain-reader.ts';
import { type Chains, chainFields, chainParam } from './chains.ts';

/** Parameters of the skills about one account or contract. */
export const accountParams = Type.Object({ address: addressParam, chain: chainParam });

/** Fields that identify the account in every response about it. */
export const accountFields = {
  address: Type.String({ description: 'The address with its EIP-55 checksum.' }),
  ...chainFields,
};

interface AccountOnChain {
  readonly reader: ChainReader;
  readonly fields: { readonly address: string; readonly chain: ChainKey; readonly chain_id: number };
}

export function readAccountOn(chains: Chains, sent: { address: string; chain?: ChainKey }): AccountOnChain {
  const { chain = 'eth' } = sent;
  const reader = chains[chain];
  return { reader, fields: { address: readAddress(sent.address), chain, chain_id: reader.chain.id } };
}
