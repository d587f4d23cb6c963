import { currentVisitor } from '../kit/session.ts';
import type { Skill } from './responses.ts';

export interface SkillRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | undefined;
}

/** Longer input is sent in a body, if the skill accepts one. */
const maxUrlLength = 4_000;
export const longTexts: ReadonlySet<string> = new Set(['json', 'text']);

/** The request for a skill with these values; without a key it is a free trial call. */
export function buildRequest(skill: Skill, values: ReadonlyMap<string, string>): SkillRequest {
  const filledParams = new URLSearchParams([...values].filter(([, value]) => value !== ''));
  const trial = currentVisitor() ? '' : 'free=1';
  const query = [filledParams.toString(), trial].filter((part) => part !== '').join('&');
  const isLong = query.length > maxUrlLength && skill.params.some(({ name }) => longTexts.has(name));
  if (isLong)
    return {
      method: 'POST',
      path: skill.path + (trial && `?${trial}`),
      body: JSON.stringify(Object.fromEntries(filledParams)),
    };
  return { method: 'GET', path: query === '' ? skill.path : `${skill.path}?${query}`, body: undefined };
}

const quoteShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same call for a terminal. The key is a shell variable, because this page does not have it. */
export function curlLine({ method, path, body }: SkillRequest): string {
  const headers = { agent: ' -H "authorization: Bearer $API_KEY"', ally: ' -H "x-ally-key: $ALLY_KEY"' };
  const visitor = currentVisitor();
  return [
    `curl ${method === 'POST' ? '-X POST ' : ''}${quoteShell(location.origin + path)}`,
    visitor ? headers[visitor.kind] : '',
    body === undefined ? '' : ` -H 'content-type: application/json' -d ${quoteShell(body)}`,
  ].join('');
}
