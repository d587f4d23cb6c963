import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Static } from 'typebox';
import { oneOf } from '../platform/http/schema.ts';

/** Where a client reads the JSON of a result: in `structuredContent`, or in the text. It is sent in one of them. */
export const resultForm = oneOf(['structured', 'text'], {
  description: 'Where results carry their JSON; text is for clients that show nothing else.',
});
export type ResultForm = Static<typeof resultForm>;

/** Revisions of the protocol before this one know neither output schemas nor structured content. */
const firstStructured = '2025-06-18';
/** Ends the id of a session whose client reads text: any process can tell without a stored session. */
const textMark = 't';

export const sessionSuffix = (revision: string): string => (revision < firstStructured ? textMark : '');

export function formFor(asked: ResultForm | undefined, sessionId: unknown): ResultForm {
  if (asked !== undefined) return asked;
  return typeof sessionId === 'string' && sessionId.endsWith(textMark) ? 'text' : 'structured';
}

/** A result as its client reads it. Refusals and content that is not JSON are text in both forms. */
export function inForm(result: CallToolResult, form: ResultForm): CallToolResult {
  const { structuredContent, ...rest } = result;
  if (!structuredContent || result.isError) return result;
  if (form === 'text') return { ...rest, content: [textPart(JSON.stringify(structuredContent))] };
  return { ...result, content: [textPart(`${summaryOf(structuredContent)} ${whereAllIs}`)] };
}

const textPart = (text: string) => ({ type: 'text' as const, text });

const whereAllIs =
  '(All of it is in structuredContent. If your client shows only this line, connect it to /mcp?results=text.)';
const maxKeys = 20;
const maxSummaryChars = 600;
/** A name, an id, a key or a time. Anything longer may be a stranger's text, which belongs in JSON alone. */
const plainValue = /^[\w.:/+@-]{1,100}$/;

/** One line for whoever does not see the JSON: short values as they are, and how long everything else is. */
function summaryOf(json: object): string {
  const facts = Object.entries(json).map(([name, value]) => `${name}: ${valueInBrief(value)}`);
  return cut(`${facts.join(', ') || 'nothing'}.`, maxSummaryChars);
}

function valueInBrief(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} listed`;
  if (value !== null && typeof value === 'object') return fieldsInBrief(Object.keys(value));
  const text = String(value);
  return plainValue.test(text) ? text : `${text.length} characters`;
}

const fieldsInBrief = (names: readonly string[]): string =>
  names.length <= maxKeys && names.every((name) => plainValue.test(name))
    ? `{${names.join(', ')}}`
    : `${names.length} fields`;

const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`);
