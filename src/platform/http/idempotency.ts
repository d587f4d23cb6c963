import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql } from 'kysely';
import type { Reader } from '../db/database.ts';
import { pruneRows } from '../db/prune.ts';
import {
  type DeferredResult,
  deferResult,
  mapResult,
  pipelineWrite,
  type Transact,
  type Tx,
} from '../db/transaction.ts';
import type { ServerKey } from '../keys/server-key.ts';
import { errors, invalidField } from './errors.ts';
import { paymentIn } from './paid-responses.ts';
import { isPlaceholder } from './placeholders.ts';
import { Refusal } from './refusal.ts';
import type { CallPayment, IdempotencyRecord } from './tables.ts';

/**
 * By the database's clock: a host clock that is set ahead and back must not turn a retry into a new request.
 */
const expired = sql`now() - interval '24 hours'`;

/** The first response, for a retry. */
export class Replay {
  readonly status: number;
  readonly json: string;

  readonly payment: CallPayment | undefined;

  constructor(status: number, json: string, payment?: CallPayment | null) {
    this.status = status;
    this.json = json;
    this.payment = payment ?? undefined;
  }
}

export function parseIdempotencyKey(
  header: string | string[] | undefined,
  request: { scope: string; method: string; path: string; query: unknown; body: unknown; secret: boolean },
  serverKey: ServerKey,
): IdempotencyRecord | undefined {
  if (header === undefined) return undefined;
  const isOwn = typeof header === 'string' && !isPlaceholder(header);
  if (!isOwn || !/^[\x20-\x7e]{1,128}$/.test(header)) {
    throw invalidField(
      'Idempotency-Key must be 1 to 128 printable characters of your own',
      'Send a new value for each operation, for example a UUID, and the same value again on a retry.',
    );
  }
  const content =
    canonicalize([request.method, request.path, request.query ?? null, request.body ?? null]) ?? '';
  // The header itself can decrypt a sealed response, so only its hash is stored.
  const keyHash = createHash('sha256').update(`${request.scope}\n${header}`).digest();
  return {
    id: keyHash.toString('hex'),
    scope: request.scope,
    keyHash,
    requestHash: createHash('sha256').update(content).digest(),
    seal: request.secret
      ? Buffer.from(hkdfSync('sha256', header, serverKey.derive('idempotency'), 'answer', 32))
      : undefined,
  };
}

/**
 * Creates the record, or returns the first response. A concurrent request with the same key waits here for the
 * transaction that holds it, so an effect and its record are always visible together.
 */
export async function takeRecord(tx: Tx, record: IdempotencyRecord): Promise<Replay | undefined> {
  const first = (await findExistingRecords(tx, [record])).get(record.id);
  return first && toReplay(record, first);
}

/**
 * The first response to a request, without taking the record: for a caller whose key was revoked by the first
 * call.
 */
export async function findReplay(read: Reader, record: IdempotencyRecord): Promise<Replay | undefined> {
  const first = await read
    .selectFrom('idempotency')
    .select(['request_hash', 'status', 'answer', 'payment'])
    .where('scope', '=', record.scope)
    .where('key_hash', '=', record.keyHash)
    .where(sql<boolean>`created_at >= ${expired}`)
    .executeTakeFirst();
  return first && toReplay(record, first);
}

/** The same for many records, each with its own outcome. No two may have the same key. */
export async function takeRecords(
  tx: Tx,
  records: readonly IdempotencyRecord[],
): Promise<Map<IdempotencyRecord, Replay | Refusal>> {
  const outcomes = new Map<IdempotencyRecord, Replay | Refusal>();
  if (records.length === 0) return outcomes;
  const existing = await findExistingRecords(tx, records);
  for (const record of records) {
    const first = existing.get(record.id);
    if (!first) continue;
    try {
      outcomes.set(record, toReplay(record, first));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.set(record, error);
    }
  }
  return outcomes;
}

interface FirstRequest {
  request_hash: Buffer;
  status: number | null;
  answer: Buffer | null;
  payment: CallPayment | null;
}

