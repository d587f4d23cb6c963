import { expect, type Random } from './people.ts';
import { dayMs, hourMs, type Town } from './town.ts';

const graceMs = 10 * hourMs;
const namedKeyMs = 30 * hourMs;
const name = 'Keeper';

interface EndingKey {
  readonly what: string;
  readonly key: string;
  readonly endsAt: number;
}

/** An agent who rotates its key, makes keys that expire, and loses its recovery code: each ends by the clock alone. */
export class Credentials {
  readonly #town: Town;
  readonly #random: Random;
  #key: string;
  #code: string;
  #replaced: { readonly code: string; readonly until: number } | undefined;
  #ending: EndingKey[] = [];
  #named = 0;
  /** How often each was seen to happen: what never happens proves nothing. */
  readonly seen = { 'keys that ended': 0, 'recoveries by a replaced code': 0, 'ended codes refused': 0 };

  private constructor(town: Town, random: Random, key: string, code: string) {
    this.#town = town;
    this.#random = random;
    this.#key = key;
    this.#code = code;
  }

  static async open(town: Town, random: Random): Promise<Credentials> {
    const body = { screen_name: name };
    const { api_key, recovery_code } = expect(
      await town.call('POST', '/api/register', undefined, body, '10.9.0.1'),
      201,
    );
    return new Credentials(town, random, String(api_key), String(recovery_code));
  }

  /** A rotation with a grace, and now and then a key that expires, a new recovery code or a recovery. */
  async day(): Promise<string[]> {
    const now = this.#town.now().getTime();
    const rotated = expect(
      await this.#town.call('POST', '/api/keys/rotate', this.#key, { grace_s: graceMs / 1_000 }),
      201,
    );
    this.#ending.push({ what: 'rotated key', key: this.#key, endsAt: now + graceMs });
    this.#key = String(rotated.api_key);
    if (this.#random() < 0.5) await this.#makeNamedKey(now + namedKeyMs);
    if (!this.#replaced && this.#random() < 0.5) await this.#replaceCode();
    else if (this.#replaced && this.#random() < 0.3) return this.#recover(this.#replaced);
    return [];
  }

  async #makeNamedKey(endsAt: number): Promise<void> {
    const wanted = { name: `night ${++this.#named}`, expires_at: new Date(endsAt).toISOString() };
    const made = expect(await this.#town.call('POST', '/api/keys', this.#key, wanted), 201);
    this.#ending.push({ what: 'named key', key: String(made.api_key), endsAt });
  }

  async #replaceCode(): Promise<void> {
    const issued = expect(await this.#town.call('POST', '/api/me/recovery', this.#key, {}), 201);
    this.#replaced = { code: this.#code, until: Date.parse(String(issued.old_code_valid_until_at)) };
    this.#code = String(issued.recovery_code);
    const overlapMs = this.#replaced.until - this.#town.now().getTime();
    if (overlapMs !== 3 * dayMs) throw new Error(`a replaced code is valid for ${overlapMs / hourMs} h`);
  }

  /** The replaced code undoes a theft for 72 hours, and is worth nothing afterwards. */
  async #recover({ code, until }: { code: string; until: number }): Promise<string[]> {
    const isValid = this.#town.now().getTime() < until;
    this.#replaced = undefined;
    const reply = await this.#town.call('POST', '/api/recover', undefined, {
      screen_name: name,
      recovery_code: code,
    });
    if (reply.status !== (isValid ? 200 : 401))
      return [`a replaced code, ${isValid ? 'valid' : 'ended'} since ${until}, was answered ${reply.status}`];
    this.seen[isValid ? 'recoveries by a replaced code' : 'ended codes refused'] += 1;
    if (!isValid) return [];
    const now = this.#town.now().getTime();
    this.#ending.push({ what: 'key before a recovery', key: this.#key, endsAt: now });
    // Whoever stole the key loses every key with it.
    this.#ending = this.#ending.map((each) => ({ ...each, endsAt: Math.min(each.endsAt, now) }));
    this.#key = String(reply.json.api_key);
    this.#code = String(reply.json.recovery_code);
    return [];
  }

  /** Which keys work although they ended, or do not although they should. */
  async broken(): Promise<string[]> {
    const now = this.#town.now().getTime();
    const broken: string[] = [];
    const keys = [...this.#ending, { what: 'key', key: this.#key, endsAt: Number.POSITIVE_INFINITY }];
    for (const { what, key, endsAt } of keys) {
      const { status } = await this.#town.call('GET', '/api/me', key);
      if (status !== (now < endsAt ? 200 : 401)) broken.push(`a ${what} that ends at ${endsAt}: ${status}`);
    }
    this.seen['keys that ended'] += this.#ending.filter(({ endsAt }) => endsAt <= now - dayMs).length;
    // What ended stays ended: one more check, then it is forgotten.
    this.#ending = this.#ending.filter(({ endsAt }) => endsAt > now - dayMs);
    return broken;
  }
}
