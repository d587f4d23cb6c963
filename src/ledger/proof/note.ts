import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** Someone whose Ed25519 signature on a note counts (C2SP signed-note, signature type 0x01). */
export interface NoteVerifier {
  readonly name: string;
  /** The four bytes a signature line begins with. */
  readonly keyId: Buffer;
  readonly publicKey: KeyObject;
  /** The published text of this key: `<name>+<key id in hex>+<base64 of 0x01 and the public key>`. */
  readonly vkey: string;
}

export interface NoteSigner extends NoteVerifier {
  readonly privateKey: KeyObject;
}

/** Something that is no note, or no note by this signer. */
export class NoteError extends Error {}

const maxNoteBytes = 1_000_000;
const maxSignatures = 100;
const ed25519Type = 1;
const seedBytes = 32;
const publicKeyBytes = 32;
const signatureBytes = 64;

// Ed25519 keys have a fixed DER frame (RFC 8410): these bytes, then the 32 of the key.
const pkcs8Frame = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiFrame = Buffer.from('302a300506032b6570032100', 'hex');

/** The signer whose secret is this 32-byte seed (RFC 8032): the same seed and name, the same vkey. */
export function noteSigner(name: string, seed: Uint8Array): NoteSigner {
  if (seed.length !== seedBytes)
    throw new TypeError(`an Ed25519 seed has ${seedBytes} bytes, not ${seed.length}`);
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Frame, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(spkiFrame.length);
  return { ...verifierOf(name, raw), privateKey };
}

/** Reads a published verifier key; throws NoteError where its parts do not agree. */
export function parseVerifierKey(vkey: string): NoteVerifier {
  const [, name, keyId, encoded] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(vkey) ?? [];
  const key = encoded === undefined ? null : strictBase64(encoded);
  if (name === undefined || key === null || key[0] !== ed25519Type || key.length !== 1 + publicKeyBytes) {
    throw new NoteError('not an Ed25519 verifier key');
  }
  const verifier = verifierOf(name, key.subarray(1));
  if (verifier.keyId.toString('hex') !== keyId) throw new NoteError('the key id is not of this name and key');
  return verifier;
}

function verifierOf(name: string, raw: Buffer): NoteVerifier {
  if (!isKeyName(name)) throw new NoteError('a key name holds no space and no plus, and is not empty');
  const typed = Buffer.concat([Buffer.of(ed25519Type), raw]);
  const keyId = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'buffer').subarray(0, 4);
  const publicKey = createPublicKey({ key: Buffer.concat([spkiFrame, raw]), format: 'der', type: 'spki' });
  return { name, keyId, publicKey, vkey: `${name}+${keyId.toString('hex')}+${typed.toString('base64')}` };
}

/** The signed note over `text`, which must end in a newline. */
export function signNote(signer: NoteSigner, text: string): string {
  if (!text.endsWith('\n') || !isNoteText(text)) throw new NoteError('a note is lines of plain text');
  const signature = sign(null, Buffer.from(text), signer.privateKey);
  return `${text}\n— ${signer.name} ${Buffer.concat([signer.keyId, signature]).toString('base64')}\n`;
}

/**
 * The text of a note this verifier's key has signed; throws NoteError otherwise. Signatures of other
 * keys are passed over, as the format demands: witnesses may add theirs.
 */
export function openNote(note: string, verifier: NoteVerifier): string {
  const { text, signatures } = splitNote(note);
  const ours = signatures.filter(({ name, bytes }) => {
    return name === verifier.name && bytes.subarray(0, 4).equals(verifier.keyId);
  });
  if (ours.length === 0)
    throw new NoteError(`not signed by ${verifier.name}+${verifier.keyId.toString('hex')}`);
  const message = Buffer.from(text);
  for (const { bytes } of ours) {
    const signature = bytes.subarray(4);
    if (signature.length !== signatureBytes || !verify(null, message, verifier.publicKey, signature)) {
      throw new NoteError(`the signature of ${verifier.name} is not of this text`);
    }
  }
  return text;
}

interface NoteParts {
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** Takes a note apart without believing it. */
export function splitNote(note: string): NoteParts {
  const cut = note.lastIndexOf('\n\n');
  if (cut < 0 || !note.endsWith('\n') || !isNoteText(note) || Buffer.byteLength(note) > maxNoteBytes) {
    throw new NoteError('not a signed note');
  }
  const lines = note
    .slice(cut + 2)
    .split('\n')
    .slice(0, -1);
  if (lines.length === 0 || lines.length > maxSignatures) throw new NoteError('not a signed note');
  const signatures = lines.map((line) => {
    const [, name, encoded] = /^— ([^ ]+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? [];
    const bytes = encoded === undefined ? null : strictBase64(encoded);
    if (name === undefined || !isKeyName(name) || bytes === null || bytes.length < 5) {
      throw new NoteError('a signature line is malformed');
    }
    return { name, bytes };
  });
  return { text: note.slice(0, cut + 1), signatures };
}

/** Node skips what is not base64 and ignores loose bits; one value must have one spelling. */
export function strictBase64(encoded: string): Buffer | null {
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes : null;
}

function isNoteText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the format forbids
  return text.isWellFormed() && !/[\0-\x09\x0b-\x1f]/.test(text);
}

function isKeyName(name: string): boolean {
  return name !== '' && name.isWellFormed() && !/[\p{White_Space}+]/u.test(name);
}
