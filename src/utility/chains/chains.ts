import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { nullable } from '../../platform/http/schema.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { SkillCall } from '../catalogue/call.ts';
import { asSkillError, skillErrors, upstreamFailed, upstreamTimeout } from '../catalogue/errors.ts';
import { addressParam, readAddress } from './address.ts';
import { type ChainKey, chainKeys, chains, type EvmChain } from './chain.ts';
import { type ChainQuery, ChainReader } from './chain-reader.ts';

/** Node URLs of each chain, as set by the operator. */
export type RpcUrls = Readonly<Record<ChainKey, readonly string[]>>;

export type Chains = Readonly<Record<ChainKey, ChainReader>>;

export function createChains(deps: { rpc: RpcUrls; outbound: Outbound; clock: Clock }): Chains {
  const { rpc, outbound, clock } = deps;
  return Object.fromEntries(
    chainKeys.map((key) => [key, new ChainReader({ chain: chains[key], urls: rpc[key], outbound, clock })]),
  ) as Chains;
}

export const chainParam = Type.Optional(
  Type.Unsafe<ChainKey>({
    type: 'string',
    enum: [...chainKeys],
    default: 'eth',
    description: `Which chain: ${chainKeys.join(', ')}.`,
  }),
);

/** Fields that identify the chain in every response. */
export const chainFields = {
  chain: Type.Unsafe<ChainKey>({ type: 'string', enum: [...chainKeys] }),
  chain_id: Type.Integer(),
};

export const nullableTypes = {
  integer: nullable(Type.Integer()),
  number: nullable(Type.Number()),
  string: nullable(Type.String()),
};

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

type ChainRow<T> =
  | { readonly chain: EvmChain; readonly value: T; readonly error: null }
  | { readonly chain: EvmChain; readonly value: null; readonly error: string };

/**
 * Runs the same query on every chain. A chain that cannot be read becomes a row with its reason; if all fail,
 * so does the call.
 */
export async function readEveryChain<T>(
  chains: Chains,
  readingOf: (chain: ChainKey) => ChainQuery<T>,
  call: SkillCall,
): Promise<ChainRow<T>[]> {
  const refusals: Refusal[] = [];
  const rows = await Promise.all(
    chainKeys.map(async (key): Promise<ChainRow<T>> => {
      const { chain } = chains[key];
      try {
        return { chain, value: await chains[key].read(readingOf(key), call), error: null };
      } catch (error) {
        call.signal.throwIfAborted();
        const refusal = asSkillError(error);
        if (!(refusal instanceof Refusal)) throw error;
        refusals.push(refusal);
        return { chain, value: null, error: refusal.message };
      }
    }),
  );
  if (refusals.length < rows.length) return rows;
  const allTimedOut = refusals.every(({ kind }) => kind === skillErrors.upstreamTimeout);
  const reasons = refusals.map(({ message }) => message).join('; ');
  throw (allTimedOut ? upstreamTimeout : upstreamFailed)(reasons, 'Retry later; nothing was charged.');
}
