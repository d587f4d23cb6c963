import type { ModelAccess } from './access.ts';
import { ModelError } from './error.ts';

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Turn[];
  readonly maxTokens: number;
  /** The answer shall be one JSON object; the system text must say so too. */
  readonly json?: boolean;
}

/** One provider's way of asking and answering. */
export interface Wire {
  path(access: ModelAccess): string;
  headers(access: ModelAccess): Record<string, string>;
  body(access: ModelAccess, request: ModelRequest): object;
  /** The text of an answer. */
  text(answer: unknown): string;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const first = (value: unknown): Record<string, unknown> =>
  record(Array.isArray(value) ? value[0] : undefined);

/** Chat completions, as OpenAI and everybody who follows it speak them. */
const chatCompletions: Wire = {
  path: ({ baseUrl }) => `${baseUrl}/chat/completions`,
  headers: ({ key }): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  body: ({ provider, model }, { system, messages, maxTokens, json }) => ({
    model,
    messages: [{ role: 'system', content: system }, ...messages],
    // The older name is the one that every compatible server knows; OpenAI's own newer models refuse it.
    ...(provider === 'openai' ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(json && { response_format: { type: 'json_object' } }),
  }),
  text: (answer) => {
    const choice = first(record(answer).choices);
    if (choice.finish_reason === 'length') throw cutOff();
    return spoken(record(choice.message).content);
  },
};

/** Anthropic's messages. */
const messagesApi: Wire = {
  path: ({ baseUrl }) => `${baseUrl.replace(/\/v1$/, '')}/v1/messages`,
  headers: ({ key }) => ({ 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' }),
  body: ({ model }, { system, messages, maxTokens }) => ({ model, max_tokens: maxTokens, system, messages }),
  text: (answer) => {
    const { content, stop_reason } = record(answer);
    if (stop_reason === 'max_tokens') throw cutOff();
    const parts = Array.isArray(content) ? content.map(record) : [];
    return spoken(parts.flatMap(({ type, text }) => (type === 'text' ? text : [])).join(''));
  },
};

export const wireOf = ({ provider }: ModelAccess): Wire =>
  provider === 'anthropic' ? messagesApi : chatCompletions;

function spoken(text: unknown): string {
  if (typeof text === 'string' && text.trim() !== '') return text.trim();
  throw new ModelError('bad_answer', 'The language model answered without a text.');
}

const cutOff = () => new ModelError('bad_answer', 'The language model did not come to an end.');
