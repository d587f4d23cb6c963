import { Refusal } from '../../platform/http/refusal.ts';
import { SkillCall } from '../catalogue/call.ts';
import { selector } from '../chains/abi.ts';
import type { ChainQuery, ChainReader } from '../chains/chain-reader.ts';
import type { RpcOutcome, RpcRequest } from '../chains/json-rpc.ts';
import { hexData } from '../chains/quantity.ts';
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

/** An exact call and its required result; any other result falsifies the entry. */
interface Falsifier {
  readonly chain: string;
  readonly address: string;
  readonly call: { readonly method: string; readonly params: readonly unknown[] };
  readonly expected: { readonly equals: string } | { readonly not: string };
  readonly proves: string;
}

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const supports = (interfaceId: string) => selector('supportsInterface(bytes4)') + interfaceId.padEnd(64, '0');
/** addr(bytes32), the only function that every public resolver of both systems has always had. */
const addrInterface = selector('addr(bytes32)').slice(2);

export function listFalsifiers({ chain, address }: Resolver): Falsifier[] {
  const call = (data: string) => ({ method: 'eth_call', params: [{ to: address, data }, 'latest'] });
  return [
    {
      chain,
      address,
      call: { method: 'eth_getCode', params: [address, 'latest'] },
      expected: { not: '0x' },
      proves: 'there is no contract at the address',
    },
    {
      chain,
      address,
      call: call(supports(addrInterface)),
      expected: { equals: word(1) },
      proves: 'the contract does not resolve addresses: addr(bytes32), EIP-137',
    },
    {
      chain,
      address,
      call: call(supports('ffffffff')),
      expected: { equals: word(0) },
      proves:
        'the contract claims to support every interface, so its other responses are meaningless (ERC-165)',
    },
  ];
}

const toRpcRequest = ({ call }: Falsifier): RpcRequest => ({
  ...call,
  ...(call.method === 'eth_call' && { acceptedError: 'revert' as const }),
});

/** The result that falsifies the entry, if it does; an error is not a result and throws. */
function findFalsification({ call, expected, proves }: Falsifier, outcome: RpcOutcome): string | undefined {
  if (!outcome.ok) return `${proves} (${outcome.reason})`;
  const answer = `0x${hexData(outcome.result, call.method)}`;
  const holds = 'equals' in expected ? answer === expected.equals : answer !== expected.not;
  return holds ? undefined : `${proves} (returned ${answer.slice(0, 80)})`;
}
