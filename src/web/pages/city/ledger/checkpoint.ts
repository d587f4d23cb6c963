import { type Bytes, bytesToHex, equal, fromBase64, sha256, utf8 } from './bytes.ts';
import type { WitnessPolicy } from './policy.ts';
import { UntrustedCheckpoint } from './untrusted-checkpoint.ts';

export interface Checkpoint {
  readonly size: number;
  readonly root: Bytes;
}

const logType = 1;
const witnessType = 4;

interface SignatureLine {
  readonly name: string;
  readonly bytes: Bytes;
}

/** Opens a C2SP checkpoint after verifying the signature of one of these keys. */
export async function openCheckpoint(note: string, ...vkeys: readonly string[]): Promise<Checkpoint> {
  const { text, lines } = split(note);
  let signer: string | undefined;
  for (const vkey of vkeys) {
    const key = await importVerifier(vkey, logType);
    for (const signature of signaturesOf(lines, key)) {
      if (!(await crypto.subtle.verify('Ed25519', key.publicKey, signature, utf8(text))))
        throw new UntrustedCheckpoint('the signature on the checkpoint is wrong');
      signer = key.name;
    }
  }
  if (signer === undefined)
    throw new UntrustedCheckpoint('the checkpoint is not signed with the key of this ledger');
  const [origin, size, root, end] = text.split('\n');
  const hash = fromBase64(root ?? '');
  if (origin !== signer || !/^(0|[1-9]\d*)$/.test(size ?? '') || hash?.length !== 32 || end !== '') {
    throw new UntrustedCheckpoint('the checkpoint is malformed');
  }
  return { size: Number(size), root: hash };
}

/** The cosigning witnesses of the policy; throws if they are not a quorum or a signature is invalid. */
export async function requireQuorum(note: string, policy: WitnessPolicy): Promise<string[]> {
  const { text, lines } = split(note);
  const signed = new Set<string>();
  for (const [name, vkey] of policy.witnesses) {
    const key = await importVerifier(vkey, witnessType);
    for (const bytes of signaturesOf(lines, key)) {
      const time = bytes.length > 8 ? new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0) : 0n;
      const message = utf8(`cosignature/v1\ntime ${time}\n${text}`);
      if (time === 0n || !(await crypto.subtle.verify('Ed25519', key.publicKey, bytes.slice(8), message)))
        throw new UntrustedCheckpoint(`the cosignature of ${key.name} is wrong`);
      signed.add(name);
    }
  }
  if (policy.isQuorum(signed)) return [...signed];
  throw new UntrustedCheckpoint(
    `the checkpoint has no quorum: ${signed.size} of ${policy.witnesses.size} witnesses cosigned it`,
  );
}

function split(note: string): { text: string; lines: SignatureLine[] } {
  const separator = note.lastIndexOf('\n\n');
  if (separator < 0) throw new UntrustedCheckpoint('the checkpoint is malformed');
  const lines = note
    .slice(separator + 2)
    .split('\n')
    .flatMap((line) => {
      const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      const bytes = encoded === undefined ? undefined : fromBase64(encoded);
      return name !== undefined && bytes ? [{ name, bytes }] : [];
    });
  return { text: note.slice(0, separator + 1), lines };
}

/** Signatures that claim to be by a key, without its id. */
const signaturesOf = (
  lines: readonly SignatureLine[],
  { name, keyId }: { name: string; keyId: Bytes },
): Bytes[] =>
  lines
    .filter((line) => line.name === name && equal(line.bytes.subarray(0, 4), keyId))
    .map(({ bytes }) => bytes.slice(4));

/** `<name>+<key id>+<base64 of the type and the public key>` (C2SP signed-note). */
async function importVerifier(vkey: string, type: number) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? [];
  const typed = encoded === undefined ? undefined : fromBase64(encoded);
  if (!name || typed?.length !== 33 || typed[0] !== type) throw new UntrustedCheckpoint('a key is malformed');
  const keyId = (await sha256(utf8(`${name}\n`), typed)).subarray(0, 4);
  if (bytesToHex(keyId) !== id) throw new UntrustedCheckpoint('a key does not match its name');
  const publicKey = await crypto.subtle.importKey('raw', typed.slice(1), 'Ed25519', false, ['verify']);
  return { name, keyId, publicKey };
}
