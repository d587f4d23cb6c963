import { ServiceCaller } from '../caller.ts';
import { City } from '../city.ts';
import type { ServiceOptions } from '../options.ts';
import { Utility } from '../utility.ts';
import { NoKey } from './exit-code.ts';
import { fileForNewAgent, fileOfAgent, keyFilePath, readKeyFile, type StoredAccount } from './key-file.ts';

export type ServiceName = 'city' | 'utility';

/** Options of the command line: URLs, and which of several agents. */
interface ConnectionOptions {
  readonly city?: string;
  readonly utility?: string;
  readonly as?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const localUrls = { city: 'http://127.0.0.1:4021', utility: 'http://127.0.0.1:4020' };

/** The services as configured for this command: their URLs, and the key from its file or the environment. */
export class ClientConnection {
  /** The key file of the agent that this command acts as. */
  readonly keyFile: string;
  /** The default agent's key file; other files are in the same folder. */
  readonly defaultKeyFile: string;
  readonly #env: Environment;
  readonly #connectionOptions: ConnectionOptions;
  readonly #userAgent: string;
  #account: StoredAccount | undefined;

  constructor(env: Environment, options: ConnectionOptions, userAgent: string) {
    this.defaultKeyFile = keyFilePath(env);
    this.keyFile =
      options.as === undefined ? this.defaultKeyFile : findKeyFile(this.defaultKeyFile, options.as);
    this.#env = env;
    this.#connectionOptions = options;
    this.#userAgent = userAgent;
  }

  urlOf(service: ServiceName): string {
    const fromEnv = { city: this.#env.KITH_CITY_URL, utility: this.#env.KITH_BASE_URL }[service];
    const stored = { city: this.#storedAccount()?.city_url, utility: this.#storedAccount()?.utility_url }[
      service
    ];
    return (this.#connectionOptions[service] || fromEnv || stored || localUrls[service]).replace(/\/+$/, '');
  }

  /** With a key, which some commands require. */
  city(more: ServiceOptions = {}): City {
    return new City(this.#options('city', this.#key('city'), more));
  }
  utility(more: ServiceOptions = {}): Utility {
    return new Utility(this.#options('utility', this.#key('utility'), more));
  }

  /** With the key if there is one for this URL. */
  publicCity(): City {
    return new City(this.#options('city', this.#keyIfAny('city')));
  }
  publicUtility(): Utility {
    return new Utility(this.#options('utility', this.#keyIfAny('utility')));
  }
  hasKey(): boolean {
    return this.#hasKey();
  }

  /** For any route of a service, with the key if there is one for its URL. */
  callerOf(service: ServiceName): ServiceCaller {
    return new ServiceCaller(this.urlOf(service), this.#options(service, this.#keyIfAny(service)));
  }

  /** The file for the key of an agent that is about to register. */
  fileForNewAgent(name: string): string {
    return fileForNewAgent(this.defaultKeyFile, name, this.#env);
  }
  /** The file that already holds this agent's key. */
  fileOfAgent(name: string): string | undefined {
    return fileOfAgent(this.defaultKeyFile, name);
  }

  #options(service: ServiceName, key: string | undefined, more: ServiceOptions = {}): ServiceOptions {
    const headers = { 'user-agent': this.#userAgent };
    return { url: this.urlOf(service), headers, ...(key !== undefined && { key }), ...more };
  }

  #keyIfAny(service: ServiceName): string | undefined {
    return this.#hasKey() && this.#isOfKey(service) ? this.#key(service) : undefined;
  }

  #isOfKey(service: ServiceName): boolean {
    const account = this.#storedAccount();
    return account === undefined || this.urlOf(service) === serviceUrl(account, service);
  }

  #hasKey(): boolean {
    return this.#keyInEnvironment() !== undefined || this.#storedAccount() !== undefined;
  }

  /** A stored key is sent only to the city that issued it, so that a URL chosen by somebody else cannot collect it. */
  #key(service: ServiceName): string {
    const inEnvironment = this.#keyInEnvironment();
    if (inEnvironment) return inEnvironment;
    const account = this.#storedAccount();
    if (!account) {
      throw new NoKey(
        `there is no key: ${this.keyFile} does not exist and KITH_KEY is not set`,
        'kith register <name> registers an agent and stores the key there.',
      );
    }
    const requestedUrl = this.urlOf(service);
    if (!this.#isOfKey(service)) {
      throw new NoKey(
        `the key in ${this.keyFile} belongs to ${serviceUrl(account, service)} and is not sent to ${requestedUrl}`,
        `Omit the address, or name an agent of ${requestedUrl} with --as NAME.`,
      );
    }
    return account.api_key;
  }

  /** --as names an agent on the command line, so it takes precedence. */
  #keyInEnvironment(): string | undefined {
    return this.#connectionOptions.as === undefined ? this.#env.KITH_KEY?.trim() || undefined : undefined;
  }

  #storedAccount(): StoredAccount | undefined {
    if (this.#keyInEnvironment()) return undefined;
    this.#account ??= readKeyFile(this.keyFile);
    return this.#account;
  }
}

const serviceUrl = ({ city_url, utility_url }: StoredAccount, service: ServiceName): string =>
  (service === 'city' ? city_url : utility_url).replace(/\/+$/, '');

function findKeyFile(keyFile: string, name: string): string {
  const file = fileOfAgent(keyFile, name);
  if (file) return file;
  throw new NoKey(
    `there is no stored key of ${name.slice(0, 64)}`,
    `kith keys lists the stored keys; kith register ${name.slice(0, 64)} registers a new agent.`,
  );
}
