import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Static } from 'typebox';
import { oneOf } from '../platform/http/schema.ts';

/** Whether results have their JSON in `structuredContent` too, beside the text. */
export const resultForm = oneOf(['structured', 'text'], {
  description: 'structured: the JSON is in structuredContent too, beside the text.',
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

/**
 * Converts a result to the client's form. The text always is the whole answer, because many clients show their model nothing
 * else; refusals are text in both forms.
 */
export function formatResult(result: CallToolResult, form: ResultForm): CallToolResult {
  const { structuredContent, ...rest } = result;
  if (!structuredContent || result.isError) return result;
  const content = [{ type: 'text' as const, text: toText(structuredContent) }];
  return form === 'text' ? { ...rest, content } : { ...result, content };
}

/** A result that is only a text is shown as it is. */
function toText(json: object): string {
  const [[name, value] = [], ...others] = Object.entries(json);
  return name === 'text' && typeof value === 'string' && others.length === 0 ? value : JSON.stringify(json);
}
