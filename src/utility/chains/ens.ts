import { keccak_256 } from '@noble/hashes/sha3.js';
import type { SkillCall } from '../catalogue/call.ts';
import { decodeText, decodeUint, selector } from './abi.ts';
import { checksummed } from './address.ts';
import type { ChainReader, Reading } from './chain-reader.ts';
import { hexData } from './quantity.ts';

/** The registry of the Ethereum Name Service, which exists on Ethereum only. */
const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';

const hash = (bytes: Uint8Array): Buffer => Buffer.from(keccak_256(bytes));

/** EIP-137: hashes a name label by label from the right. */
export function namehash(name: string): string {
  let node: Buffer = Buffer.alloc(32);
  for (const label of name.split('.').toReversed())
    node = hash(Buffer.concat([node, hash(Buffer.from(label, 'utf8'))]));
  return node.toString('hex');
}

const call = (name: string, to: string, signature: string, node: string): Reading<string> => ({
  name,
  requests: [
    { method: 'eth_call', params: [{ to, data: `${selector(signature)}${node}` }, 'latest'], may: 'revert' },
  ],
  understand: ([outcome]) => (outcome?.ok ? hexData(outcome.result, 'eth_call') : ''),
});

const addressIn = (data: string): string | null => {
  const word = decodeUint(data);
  if (!('value' in word) || word.value === 0n || word.value >> 160n !== 0n) return null;
  return checksummed(`0x${word.value.toString(16).padStart(40, '0')}`);
};

/**
 * The primary name of an address. The name must resolve back to the address, since anyone can claim any name
 * (EIP-181).
 */
export async function ensNameOf(
  reader: ChainReader,
  address: string,
  skillCall: SkillCall,
): Promise<string | null> {
  const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);
  const ask = (to: string, signature: string, node: string) =>
    reader.read(call(`ens ${signature}`, to, signature, node), skillCall);
  const reverseResolver = addressIn(await ask(registry, 'resolver(bytes32)', reverse));
  if (!reverseResolver) return null;
  const claimed = decodeText(await ask(reverseResolver, 'name(bytes32)', reverse));
  if (!('value' in claimed) || !/^[^\s.]+(?:\.[^\s.]+)+$/u.test(claimed.value)) return null;
  const name = claimed.value;
  const node = namehash(name);
  const resolver = addressIn(await ask(registry, 'resolver(bytes32)', node));
  if (!resolver) return null;
  return addressIn(await ask(resolver, 'addr(bytes32)', node)) === address ? name : null;
}
