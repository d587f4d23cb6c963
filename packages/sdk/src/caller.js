import { KithError, refusalIn } from './kith-error.js';
import { isPassing, pauseMs, sleep } from './pause.js';
import { challengeIn } from './payment.js';
import { prepare } from './request.js';
const defaults = { timeoutMs: 60_000, retries: 3, maxPauseMs: 60_000 };
export class Caller {
    url;
    #options;
    #fetch;
    constructor(url, options) {
        if (!/^https?:\/\//.test(url))
            throw new TypeError(`${url} is no address of a service: http(s)://…`);
        this.url = url.replace(/\/+$/, '');
        this.#options = options;
        this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    }
    async call(entry, given) {
        const prepared = prepare(entry, given);
        const { response, text } = await this.#untilAnswered(prepared, entry.answer === 'response');
        if (entry.answer === 'response')
            return response;
        if (entry.answer === 'text')
            return text;
        return text === '' ? undefined : jsonOf(response, text ?? '');
    }
    async page(entry, given, next) {
        const prepared = prepare(entry, given);
        const target = prepared.target.split('?', 1)[0] + next;
        const { response, text } = await this.#untilAnswered({ ...prepared, target }, false);
        return jsonOf(response, text ?? '');
    }
    async #untilAnswered(prepared, asResponse) {
        const { retries, maxPauseMs } = { ...defaults, ...defined(this.#options), ...defined(prepared.options) };
        const { signal } = prepared.options;
        let payment;
        let paused = 0;
        for (let attempt = 0;;) {
            const outcome = await this.#attempt(prepared, payment, asResponse);
            if (!(outcome instanceof KithError))
                return outcome;
            if (outcome.status === 402 && payment === undefined) {
                payment = await this.#pay(outcome);
                if (payment !== undefined)
                    continue;
            }
            const pause = pauseMs(outcome, attempt);
            if (!isPassing(outcome) || attempt >= retries || paused + pause > maxPauseMs)
                throw outcome;
            await sleep(pause, signal);
            paused += pause;
            attempt++;
        }
    }
    async #pay(refusal) {
        const challenge = challengeIn(refusal.body);
        return challenge && (await this.#options.payer?.(challenge));
    }
    async #attempt({ method, target, headers, body, options }, payment, asResponse) {
        const { signal } = options;
        signal?.throwIfAborted();
        const ms = options.timeoutMs ?? this.#options.timeoutMs ?? defaults.timeoutMs;
        const late = AbortSignal.timeout(ms);
        try {
            const response = await this.#fetch(this.url + target, {
                method,
                headers: { ...keyHeader(this.#options.key), ...this.#options.headers, ...headers, ...payment },
                ...(body !== undefined && { body }),
                redirect: 'manual',
                signal: signal ? AbortSignal.any([signal, late]) : late,
            });
            if (isRedirect(response)) {
                await response.body?.cancel();
                return redirected(response, this.url);
            }
            if (!response.ok)
                return refusalIn(response, await response.text());
            return { response, text: asResponse ? undefined : await response.text() };
        }
        catch (error) {
            signal?.throwIfAborted();
            return late.aborted
                ? unreached('timeout', `${method} ${target.split('?', 1)[0]} took longer than ${ms} ms`, error)
                : unreached('connection_lost', `${this.url} is not reached`, error);
        }
    }
}
function unreached(code, message, cause) {
    return new KithError(message, { code, status: 0, hint: 'Check the address, or try again later.', cause });
}
const isRedirect = ({ type, status, headers }) => type === 'opaqueredirect' || (status >= 300 && status < 400 && headers.has('location'));
function redirected({ status, headers }, url) {
    const to = headers.get('location');
    return new KithError(`${url} leads elsewhere${to ? `: ${to}` : ''}`, {
        code: 'redirected',
        status: status || 300,
        hint: 'Give the address of the service itself.',
    });
}
function keyHeader(key) {
    if (key === undefined)
        return {};
    return key.startsWith('kith_ally_') ? { 'x-ally-key': key } : { authorization: `Bearer ${key}` };
}
function jsonOf(response, text) {
    try {
        return JSON.parse(text);
    }
    catch (cause) {
        throw new KithError('the answer is no JSON: is this the address of a kith?', {
            code: 'bad_answer',
            status: response.status,
            hint: `Look at ${response.url}`,
            cause,
        });
    }
}
function defined(options) {
    return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
