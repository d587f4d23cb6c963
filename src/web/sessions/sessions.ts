import { hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { pruneRows } from '../../platform/db/prune.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { hourMs } from '../../platform/duration.ts';
import { sealResponse, unsealResponse } from '../../platform/http/idempotency.ts';
import { hashSecret } from '../../platform/keys/secret.ts';
import type { ServerKey } from '../../platform/keys/server-key.ts';

/** Idle time after which a session ends. */
export const idleMs = 12 * hourMs;
/** A use is recorded at most once per minute: pages make several calls at once. */
const extendAfterMs = 60_000;
const tokenBytes = 32;
/** A further sign-in ends the oldest session. */
const maxPerSubject = 20;

interface SessionDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly serverKey: ServerKey;
}

/**
 * Sign-ins on the pages of a service. A row holds the person's key, encrypted with the server's key and the
 * token together: neither the database nor the server's key alone reveals it.
 */
export class WebSessions {
  readonly #service: string;
  readonly #deps: SessionDependencies;

  constructor(service: string, deps: SessionDependencies) {
    this.#service = service;
    this.#deps = deps;
  }

  /** Opens a session with this key and returns its token. */
  async open(key: string, subject: string): Promise<string> {
    const { transaction, clock } = this.#deps;
    const token = randomBytes(tokenBytes).toString('base64url');
    const now = clock.now();
    await transaction(async (tx) => {
      await tx
        .insertInto('page_session')
        .values({
          token_hash: hashSecret(token),
          service: this.#service,
          subject,
          sealed_key: sealResponse(this.#encryptionKeyFor(token), key),
          created_at: now,
          used_at: now,
        })
        .execute();
      await sql`DELETE FROM page_session WHERE token_hash IN (
        SELECT token_hash FROM page_session WHERE subject = ${subject} AND service = ${this.#service}
        ORDER BY created_at DESC, token_hash OFFSET ${maxPerSubject})`.execute(tx);
    });
    return token;
  }

  /** The key of an open session. `renewed` once per minute, when the browser's cookie is renewed too. */
  async findKey(token: string): Promise<{ key: string; renewed: boolean } | undefined> {
    const { read, transaction, clock } = this.#deps;
    const now = clock.now().getTime();
    const hash = hashSecret(token);
    const row = await read
      .selectFrom('page_session')
      .select(['sealed_key', 'used_at'])
      .where('token_hash', '=', hash)
      .where('service', '=', this.#service)
      .where('used_at', '>', new Date(now - idleMs))
      .executeTakeFirst();
    if (!row) return undefined;
    const renewed = now - row.used_at.getTime() >= extendAfterMs;
    if (renewed) {
      await transaction((tx) =>
        tx
          .updateTable('page_session')
          .set({ used_at: new Date(now) })
          .where('token_hash', '=', hash)
          .execute(),
      );
    }
    return { key: unsealResponse(this.#encryptionKeyFor(token), row.sealed_key), renewed };
  }

  async end(token: string): Promise<void> {
    await this.#deps.transaction((tx) =>
      tx.deleteFrom('page_session').where('token_hash', '=', hashSecret(token)).execute(),
    );
  }

  #encryptionKeyFor(token: string): Buffer {
    const root = this.#deps.serverKey.derive('page sessions');
    return Buffer.from(hkdfSync('sha256', token, root, 'key', 32));
  }
}

export async function pruneSessions({
  transaction,
  clock,
}: Pick<SessionDependencies, 'transaction' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - idleMs);
  await pruneRows(transaction, 'page_session', sql`used_at < ${before}`);
}
