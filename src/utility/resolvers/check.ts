import { Refusal } from '../../platform/http/refusal.ts';
import { SkillCall } from '../catalogue/call.ts';
import type { ChainQuery, ChainReader } from '../chains/chain-reader.ts';
import { findFalsification, listFalsifiers, toRpcRequest } from './falsifiers.ts';
import type { Resolver, ResolverSet } from './resolver-set.ts';

const timeoutMs = 30_000;

/** The result for one entry: not falsified, falsified with proofs, or unknown. */
export type ResolverVerdict = { readonly resolver: Resolver } & (
  | { readonly state: 'holds' }
  | { readonly state: 'wrong'; readonly proofs: readonly string[] }
  | { readonly state: 'unknown'; readonly why: string }
);

type AnyReader = Pick<ChainReader, 'read'>;

/** Runs the falsifiers of every entry whose chain can be queried. */
export async function* checkSet(
  set: ResolverSet,
  readers: ReadonlyMap<string, AnyReader>,
): AsyncGenerator<ResolverVerdict> {
  for (const resolver of set.resolvers) {
    const reader = readers.get(resolver.chain);
    yield reader
      ? await checkOne(resolver, reader)
      : { resolver, state: 'unknown', why: `no endpoint: name one with --rpc ${resolver.chain}=https://…` };
  }
}

async function checkOne(resolver: Resolver, reader: AnyReader): Promise<ResolverVerdict> {
  try {
    const call = new SkillCall({ signal: AbortSignal.timeout(timeoutMs), maxAgeS: 0 });
    const proofs = await reader.read(proofsQuery(resolver), call);
    return proofs.length === 0 ? { resolver, state: 'holds' } : { resolver, state: 'wrong', proofs };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { resolver, state: 'unknown', why: error.message };
  }
}

function proofsQuery(resolver: Resolver): ChainQuery<string[]> {
  const falsifiers = listFalsifiers(resolver);
  return {
    name: 'resolver',
    requests: falsifiers.map(toRpcRequest),
    interpret: (outcomes) => falsifiers.flatMap((each, at) => findFalsification(each, outcomes[at]!) ?? []),
    // A single node is not proof while another one can be queried.
    isConclusive: (proofs) => proofs.length === 0,
  };
}
