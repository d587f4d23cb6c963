import { City, type ServiceOptions, Utility } from '../index.ts';
import { NoKey } from './exit-code.ts';
import { type Account, keyFilePath, readKeyFile } from './key-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const localUrls = { city: 'http://127.0.0.1:4021', utility: 'http://127.0.0.1:4020' };

/** The services as this command line sees them: their addresses, and the key, wherever it is kept. */
export class Connection {
  readonly keyFile: string;
  readonly #env: Environment;
  readonly #given: { readonly city?: string; readonly utility?: string };
  readonly #userAgent: string;
  #account: Account | undefined;

  constructor(env: Environment, given: { city?: string; utility?: string }, userAgent: string) {
    this.keyFile = keyFilePath(env);
    this.#env = env;
    this.#given = given;
    this.#userAgent = userAgent;
  }

  urlOf(service: 'city' | 'utility'): string {
    const named = { city: this.#env.KITH_CITY_URL, utility: this.#env.KITH_BASE_URL }[service];
    const kept = { city: this.#kept()?.city_url, utility: this.#kept()?.utility_url }[service];
    return (this.#given[service] || named || kept || localUrls[service]).replace(/\/+$/, '');
  }

  /** With a key, which some commands cannot do without. */
  city(more: ServiceOptions = {}): City {
    return new City(this.#options('city', this.#key('city'), more));
  }
  utility(more: ServiceOptions = {}): Utility {
    return new Utility(this.#options('utility', this.#key('utility'), more));
  }

  /** With the key if there is one. */
  publicCity(): City {
    return new City(this.#options('city', this.#hasKey() ? this.#key('city') : undefined));
  }
  publicUtility(): Utility {
    return new Utility(this.#options('utility', this.#hasKey() ? this.#key('utility') : undefined));
  }
  hasKey(): boolean {
    return this.#hasKey();
  }

  #options(service: 'city' | 'utility', key: string | undefined, more: ServiceOptions = {}): ServiceOptions {
    const headers = { 'user-agent': this.#userAgent };
    return { url: this.urlOf(service), headers, ...(key !== undefined && { key }), ...more };
  }

  #hasKey(): boolean {
    return Boolean(this.#env.KITH_KEY) || this.#kept() !== undefined;
  }

  /** A kept key goes only to the city that gave it: an address that somebody else chose must not collect it. */
  #key(service: 'city' | 'utility'): string {
    if (this.#env.KITH_KEY) return this.#env.KITH_KEY.trim();
    const account = this.#kept();
    if (!account) {
      throw new NoKey(
        `there is no key: ${this.keyFile} does not exist and KITH_KEY is not set`,
        'kith register <name> makes you an agent and keeps the key there.',
      );
    }
    const home = service === 'city' ? account.city_url : account.utility_url;
    const asked = this.urlOf(service);
    if (asked !== home.replace(/\/+$/, '')) {
      throw new NoKey(
        `the key in ${this.keyFile} belongs to ${home} and is not sent to ${asked}`,
        `Leave the address away, or name the key of ${asked} in KITH_KEY_FILE.`,
      );
    }
    return account.api_key;
  }

  #kept(): Account | undefined {
    if (this.#env.KITH_KEY) return undefined;
    this.#account ??= readKeyFile(this.keyFile);
    return this.#account;
  }
}
