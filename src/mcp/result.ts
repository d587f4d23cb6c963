import type { CallToolResult } from '@modelcontextprotocol/server';
import { isRecord } from '../platform/decode.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { InvalidInput } from '../platform/http/validation.ts';
import type { InnerResponse } from './inner-client.ts';
import { readChallenge, readMoneyMeta } from './payment.ts';

/** More than a model can take in at once: about 16,000 tokens. */
const maxAnswerChars = 64_000;
const maxRefusalChars = 2_000;
const keyHint =
  'Over MCP pass it as api_key, or set the header Authorization: Bearer <key>; start_session and registration keep it for the session.';

const payHint =
  'Over MCP: call_skill with free:true for a free trial call, a free key from call {"name":"allyRegister"} (it stays with the session), or the payment in _meta["x402/payment"].';

type Json = Record<string, unknown>;

/** The JSON of a result; `inForm` decides where it is placed. */
export const jsonResult = (json: Json): CallToolResult => ({ content: [], structuredContent: json });

/** Refusals are text, because clients validate `structuredContent` against the tool's output schema. */
export function refusalResult(refusal: Json): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(refusal) }], isError: true };
}

/** Converts a route's response to a tool result: JSON, a refusal, or a payment challenge. */
export function toToolResult({ status, headers, text }: InnerResponse): CallToolResult {
  const money = readMoneyMeta(headers);
  const challenge = readChallenge(status, headers);
  // x402 over MCP requires the challenge in both places; everything else is sent once.
  const json = parseObject(text);
  if (challenge) {
    const payable = { ...challenge, hint: `${json?.hint ?? ''} ${payHint}`.trim() };
    return { ...refusalResult(payable), structuredContent: payable, ...money };
  }
  if (status >= 400) return { ...refusalResult(toRefusal(status, headers, json, text)), ...money };
  if (text.length > maxAnswerChars) return { ...jsonResult(truncatedResult(text)), ...money };
  return { ...jsonResult(json ?? { text }), ...money };
}

/** Converts an error that the caller can fix; undefined for an internal error. */
export function errorResult(error: unknown, hint: string): CallToolResult | undefined {
  if (error instanceof InvalidInput)
    return refusalResult({ error: error.message, hint, code: 'invalid_field', status: 400 });
  if (!(error instanceof Refusal)) return undefined;
  const { kind, message } = error;
  return refusalResult({ error: message, hint: error.hint, code: kind.code, status: kind.status });
}

function toRefusal(
  status: number,
  headers: InnerResponse['headers'],
  json: Json | undefined,
  text: string,
): Json {
  const { error = text.slice(0, maxRefusalChars), hint = '', ...more } = json ?? {};
  const retryAfter = Number(headers['retry-after']);
  return {
    error,
    hint: status === 401 ? `${hint} ${keyHint}`.trim() : hint,
    code: headers['x-error-code'] ?? 'unknown',
    status,
    ...(status >= 500 && { request_id: headers['x-request-id'] }),
    ...(Number.isFinite(retryAfter) && { retry_after_s: retryAfter }),
    ...more,
  };
}

/** The start of a response that is too long for a model, with advice on requesting less. */
function truncatedResult(text: string): Json {
  return {
    cut: `text has the first ${maxAnswerChars} of ${text.length} characters of the response. Request less: limit, since_id, before_id, or a narrower query.`,
    text: text.slice(0, maxAnswerChars).toWellFormed(),
  };
}

function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
