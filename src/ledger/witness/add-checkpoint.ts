import { openCheckpoint, readCheckpoint } from '../proof/checkpoint.ts';
import { cosign } from '../proof/cosignature.ts';
import { emptyRoot, hashBytes } from '../proof/merkle.ts';
import { verifyConsistency } from '../proof/merkle-proof.ts';
import { NoteError, type NoteSigner, type NoteVerifier, splitNote, strictBase64 } from '../proof/note.ts';
import type { WitnessedHeads } from './heads.ts';

export interface WitnessAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
}

interface Submission {
  readonly old: number;
  readonly proof: readonly Buffer[];
  readonly note: string;
}

const maxProofLines = 63;

/**
 * The decision of C2SP tlog-witness: a head is cosigned if it is signed by its log and extends the last one
 * seen.
 */
export class CheckpointWitness {
  readonly #signer: NoteSigner;
  readonly #logs: readonly NoteVerifier[];
  readonly #heads: WitnessedHeads;
  readonly #now: () => number;
  /** One decision per log at a time: two at once could both extend the same head. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #onConflict: (origin: string, file: string) => void;

  constructor(deps: {
    signer: NoteSigner;
    logs: readonly NoteVerifier[];
    heads: WitnessedHeads;
    /** In milliseconds. */
    now: () => number;
    onConflict: (origin: string, file: string) => void;
  }) {
    this.#signer = deps.signer;
    this.#logs = deps.logs;
    this.#heads = deps.heads;
    this.#now = deps.now;
    this.#onConflict = deps.onConflict;
  }

  async add(body: string): Promise<WitnessAnswer> {
    const submission = parse(body);
    if (!submission) return { status: 400, body: 'not an add-checkpoint request\n' };
    const { origin } = readCheckpoint(submission.note);
    const keys = this.#logs.filter(({ name }) => name === origin);
    if (keys.length === 0) return { status: 404, body: 'this witness does not know the log\n' };
    try {
      openCheckpoint(submission.note, keys);
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      return { status: 403, body: `${error.message}\n` };
    }
    const turn = (this.#turns.get(origin) ?? Promise.resolve()).then(() => this.#decide(origin, submission));
    this.#turns.set(
      origin,
      turn.catch(() => {}),
    );
    return turn;
  }

  async #decide(origin: string, { old, proof, note }: Submission): Promise<WitnessAnswer> {
    const { size, root } = readCheckpoint(note);
    const seen = this.#heads.of(origin);
    const seenSize = seen?.size ?? 0;
    const seenRoot = seen ? Buffer.from(seen.root, 'base64') : emptyRoot;
    if (old > size) return { status: 400, body: 'old is larger than the checkpoint\n' };
    if (old !== seenSize) return { status: 409, type: 'text/x.tlog.size', body: `${seenSize}\n` };
    if (!verifyConsistency(old, size, seenRoot, root, proof)) {
      // Signed by the log but not an extension of what it signed before: a fork, unless the proof is merely
      // wrong.
      if (seen && size === seenSize)
        this.#onConflict(origin, await this.#heads.keepConflict(origin, seen.note, note));
      return { status: 422, body: 'the checkpoint does not extend what this witness has seen\n' };
    }
    const { text } = splitNote(note);
    const line = cosign(this.#signer, text, Math.floor(this.#now() / 1_000));
    await this.#heads.keep({ origin, size, root: root.toString('base64'), note: note + line });
    return { status: 200, body: line };
  }
}

/** Split at the first empty line; a note itself is split at its last. */
function parse(body: string): Submission | undefined {
  const separator = body.indexOf('\n\n');
  const [first = '', ...lines] = separator < 0 ? [] : body.slice(0, separator).split('\n');
  const old = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1];
  const proof = lines.map(strictBase64);
  const note = body.slice(separator + 2);
  if (old === undefined || lines.length > maxProofLines) return undefined;
  if (!proof.every((hash) => hash?.length === hashBytes)) return undefined;
  try {
    readCheckpoint(note);
  } catch (error) {
    if (error instanceof NoteError) return undefined;
    throw error;
  }
  return { old: Number(old), proof: proof.filter((hash) => hash !== null), note };
}
