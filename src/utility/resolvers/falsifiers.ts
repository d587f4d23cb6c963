import { selector } from '../chains/abi.ts';
import type { RpcOutcome, RpcRequest } from '../chains/json-rpc.ts';
import { hexData } from '../chains/quantity.ts';
import type { Resolver } from './resolver-set.ts';

/** An exact call and its required result; any other result falsifies the entry. */
export interface Falsifier {
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

export const toRpcRequest = ({ call }: Falsifier): RpcRequest => ({
  ...call,
  ...(call.method === 'eth_call' && { acceptedError: 'revert' as const }),
});

/** The result that falsifies the entry, if it does; an error is not a result and throws. */
export function findFalsification(
  { call, expected, proves }: Falsifier,
  outcome: RpcOutcome,
): string | undefined {
  if (!outcome.ok) return `${proves} (${outcome.reason})`;
  const answer = `0x${hexData(outcome.result, call.method)}`;
  const holds = 'equals' in expected ? answer === expected.equals : answer !== expected.not;
  return holds ? undefined : `${proves} (returned ${answer.slice(0, 80)})`;
}
