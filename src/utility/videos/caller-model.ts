import { httpUrl } from '../../platform/config/parse.ts';
import { messageOf } from '../../platform/error-fields.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import type { RequestFacts } from '../../platform/http/route.ts';
import { ModelError, modelAccess, providers } from '../../platform/model/access.ts';
import { LanguageModel } from '../../platform/model/language-model.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { ScriptRefused, UnusableScript } from '../../video/script/writers/model-writer.ts';

/** Headers that configure a caller's own model. */
const headerNames = {
  provider: 'X-LLM-Provider',
  model: 'X-LLM-Model',
  key: 'X-LLM-Key',
  baseUrl: 'X-LLM-Base-URL',
};
export const selfServeHint = `bring your own model: send ${headerNames.provider} (${providers.join(', ')}), ${headerNames.model} and ${headerNames.key}, with ${headerNames.baseUrl} for openai-compatible`;

export const modelErrors = {
  refused: errorKind(
    'model_refused',
    400,
    'Your language model refused the key, the model or the request; the error says which.',
  ),
  failed: errorKind(
    'model_failed',
    502,
    'Your language model could not be reached, failed, or wrote no usable script.',
  ),
  timeout: errorKind('model_timeout', 504, 'Your language model did not respond in time.'),
  busy: errorKind('model_rate_limited', 502, 'The rate limit of your language model is reached.'),
} as const;

const header = (request: RequestFacts, name: string): string | undefined => {
  const value = request.headers[name.toLowerCase()];
  const text = Array.isArray(value) ? value[0] : value;
  return text?.trim() ? text.trim() : undefined;
};

/**
 * The caller's own model, if the headers name one. It exists only for this request: its key is never stored
 * or logged.
 */
export function callerModel(request: RequestFacts, outbound: Outbound): LanguageModel | undefined {
  const providerName = header(request, headerNames.provider);
  const provider = providers.find((each) => each === providerName);
  try {
    if (providerName !== undefined && provider === undefined)
      throw new Error(`${headerNames.provider} must be one of ${providers.join(', ')}`);
    const baseUrl = header(request, headerNames.baseUrl);
    const access = modelAccess(
      {
        provider,
        model: header(request, headerNames.model),
        key: header(request, headerNames.key),
        baseUrl: baseUrl === undefined ? undefined : readUrl(baseUrl),
      },
      headerNames,
    );
    return access && new LanguageModel(access, outbound);
  } catch (error) {
    throw invalidField(
      messageOf(error),
      `To ${selfServeHint}; without these headers a free or paid render is used.`,
    );
  }
}

function readUrl(raw: string): string {
  try {
    return httpUrl(raw);
  } catch (error) {
    throw new Error(`${headerNames.baseUrl} ${messageOf(error)}`);
  }
}

/** Reports a failure of the caller's model as theirs: nothing was created. */
export function asModelRefusal(error: unknown): unknown {
  if (error instanceof ScriptRefused)
    return new Refusal(
      modelErrors.refused,
      error.message,
      'Choose another topic or model. No render was used.',
    );
  if (error instanceof UnusableScript)
    return new Refusal(
      modelErrors.failed,
      error.message,
      'Try again, or with a larger model; no render was used.',
    );
  return error instanceof ModelError ? modelRefusal(error) : error;
}

function modelRefusal({ reason, message, retryAfter_s }: ModelError): Refusal {
  const nothing = 'No render was used.';
  if (reason === 'key_refused' || reason === 'request_refused')
    return new Refusal(
      modelErrors.refused,
      message,
      `Check ${headerNames.key} and ${headerNames.model}. ${nothing}`,
    );
  if (reason === 'content_refused')
    return new Refusal(modelErrors.refused, message, `Choose another topic or model. ${nothing}`);
  if (reason === 'timeout') return new Refusal(modelErrors.timeout, message, `Retry later. ${nothing}`);
  if (reason === 'rate_limited')
    return new Refusal(
      modelErrors.busy,
      message,
      `Retry later. ${nothing}`,
      retryAfter_s === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter_s)) },
    );
  return new Refusal(modelErrors.failed, message, `Check ${headerNames.baseUrl}, or retry later. ${nothing}`);
}