async function findExistingRecords(
  tx: Tx,
  records: readonly IdempotencyRecord[],
): Promise<Map<string, FirstRequest>> {
  const { rows: ours } = await sql<{ key_hash: Buffer }>`
    INSERT INTO idempotency (scope, key_hash, request_hash, created_at)
    SELECT scope, key_hash, request_hash, now()
    FROM unnest(${records.map((record) => record.scope)}::text[], ${records.map((record) => record.keyHash)}::bytea[],
      ${records.map((record) => record.requestHash)}::bytea[]) AS t (scope, key_hash, request_hash)
    ORDER BY key_hash
    ON CONFLICT (scope, key_hash) DO UPDATE
      SET request_hash = excluded.request_hash, status = NULL, answer = NULL, payment = NULL, receipt = NULL, created_at = excluded.created_at
      WHERE idempotency.created_at < ${expired}
    RETURNING key_hash`.execute(tx);
  if (ours.length === records.length) return new Map();

  const found = await sql<FirstRequest & { key_hash: Buffer }>`
    SELECT key_hash, request_hash, status, answer, payment FROM idempotency
    JOIN unnest(${records.map((record) => record.scope)}::text[], ${records.map((record) => record.keyHash)}::bytea[])
      AS t (scope, key_hash) USING (scope, key_hash)`.execute(tx);
  const ownKeys = new Set(ours.map((row) => row.key_hash.toString('hex')));
  const others = found.rows.map((row) => [row.key_hash.toString('hex'), row] as const);
  return new Map(others.filter(([id]) => !ownKeys.has(id)));
}

function toReplay(record: IdempotencyRecord, first: FirstRequest): Replay {
  if (!first.request_hash.equals(record.requestHash)) {
    throw new Refusal(
      errors.keyReused,
      'this Idempotency-Key was already used for another request',
      'Send a new Idempotency-Key with a new request, or repeat the old body exactly to get its response again.',
    );
  }
  if (first.status === null || !first.answer)
    throw new Error('an idempotency record was committed without its response');
  const json = record.seal ? unsealResponse(record.seal, first.answer) : first.answer.toString();
  return new Replay(first.status, json, first.payment);
}

/** Stores the response in the effect's own transaction: neither can exist without the other. */
export function storeAnswer(tx: Tx, record: IdempotencyRecord, status: number, json: string): void {
  pipelineWrite(tx, storeAnswers(tx, [{ record, status, json }]));
  const payment = paymentIn(tx);
  if (!payment) return;
  const paymentUpdate = sql`UPDATE idempotency SET payment = ${JSON.stringify(payment)}::jsonb
    WHERE scope = ${record.scope} AND key_hash = ${record.keyHash}`.execute(tx);
  pipelineWrite(tx, paymentUpdate);
}

export async function storeAnswers(
  tx: Tx,
  answers: readonly { record: IdempotencyRecord; status: number; json: string }[],
): Promise<void> {
  if (answers.length === 0) return;
  const bytes = answers.map(({ record, json }) =>
    record.seal ? sealResponse(record.seal, json) : Buffer.from(json),
  );
  await sql`
    UPDATE idempotency SET status = t.status, answer = t.answer
    FROM unnest(${answers.map(({ record }) => record.scope)}::text[],
      ${answers.map(({ record }) => record.keyHash)}::bytea[],
      ${answers.map(({ status }) => status)}::integer[], ${bytes}::bytea[]) AS t (scope, key_hash, status, answer)
    WHERE idempotency.scope = t.scope AND idempotency.key_hash = t.key_hash`.execute(tx);
}

/** Releases records whose effect was refused while others of the same transaction continue. */
export async function deleteRecords(tx: Tx, records: readonly IdempotencyRecord[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    DELETE FROM idempotency USING unnest(${records.map((record) => record.scope)}::text[],
      ${records.map((record) => record.keyHash)}::bytea[]) AS t (scope, key_hash)
    WHERE idempotency.scope = t.scope AND idempotency.key_hash = t.key_hash`.execute(tx);
}

/** Stores the receipt of a response unless there is one; returns the stored one. */
export async function storeReceipt(
  tx: Tx,
  record: Pick<IdempotencyRecord, 'scope' | 'keyHash'>,
  receipt: string,
): Promise<string> {
  const { rows } = await sql<{
    receipt: string;
  }>`UPDATE idempotency SET receipt = coalesce(receipt, ${receipt})
    WHERE scope = ${record.scope} AND key_hash = ${record.keyHash} RETURNING receipt`.execute(tx);
  return rows[0]?.receipt ?? receipt;
}

export async function pruneIdempotencyRecords(transaction: Transact): Promise<void> {
  await pruneRows(transaction, 'idempotency', sql`created_at < ${expired}`);
}

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM: nonce, ciphertext, tag. */
export function sealResponse(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

export function unsealResponse(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/**
 * For effects with their own transaction: does the work once under the record, or returns the first response
 * again.
 */
export async function runOnce<T>(
  tx: Tx,
  record: IdempotencyRecord | undefined,
  status: number,
  work: () => Promise<T | DeferredResult<T>>,
): Promise<DeferredResult<T | Replay>> {
  const replay = record && (await takeRecord(tx, record));
  if (replay) return deferResult<T | Replay>(async () => replay);
  return mapResult<T, T | Replay>(await work(), async (answer) => {
    if (record) storeAnswer(tx, record, status, JSON.stringify(answer));
    return answer;
  });
}
