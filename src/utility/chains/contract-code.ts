import { keccak_256 } from '@noble/hashes/sha3.js';
import { selector } from './abi.ts';

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
export const minimalTarget = (code: string): string | undefined =>
  minimalProxy.exec(code.slice(0, 2 * maxMinimalBytes))?.[1];

/** The proxy of a Safe wallet is short and answers `masterCopy()` itself; its first slot holds the implementation. */
export const isSafeProxy = (code: string): boolean =>
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
