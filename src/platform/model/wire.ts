import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../decode.ts';
import { type ModelAccess, ModelError } from './access.ts';

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Turn[];
  readonly maxTokens: number;
  /** Request a single JSON object; the system text must ask for it too. */
  readonly json?: boolean;
}

/** Request and response format of a provider. */
export interface ModelWire {
  path(access: ModelAccess): string;
  headers(access: ModelAccess): Record<string, string>;
  body(access: ModelAccess, request: ModelRequest): object;
  /** The text of a response; throws a ModelError if it cannot be read. */
  text(answer: Buffer): string;
}

const choice = Type.Object({
  finish_reason: Type.Optional(Type.Unknown()),
  message: Type.Optional(
    Type.Object({ content: Type.Optional(Type.Unknown()), refusal: Type.Optional(Type.Unknown()) }),
  ),
});
const decodeCompletion = jsonDecoder(Type.Object({ choices: Type.Array(choice, { minItems: 1 }) }));

const part = Type.Object({ type: Type.Optional(Type.Unknown()), text: Type.Optional(Type.Unknown()) });
const decodeMessage = jsonDecoder(
  Type.Object({ content: Type.Array(part), stop_reason: Type.Optional(Type.Unknown()) }),
);

/** Chat completions, as used by OpenAI and compatible servers. */
const chatCompletions: ModelWire = {
  path: ({ baseUrl }) => `${baseUrl}/chat/completions`,
  headers: ({ key }): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  body: ({ provider, model }, { system, messages, maxTokens, json }) => ({
    model,
    messages: [{ role: 'system', content: system }, ...messages],
    // Every compatible server accepts the older name; OpenAI's own newer models reject it.
    ...(provider === 'openai' ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(json && { response_format: { type: 'json_object' } }),
  }),
  text: (answer) => {
    const completion = decodeCompletion(answer);
    if (completion === unreadable) throw unexpectedResponse();
    const [first] = completion.choices;
    if (first?.finish_reason === 'content_filter' || isText(first?.message?.refusal)) throw contentRefused();
    if (first?.finish_reason === 'length') throw truncatedResponse();
    return requireText(first?.message?.content);
  },
};

/** Anthropic's Messages API. */
const messagesApi: ModelWire = {
  path: ({ baseUrl }) => `${baseUrl.replace(/\/v1$/, '')}/v1/messages`,
  headers: ({ key }) => ({ 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' }),
  body: ({ model }, { system, messages, maxTokens }) => ({ model, max_tokens: maxTokens, system, messages }),
  text: (answer) => {
    const message = decodeMessage(answer);
    if (message === unreadable) throw unexpectedResponse();
    if (message.stop_reason === 'refusal') throw contentRefused();
    if (message.stop_reason === 'max_tokens') throw truncatedResponse();
    return requireText(message.content.flatMap(({ type, text }) => (type === 'text' ? text : [])).join(''));
  },
};

export const wireFor = ({ provider }: ModelAccess): ModelWire =>
  provider === 'anthropic' ? messagesApi : chatCompletions;

const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';

function requireText(text: unknown): string {
  if (isText(text)) return text.trim();
  throw new ModelError('bad_answer', 'The language model returned no text.');
}

const unexpectedResponse = () =>
  new ModelError('bad_answer', 'The response of the language model has an unexpected format.');

const contentRefused = () => new ModelError('content_refused', 'The language model refused to answer this.');

const truncatedResponse = () =>
  new ModelError('bad_answer', 'The language model did not finish its response.');
