import { Caller } from './caller.js';
import { followRoom } from './follow-room.js';
import { cityRoutes, } from './generated/city.js';
import { groupsOf } from './groups.js';
import { KithError } from './kith-error.js';
import { spectate } from './spectate.js';
const localUrl = 'http://127.0.0.1:4021';
export class City {
    url;
    #caller;
    #options;
    constructor(options = {}) {
        this.#caller = new Caller(options.url ?? localUrl, options);
        this.#options = options;
        this.url = this.#caller.url;
        Object.assign(this, groupsOf(cityRoutes, this.#caller));
        Object.assign(this.rooms, {
            follow: (name, how) => followRoom(this.rooms, name, how),
        });
    }
    spectate(options = {}) {
        const stage = {
            url: this.url,
            WebSocket: this.#options.WebSocket ?? globalThis.WebSocket,
            ask: (target, signal) => this.#whyNot(target, signal),
        };
        return spectate(stage, options);
    }
    async #whyNot(target, signal) {
        const entry = { method: 'GET', path: target };
        const options = { retries: 0, ...(signal && { signal }) };
        const error = await this.#caller.call(entry, [options]).catch((each) => each);
        const isRefusal = error instanceof KithError && error.status >= 400 && error.status < 500;
        return isRefusal && ![426, 429].includes(error.status) ? error : undefined;
    }
}
