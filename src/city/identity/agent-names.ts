import { type RawBuilder, sql } from 'kysely';
import { batchedRead } from '../../platform/db/batched-read.ts';
import { compiledRead } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { nameKey } from './fields.ts';

/** Published when an agent is deleted, with the lower-case form of its name. */
export const retiredNameTopic = 'agent.deleted';
const maxCached = 50_000;

export interface NamedAgent {
  readonly id: number;
  readonly screen_name: string;
}

/** Caches name lookups. A hit stays valid until the agent is deleted; misses are not cached. */
export class AgentNames {
  readonly #known = new Map<string, NamedAgent>();
  readonly #load: (key: string) => Promise<NamedAgent | undefined>;

  constructor({ read, bus }: { read: Reader; bus: EventBus }) {
    bus.subscribe(retiredNameTopic, (key) => void this.#known.delete(String(key)));
    bus.onGap(() => this.#known.clear());
    const query = compiledRead<string, NamedAgent & { name_key: string }>(read, (keys) =>
      read
        .selectFrom('agent')
        .select(['id', 'screen_name', 'name_key'])
        .where((where) => where('name_key', '=', where.fn.any(where.val(keys)))),
    );
    this.#load = batchedRead(async (keys) => new Map((await query(keys)).map((row) => [row.name_key, row])));
  }

  async find(name: string): Promise<NamedAgent | undefined> {
    const key = nameKey(name);
    const found = this.#known.get(key) ?? (await this.#load(key));
    if (!found) return undefined;
    if (this.#known.size >= maxCached) this.#known.clear();
    this.#known.set(key, found);
    return found;
  }
}

/**
 * Names with each letter three times. A trigram index then finds parts of one or two letters too: `an` is in `wanda` where
 * `aaannn` is in `wwwaaannndddaaa`.
 */
export const tripledName = `regexp_replace(agent.name_key, '(.)', '\\1\\1\\1', 'g')`;

/** Matches agents whose name contains this, whatever its case. */
export function nameContains(part: string): RawBuilder<boolean> {
  const letters = Array.from(part.toLowerCase(), (each) =>
    (/[\\%_]/.test(each) ? `\\${each}` : each).repeat(3),
  );
  return sql<boolean>`${sql.raw(tripledName)} LIKE ${`%${letters.join('')}%`}`;
}
