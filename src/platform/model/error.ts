export type ModelFailure =
  /** The key is wrong, or may not use this model. */
  | 'key_refused'
  | 'rate_limited'
  | 'timeout'
  | 'unreachable'
  /** It responded with an error of its own. */
  | 'failed'
  /** The request was rejected: an unknown model, or a request that is too large. */
  | 'request_refused'
  /** The model, or its provider's filter, declined to answer this text. */
  | 'content_refused'
  /** The response is not in the expected format. */
  | 'bad_answer';

/**
 * Why a language model returned no text. The message is for people; it contains neither the key nor model
 * output.
 */
export class ModelError extends Error {
  readonly reason: ModelFailure;
  /** The provider's Retry-After, if it sent one. */
  readonly retryAfter_s: number | undefined;

  constructor(reason: ModelFailure, message: string, more: { cause?: unknown; retryAfter_s?: number } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'ModelError';
    this.reason = reason;
    this.retryAfter_s = more.retryAfter_s;
  }
}
