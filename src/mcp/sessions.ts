import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../platform/db/database.ts';
import type { Transact } from '../platform/db/transaction.ts';
import { dayMs, hourMs } from '../platform/duration.ts';
import { sealResponse, unsealResponse } from '../platform/http/idempotency.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';

/** A session that nobody uses for this long ends. */
const idleMs = dayMs;
/** Use is recorded no more often than this. */
const extendEveryMs = hourMs;
const idPattern = /^[0-9a-f]{64}t?$/;
const nonceLength = 32;
const maxPrunedPerCall = 100;

interface SessionDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly serverKey: ServerKey;
}

/** Sessions of MCP clients. Nothing is stored until a key is bound to one; any process can then serve it. */
export class McpSessions {
  readonly #deps: SessionDependencies;
  readonly #secret: Buffer;

  constructor(deps: SessionDependencies) {
    this.#deps = deps;
    this.#secret = deps.serverKey.derive('mcp sessions');
  }

  /** A new id, which any process recognises as issued here. */
  newId(): string {
    const nonce = randomBytes(16).toString('hex');
    return nonce + this.#macOf(nonce);
  }

  /** Binds a key to the session, for the caller's network. Returns false if there is no session. */
  async bind(id: string | undefined, key: string, network: string): Promise<boolean> {
    if (id === undefined || !this.#isIssued(id)) return false;
    const { transaction, clock } = this.#deps;
    const now = clock.now();
    const row = {
      sealed_key: sealResponse(this.#encryptionKeyFor(id), key),
      network,
      expires_at: new Date(now.getTime() + idleMs),
    };
    await transaction(async (tx) => {
      await tx
        .insertInto('mcp_session')
        .values({ id_hash: hashOf(id), ...row })
        .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(row))
        .execute();
      await sql`DELETE FROM mcp_session WHERE id_hash IN (
        SELECT id_hash FROM mcp_session WHERE expires_at < ${now} LIMIT ${sql.lit(maxPrunedPerCall)})`.execute(
        tx,
      );
    });
    return true;
  }

  /** The key bound to a session. From another network the id alone is not enough: it may be a stolen one. */
  async findKey(id: string | undefined, network: string): Promise<string | undefined> {
    if (id === undefined || !this.#isIssued(id)) return undefined;
    const { read, clock } = this.#deps;
    const now = clock.now();
    const row = await read
      .selectFrom('mcp_session')
      .select(['sealed_key', 'expires_at'])
      .where('id_hash', '=', hashOf(id))
      .where('network', '=', network)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (!row) return undefined;
    const expires_at = new Date(now.getTime() + idleMs);
    if (expires_at.getTime() - row.expires_at.getTime() > extendEveryMs)
      await this.#deps.transaction((tx) =>
        tx.updateTable('mcp_session').set({ expires_at }).where('id_hash', '=', hashOf(id)).execute(),
      );
    return unsealResponse(this.#encryptionKeyFor(id), row.sealed_key);
  }

  /** Ends a session. Returns false if the id was not issued here. */
  async end(id: string | undefined): Promise<boolean> {
    if (id === undefined || !this.#isIssued(id)) return false;
    await this.#deps.transaction((tx) =>
      tx.deleteFrom('mcp_session').where('id_hash', '=', hashOf(id)).execute(),
    );
    return true;
  }

  #macOf(nonce: string): string {
    return createHmac('sha256', this.#secret).update(`id ${nonce}`).digest('hex').slice(0, nonceLength);
  }

  #isIssued(id: string): boolean {
    if (!idPattern.test(id)) return false;
    const mac = Buffer.from(this.#macOf(id.slice(0, nonceLength)));
    return timingSafeEqual(mac, Buffer.from(id.slice(nonceLength, 2 * nonceLength)));
  }

  #encryptionKeyFor(id: string): Buffer {
    return createHmac('sha256', this.#secret).update(id).digest();
  }
}

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();
