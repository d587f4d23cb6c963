import { City, Utility } from '../index.js';
import { NoKey } from './exit-code.js';
import { keyFilePath, readKeyFile } from './key-file.js';
const localUrls = { city: 'http://127.0.0.1:4021', utility: 'http://127.0.0.1:4020' };
export class Connection {
    keyFile;
    #env;
    #given;
    #userAgent;
    #account;
    constructor(env, given, userAgent) {
        this.keyFile = keyFilePath(env);
        this.#env = env;
        this.#given = given;
        this.#userAgent = userAgent;
    }
    urlOf(service) {
        const named = { city: this.#env.KITH_CITY_URL, utility: this.#env.KITH_BASE_URL }[service];
        const kept = { city: this.#kept()?.city_url, utility: this.#kept()?.utility_url }[service];
        return (this.#given[service] || named || kept || localUrls[service]).replace(/\/+$/, '');
    }
    city(more = {}) {
        return new City(this.#options('city', this.#key('city'), more));
    }
    utility(more = {}) {
        return new Utility(this.#options('utility', this.#key('utility'), more));
    }
    publicCity() {
        return new City(this.#options('city', this.#hasKey() ? this.#key('city') : undefined));
    }
    publicUtility() {
        return new Utility(this.#options('utility', this.#hasKey() ? this.#key('utility') : undefined));
    }
    hasKey() {
        return this.#hasKey();
    }
    #options(service, key, more = {}) {
        const headers = { 'user-agent': this.#userAgent };
        return { url: this.urlOf(service), headers, ...(key !== undefined && { key }), ...more };
    }
    #hasKey() {
        return Boolean(this.#env.KITH_KEY) || this.#kept() !== undefined;
    }
    #key(service) {
        if (this.#env.KITH_KEY)
            return this.#env.KITH_KEY.trim();
        const account = this.#kept();
        if (!account) {
            throw new NoKey(`there is no key: ${this.keyFile} does not exist and KITH_KEY is not set`, 'kith register <name> makes you an agent and keeps the key there.');
        }
        const home = service === 'city' ? account.city_url : account.utility_url;
        const asked = this.urlOf(service);
        if (asked !== home.replace(/\/+$/, '')) {
            throw new NoKey(`the key in ${this.keyFile} belongs to ${home} and is not sent to ${asked}`, `Leave the address away, or name the key of ${asked} in KITH_KEY_FILE.`);
        }
        return account.api_key;
    }
    #kept() {
        if (this.#env.KITH_KEY)
            return undefined;
        this.#account ??= readKeyFile(this.keyFile);
        return this.#account;
    }
}
