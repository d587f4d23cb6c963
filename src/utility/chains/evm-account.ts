import { keccak_256 } from '@noble/hashes/sha3.js';
import { decodeUint, selector } from './abi.ts';
import { toChecksumAddress } from './address.ts';
import type { ChainQuery } from './chain-reader.ts';
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

/** How a proxy locates the code it runs. */
export type ProxyKind = 'eip1967' | 'eip1822' | 'zeppelinos' | 'beacon' | 'minimal' | 'safe';

const hash = (text: string): bigint =>
  BigInt(`0x${Buffer.from(keccak_256(Buffer.from(text, 'ascii'))).toString('hex')}`);
const toSlot = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

/** Storage slots in which proxies keep the address of their implementation or beacon. */
export const proxySlots = {
  eip1967: toSlot(hash('eip1967.proxy.implementation') - 1n),
  beacon: toSlot(hash('eip1967.proxy.beacon') - 1n),
  eip1822: toSlot(hash('PROXIABLE')),
  /** Before EIP-1967; USDC of Ethereum keeps its implementation there. */
  zeppelinos: toSlot(hash('org.zeppelinos.proxy.implementation')),
} as const;

/** Copies the call, then PUSH20 of an address, GAS, DELEGATECALL: EIP-1167, EIP-7511 and their variants. */
const minimalProxy = /^(?:(?!7f|73)[0-9a-f]{2}|7f[0-9a-f]{64})*?73([0-9a-f]{40})5af4/;
/** The delegation is within these bytes; the arguments of a clone may follow it, of any length. */
const maxMinimalBytes = 128;

/** A contract whose whole code delegates to another one. */
const minimalTarget = (code: string): string | undefined =>
  minimalProxy.exec(code.slice(0, 2 * maxMinimalBytes))?.[1];

/** The proxy of a Safe wallet is short and answers `masterCopy()` itself; its first slot holds the implementation. */
const isSafeProxy = (code: string): boolean =>
  code.length < 1_000 && code.includes(selector('masterCopy()').slice(2)) && code.includes('f4');

const interfaces: Readonly<Record<string, readonly string[]>> = {
  erc20: ['totalSupply()', 'balanceOf(address)', 'transfer(address,uint256)', 'approve(address,uint256)'],
  erc721: ['ownerOf(uint256)', 'balanceOf(address)', 'safeTransferFrom(address,address,uint256)'],
  erc1155: ['balanceOf(address,uint256)', 'safeTransferFrom(address,address,uint256,uint256,bytes)'],
  erc4626: ['asset()', 'convertToAssets(uint256)', 'deposit(uint256,address)'],
  erc2612: ['permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', 'nonces(address)'],
  erc165: ['supportsInterface(bytes4)'],
  ownable: ['owner()', 'transferOwnership(address)'],
};
const selectors = Object.entries(interfaces).map(
  ([name, functions]) => [name, functions.map((each) => `63${selector(each).slice(2)}`)] as const,
);

/** Interfaces whose functions all appear in the code's dispatcher (PUSH4 and the selector). */
export const interfacesIn = (code: string): string[] =>
  selectors.filter(([, pushed]) => pushed.every((each) => code.includes(each))).map(([name]) => name);

/** The implementation that a beacon reports for its proxies; null if it reports none. */
export const beaconQuery = (beacon: string): ChainQuery<string | null> => ({
  name: 'beacon',
  requests: [
    {
      method: 'eth_call',
      params: [{ to: beacon, data: selector('implementation()') }, 'latest'],
      acceptedError: 'revert',
    },
  ],
  interpret: ([outcome]) => {
    const word = outcome?.ok ? decodeUint(hexData(outcome.result, 'eth_call')) : { reason: '' };
    if (!('value' in word) || word.value === 0n || word.value >> 160n !== 0n) return null;
    return toChecksumAddress(`0x${word.value.toString(16).padStart(40, '0')}`);
  },
});

/** The code at an address, in hexadecimal without 0x. */
export const codeQuery = (address: string): ChainQuery<string> => ({
  name: 'code',
  requests: [{ method: 'eth_getCode', params: [address, 'latest'] }],
  interpret: ([code]) => hexData(requireResult(code), 'eth_getCode'),
});
