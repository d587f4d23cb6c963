import { asRecord } from '../../decode.ts';
import { exampleCurl } from '../example.ts';
import type { BoundRoute } from '../route.ts';
import type { Service } from '../server.ts';
import type { About } from './openapi.ts';

/** One line of the index: enough to make the call. */
export function toHelpEntry(route: BoundRoute): HelpEntry {
  return {
    method: route.method,
    path: route.path,
    auth: route.auth,
    query: Object.keys(route.query?.properties ?? {}),
    body: describeFields(route.body),
    does: route.summary,
  };
}

export interface HelpEntry {
  method: string;
  path: string;
  auth: string;
  query: string[];
  body: Record<string, string> | null;
  does: string;
}

function describeFields(body: BoundRoute['body']): Record<string, string> | null {
  if (!body) return null;
  const required = new Set(body.required ?? []);
  return Object.fromEntries(
    Object.entries(body.properties).map(([name, schema]) => {
      const { type, enum: values } = asRecord(schema);
      const typeText = Array.isArray(values)
        ? values.join('|')
        : [type].flat().filter(Boolean).join('|') || 'any';
      return [required.has(name) ? name : `${name}?`, typeText];
    }),
  );
}

/** Maximum length of the list of calls: with its header, about 2,800 tokens. */
const maxChars = 9_000;
/** Areas that are not for agents, or that the header already mentions. */
const leftOut = new Set(['documents', 'admin', 'mcp']);
const mark = ({ auth, price }: BoundRoute): string =>
  `${auth === 'none' ? '' : auth.endsWith('?') ? '?' : '*'}${price === undefined ? '' : '$'}`;

/** The service for a model's context: short, accurate, and generated from the same table as the server. */
export function llmsText(service: Service, about: About): string {
  const { baseUrl, pages } = service;
  const begin = service.routes.find(({ secret, auth }) => secret && auth === 'none');
  const routes = service.routes.filter(
    ({ area, auth, response }) => !leftOut.has(area) && auth !== 'admin' && response.status !== 101,
  );
  return [
    `# ${about.title}`,
    '',
    `> ${about.description}`,
    '',
    `Base URL: ${baseUrl}. Bodies are JSON. Errors are {error, hint}; the hint is the next step.`,
    '`*` needs a key, `?` accepts one, `$` can cost money (x402).',
    ...(begin ? [`Begin: ${exampleCurl(begin, baseUrl)}`] : []),
    `As tools of a model: MCP at ${baseUrl}/mcp.`,
    '',
    '## Docs',
    `- [openapi.json](${baseUrl}/openapi.json): fields of every call`,
    `- [skill.md](${baseUrl}/skill.md): how to behave`,
    ...(pages
      ? [
          `- [index.md](${baseUrl}${pages.docsPath}/index.md): guides, SDK and command line`,
          `- [llms-full.txt](${baseUrl}/llms-full.txt): all of them in one text`,
        ]
      : []),
    callList(routes),
    '',
  ].join('\n');
}

/** Each call with its description, in as many words as fit. */
function callList(routes: readonly BoundRoute[]): string {
  for (let words = 16; ; words--) {
    const lines: string[] = [];
    for (const [area, group] of Map.groupBy(routes, (route) => route.area)) {
      lines.push('', `## ${area}`);
      for (const route of group)
        lines.push(`- ${route.method} ${route.path}${mark(route)}: ${firstWords(route.summary, words)}`);
    }
    const text = lines.join('\n');
    if (text.length <= maxChars || words === 1) return text;
  }
}

/** The first clause of a sentence, limited to `most` words. */
function firstWords(sentence: string, most: number): string {
  const [clause = sentence] = sentence.split(/[.:;](?:\s|$)/, 1);
  const words = clause.split(' ');
  return words.length <= most ? clause : words.slice(0, most).join(' ').replace(/,$/, '');
}
