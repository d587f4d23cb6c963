import type { IncomingHttpHeaders } from 'node:http';
import { batchedRead } from '../../platform/db/batched-read.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { type Authenticator, bearerToken, type RouteFacts } from '../../platform/http/authenticator.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { errors } from '../../platform/http/errors.ts';
import { type ErrorKind, Refusal } from '../../platform/http/refusal.ts';
import { isWellFormedSecret, secretHex } from '../../platform/keys/secret.ts';

export const allyPrefix = 'kith_ally';
const maxCached = 50_000;
/** Maximum age of a cached key, in case its revocation event is lost. */
const cacheMs = 10_000;
/** Published when an ally's key is revoked; the payload is the key's hash. */
export const allyTopic = 'ally.changed';

/** Holder of a key that the utility API accepts: an ally or a city agent. */
export interface KeyHolder extends Caller {
  readonly kind: 'ally' | 'agent';
  readonly id: number;
  readonly screenName: string;
}

declare module '../../platform/http/route.ts' {
  interface Callers {
    key: KeyHolder;
  }
}

/** The city's key lookup, injected so that this layer does not depend on how the city stores keys. */
export interface CityKeys {
  readonly errors: readonly ErrorKind[];
  findCaller(
    key: string,
    fresh: boolean,
    from: { readonly network: string },
  ): Promise<KeyHolder & { kind: 'agent' }> | (KeyHolder & { kind: 'agent' });
  authorize(caller: KeyHolder, route: RouteFacts): void;
}

export class AllyKeyLookup implements Authenticator {
  readonly schemes = {
    allyKey: { type: 'apiKey', in: 'header', name: 'X-Ally-Key', description: 'An ally key: kith_ally_…' },
    agentKey: { type: 'http', scheme: 'bearer', description: 'A city key: kith_sk_…' },
  };
  readonly keyHint =
    'Get a key with POST /ally/register {"agent": "<your-name>"} and send it as "X-Ally-Key: kith_ally_…".';

  readonly #cached = new Map<string, { holder: KeyHolder; until: number }>();
  readonly #load: (hash: string) => Promise<KeyHolder | undefined>;
  readonly #cityKeys: CityKeys;
  readonly errors: readonly ErrorKind[];

  constructor({ read, bus }: { read: Reader; bus: EventBus }, cityKeys: CityKeys) {
    bus.subscribe(allyTopic, (hash) => void this.#cached.delete(String(hash)));
    bus.onGap(() => this.#cached.clear());
    this.#cityKeys = cityKeys;
    this.errors = cityKeys.errors;
    this.#load = batchedRead((hashes) => loadAllies(read, hashes));
  }

  async identify(
    headers: IncomingHttpHeaders,
    fresh: boolean,
    from: { readonly network: string },
  ): Promise<KeyHolder | undefined> {
    const ally = headers['x-ally-key'];
    if (ally !== undefined) return this.#findAlly(String(ally), fresh);
    const bearer = bearerToken(headers);
    if (bearer === undefined) return undefined;
    return bearer.startsWith(`${allyPrefix}_`)
      ? this.#findAlly(bearer, fresh)
      : this.#cityKeys.findCaller(bearer, fresh, from);
  }

  authorize(caller: KeyHolder, route: RouteFacts): void {
    if (caller.kind === 'agent') this.#cityKeys.authorize(caller, route);
  }

  async #findAlly(key: string, fresh: boolean): Promise<KeyHolder> {
    if (key.startsWith('kith_sk_')) throw cityKeyAsAlly();
    if (!isWellFormedSecret(allyPrefix, key))
      throw this.#badKey('this is not an ally key; check it for typing errors');
    const hash = secretHex(key);
    const known = fresh ? undefined : this.#cached.get(hash);
    if (known && known.until > Date.now()) return known.holder;
    const holder = await this.#load(hash);
    if (!holder) throw this.#badKey('this key is unknown, or was revoked');
    if (this.#cached.size >= maxCached) this.#cached.clear();
    this.#cached.set(hash, { holder, until: Date.now() + cacheMs });
    return holder;
  }

  #badKey(error: string): Refusal {
    return new Refusal(errors.badKey, error, `Check it for a missing character. ${this.keyHint}`);
  }
}

async function loadAllies(read: Reader, hashes: string[]): Promise<Map<string, KeyHolder>> {
  const rows = await read
    .selectFrom('ally')
    .select(['id', 'agent', 'key_hash'])
    .where((where) =>
      where('key_hash', '=', where.fn.any(where.val(hashes.map((hash) => Buffer.from(hash, 'hex'))))),
    )
    .execute();
  return new Map(
    rows.map((row) => [
      row.key_hash.toString('hex'),
      { kind: 'ally', subject: `ally:${row.id}`, id: row.id, screenName: row.agent },
    ]),
  );
}

const cityKeyAsAlly = (): Refusal =>
  new Refusal(
    errors.badKey,
    'this is a city key; X-Ally-Key accepts only ally keys',
    'Send it as "Authorization: Bearer <your key>".',
  );
