import { keccak_256 } from '@noble/hashes/sha3.js';
import type { SkillCall } from '../catalogue/call.ts';
import { decodeText, decodeUint, encodeBytes, encodeUint, offchainLookup, selector } from './abi.ts';
import { toChecksumAddress } from './address.ts';
import type { ChainQuery, ChainReader } from './chain-reader.ts';
import { ensNameFault } from './ens-name.ts';
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

/** What a contract of the service answered; why it refused where it did. */
interface ContractReply {
  readonly data: string;
  readonly refusal: string | null;
}

const ensQuery = (name: string, to: string, data: string): ChainQuery<ContractReply> => ({
  name,
  requests: [{ method: 'eth_call', params: [{ to, data }, 'latest'], acceptedError: 'revert' }],
  interpret: ([outcome]) =>
    outcome?.ok
      ? { data: hexData(outcome.result, 'eth_call'), refusal: null }
      : { data: '', refusal: outcome?.reason ?? 'no answer' },
});

const addressIn = (data: string): string | null => {
  const word = decodeUint(data);
  if (!('value' in word) || word.value === 0n || word.value >> 160n !== 0n) return null;
  return toChecksumAddress(`0x${word.value.toString(16).padStart(40, '0')}`);
};

/** The primary name of an address, or why there is none to show. */
export interface EnsName {
  /** Whether the lookup was completed. */
  readonly checked: boolean;
  readonly name: string | null;
  readonly reason: string | null;
}

/** The name must be normalised and resolve back to the address, since anyone can claim any name (EIP-181, ENSIP-15). */
export async function findEnsName(
  reader: ChainReader,
  address: string,
  skillCall: SkillCall,
): Promise<EnsName> {
  const ask = (to: string, signature: string, rest: string) =>
    reader.read(ensQuery(`ens ${signature}`, to, `${selector(signature)}${rest}`), skillCall);
  const findResolver = async (node: string) =>
    addressIn((await ask(registry, 'resolver(bytes32)', node)).data);
  const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);
  const reverseResolver = await findResolver(reverse);
  if (!reverseResolver) return unresolved('the address has no reverse record');
  const said = await ask(reverseResolver, 'name(bytes32)', reverse);
  if (said.refusal?.includes(offchainLookup))
    return {
      checked: false,
      name: null,
      reason: 'its reverse record is kept outside the chain (EIP-3668) and was not asked for',
    };
  const claimed = decodeText(said.data);
  if (!('value' in claimed) || claimed.value === '') return unresolved('its reverse record names nothing');
  const name = claimed.value;
  const fault = ensNameFault(name);
  if (fault) return unresolved(`its reverse record is not valid: ${fault}`);

  const node = namehash(name);
  const own = await findResolver(node);
  const answer = own
    ? await ask(own, 'addr(bytes32)', node)
    : await resolveByParent(name, node, { findResolver, ask });
  if (answer?.refusal?.includes(offchainLookup))
    return {
      checked: false,
      name: null,
      reason: `its reverse record names ${name}, whose address is kept outside the chain (EIP-3668) and was not asked for`,
    };
  return answer && addressIn(answer.data) === address
    ? { checked: true, name, reason: null }
    : unresolved(`its reverse record names ${name}, which does not lead back to the address`);
}

const unresolved = (reason: string): EnsName => ({ checked: true, name: null, reason });

/** ENSIP-10: a name without a resolver of its own is resolved by that of the nearest name above it. */
async function resolveByParent(
  name: string,
  node: string,
  {
    findResolver: resolverOf,
    ask,
  }: {
    findResolver(node: string): Promise<string | null>;
    ask(to: string, signature: string, rest: string): Promise<ContractReply>;
  },
): Promise<ContractReply | null> {
  const labels = name.split('.');
  for (let at = 1; at < labels.length; at++) {
    const above = await resolverOf(namehash(labels.slice(at).join('.')));
    if (!above) continue;
    const encoded = encodeBytes(dnsEncoded(labels));
    const wanted = encodeBytes(`${selector('addr(bytes32)').slice(2)}${node}`);
    const second = encodeUint(BigInt(64 + encoded.length / 2));
    const told = await ask(above, 'resolve(bytes,bytes)', encodeUint(64n) + second + encoded + wanted);
    // The answer is bytes, which hold the answer of `addr`.
    return { ...told, data: told.data.slice(128, 192) };
  }
  return null;
}

const dnsEncoded = (labels: readonly string[]): string =>
  `${labels
    .map((label) => Buffer.from(label, 'utf8'))
    .map((bytes) => bytes.length.toString(16).padStart(2, '0') + bytes.toString('hex'))
    .join('')}00`;
