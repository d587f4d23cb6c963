import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../platform/db/database.ts';
import type { Transact } from '../platform/db/transaction.ts';
import { minuteMs } from '../platform/duration.ts';
import type { Log } from '../platform/log.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { recurringTask, type TaskKind } from '../platform/scheduler/task-kind.ts';
import type { Checkpoints, SignedHead } from './checkpoints.ts';
import { createNodeStore } from './nodes.ts';
import { verifyCosignatures } from './proof/cosignature.ts';
import { consistencyProof } from './proof/merkle-proof.ts';
import { linesOf, NoteError, type NoteVerifier, splitNote } from './proof/note.ts';
import type { WitnessAddress } from './witness-list.ts';

const minIntervalMs = 1_000;
const timeoutMs = 5_000;
const maxAnswerBytes = 16_384;
/** A witness is asked again for a head it has already signed, to show readers that the head is current. */
const refreshMs = 5 * minuteMs;

interface WitnessDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  /** May reach the witnesses on private addresses: the operator has named them. */
  readonly outbound: Outbound;
  readonly log: Log;
  readonly checkpoints: Checkpoints;
  readonly witnesses: readonly WitnessAddress[];
}

/** The witness did not cosign: it could not be reached, or has seen a different history. */
class NotCosigned extends Error {}

/**
 * Signs a head per interval, submits it to every witness, and publishes it with the cosignatures received.
 */
export function witnessTasks(deps: WitnessDependencies, intervalMs: number): TaskKind[] {
  return [
    recurringTask('ask the witnesses', Math.max(intervalMs, minIntervalMs), async (task) => {
      await askWitnesses(deps);
      await deps.transaction((tx) => task.finish(tx));
    }),
  ];
}

async function askWitnesses(deps: WitnessDependencies): Promise<void> {
  const head = await deps.checkpoints.sign();
  const text = signedByLog(head.note);
  const known = await readWitnessStates(deps);
  const lines = await Promise.all(
    deps.witnesses.map(async (witness) => {
      const last = known.get(witness.key.vkey);
      const line = ownLines(head.note, witness.key);
      const signedMs = line === '' ? undefined : last?.cosigned_at?.getTime();
      if (signedMs !== undefined && deps.clock.now().getTime() - signedMs < refreshMs) return line;
      return (await askOne(deps, witness, { ...head, note: text }, last?.size ?? 0)) || line;
    }),
  );
  const cosignatures = lines.filter((line) => line !== '').length;
  await deps.transaction((tx) =>
    tx
      .updateTable('ledger_checkpoint')
      .set({ note: text + lines.join(''), cosignatures, published: true })
      .where('size', '=', head.size)
      .execute(),
  );
}

type WitnessState = { readonly size: number; readonly cosigned_at: Date | null };

async function readWitnessStates({ read }: WitnessDependencies): Promise<Map<string, WitnessState>> {
  const rows = await read.selectFrom('ledger_witness').select(['vkey', 'size', 'cosigned_at']).execute();
  return new Map(rows.map((row) => [row.vkey, row]));
}

/** The line that a witness adds; empty if it adds none, which is recorded and never affects the others. */
async function askOne(
  deps: WitnessDependencies,
  witness: WitnessAddress,
  head: SignedHead,
  known: number,
): Promise<string> {
  const { log, transaction, clock } = deps;
  const { vkey } = witness.key;
  const remember = (state: { size: number; cosigned_at: Date } | { failed_at: Date; error: string }) =>
    transaction((tx) =>
      tx
        .insertInto('ledger_witness')
        .values({ vkey, ...state })
        .onConflict((conflict) => conflict.column('vkey').doUpdateSet(state))
        .execute(),
    );
  try {
    const line = await submit(deps, witness, head, known);
    await remember({ size: head.size, cosigned_at: clock.now() });
    return line;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ witness: witness.key.name, size: head.size, reason }, 'a witness did not cosign');
    await remember({ failed_at: clock.now(), error: reason });
    return '';
  }
}

async function submit(
  deps: WitnessDependencies,
  { key, url }: WitnessAddress,
  head: SignedHead,
  known: number,
  retried = false,
): Promise<string> {
  const old = Math.min(known, head.size);
  const proof = await consistencyProof(createNodeStore(deps.read), old, head.size);
  const body = [`old ${old}`, ...proof.map((hash) => hash.toString('base64')), '', head.note].join('\n');
  const answer = await deps.outbound.fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    timeoutMs: timeoutMs,
    maxBytes: maxAnswerBytes,
    maxRedirects: 0,
  });
  const text = answer.body.toString();
  const isSize = String(answer.headers['content-type'] ?? '').startsWith('text/x.tlog.size');
  if (answer.status === 409 && isSize && /^\d+\n$/.test(text)) {
    const witnessedSize = Number(text);
    if (witnessedSize > head.size)
      throw new NotCosigned(
        `it has cosigned ${witnessedSize} entries and this ledger has ${head.size}: history was lost or forked`,
      );
    if (!retried) return submit(deps, { key, url }, head, witnessedSize, true);
  }
  if (answer.status !== 200)
    throw new NotCosigned(`it returned ${answer.status}: ${text.slice(0, 200).trim() || 'no body'}`);
  return validLine(head.note, text, key);
}

/** Only the witness's own line from its response, after verifying it. */
function validLine(note: string, answered: string, key: NoteVerifier): string {
  try {
    const line = ownLines(note + answered, key);
    if (verifyCosignatures(note + line, [key]).length === 1) return line;
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new NotCosigned(`it returned an invalid cosignature: ${error.message}`);
  }
  throw new NotCosigned('it returned no cosignature');
}

const ownLines = (note: string, { name, keyId }: NoteVerifier): string =>
  linesOf(note, (signer, bytes) => signer === name && bytes.subarray(0, keyId.length).equals(keyId));

/** The note with only the log's own signatures, as sent to every witness. */
function signedByLog(note: string): string {
  const { text } = splitNote(note);
  const [origin] = text.split('\n', 1);
  return `${text}\n${linesOf(note, (name) => name === origin)}`;
}
