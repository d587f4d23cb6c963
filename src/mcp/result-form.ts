import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Static } from 'typebox';
import { oneOf } from '../platform/http/schema.ts';

/**
 * Where the client reads a result's JSON: in `structuredContent` or in the text. It is sent in only one of
 * them.
 */
export const resultForm = oneOf(['structured', 'text'], {
  description: 'Where results have their JSON; text is for clients that ignore structuredContent.',
});
export type ResultForm = Static<typeof resultForm>;

/** Earlier protocol revisions support neither output schemas nor structured content. */
const firstStructuredRevision = '2025-06-18';
/** Suffix of session ids whose client reads text, so that no session has to be stored. */
const textSuffix = 't';

export const sessionSuffix = (revision: string): string =>
  revision < firstStructuredRevision ? textSuffix : '';

export function chooseForm(requested: ResultForm | undefined, sessionId: unknown): ResultForm {
  if (requested !== undefined) return requested;
  return typeof sessionId === 'string' && sessionId.endsWith(textSuffix) ? 'text' : 'structured';
}

/** Converts a result to the client's form. Refusals and content that is not JSON are text in both forms. */
export function formatResult(result: CallToolResult, form: ResultForm): CallToolResult {
  const { structuredContent, ...rest } = result;
  if (!structuredContent || result.isError) return result;
  if (form === 'text') return { ...rest, content: [textPart(JSON.stringify(structuredContent))] };
  return { ...result, content: [textPart(`${summarize(structuredContent)} ${fullResultNote}`)] };
}

const textPart = (text: string) => ({ type: 'text' as const, text });

const fullResultNote =
  '(All of it is in structuredContent. If your client shows only this line, connect it to /mcp?results=text.)';
const maxKeys = 20;
const maxSummaryChars = 600;
/** A name, id, key or time. Anything longer may be a stranger's text, which belongs only in JSON. */
const plainValue = /^[\w.:/+@-]{1,100}$/;

/**
 * One line for readers that do not see the JSON: short values verbatim, and the length of everything else.
 */
function summarize(json: object): string {
  const facts = Object.entries(json).map(([name, value]) => `${name}: ${summarizeValue(value)}`);
  return truncate(`${facts.join(', ') || 'nothing'}.`, maxSummaryChars);
}

function summarizeValue(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} listed`;
  if (value !== null && typeof value === 'object') return summarizeFields(Object.keys(value));
  const text = String(value);
  return plainValue.test(text) ? text : `${text.length} characters`;
}

const summarizeFields = (names: readonly string[]): string =>
  names.length <= maxKeys && names.every((name) => plainValue.test(name))
    ? `{${names.join(', ')}}`
    : `${names.length} fields`;

const truncate = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;
