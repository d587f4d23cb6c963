import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Clock } from '../clock.ts';
import type { Tx } from '../db/transaction.ts';
import type { ServerKey } from '../keys/server-key.ts';
import { errors, invalidField } from './errors.ts';
import { Refusal } from './refusal.ts';

declare module '../db/tables.ts' {
  interface Tables {
    idempotency: {
      scope: string;
      key_hash: Buffer;
      request_hash: Buffer;
      status: number | null;
      answer: Buffer | null;
      created_at: Date;
    };
  }
}

export const idempotencyMigrations = [
  {
    name: '0002 idempotency',
    sql: `CREATE TABLE idempotency (
      scope text NOT NULL, key_hash bytea NOT NULL, request_hash bytea NOT NULL,
      status integer, answer bytea, created_at timestamptz NOT NULL, PRIMARY KEY (scope, key_hash));
      CREATE INDEX idempotency_created ON idempotency (created_at)`,
  },
];

const keptMs = 24 * 3_600_000;

/** One request under one key. `secret` is what seals the stored answer where that carries a key. */
export interface Claim {
  readonly scope: string;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
  readonly seal: Buffer | undefined;
}

/** The first answer, for a retry. */
export class Replay {
  readonly status: number;
  readonly json: string;

  constructor(status: number, json: string) {
    this.status = status;
    this.json = json;
  }
}

export function readClaim(
  header: string | string[] | undefined,
  request: { scope: string; method: string; path: string; body: unknown; secret: boolean },
  serverKey: ServerKey,
): Claim | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,128}$/.test(header)) {
    throw invalidField(
      'Idempotency-Key must be 1 to 128 printable characters',
      'Send one fresh value for each thing you want done, for example a UUID, and the same value again on a retry.',
    );
  }
  const content = canonicalize([request.method, request.path, request.body ?? null]) ?? '';
  return {
    scope: request.scope,
    // The header itself opens a sealed answer, so only its hash is kept.
    keyHash: createHash('sha256').update(`${request.scope}\n${header}`).digest(),
    requestHash: createHash('sha256').update(content).digest(),
    seal: request.secret
      ? Buffer.from(hkdfSync('sha256', header, serverKey.derive('idempotency'), 'answer', 32))
      : undefined,
  };
}

/**
 * Makes the claims the caller's own, or finds the first answers. A rival with the same key waits here for the
 * transaction that holds it, so an effect and its record are always seen together.
 */
export async function takeClaim(tx: Tx, claim: Claim, clock: Clock): Promise<Replay | undefined> {
  const now = clock.now();
  const taken = await tx
    .insertInto('idempotency')
    .values({
      scope: claim.scope,
      key_hash: claim.keyHash,
      request_hash: claim.requestHash,
      status: null,
      answer: null,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key_hash'])
        .doUpdateSet({ request_hash: claim.requestHash, status: null, answer: null, created_at: now })
        .where('idempotency.created_at', '<', new Date(now.getTime() - keptMs)),
    )
    .returning('scope')
    .executeTakeFirst();
  if (taken) return undefined;

  const first = await tx
    .selectFrom('idempotency')
    .select(['request_hash', 'status', 'answer'])
    .where('scope', '=', claim.scope)
    .where('key_hash', '=', claim.keyHash)
    .executeTakeFirstOrThrow();
  return replayOf(claim, first);
}

function replayOf(
  claim: Claim,
  first: { request_hash: Buffer; status: number | null; answer: Buffer | null },
): Replay {
  if (!first.request_hash.equals(claim.requestHash)) {
    throw new Refusal(
      errors.keyReused,
      'this Idempotency-Key was used before for another request',
      'Send a fresh Idempotency-Key with a new request; repeat the old body exactly to get its answer again.',
    );
  }
  if (first.status === null || !first.answer)
    throw new Error('an idempotency record was committed without its answer');
  return new Replay(first.status, claim.seal ? unseal(claim.seal, first.answer) : first.answer.toString());
}

/** Keeps the answer beside the effect, in the effect's own transaction: neither can exist without the other. */
export async function keepAnswer(tx: Tx, claim: Claim, status: number, json: string): Promise<void> {
  await tx
    .updateTable('idempotency')
    .set({ status, answer: claim.seal ? seal(claim.seal, json) : Buffer.from(json) })
    .where('scope', '=', claim.scope)
    .where('key_hash', '=', claim.keyHash)
    .execute();
}

export async function forgetOldAnswers(tx: Tx, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await tx.deleteFrom('idempotency').where('created_at', '<', before).execute();
}

const nonceBytes = 12;
const tagBytes = 16;

function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function unseal(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/** For effects that bring their own transaction: does the work once under the claim, or gives the first answer again. */
export async function once<T>(
  tx: Tx,
  claim: Claim | undefined,
  clock: Clock,
  status: number,
  work: () => Promise<T>,
): Promise<T | Replay> {
  const replay = claim && (await takeClaim(tx, claim, clock));
  if (replay) return replay;
  const answer = await work();
  if (claim) await keepAnswer(tx, claim, status, JSON.stringify(answer));
  return answer;
}
