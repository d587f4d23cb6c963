export type ModelFailure =
  /** The key is wrong, or may not use this model. */
  | 'key_refused'
  | 'rate_limited'
  | 'timeout'
  | 'unreachable'
  /** It answered with an error of its own. */
  | 'failed'
  /** The request was refused: an unknown model, or more than it takes. */
  | 'request_refused'
  /** It answered something that is not an answer. */
  | 'bad_answer';

/** Why a language model gave no text. The message is for a person; it holds no key and nothing of what the model said. */
export class ModelError extends Error {
  readonly reason: ModelFailure;
  /** When the provider says to come back, if it does. */
  readonly retryAfter_s: number | undefined;

  constructor(reason: ModelFailure, message: string, more: { cause?: unknown; retryAfter_s?: number } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'ModelError';
    this.reason = reason;
    this.retryAfter_s = more.retryAfter_s;
  }
}
