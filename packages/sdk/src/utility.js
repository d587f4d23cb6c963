import { Caller } from './caller.js';
import { skillValues, utilityRoutes, } from './generated/utility.js';
import { groupsOf } from './groups.js';
import { makeVideo } from './video.js';
const localUrl = 'http://127.0.0.1:4020';
export class Utility {
    url;
    #caller;
    constructor(options = {}) {
        this.#caller = new Caller(options.url ?? localUrl, options);
        this.url = this.#caller.url;
        Object.assign(this, groupsOf(utilityRoutes, this.#caller));
        Object.assign(this.skills, { run: this.#runSkill });
    }
    makeVideo(input, options) {
        return makeVideo(this.videos, input, options);
    }
    #runSkill = async (id, value, more = {}, options = {}) => {
        const name = Object.hasOwn(skillValues, id) ? skillValues[id] : undefined;
        if (name === undefined) {
            throw new TypeError(`there is no skill ${id}; there are ${Object.keys(skillValues).join(', ')}`);
        }
        return this.#caller.call({ method: 'GET', path: `/${id}`, input: true }, [
            { ...more, [name]: value },
            options,
        ]);
    };
}
