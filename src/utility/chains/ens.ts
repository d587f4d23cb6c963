import { ens_normalize, ens_split } from '@adraffy/ens-normalize';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { SkillCall } from '../catalogue/call.ts';
import {
  decodeBytes,
  decodeText,
  decodeUint,
  encodeBytes,
  encodeUint,
  offchainLookup,
  selector,
} from './abi.ts';
import { toChecksumAddress } from './address.ts';
import type { ChainQuery, ChainReader } from './chain-reader.ts';
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

/** The response of a contract of the service, or why it reverted. */
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
  const ask: AskContract = (to, signature, rest) =>
    reader.read(ensQuery(`ens ${signature}`, to, `${selector(signature)}${rest}`), skillCall);
  const reverse = `${address.slice(2).toLowerCase()}.addr.reverse`;
  const reverseRecord = await askRecord(reverse, 'name(bytes32)', (data) => textIn(data) !== null, ask);
  if (!reverseRecord) return unresolved('the address has no reverse record');
  if (isOffchain(reverseRecord))
    return {
      checked: false,
      name: null,
      reason: 'its reverse record is stored off-chain (EIP-3668) and was not looked up',
    };
  const name = textIn(reverseRecord.data);
  if (name === null) return unresolved('its reverse record is empty');
  const fault = findEnsNameFault(name);
  if (fault) return unresolved(`its reverse record is not valid: ${fault}`);

  const answer = await askRecord(name, 'addr(bytes32)', (data) => addressIn(data) !== null, ask);
  if (answer && isOffchain(answer))
    return {
      checked: false,
      name: null,
      reason: `its reverse record names ${name}, whose address is stored off-chain (EIP-3668) and was not looked up`,
    };
  return answer && addressIn(answer.data) === address
    ? { checked: true, name, reason: null }
    : unresolved(`its reverse record names ${name}, which does not resolve back to the address`);
}

const unresolved = (reason: string): EnsName => ({ checked: true, name: null, reason });

const isOffchain = ({ refusal }: ContractReply): boolean => refusal?.includes(offchainLookup) ?? false;

const textIn = (data: string): string | null => {
  const decoded = decodeText(data);
  return 'value' in decoded && decoded.value !== '' ? decoded.value : null;
};

type AskContract = (to: string, signature: string, rest: string) => Promise<ContractReply>;

/**
 * A record of a name, from its own resolver or that of the nearest parent (ENSIP-10). A resolver that only supports `resolve`
 * does not answer the direct call, so `resolve` is tried next. Null if no resolver is set.
 */
async function askRecord(
  name: string,
  signature: string,
  holdsRecord: (data: string) => boolean,
  ask: AskContract,
): Promise<ContractReply | null> {
  const labels = name.split('.');
  for (let at = 0; at < labels.length; at++) {
    const found = await ask(registry, 'resolver(bytes32)', namehash(labels.slice(at).join('.')));
    const resolver = addressIn(found.data);
    if (!resolver) continue;
    const plain = at === 0 ? await ask(resolver, signature, namehash(name)) : null;
    if (plain && (holdsRecord(plain.data) || isOffchain(plain))) return plain;
    const extended = await askExtended(resolver, labels, selector(signature).slice(2) + namehash(name), ask);
    return plain && !holdsRecord(extended.data) && !isOffchain(extended) ? plain : extended;
  }
  return null;
}

async function askExtended(
  resolver: string,
  labels: readonly string[],
  recordCall: string,
  ask: AskContract,
): Promise<ContractReply> {
  const encoded = encodeBytes(dnsEncoded(labels));
  const second = encodeUint(BigInt(64 + encoded.length / 2));
  const args = encodeUint(64n) + second + encoded + encodeBytes(recordCall);
  const reply = await ask(resolver, 'resolve(bytes,bytes)', args);
  // The response is `bytes` that contain the response of the inner call.
  return { ...reply, data: decodeBytes(reply.data) ?? '' };
}

const dnsEncoded = (labels: readonly string[]): string =>
  `${labels
    .map((label) => Buffer.from(label, 'utf8'))
    .map((bytes) => bytes.length.toString(16).padStart(2, '0') + bytes.toString('hex'))
    .join('')}00`;

/** The limit of DNS; a longer name is not normalised. */
const maxNameLength = 255;

/**
 * What is wrong with a name by ENSIP-15 (not normalised, mixed scripts, invisible or confusable characters); null if it may be
 * displayed. The sentence escapes everything outside ASCII, so that it does not display the imitation itself.
 */
export function findEnsNameFault(name: string): string | null {
  if (Buffer.byteLength(name) > maxNameLength) return `the name is longer than ${maxNameLength} bytes`;
  const quoted = `"${escapeNonAscii(name)}"`;
  if (!name.includes('.') || name.split('.').includes('')) return `${quoted} is not a name of several labels`;
  const [fault] = ens_split(name).flatMap(({ error }) => error ?? []);
  if (fault) return `${quoted} breaks ENSIP-15: ${escapeNonAscii(fault.message.replaceAll('\u200e', ''))}`;
  const normalised = ens_normalize(name);
  return normalised === name
    ? null
    : `${quoted} is not normalised; by ENSIP-15 it would be "${escapeNonAscii(normalised)}", a different name`;
}

const escapeNonAscii = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e]/gu, (each) => `{${each.codePointAt(0)?.toString(16).toUpperCase()}}`);
