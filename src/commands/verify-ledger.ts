import { open } from 'node:fs/promises';
import { NoteError, parseVerifierKey } from '../ledger/proof/note.ts';
import { type Verification, verifyExport } from '../ledger/proof/verify.ts';
import { entryChunks } from './log/bundles.ts';
import { checkHashTiles } from './log/hash-tiles.ts';
import { isFile, type LogSource, openLogSource, UnreadableLog } from './log/source.ts';
import { fetchHandovers, readTrustPolicy, type TrustOptions, verifyHead } from './log/trust.ts';
import { ProgressLine } from './progress.ts';

const newline = 0x0a;
const reportInterval = 5_000;

/** Passes the lines of an export through and displays the count, since a ledger of millions takes minutes. */
export async function* withEntryProgress(
  chunks: AsyncIterable<Uint8Array>,
  total?: number,
  progress = new ProgressLine(),
): AsyncGenerator<Uint8Array> {
  let entries = 0;
  let next = reportInterval;
  try {
    for await (const chunk of chunks) {
      for (const byte of chunk) if (byte === newline) entries++;
      if (entries >= next) {
        next = entries + reportInterval;
        const count = total === undefined ? 'the entries' : `${total.toLocaleString('en')} entries`;
        progress.show(`verifying ${count}`, total ? Math.min(1, entries / total) : undefined, entries);
      }
      yield chunk;
    }
  } finally {
    progress.end();
  }
}

/** Exit code from docs/cli.md: the ledger could not be read, which says nothing about its validity. */
const unreachableExitCode = 5;

interface Verified extends Verification {
  readonly cosigned_by?: readonly string[];
  readonly bytes?: number;
}

/**
 * Verifies a complete ledger from public data only: the tiles of a city, bucket or directory, or an export
 * file.
 */
export async function verifyLedger(
  source: string,
  options: TrustOptions & { json?: boolean; hashTiles?: boolean },
): Promise<number> {
  const started = performance.now();
  let verification: Verified;
  try {
    const isRemote = /^https?:\/\//.test(source);
    verification =
      !isRemote && (await isFile(source))
        ? await verifyFile(source)
        : await verifyTiles(await openLogSource(source), options, { hashTiles: options.hashTiles === true });
  } catch (error) {
    if (!(error instanceof UnreadableLog)) throw error;
    process.stderr.write(
      options.json ? `${JSON.stringify({ error: error.message })}\n` : `kith: ${error.message}\n`,
    );
    return unreachableExitCode;
  }
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    options.json ? `${JSON.stringify(summarise(verification))}\n` : report(verification, seconds),
  );
  return verification.ok ? 0 : 1;
}

/** Reads the entries once; with `hashTiles` also the hash tiles, which the entries make redundant. */
export async function verifyTiles(
  source: LogSource,
  options: TrustOptions,
  { hashTiles = false } = {},
): Promise<Verified> {
  const trust = await readTrustPolicy(options);
  const { note, vkey } = await source.checkpoint();
  // Without an independently known key, the log's own claim is used; the report names the signer.
  const keys = trust.keys.length > 0 || vkey === undefined ? trust.keys : [parseVerifierKey(vkey)];
  try {
    const trusted = verifyHead(note, { ...trust, keys }, await fetchHandovers(source));
    const { size } = trusted.head;
    const verification = await verifyExport(withEntryProgress(entryChunks(source, 0, size), size), {
      checkpoint: note,
      keys: trusted.keys,
    });
    if (hashTiles && verification.ok) await checkHashTiles(source, trusted.head.size, trusted.head.root);
    const cosigned_by = trusted.cosignatures.map(({ witness }) => witness);
    return { ...verification, cosigned_by, bytes: source.received };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    const refused = await verifyExport([]);
    return { ...refused, ok: false, problem: { kind: 'checkpoint', message: error.message } };
  }
}

async function verifyFile(name: string): Promise<Verification> {
  const file = await open(name);
  return verifyExport(withEntryProgress(file.createReadStream()), {});
}

function summarise({ balances, ...rest }: Verified) {
  return { ...rest, accounts: balances?.size ?? null };
}

function report(verification: Verified, seconds: number): string {
  const { ok, checked, problem, first_bad_seq, head, root, checkpoint, balances } = verification;
  const rate = Math.round(checked / Math.max(seconds, 0.001));
  const lines = [`${checked} entries checked in ${seconds.toFixed(2)} s (${rate}/s)`];
  if (!ok) {
    const where = first_bad_seq === null ? '' : ` at entry ${first_bad_seq}`;
    lines.push(`BAD${where}: ${problem?.message} (${problem?.kind})`);
  } else {
    lines.push(`head  ${head.seq} ${head.hash}`, `root  ${root}`);
    if (checkpoint) lines.push(`signed by ${checkpoint.origin} at size ${checkpoint.size}`);
    if (verification.cosigned_by?.length) lines.push(`cosigned by ${verification.cosigned_by.join(', ')}`);
    lines.push(`${balances?.size ?? 0} accounts, sum 0`, 'OK');
  }
  return `${lines.join('\n')}\n`;
}
