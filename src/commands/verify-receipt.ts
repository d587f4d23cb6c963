import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { keyRing } from '../ledger/proof/handover.ts';
import { NoteError } from '../ledger/proof/note.ts';
import {
  openReceipt,
  type ReceiptFacts,
  type ReceiptProof,
  receiptHash,
  sha256Hex,
  verifyReceiptProof,
} from '../ledger/proof/receipt.ts';
import { jsonDecoder, unreadable } from '../platform/decode.ts';
import { replaceFile } from '../platform/replace-file.ts';
import { openLogSource, readText, UnreadableLog } from './log/source.ts';
import {
  fetchHandovers,
  readTrustPolicy,
  type TrustOptions,
  type TrustPolicy,
  verifyHead,
} from './log/trust.ts';

const unreachableExitCode = 5;

export interface ReceiptOptions extends TrustOptions {
  /** The file with the response body that the receipt is for. */
  readonly answer?: string | undefined;
  /** City to fetch the inclusion proof of the receipt from. */
  readonly city?: string | undefined;
  /** File to save receipt and proof to. */
  readonly save?: string | undefined;
  readonly json: boolean;
}

interface ReceiptFile {
  readonly receipt: string;
  readonly proof?: ReceiptProof | undefined;
  /** Signed notes of key handovers, leading from an earlier known key to the one that signed. */
  readonly handovers?: readonly string[] | undefined;
}

/** Verifies a receipt with public keys only; for two receipts, also whether they contradict each other. */
export async function verifyReceipt(files: readonly string[], options: ReceiptOptions): Promise<number> {
  const trust = await readTrustPolicy(options);
  try {
    const receipts = await Promise.all(files.map((file) => readReceiptFile(file, options.city)));
    const answer = await readAnswer(options.answer);
    const facts = receipts.map((each, i) => checkReceipt(each, trust, i === 0 ? answer : undefined));
    const [first] = receipts;
    if (options.save && first) await replaceFile(options.save, `${JSON.stringify(first)}\n`);
    refuseContradiction(facts);
    for (const [i, each] of facts.entries()) print(each, receipts[i]?.proof !== undefined, options.json);
    return 0;
  } catch (error) {
    if (error instanceof UnreadableLog) {
      process.stderr.write(`kith: ${error.message}\n`);
      return unreachableExitCode;
    }
    if (!(error instanceof NoteError)) throw error;
    const output = options.json
      ? JSON.stringify({ ok: false, problem: error.message })
      : `BAD: ${error.message}`;
    process.stdout.write(`${output}\n`);
    return 1;
  }
}

/** Accepts the header value as received, the note itself, or a file written by `--save`. */
async function readReceiptFile(file: string, city: string | undefined): Promise<ReceiptFile> {
  const text = await readText(file);
  const receiptFile = text.trimStart().startsWith('{')
    ? parseReceiptFile(file, text)
    : { receipt: text.startsWith('kith receipt') ? text : Buffer.from(text.trim(), 'base64').toString() };
  if (city === undefined) return receiptFile;
  const url = `${city.replace(/\/+$/, '')}/api/receipts/${receiptHash(receiptFile.receipt).toString('hex')}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error: Error) => {
    throw new UnreadableLog(`${url} cannot be reached: ${error.message}`);
  });
  if (!answer.ok) throw new UnreadableLog(`${url} returned ${answer.status}: ${await answer.text()}`);
  const proof = decodeProof(await answer.text());
  if (proof === unreadable) throw new UnreadableLog(`${url} did not return a proof of a receipt`);
  const handovers = await fetchHandovers(await openLogSource(city));
  return { ...receiptFile, proof, handovers };
}

const timeoutMs = 30_000;
const proofSchema = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  size: Type.Integer({ minimum: 1 }),
  hashes: Type.Array(Type.String()),
  anchor: Type.String(),
});
const decodeProof = jsonDecoder(proofSchema);
const decodeReceiptFile = jsonDecoder(
  Type.Object({
    receipt: Type.String(),
    proof: Type.Optional(proofSchema),
    handovers: Type.Optional(Type.Array(Type.String())),
  }),
);

function parseReceiptFile(file: string, text: string): ReceiptFile {
  const receiptFile = decodeReceiptFile(text);
  if (receiptFile === unreadable)
    throw new UnreadableLog(`${file} is neither a receipt nor a file that --save wrote`);
  return receiptFile;
}

/** Facts of a valid receipt, matching the response body if given; throws NoteError otherwise. */
export function checkReceipt(
  { receipt, proof, handovers = [] }: ReceiptFile,
  trust: TrustPolicy,
  answer?: Buffer,
): ReceiptFacts {
  if (proof) verifyHead(verifyReceiptProof(receipt, proof), trust, handovers);
  else if (trust.policy)
    throw new NoteError('the receipt has no proof that it is logged: get it with --city URL');
  const facts = openReceipt(
    receipt,
    trust.keys.flatMap((key) => keyRing(key, handovers)),
  );
  if (answer && sha256Hex(answer) !== facts.answer)
    throw new NoteError('the receipt is for a different response');
  return facts;
}

async function readAnswer(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  return readFile(file).catch((error: Error) => {
    throw new UnreadableLog(`${file} cannot be read: ${error.message}`);
  });
}

/** One payment buys one response to one request: two receipts that contradict this are signed evidence. */
function refuseContradiction([first, second]: readonly ReceiptFacts[]): void {
  if (!first || !second) return;
  const isOne =
    first.payment.transaction === second.payment.transaction &&
    first.payment.currency === second.payment.currency;
  if (!isOne) return;
  const same = first.answer === second.answer && first.params === second.params && first.path === second.path;
  if (!same)
    throw new NoteError(
      `CONTRADICTION: the city signed two different responses for the payment ${first.payment.transaction}: ${first.answer} and ${second.answer}`,
    );
}

function print(facts: ReceiptFacts, isLogged: boolean, json: boolean): void {
  const { at, method, path, status, answer, payment, origin } = facts;
  if (json) {
    process.stdout.write(`${JSON.stringify({ ok: true, logged: isLogged, ...facts })}\n`);
    return;
  }
  const lines = [
    `${method} ${path} → ${status}  ${at}`,
    `paid ${payment.amount} ${payment.currency}, transaction ${payment.transaction}`,
    `answer sha256 ${answer}`,
    `signed by ${origin}${isLogged ? ', logged' : '; not yet shown to be logged (--city URL)'}`,
    'OK',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
