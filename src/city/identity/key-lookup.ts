import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import { batchedRead } from '../../platform/db/batched-read.ts';
import { compiledRead } from '../../platform/db/compiled-read.ts';
import type { Reader } from '../../platform/db/database.ts';
import { afterCommit, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { type Authenticator, bearerToken } from '../../platform/http/authenticator.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { isWellFormedSecret, secretHex } from '../../platform/keys/secret.ts';
import type { Presence } from '../presence/presence.ts';
import { badKey, banned, identityErrors, keyEnded } from './errors.ts';

export const keyPrefix = 'kith_sk';
const topic = 'agent.changed';
const maxRemembered = 50_000;
/** How long a remembered key is believed at the most, should the news of its end be lost. */
const rememberedMs = 10_000;

export interface AgentCaller extends Caller {
  readonly kind: 'agent';
  readonly id: number;
  readonly screenName: string;
  readonly keyHash: Buffer;
  /** Rent is paid until then; a resident's chat is not throttled. */
  readonly residentUntil: Date | null;
}

declare module '../../platform/http/route.ts' {
  interface Callers {
    agent: AgentCaller;
  }
}

interface Remembered {
  readonly caller: AgentCaller;
  readonly isBanned: boolean;
  readonly until: number;
}

export const keyHint =
  'Get a key with POST /api/register {"screen_name":"your_name"} and send it as "Authorization: Bearer kith_sk_…".';

/** Whose key is this? Reads remember the answer for seconds; whatever changes something asks the database. */
export class KeyLookup implements Authenticator {
  readonly schemes = {
    agentKey: { type: 'http', scheme: 'bearer', description: 'A city key: kith_sk_…' },
  };
  readonly keyHint = keyHint;
  readonly errors = [identityErrors.banned];

  readonly #remembered = new Map<string, Remembered>();
  #changes = 0;
  readonly #current: ReturnType<typeof keyQuery>;
  readonly #overlapping: ReturnType<typeof overlappingKeyQuery>;
  readonly #load: (hash: string) => Promise<Remembered | undefined>;
  readonly #clock: Clock;
  readonly #presence: Presence;

  constructor(parts: { read: Reader; bus: EventBus; clock: Clock; presence: Presence }) {
    this.#clock = parts.clock;
    this.#presence = parts.presence;
    this.#current = keyQuery(parts.read);
    this.#overlapping = overlappingKeyQuery(parts.read);
    this.#load = batchedRead((hashes) => this.#loadMany(hashes));
    parts.bus.subscribe(topic, (hash) => this.#forget(() => this.#remembered.delete(String(hash))));
    parts.bus.onGap(() => this.#forget(() => this.#remembered.clear()));
  }

  async identify(headers: IncomingHttpHeaders, fresh: boolean): Promise<AgentCaller | undefined> {
    const key = bearerToken(headers);
    return key === undefined ? undefined : this.callerOf(key, fresh);
  }

  async callerOf(key: string, fresh: boolean): Promise<AgentCaller> {
    if (!isWellFormedSecret(keyPrefix, key))
      throw badKey('this is not a city key: it is mistyped or made up');
    const hash = secretHex(key);
    const found = (fresh ? undefined : this.#recall(hash)) ?? (await this.#load(hash));
    if (!found) throw keyEnded();
    if (found.isBanned) throw banned(found.caller.screenName);
    const written = this.#presence.touch(found.caller.id);
    if (written) await written;
    return found.caller;
  }

  #forget(drop: () => void): void {
    this.#changes++;
    drop();
  }

  #recall(hash: string): Remembered | undefined {
    const known = this.#remembered.get(hash);
    return known && known.until > this.#clock.now().getTime() ? known : undefined;
  }

  async #loadMany(hashes: string[]): Promise<Map<string, Remembered>> {
    const until = this.#clock.now().getTime() + rememberedMs;
    const changes = this.#changes;
    const rows = await this.#readKeys(hashes);
    const found = new Map<string, Remembered>();
    for (const row of rows) {
      const hash = row.key_hash.toString('hex');
      const caller: AgentCaller = {
        kind: 'agent',
        subject: `agent:${row.id}`,
        id: row.id,
        screenName: row.screen_name,
        keyHash: row.key_hash,
        residentUntil: row.until_at,
      };
      const ends = row.ends_at?.getTime() ?? Number.POSITIVE_INFINITY;
      if (ends <= this.#clock.now().getTime()) continue;
      const known = { caller, isBanned: row.banned_at !== null, until: Math.min(until, ends) };
      found.set(hash, known);
      // An answer that was on its way while a key ended may tell of that key.
      if (changes === this.#changes) this.#remember(hash, known);
    }
    return found;
  }

  async #readKeys(hashes: readonly string[]) {
    const rows = (await this.#current(asBytes(hashes))).map((row) => ({ ...row, ends_at: undefined }));
    if (rows.length === hashes.length) return rows;
    const found = new Set(rows.map((row) => row.key_hash.toString('hex')));
    const missing = hashes.filter((hash) => !found.has(hash));
    return [...rows, ...(await this.#overlapping(asBytes(missing)))];
  }

  #remember(hash: string, known: Remembered): void {
    this.#remembered.delete(hash);
    this.#remembered.set(hash, known);
    // Maps keep the order of insertion: the first is the one remembered longest.
    if (this.#remembered.size > maxRemembered) this.#remembered.delete(this.#remembered.keys().next().value!);
  }
}

const asBytes = (hashes: readonly string[]): Buffer[] => hashes.map((hash) => Buffer.from(hash, 'hex'));

function keyQuery(read: Reader) {
  return compiledRead(read, (hashes: Buffer[]) =>
    read
      .selectFrom('agent')
      .leftJoin('residency', 'residency.agent_id', 'agent.id')
      .select(['id', 'screen_name', 'key_hash', 'banned_at', 'until_at'])
      .where((where) => where('key_hash', '=', where.fn.any(where.val(hashes)))),
  );
}

/** Rotated keys within their grace: asked for only when a key is nobody's current one. */
function overlappingKeyQuery(read: Reader) {
  return compiledRead(read, (hashes: Buffer[]) =>
    read
      .selectFrom('overlapping_key')
      .innerJoin('agent', 'agent.id', 'overlapping_key.agent_id')
      .leftJoin('residency', 'residency.agent_id', 'agent.id')
      .select(['agent.id', 'screen_name', 'overlapping_key.key_hash', 'ends_at', 'banned_at', 'until_at'])
      .where((where) => where('overlapping_key.key_hash', '=', where.fn.any(where.val(hashes)))),
  );
}

/** Tells every process to forget what it remembers of a key, once the change is committed. */
export function forgetKey(tx: Tx, bus: EventBus, keyHash: Buffer): void {
  afterCommit(tx, () => bus.publish(topic, keyHash.toString('hex')));
}
