import { Refusal } from '../../platform/http/refusal.ts';
import type { SkillCall } from '../catalogue/call.ts';
import { asSkillError, skillErrors, upstreamFailed, upstreamTimeout } from '../catalogue/errors.ts';
import { type ChainKey, chainKeys, type EvmChain } from './chain.ts';
import type { ChainQuery } from './chain-reader.ts';
import type { Chains } from './chains.ts';

export type ChainRow<T> =
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
