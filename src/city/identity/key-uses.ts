import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { GatheredWrites } from '../../platform/db/gathered-writes.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { recordSecurity } from '../events/security-log.ts';

const flushMs = 5_000;
const maxWaiting = 20_000;

interface KeyUse {
  readonly keyHash: string;
  readonly agentId: number;
  readonly network: string;
  /** In milliseconds. */
  readonly at: number;
}

/** Records the last use of each key and the networks that an agent used. */
export class KeyUses extends GatheredWrites<KeyUse> {
  readonly #clock: Clock;

  constructor(deps: { transaction: Transact; clock: Clock; onError: (error: unknown) => void }) {
    super({
      everyMs: flushMs,
      maxWaiting,
      merge: (_, latest) => latest,
      write: (uses) =>
        deps.transaction((tx) =>
          write(
            tx,
            uses.toSorted((a, b) => a.at - b.at),
          ),
        ),
      onError: deps.onError,
    });
    this.#clock = deps.clock;
  }

  note(keyHash: string, agentId: number, network: string): void {
    this.add({ keyHash, agentId, network, at: this.#clock.now().getTime() }, `${keyHash} ${network}`);
  }
}

const timeOf = ({ at }: KeyUse): string => new Date(at).toISOString();

async function write(tx: Tx, uses: readonly KeyUse[]): Promise<void> {
  // One row per key with its latest use, sorted so that two processes cannot deadlock.
  const latest = [...new Map(uses.map((use) => [use.keyHash, use])).values()].sort((a, b) =>
    a.keyHash < b.keyHash ? -1 : 1,
  );
  await sql`INSERT INTO key_use (key_hash, agent_id, last_used_at, last_network)
    SELECT decode(key, 'hex'), agent_id, at, network
    FROM unnest(${latest.map((use) => use.keyHash)}::text[], ${latest.map((use) => use.agentId)}::bigint[],
      ${latest.map(timeOf)}::timestamptz[], ${latest.map((use) => use.network)}::text[])
      AS used (key, agent_id, at, network)
    ON CONFLICT (key_hash) DO UPDATE SET last_used_at = excluded.last_used_at, last_network = excluded.last_network
    WHERE key_use.last_used_at < excluded.last_used_at`.execute(tx);
  const places = [...new Map(uses.map((use) => [`${use.agentId} ${use.network}`, use])).values()].sort(
    (a, b) => a.agentId - b.agentId || (a.network < b.network ? -1 : 1),
  );
  const { rows } = await sql<{ agent_id: number; network: string; is_new: boolean }>`
    INSERT INTO agent_network (agent_id, network, first_at, last_at)
    SELECT agent_id, network, at, at FROM unnest(${places.map((use) => use.agentId)}::bigint[],
      ${places.map((use) => use.network)}::text[], ${places.map(timeOf)}::timestamptz[])
      AS seen (agent_id, network, at)
    ON CONFLICT (agent_id, network) DO UPDATE SET last_at = excluded.last_at
    WHERE agent_network.last_at < excluded.last_at - interval '1 day'
    RETURNING agent_id, network, first_at = last_at AS is_new`.execute(tx);
  const times = new Map(places.map((use) => [`${use.agentId} ${use.network}`, use.at]));
  await recordSecurity(
    tx,
    ...rows
      .filter(({ is_new }) => is_new)
      .map(({ agent_id, network }) => ({
        agentId: agent_id,
        at: new Date(times.get(`${agent_id} ${network}`) ?? Date.now()),
        kind: 'new_network' as const,
        network,
        userAgent: null,
        detail: 'Your account was used from a new network.',
      })),
  );
}
