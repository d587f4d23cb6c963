import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import { batchedRead } from '../../platform/db/batched-read.ts';
import { compiledRead } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { afterCommit, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import {
  type Authenticator,
  bearerToken,
  type CallFacts,
  type RouteFacts,
} from '../../platform/http/authenticator.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { isWellFormedSecret, secretHex } from '../../platform/keys/secret.ts';
import type { Presence } from '../presence/presence.ts';
import { allyKey, badKey, banned, identityErrors, keyEnded } from './errors.ts';
import type { KeyUses } from './key-uses.ts';
import { assertScope, graceScopes, outOfScope, type Scope, scopeOf } from './scopes.ts';

export const keyPrefix = 'kith_sk';
const topic = 'agent.changed';
const maxCached = 50_000;
/** Maximum age of a cached key, in case its invalidation is lost. */
const cacheMs = 10_000;

export interface AgentCaller extends Caller {
  readonly kind: 'agent';
  readonly id: number;
  readonly screenName: string;
  readonly keyHash: Buffer;
  /** Null for the first key, and for the one that it replaced. */
  readonly keyId: number | null;
  /** Null grants all scopes. */
  readonly scopes: readonly Scope[] | null;
  /** AP that a named key may spend per UTC day; null means no cap. */
  readonly spendCap: number | null;
  /** AP that this one call may spend, as its x-max-ap header says. */
  readonly maxAp?: number;
  /** Reports what a call with that header spent. */
  readonly noteSpent?: (ap: number) => void;
  /** Residency is paid until then; residents' messages are not rate limited. */
  readonly residentUntil: Date | null;
}

export const isAgentCaller = (caller: Caller | undefined): caller is AgentCaller =>
  caller !== undefined && 'kind' in caller && caller.kind === 'agent';

declare module '../../platform/http/route.ts' {
  interface Callers {
    agent: AgentCaller;
  }
}

interface CachedKey {
  readonly caller: AgentCaller;
  readonly isBanned: boolean;
  readonly until: number;
}

export const keyHint =
  'Get a key with POST /api/register {"screen_name":"<your_name>"} and send it as "Authorization: Bearer kith_sk_…".';

/** Authenticates agent keys. Reads use a cache of a few seconds; writes always query the database. */
export class KeyLookup implements Authenticator {
  readonly schemes = {
    agentKey: { type: 'http', scheme: 'bearer', description: 'A city key: kith_sk_…' },
  };
  readonly keyHint = keyHint;
  readonly errors = [identityErrors.banned, outOfScope];

  readonly #cache = new Map<string, CachedKey>();
  #changes = 0;
  readonly #current: ReturnType<typeof keyQuery>;
  readonly #overlapping: ReturnType<typeof overlappingKeyQuery>;
  readonly #named: ReturnType<typeof namedKeyQuery>;
  readonly #uses: KeyUses;
  readonly #load: (hash: string) => Promise<CachedKey | undefined>;
  readonly #clock: Clock;
  readonly #presence: Presence;

  constructor(deps: { read: Reader; bus: EventBus; clock: Clock; presence: Presence; keyUses: KeyUses }) {
    this.#clock = deps.clock;
    this.#presence = deps.presence;
    this.#current = keyQuery(deps.read);
    this.#overlapping = overlappingKeyQuery(deps.read);
    this.#named = namedKeyQuery(deps.read);
    this.#uses = deps.keyUses;
    this.#load = batchedRead((hashes) => this.#loadMany(hashes));
    deps.bus.subscribe(topic, (hash) => this.#invalidate(() => this.#cache.delete(String(hash))));
    deps.bus.onGap(() => this.#invalidate(() => this.#cache.clear()));
  }

  identify(
    headers: IncomingHttpHeaders,
    fresh: boolean,
    from: CallFacts,
  ): Promise<AgentCaller> | AgentCaller | undefined {
    const key = bearerToken(headers);
    if (key === undefined) return undefined;
    const maxAp = headers['x-max-ap'];
    if (maxAp === undefined) return this.findCaller(key, fresh, from);
    const limit = {
      maxAp: parseMaxAp(maxAp),
      noteSpent: (ap: number) => from.setHeader?.('x-ap-spent', `${ap}`),
    };
    return Promise.resolve(this.findCaller(key, fresh, from)).then((caller) => ({ ...caller, ...limit }));
  }

  authorize({ scopes }: AgentCaller, route: RouteFacts): void {
    if (scopes !== null) assertScope(scopes, scopeOf(route), `${route.method} ${route.path}`);
  }

  /** Synchronous if the key is cached and its agent is already online. */
  findCaller(
    key: string,
    fresh: boolean,
    from: { readonly network: string },
  ): Promise<AgentCaller> | AgentCaller {
    const hash = secretHex(key);
    const known = fresh ? undefined : this.#findCached(hash);
    if (known) return this.#admit(hash, known, from.network);
    if (key.startsWith('kith_ally_')) throw allyKey();
    if (!isWellFormedSecret(keyPrefix, key))
      throw badKey('this is not a city key; check it for typing errors');
    return this.#load(hash).then((found) => this.#admit(hash, found, from.network));
  }

  #admit(hash: string, found: CachedKey | undefined, network: string): Promise<AgentCaller> | AgentCaller {
    if (!found) throw keyEnded();
    if (found.isBanned) throw banned(found.caller.screenName);
    this.#uses.note(hash, found.caller.id, network);
    const written = this.#presence.touch(found.caller.id);
    return written ? written.then(() => found.caller) : found.caller;
  }

  /**
   * Refuses a caller whose key was revoked or who was banned since, so that a waiting request returns
   * nothing.
   */
  async assertStillValid({ keyHash }: Pick<AgentCaller, 'keyHash'>): Promise<void> {
    const found = await this.#load(keyHash.toString('hex'));
    if (!found) throw keyEnded();
    if (found.isBanned) throw banned(found.caller.screenName);
  }

  /** Which of the given keys are still valid. */
  async validAmong(hashes: readonly string[]): Promise<Set<string>> {
    const found = await this.#loadMany([...new Set(hashes)]);
    return new Set([...found].filter(([, { isBanned }]) => !isBanned).map(([hash]) => hash));
  }

  #invalidate(drop: () => void): void {
    this.#changes++;
    drop();
  }

  #findCached(hash: string): CachedKey | undefined {
    const known = this.#cache.get(hash);
    return known && known.until > this.#clock.now().getTime() ? known : undefined;
  }

  async #loadMany(hashes: string[]): Promise<Map<string, CachedKey>> {
    const until = this.#clock.now().getTime() + cacheMs;
    const changes = this.#changes;
    const rows = await this.#readKeys(hashes);
    const found = new Map<string, CachedKey>();
    for (const row of rows) {
      const hash = row.key_hash.toString('hex');
      const caller: AgentCaller = {
        kind: 'agent',
        subject: `agent:${row.id}`,
        id: row.id,
        screenName: row.screen_name,
        keyHash: row.key_hash,
        keyId: row.key_id,
        scopes: row.scopes,
        spendCap: row.spend_cap,
        residentUntil: row.until_at,
      };
      const ends = row.ends_at?.getTime() ?? Number.POSITIVE_INFINITY;
      if (ends <= this.#clock.now().getTime()) continue;
      const known = { caller, isBanned: row.banned_at !== null, until: Math.min(until, ends) };
      found.set(hash, known);
      // Rows read before an invalidation may describe a revoked key, so they are not cached.
      if (changes === this.#changes) this.#addToCache(hash, known);
    }
    return found;
  }

  async #readKeys(hashes: readonly string[]) {
    const firstKeyColumns = { ends_at: null, key_id: null, scopes: null, spend_cap: null };
    const rows = (await this.#current(hexToBytes(hashes))).map((row) => ({ ...row, ...firstKeyColumns }));
    if (rows.length === hashes.length) return rows;
    const found = new Set(rows.map((row) => row.key_hash.toString('hex')));
    const missing = hexToBytes(hashes.filter((hash) => !found.has(hash)));
    const [named, old] = await Promise.all([this.#named(missing), this.#overlapping(missing)]);
    return [...rows, ...named, ...old.map((row) => ({ ...firstKeyColumns, ...row, scopes: graceScopes }))];
  }

  #addToCache(hash: string, known: CachedKey): void {
    this.#cache.delete(hash);
    this.#cache.set(hash, known);
    // Maps keep insertion order, so the first key is the oldest.
    if (this.#cache.size > maxCached)
      for (const oldest of this.#cache.keys().take(1)) this.#cache.delete(oldest);
  }
}

function parseMaxAp(header: string | string[]): number {
  if (!/^\d{1,15}$/.test(String(header)))
    throw invalidField(
      'x-max-ap must be a whole number of AP',
      'Send x-max-ap: 0 for a call that must not spend AP.',
    );
  return Number(header);
}

const hexToBytes = (hashes: readonly string[]): Buffer[] => hashes.map((hash) => Buffer.from(hash, 'hex'));

function keyQuery(read: Reader) {
  return compiledRead(read, (hashes: Buffer[]) =>
    read
      .selectFrom('agent')
      .leftJoin('residency', 'residency.agent_id', 'agent.id')
      .select(['id', 'screen_name', 'key_hash', 'banned_at', 'until_at'])
      .where((where) => where('key_hash', '=', where.fn.any(where.val(hashes)))),
  );
}

/** Rotated keys within their grace period, queried only if no current key matches. */
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

function namedKeyQuery(read: Reader) {
  return compiledRead(read, (hashes: Buffer[]) =>
    read
      .selectFrom('named_key')
      .innerJoin('agent', 'agent.id', 'named_key.agent_id')
      .leftJoin('residency', 'residency.agent_id', 'agent.id')
      .select([
        'agent.id',
        'screen_name',
        'named_key.key_hash',
        'named_key.expires_at as ends_at',
        'named_key.id as key_id',
        'named_key.scopes',
        'named_key.spend_cap',
        'banned_at',
        'until_at',
      ])
      .where((where) => where('named_key.key_hash', '=', where.fn.any(where.val(hashes)))),
  );
}

/** Calls `listener` with the hash of every key that may have been revoked, in any process. */
export function onKeyChange(bus: EventBus, listener: (hash: string) => void): void {
  bus.subscribe(topic, (hash) => listener(String(hash)));
}

/** Makes every process drop a key from its cache once the change is committed. */
export function invalidateKey(tx: Tx, bus: EventBus, keyHash: Buffer): void {
  afterCommit(tx, () => bus.publish(topic, keyHash.toString('hex')));
}
