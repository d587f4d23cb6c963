import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../platform/db/database.ts';
import type { Transact } from '../platform/db/transaction.ts';
import { dayMs } from '../platform/duration.ts';
import { sealResponse, unsealResponse } from '../platform/http/idempotency.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';

const retentionMs = 30 * dayMs;
const idPattern = /^[0-9a-f]{64}t?$/;
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

  /** Binds a key to the session. Returns false if there is no session. */
  async bind(id: string | undefined, key: string): Promise<boolean> {
    if (id === undefined || !idPattern.test(id)) return false;
    const { transaction, clock } = this.#deps;
    const now = clock.now();
    const row = {
      sealed_key: sealResponse(this.#encryptionKeyFor(id), key),
      expires_at: new Date(now.getTime() + retentionMs),
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

  /** The key bound to a session. */
  async findKey(id: string | undefined): Promise<string | undefined> {
    if (id === undefined || !idPattern.test(id)) return undefined;
    const { read, clock } = this.#deps;
    const row = await read
      .selectFrom('mcp_session')
      .select('sealed_key')
      .where('id_hash', '=', hashOf(id))
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    return row && unsealResponse(this.#encryptionKeyFor(id), row.sealed_key);
  }

  #encryptionKeyFor(id: string): Buffer {
    return createHmac('sha256', this.#secret).update(id).digest();
  }
}

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();
