import { toChecksumAddress } from './address.ts';
import type { ChainQuery } from './chain-reader.ts';
import { isSafeProxy, minimalTarget, type ProxyKind, proxySlots } from './contract-code.ts';
import { type RpcOutcome, type RpcRequest, requireResult } from './json-rpc.ts';
import { hexData, quantity, smallQuantity } from './quantity.ts';

/** EIP-7702: the code of an account that delegates to a contract. */
const delegation = /^ef0100([0-9a-f]{40})$/;

export interface EvmAccount {
  /** In hexadecimal without 0x. */
  readonly code: string;
  readonly isContract: boolean;
  readonly delegatedTo: string | null;
  readonly implementation: string | null;
  readonly proxy: ProxyKind | null;
  readonly beacon: string | null;
  /** Why it is not known whether it is a proxy; null if its slots were read. */
  readonly proxyUnknown: string | null;
  readonly balance: bigint;
  readonly nonce: number;
  readonly block: number;
}

export const accountQuery = (address: string): ChainQuery<EvmAccount> => {
  const slot = (at: string): RpcRequest => ({
    method: 'eth_getStorageAt',
    params: [address, at, 'latest'],
    acceptedError: 'unsupported',
  });
  return {
    name: 'account',
    requests: [
      { method: 'eth_getCode', params: [address, 'latest'] },
      { method: 'eth_getBalance', params: [address, 'latest'] },
      { method: 'eth_getTransactionCount', params: [address, 'latest'] },
      { method: 'eth_blockNumber', params: [] },
      slot(proxySlots.eip1967),
      slot(proxySlots.eip1822),
      slot(proxySlots.zeppelinos),
      slot(proxySlots.beacon),
      slot('0x0'),
    ],
    interpret: ([codeAnswer, balance, nonce, block, ...slots]) => {
      const code = hexData(requireResult(codeAnswer), 'eth_getCode');
      const delegatedTo = delegation.exec(code)?.[1];
      const isContract = code !== '' && !delegatedTo;
      return {
        code,
        isContract,
        delegatedTo: delegatedTo ? toChecksumAddress(`0x${delegatedTo}`) : null,
        ...(isContract ? detectProxy(code, slots) : noProxy),
        balance: quantity(requireResult(balance), 'eth_getBalance'),
        nonce: smallQuantity(requireResult(nonce), 'eth_getTransactionCount'),
        block: smallQuantity(requireResult(block), 'eth_blockNumber'),
      };
    },
  };
};

const noProxy = { implementation: null, proxy: null, beacon: null, proxyUnknown: null };

function detectProxy(code: string, [eip1967, eip1822, zeppelinos, beaconSlot, first]: readonly RpcOutcome[]) {
  const target = minimalTarget(code);
  const found: [ProxyKind, string | null][] = [
    ['minimal', target ? toChecksumAddress(`0x${target}`) : null],
    ['eip1967', storedAddress(eip1967)],
    ['eip1822', storedAddress(eip1822)],
    ['zeppelinos', storedAddress(zeppelinos)],
    ['safe', isSafeProxy(code) ? storedAddress(first) : null],
  ];
  const [proxy, implementation] = found.find(([, address]) => address !== null) ?? [null, null];
  if (proxy) return { ...noProxy, proxy, implementation };
  const beacon = storedAddress(beaconSlot);
  if (beacon) return { ...noProxy, proxy: 'beacon' as const, beacon };
  const slots = [eip1967, eip1822, zeppelinos, beaconSlot, ...(isSafeProxy(code) ? [first] : [])];
  const unread = slots.find((each) => each && !each.ok);
  return { ...noProxy, proxyUnknown: unread && !unread.ok ? unread.reason : null };
}

/** The address in a storage slot of a contract; null if the slot is empty or holds something else. */
function storedAddress(slot: RpcOutcome | undefined): string | null {
  const stored = slot?.ok ? quantity(slot.result, 'eth_getStorageAt') : 0n;
  return stored > 0n && stored < 1n << 160n
    ? toChecksumAddress(`0x${stored.toString(16).padStart(40, '0')}`)
    : null;
}
