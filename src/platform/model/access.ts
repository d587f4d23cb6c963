export const providers = ['openai', 'anthropic', 'openai-compatible'] as const;
export type Provider = (typeof providers)[number];

/** A model's provider and credentials: the operator's from the settings, or a caller's own. */
export interface ModelAccess {
  readonly provider: Provider;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
}

const homes: Record<Provider, string | undefined> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  'openai-compatible': undefined,
};

interface AccessFields {
  readonly provider?: Provider | undefined;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly key?: string | undefined;
}

/** Validates and combines the fields. Errors are one sentence, with the field names that the caller knows. */
export function modelAccess(
  fields: AccessFields,
  names: Record<keyof AccessFields, string>,
): ModelAccess | undefined {
  const { provider, model, key } = fields;
  const firstSet = (Object.keys(names) as (keyof AccessFields)[]).find((name) => fields[name] !== undefined);
  if (firstSet === undefined) return undefined;
  if (provider === undefined) throw new Error(`${names.provider} is required with ${names[firstSet]}`);
  if (model === undefined) throw new Error(`${names.model} is required with ${names.provider}=${provider}`);
  const baseUrl = fields.baseUrl ?? homes[provider];
  if (baseUrl === undefined)
    throw new Error(`${names.baseUrl} is required with ${names.provider}=${provider}`);
  // A self-hosted model may need no key; the two hosted providers always do.
  if (key === undefined && provider !== 'openai-compatible') {
    throw new Error(`${names.key} is required with ${names.provider}=${provider}`);
  }
  return { provider, baseUrl: baseUrl.replace(/\/+$/, ''), model, key };
}

type ModelFailure =
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
