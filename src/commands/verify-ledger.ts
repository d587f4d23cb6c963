import { open } from 'node:fs/promises';
import { type Verification, verifyExport } from '../ledger/proof/verify.ts';
import { countedEntries } from './counted-entries.ts';

/** As in the table of docs/cli.md: it could not be read, which says nothing of the ledger. */
const notReached = 5;

class Unreadable extends Error {}

/**
 * Checks a whole ledger with nothing but what it publishes: an address of a city, or a file with its export.
 * The checkpoint is fetched before the export, so that the export can only be longer than what was signed.
 */
export async function verifyLedger(
  source: string,
  options: { vkey?: string; json?: boolean },
): Promise<number> {
  const started = performance.now();
  let verification: Verification;
  try {
    verification = /^https?:\/\//.test(source)
      ? await verifyCity(source.replace(/\/+$/, ''), options.vkey)
      : await verifyFile(source);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    process.stderr.write(
      options.json ? `${JSON.stringify({ error: error.message })}\n` : `kith: ${error.message}\n`,
    );
    return notReached;
  }
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    options.json ? `${JSON.stringify(shown(verification))}\n` : report(verification, seconds),
  );
  return verification.ok ? 0 : 1;
}

async function verifyCity(city: string, vkey: string | undefined): Promise<Verification> {
  const signed = await get(`${city}/api/ledger/checkpoint`);
  const checkpoint = await signed.text();
  const exported = await get(`${city}/api/ledger/export`);
  // Without a key known from elsewhere the city's own word for it is all there is; the report says so by showing it.
  const key = vkey ?? signed.headers.get('x-ledger-key') ?? undefined;
  const size = Number(checkpoint.split('\n', 2)[1]) || undefined;
  return verifyExport(countedEntries(exported.body!, size), { checkpoint, ...(key && { vkey: key }) });
}

async function get(url: string): Promise<Response> {
  const response = await fetch(url).catch((error: Error) => {
    throw new Unreadable(
      `${url} is not reached: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    );
  });
  if (!response.ok)
    throw new Unreadable(`${url} answered ${response.status}: is this the address of a city?`);
  return response;
}

async function verifyFile(name: string): Promise<Verification> {
  const file = await open(name).catch((error: Error) => {
    throw new Unreadable(`${name} cannot be read: ${error.message}`);
  });
  if (!(await file.stat()).isFile()) throw new Unreadable(`${name} is no file`);
  return verifyExport(countedEntries(file.createReadStream()), {});
}

function shown({ balances, ...rest }: Verification) {
  return { ...rest, accounts: balances?.size ?? null };
}

function report(verification: Verification, seconds: number): string {
  const { ok, checked, problem, first_bad_seq, head, root, checkpoint, balances } = verification;
  const rate = Math.round(checked / Math.max(seconds, 0.001));
  const lines = [`${checked} entries checked in ${seconds.toFixed(2)} s (${rate}/s)`];
  if (!ok) {
    const where = first_bad_seq === null ? '' : ` at entry ${first_bad_seq}`;
    lines.push(`BAD${where}: ${problem?.message} (${problem?.kind})`);
  } else {
    lines.push(`head  ${head.seq} ${head.hash}`, `root  ${root}`);
    if (checkpoint) lines.push(`signed by ${checkpoint.origin} at size ${checkpoint.size}`);
    lines.push(`${balances?.size ?? 0} accounts, sum 0`, 'OK');
  }
  return `${lines.join('\n')}\n`;
}
