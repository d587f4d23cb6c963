import { keyTypes, NoteError, type NoteVerifier, parseVerifierKey } from './proof/note.ts';

/** A witness of KITH_WITNESSES: its key, and where checkpoints are submitted. */
export interface WitnessAddress {
  readonly key: NoteVerifier;
  /** The submission prefix, without a trailing slash. */
  readonly url: string;
}

const maxWitnesses = 32;

/** Parses `<vkey>@<address>,…`; throws the end of a sentence that starts with the setting's name. */
export function witnessList(raw: string): WitnessAddress[] {
  const items = raw.split(',').map((each) => each.trim());
  const witnesses = items.filter(Boolean).map(parseWitness);
  if (witnesses.length > maxWitnesses) throw new Error(`must name at most ${maxWitnesses} witnesses`);
  const keys = new Set(witnesses.map(({ key }) => key.publicKey.export({ format: 'jwk' }).x));
  if (keys.size < witnesses.length) throw new Error('must not name a key twice');
  return witnesses;
}

function parseWitness(text: string): WitnessAddress {
  // A key contains no @, but a URL may.
  const separator = text.indexOf('@http');
  const address = text.slice(separator + 1);
  if (separator < 0 || !URL.canParse(address)) throw new Error(`must be <vkey>@https://…, not "${text}"`);
  try {
    return {
      key: parseVerifierKey(text.slice(0, separator), keyTypes.witness),
      url: address.replace(/\/+$/, ''),
    };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new Error(
      `must contain cosigner keys of type 0x04: "${text.slice(0, separator)}" is ${error.message}`,
    );
  }
}
