import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** Signature types of C2SP signed-note: a log signs the note's text, a witness the time and the text. */
export const keyTypes = { log: 0x01, witness: 0x04 } as const;
export type KeyType = (typeof keyTypes)[keyof typeof keyTypes];

/** A key whose Ed25519 signature on a note is accepted. */
export interface NoteVerifier {
  readonly type: KeyType;
  readonly name: string;
  /** The four bytes at the start of a signature line. */
  readonly keyId: Buffer;
  readonly publicKey: KeyObject;
  /** The published form of this key: `<name>+<key id in hex>+<base64 of the type and the public key>`. */
  readonly vkey: string;
}

export interface NoteSigner extends NoteVerifier {
  readonly privateKey: KeyObject;
}

/** Not a note, or not a note by this signer. */
export class NoteError extends Error {}

const maxNoteBytes = 1_000_000;
const maxSignatures = 100;
const seedBytes = 32;
const publicKeyBytes = 32;
const signatureBytes = 64;

// Ed25519 keys have a fixed DER prefix (RFC 8410): these bytes, then the 32 of the key.
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** The signer with this 32-byte seed (RFC 8032): the same seed and name give the same vkey. */
export function noteSigner(name: string, seed: Uint8Array, type: KeyType = keyTypes.log): NoteSigner {
  if (seed.length !== seedBytes)
    throw new TypeError(`an Ed25519 seed has ${seedBytes} bytes, not ${seed.length}`);
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(spkiPrefix.length);
  return { ...createVerifier(name, raw, type), privateKey };
}

/**
 * The same key as a cosigner of its own log's checkpoints. The signed message starts with another line than a
 * checkpoint, so that neither signature can pass for the other.
 */
export function asCosigner<K extends NoteVerifier>(key: K): K {
  const raw = key.publicKey.export({ format: 'der', type: 'spki' }).subarray(spkiPrefix.length);
  return { ...key, ...createVerifier(key.name, raw, keyTypes.witness) };
}

/** Parses a published verifier key; throws NoteError if its parts disagree. */
export function parseVerifierKey(vkey: string, type: KeyType = keyTypes.log): NoteVerifier {
  const [, name, keyId, encoded] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(vkey) ?? [];
  const key = encoded === undefined ? null : strictBase64(encoded);
  if (name === undefined || key === null || key[0] !== type || key.length !== 1 + publicKeyBytes) {
    throw new NoteError(`not an Ed25519 verifier key of type 0x0${type}`);
  }
  const verifier = createVerifier(name, key.subarray(1), type);
  if (verifier.keyId.toString('hex') !== keyId)
    throw new NoteError('the key id does not match the name and the key');
  return verifier;
}

function createVerifier(name: string, raw: Buffer, type: KeyType): NoteVerifier {
  if (!isKeyName(name)) throw new NoteError('a key name must not be empty or contain a space or a plus');
  const typed = Buffer.concat([Buffer.of(type), raw]);
  const keyId = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'buffer').subarray(0, 4);
  const publicKey = createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' });
  return {
    type,
    name,
    keyId,
    publicKey,
    vkey: `${name}+${keyId.toString('hex')}+${typed.toString('base64')}`,
  };
}

/** The signed note over `text`, which must end in a newline; one line per signer. */
export function signNote(signers: NoteSigner | readonly NoteSigner[], text: string): string {
  if (!text.endsWith('\n') || !isNoteText(text))
    throw new NoteError('a note must consist of lines of plain text');
  const message = Buffer.from(text);
  const lines = toArray(signers).map((signer) =>
    signatureLine(signer, sign(null, message, signer.privateKey)),
  );
  return `${text}\n${lines.join('')}`;
}

/** One line of a note: the key's name, and its id with the signature in base64. */
export function signatureLine({ name, keyId }: NoteVerifier, signature: Uint8Array): string {
  return `— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;
}

/**
 * The text of a note that one of these keys has signed; throws NoteError otherwise. Signatures of unknown
 * keys are ignored, as the format requires; an invalid signature of a known key rejects the note, whichever
 * others signed it.
 */
export function openNote(note: string, verifiers: NoteVerifier | readonly NoteVerifier[]): string {
  const { text, signatures } = splitNote(note);
  const message = Buffer.from(text);
  let signed = 0;
  for (const verifier of toArray(verifiers))
    for (const signature of signaturesBy(signatures, verifier)) {
      if (!isSignedBy(verifier, message, signature))
        throw new NoteError(`the signature of ${verifier.name} does not match this text`);
      signed++;
    }
  if (signed > 0) return text;
  const names = toArray(verifiers).map(({ name, keyId }) => `${name}+${keyId.toString('hex')}`);
  throw new NoteError(`not signed by ${names.join(' or ')}`);
}

/** The signatures attributed to this key, without its id. */
export function signaturesBy(signatures: NoteParts['signatures'], { name, keyId }: NoteVerifier): Buffer[] {
  return signatures
    .filter((signature) => signature.name === name && signature.bytes.subarray(0, keyId.length).equals(keyId))
    .map(({ bytes }) => bytes.subarray(keyId.length));
}

export function isSignedBy({ publicKey }: NoteVerifier, message: Buffer, signature: Buffer): boolean {
  return signature.length === signatureBytes && verify(null, message, publicKey, signature);
}

const toArray = <T extends NoteVerifier>(each: T | readonly T[]): readonly T[] =>
  'keyId' in each ? [each] : each;

export interface NoteParts {
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** Splits a note without verifying it. */
export function splitNote(note: string): NoteParts {
  const separator = note.lastIndexOf('\n\n');
  if (separator < 0 || !note.endsWith('\n') || !isNoteText(note) || Buffer.byteLength(note) > maxNoteBytes) {
    throw new NoteError('not a signed note');
  }
  const lines = note
    .slice(separator + 2)
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
  return { text: note.slice(0, separator + 1), signatures };
}

/** The signature lines of the signers that are wanted, as they stand in a note. */
export const linesOf = (note: string, isWanted: (name: string, bytes: Buffer) => boolean): string =>
  splitNote(note)
    .signatures.filter(({ name, bytes }) => isWanted(name, bytes))
    .map(({ name, bytes }) => `— ${name} ${bytes.toString('base64')}\n`)
    .join('');

/** Node skips characters that are not base64 and ignores loose bits; a value must have a single encoding. */
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
