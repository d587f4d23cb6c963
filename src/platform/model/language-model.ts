import { OutboundError } from '../outbound/error.ts';
import type { Outbound, OutboundResponse } from '../outbound/outbound.ts';
import { type ModelAccess, ModelError } from './access.ts';
import { type ModelRequest, type ModelWire, wireFor } from './wire.ts';

const defaultTimeoutMs = 30_000;
const maxBytes = 262_144;

export interface AskOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * A language model behind the outbound client. It holds its key for as long as it exists and sends it nowhere
 * else.
 */
export class LanguageModel {
  readonly #access: ModelAccess;
  readonly #outbound: Pick<Outbound, 'fetch'>;
  readonly #wire: ModelWire;

  constructor(access: ModelAccess, outbound: Pick<Outbound, 'fetch'>) {
    this.#access = access;
    this.#outbound = outbound;
    this.#wire = wireFor(access);
  }

  /** The model's response; throws a ModelError if there is none. */
  async ask(
    request: ModelRequest,
    { timeoutMs = defaultTimeoutMs, signal }: AskOptions = {},
  ): Promise<string> {
    const response = await this.#outbound
      .fetch(this.#wire.path(this.#access), {
        method: 'POST',
        headers: {
          ...this.#wire.headers(this.#access),
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify(this.#wire.body(this.#access, request)),
        timeoutMs,
        maxBytes,
        // The key is only for the configured URL.
        maxRedirects: 0,
        ...(signal && { signal }),
      })
      .catch((error: unknown) => {
        throw toModelError(error);
      });
    if (response.status !== 200) throw errorOfStatus(response);
    return this.#wire.text(response.body);
  }
}

function toModelError(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  if (error.reason === 'timeout') {
    return new ModelError('timeout', 'The language model did not respond in time.', { cause: error });
  }
  if (error.reason === 'too_large' || error.reason === 'bad_encoding') {
    return new ModelError('bad_answer', 'The response of the language model is too large.', { cause: error });
  }
  return new ModelError('unreachable', `The language model could not be reached: ${error.message}`, {
    cause: error,
  });
}

function errorOfStatus({ status, headers }: OutboundResponse): ModelError {
  if (status === 401 || status === 403) {
    return new ModelError('key_refused', `The language model refused the key (${status}).`);
  }
  if (status === 429) {
    const seconds = Number(headers['retry-after']);
    const details = Number.isFinite(seconds) && seconds >= 0 ? { retryAfter_s: seconds } : {};
    return new ModelError('rate_limited', 'The rate limit of the language model is reached (429).', details);
  }
  if (status >= 500) return new ModelError('failed', `The language model failed (${status}).`);
  if (status >= 400)
    return new ModelError('request_refused', `The language model refused the request (${status}).`);
  return new ModelError('bad_answer', `The language model returned status ${status}.`);
}
