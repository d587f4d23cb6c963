import { KithError, refusalIn } from './kith-error.ts';
import type { ServiceOptions } from './options.ts';
import { isRetryable, retryDelayMs, sleep } from './pause.ts';
import { challengeIn } from './payment.ts';
import { prepare } from './request.ts';
import type { RouteEntry } from './route-entry.ts';

const defaults = { timeoutMs: 60_000, retries: 3, maxPauseMs: 60_000 };

interface Answered {
  readonly response: Response;
  /** Undefined if the caller reads the body itself. */
  readonly text: string | undefined;
}

/** Makes the calls of one service: keys, time limits, retries and payments are handled here for all of them. */
export class ServiceCaller {
  readonly url: string;
  readonly #options: ServiceOptions;
  readonly #fetch: typeof fetch;

  constructor(url: string, options: ServiceOptions) {
    if (!/^https?:\/\//.test(url)) throw new TypeError(`${url} is not an http(s) URL of a service`);
    this.url = url.replace(/\/+$/, '');
    this.#options = options;
    // Called as a plain function: a fetch stored as a method would lose its `this`.
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  /** One call of a route, with the arguments of its type. */
  async call(entry: RouteEntry, given: readonly unknown[]): Promise<unknown> {
    const prepared = prepare(entry, given);
    const { response, text } = await this.#untilAnswered(prepared, entry.answer === 'response');
    if (entry.answer === 'response') return response;
    if (entry.answer === 'text') return text;
    return text === '' ? undefined : parseJson(response, text ?? '');
  }

  /** A further page, by the query that the previous one returned. */
  async page(entry: RouteEntry, given: readonly unknown[], next: string): Promise<unknown> {
    const prepared = prepare(entry, given);
    const target = prepared.target.split('?', 1)[0] + next;
    const { response, text } = await this.#untilAnswered({ ...prepared, target }, false);
    return parseJson(response, text ?? '');
  }

  async #untilAnswered(prepared: ReturnType<typeof prepare>, asResponse: boolean): Promise<Answered> {
    const { retries, maxPauseMs } = {
      ...defaults,
      ...omitUndefined(this.#options),
      ...omitUndefined(prepared.options),
    };
    const { signal } = prepared.options;
    let payment: Readonly<Record<string, string>> | undefined;
    let paused = 0;
    for (let attempt = 0; ; ) {
      const outcome = await this.#attempt(prepared, payment, asResponse);
      if (!(outcome instanceof KithError)) return outcome;
      if (outcome.status === 402 && payment === undefined) {
        payment = await this.#pay(outcome);
        if (payment !== undefined) continue;
      }
      const pause = retryDelayMs(outcome, attempt);
      if (!isRetryable(outcome) || attempt >= retries || paused + pause > maxPauseMs) throw outcome;
      await sleep(pause, signal);
      paused += pause;
      attempt++;
    }
  }

  async #pay(refusal: KithError): Promise<Readonly<Record<string, string>> | undefined> {
    const challenge = challengeIn(refusal.body);
    return challenge && (await this.#options.payer?.(challenge, { url: this.url }));
  }

  async #attempt(
    { method, target, headers, body, options }: ReturnType<typeof prepare>,
    payment: Readonly<Record<string, string>> | undefined,
    asResponse: boolean,
  ): Promise<Answered | KithError> {
    const { signal } = options;
    signal?.throwIfAborted();
    const ms = options.timeoutMs ?? this.#options.timeoutMs ?? defaults.timeoutMs;
    const timeout = AbortSignal.timeout(ms);
    try {
      const response = await this.#fetch(this.url + target, {
        method,
        headers: { ...keyHeader(this.#options.key), ...this.#options.headers, ...headers, ...payment },
        ...(body !== undefined && { body }),
        // A key or a payment is sent only to the configured address, never to a redirect target.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (isRedirect(response)) {
        await response.body?.cancel();
        return createRedirectError(response, this.url);
      }
      if (!response.ok) return refusalIn(response, await response.text());
      return { response, text: asResponse ? undefined : await response.text() };
    } catch (error) {
      // Aborted by the caller, who gets its own reason.
      signal?.throwIfAborted();
      return timeout.aborted
        ? createConnectionError(
            'timeout',
            `${method} ${target.split('?', 1)[0]} took longer than ${ms} ms`,
            error,
          )
        : createConnectionError('connection_lost', `${this.url} cannot be reached`, error);
    }
  }
}

function createConnectionError(code: string, message: string, cause: unknown): KithError {
  return new KithError(message, { code, status: 0, hint: 'Check the address, or try again later.', cause });
}

/** Browsers hide the target of a redirect, and reveal only its type. */
const isRedirect = ({ type, status, headers }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && headers.has('location'));

function createRedirectError({ status, headers }: Response, url: string): KithError {
  const to = headers.get('location');
  return new KithError(`${url} redirects${to ? ` to ${to}` : ''}`, {
    code: 'redirected',
    status: status || 300,
    hint: 'Set the URL of the service itself.',
  });
}

/** A city key is recognised by its prefix; an ally's has its own header. */
function keyHeader(key: string | undefined): Record<string, string> {
  if (key === undefined) return {};
  return key.startsWith('kith_ally_') ? { 'x-ally-key': key } : { authorization: `Bearer ${key}` };
}

function parseJson(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new KithError('the response is not JSON. Is this the URL of a kith server?', {
      code: 'bad_answer',
      status: response.status,
      hint: `Look at ${response.url}`,
      cause,
    });
  }
}

/** Options given as undefined count as absent. */
function omitUndefined<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}
