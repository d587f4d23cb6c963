import { expect, type Random } from './residents.ts';
import { dayMs, hourMs, type SimulatedCity } from './simulated-city.ts';

const graceMs = 10 * hourMs;
const namedKeyMs = 30 * hourMs;
const name = 'Keeper';

interface EndingKey {
  readonly what: string;
  readonly key: string;
  readonly endsAt: number;
}

/**
 * An agent that rotates its key, creates keys that expire, and loses its recovery code: each of them ends by the clock
 * alone.
 */
export class Credentials {
  readonly #city: SimulatedCity;
  readonly #random: Random;
  #key: string;
  #code: string;
  #replaced: { readonly code: string; readonly until: number } | undefined;
  #ending: EndingKey[] = [];
  #named = 0;
  /** How often each event occurred: a check of something that never happened proves nothing. */
  readonly seen = { 'keys that ended': 0, 'recoveries by a replaced code': 0, 'ended codes refused': 0 };

  private constructor(city: SimulatedCity, random: Random, key: string, code: string) {
    this.#city = city;
    this.#random = random;
    this.#key = key;
    this.#code = code;
  }

  static async open(city: SimulatedCity, random: Random): Promise<Credentials> {
    const body = { screen_name: name };
    const { api_key, recovery_code } = expect(
      await city.call('POST', '/api/register', undefined, body, '10.9.0.1'),
      201,
    );
    return new Credentials(city, random, String(api_key), String(recovery_code));
  }

  /** A rotation with a grace period, and occasionally a key that expires, a new recovery code or a recovery. */
  async day(): Promise<string[]> {
    const now = this.#city.now().getTime();
    const rotated = expect(
      await this.#city.call('POST', '/api/keys/rotate', this.#key, { grace_s: graceMs / 1_000 }),
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
    const made = expect(await this.#city.call('POST', '/api/keys', this.#key, wanted), 201);
    this.#ending.push({ what: 'named key', key: String(made.api_key), endsAt });
  }

  async #replaceCode(): Promise<void> {
    const issued = expect(await this.#city.call('POST', '/api/me/recovery', this.#key, {}), 201);
    this.#replaced = { code: this.#code, until: Date.parse(String(issued.old_code_valid_until_at)) };
    this.#code = String(issued.recovery_code);
    const overlapMs = this.#replaced.until - this.#city.now().getTime();
    if (overlapMs !== 3 * dayMs) throw new Error(`a replaced code is valid for ${overlapMs / hourMs} h`);
  }

  /** The replaced code can undo a theft for 72 hours, and is invalid afterwards. */
  async #recover({ code, until }: { code: string; until: number }): Promise<string[]> {
    const isValid = this.#city.now().getTime() < until;
    this.#replaced = undefined;
    const reply = await this.#city.call('POST', '/api/recover', undefined, {
      screen_name: name,
      recovery_code: code,
    });
    if (reply.status !== (isValid ? 200 : 401))
      return [`a replaced code, ${isValid ? 'valid' : 'ended'} since ${until}, got ${reply.status}`];
    this.seen[isValid ? 'recoveries by a replaced code' : 'ended codes refused'] += 1;
    if (!isValid) return [];
    const now = this.#city.now().getTime();
    this.#ending.push({ what: 'key before a recovery', key: this.#key, endsAt: now });
    // A thief of the key loses every key that was created with it.
    this.#ending = this.#ending.map((each) => ({ ...each, endsAt: Math.min(each.endsAt, now) }));
    this.#key = String(reply.json.api_key);
    this.#code = String(reply.json.recovery_code);
    return [];
  }

  /** Keys that work although they have ended, or do not work although they should. */
  async findFaults(): Promise<string[]> {
    const now = this.#city.now().getTime();
    const findFaults: string[] = [];
    const keys = [...this.#ending, { what: 'key', key: this.#key, endsAt: Number.POSITIVE_INFINITY }];
    for (const { what, key, endsAt } of keys) {
      const { status } = await this.#city.call('GET', '/api/me', key);
      if (status !== (now < endsAt ? 200 : 401))
        findFaults.push(`a ${what} that ends at ${endsAt}: ${status}`);
    }
    this.seen['keys that ended'] += this.#ending.filter(({ endsAt }) => endsAt <= now - dayMs).length;
    // Ended credentials stay invalid: they are checked once more, then dropped.
    this.#ending = this.#ending.filter(({ endsAt }) => endsAt > now - dayMs);
    return findFaults;
  }
}
