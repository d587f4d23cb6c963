import {
  NoteError,
  type NoteSigner,
  type NoteVerifier,
  openNote,
  parseVerifierKey,
  signNote,
  splitNote,
} from './note.ts';

/**
 * A note in which a log's key names the next one: signed by both, so neither can be claimed by a third party.
 */
interface Handover {
  readonly origin: string;
  readonly before: NoteVerifier;
  readonly after: NoteVerifier;
  readonly at: string;
}

/** The first line: no checkpoint starts with it, so a signature of one cannot pass for the other. */
const title = 'kith key hand-over v1';

/** The kind of the ledger entry whose memo is a handover. */
export const handoverKind = 'key';

export function signHandover(before: NoteSigner, after: NoteSigner, at: Date): string {
  const lines = [title, before.name, before.vkey, after.vkey, at.toISOString()];
  return signNote([before, after], `${lines.join('\n')}\n`);
}

/** The handover, if both keys signed it; throws NoteError otherwise. */
function openHandover(note: string): Handover {
  const [first, origin, beforeKey, afterKey, at, ...rest] = splitNote(note).text.split('\n');
  if (first !== title || !origin || !beforeKey || !afterKey || !at || rest.length !== 1)
    throw new NoteError('not a key handover');
  const [before, after] = [parseVerifierKey(beforeKey), parseVerifierKey(afterKey)];
  if (before.name !== origin || after.name !== origin)
    throw new NoteError('a handover must name two keys of the same log');
  openNote(note, before);
  openNote(note, after);
  return { origin, before, after, at };
}

/** The keys that follow from a trusted one, through handovers in any order. Others are ignored. */
export function keyRing(trusted: NoteVerifier, notes: readonly string[]): NoteVerifier[] {
  const ring = [trusted];
  const handovers = notes.map(tryOpenHandover).filter((each) => each !== undefined);
  for (let i = 0; i < ring.length; i++)
    for (const { before, after } of handovers)
      if (before.vkey === ring[i]?.vkey && !ring.some(({ vkey }) => vkey === after.vkey)) ring.push(after);
  return ring;
}

function tryOpenHandover(note: string): Handover | undefined {
  try {
    return openHandover(note);
  } catch (error) {
    if (error instanceof NoteError) return undefined;
    throw error;
  }
}
