import { type Bytes, equal, fromBase64, hex, sha256, utf8 } from './bytes.ts';

export interface Checkpoint {
  readonly size: number;
  readonly root: Bytes;
}

/** What cannot be trusted, in words. */
export class Distrust extends Error {}

const ed25519Type = 1;

/** A C2SP checkpoint, once the signature of this key over it was found good. */
export async function openCheckpoint(note: string, vkey: string): Promise<Checkpoint> {
  const { name, keyId, publicKey } = await verifierOf(vkey);
  const cut = note.indexOf('\n\n');
  const text = note.slice(0, cut + 1);
  const lines = cut < 0 ? [] : note.slice(cut + 2).split('\n');
  const ours = lines
    .map((line) => /^— (\S+) (\S+)$/.exec(line))
    .filter((match) => match?.[1] === name)
    .map((match) => fromBase64(match![2]!))
    .find((bytes) => bytes && equal(bytes.subarray(0, 4), keyId));
  if (!ours) throw new Distrust('the checkpoint is not signed with the key of this ledger');
  const good = await crypto.subtle.verify('Ed25519', publicKey, ours.slice(4), utf8(text));
  if (!good) throw new Distrust('the signature on the checkpoint is wrong');
  const [origin, size, root, end] = text.split('\n');
  const hash = fromBase64(root ?? '');
  if (origin !== name || !/^(0|[1-9]\d*)$/.test(size ?? '') || hash?.length !== 32 || end !== '') {
    throw new Distrust('the checkpoint is malformed');
  }
  return { size: Number(size), root: hash };
}

/** `<name>+<key id>+<base64 of 0x01 and the public key>` (C2SP signed-note). */
async function verifierOf(vkey: string) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? [];
  const typed = encoded === undefined ? undefined : fromBase64(encoded);
  if (!name || typed?.length !== 33 || typed[0] !== ed25519Type)
    throw new Distrust('the ledger’s key is malformed');
  const keyId = (await sha256(utf8(`${name}\n`), typed)).subarray(0, 4);
  if (hex(keyId) !== id) throw new Distrust('the ledger’s key is not of its name');
  const publicKey = await crypto.subtle.importKey('raw', typed.slice(1), 'Ed25519', false, ['verify']);
  return { name, keyId, publicKey };
}
