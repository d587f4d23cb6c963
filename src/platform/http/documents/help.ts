import { asRecord } from '../../decode.ts';
import { approximateTokens } from '../../tokens.ts';
import { exampleCurl } from '../example.ts';
import type { BoundRoute } from '../route.ts';
import type { Service } from '../server.ts';
import type { About } from './openapi.ts';
import { describeField, fieldsText, mark, shapeOf, signature, withSentence } from './signature.ts';

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

/** Areas that are not for agents, or that the header already mentions. */
const leftOut = new Set(['documents', 'admin', 'mcp']);
/** The service for a model's context: short, accurate, and generated from the same table as the server. */
export function llmsText(service: Service, about: About): string {
  const { baseUrl, pages } = service;
  const begin = service.routes.find(({ secret, auth }) => secret && auth === 'none');
  const routes = service.routes.filter(isForAgents);
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
    `- /api/help?area=<area>: fields and examples of an area, ?call=<name>: everything about one call`,
    '- [skill.md](/skill.md): how to behave',
    ...(pages
      ? [
          `- [index.md](${pages.docsPath}/index.md): guides, SDK and command line`,
          '- [llms-full.txt](/llms-full.txt): all of them in one text',
        ]
      : []),
    callList(routes),
    '',
  ].join('\n');
}

/** Each call with one whole sentence. */
function callList(routes: readonly BoundRoute[]): string {
  const lines: string[] = [];
  for (const [area, group] of Map.groupBy(routes, (route) => route.area)) {
    lines.push('', `## ${area}`);
    for (const route of group)
      lines.push(`- ${route.method} ${route.path}${mark(route)}: ${firstSentence(route.summary)}`);
  }
  return lines.join('\n');
}

/** Without what follows a colon or a semicolon, and without a stop. */
export const firstSentence = (summary: string): string =>
  summary.split(/(?<=[.:;]) /, 1)[0]?.replace(/[.:;]$/, '') ?? '';

/** Areas of calls that an agent may make, in the order of the routes. */
export const areasOf = (routes: readonly BoundRoute[]): string[] => [
  ...new Set(routes.filter(isForAgents).map(({ area }) => area)),
];

const isForAgents = ({ area, auth, response }: BoundRoute): boolean =>
  !leftOut.has(area) && auth !== 'admin' && response.status !== 101;

/** What a reader can afford before its first call of an area, with the rest of the answer. */
const maxAreaTokens = 1_380;

/**
 * The calls of an area: fields and shapes of all of them, then as far as there is room what each does, examples, those with
 * the most fields first, and responses.
 */
export function describeArea(routes: readonly BoundRoute[], area: string): string[] {
  const calls = routes.filter((route) => route.area === area && isForAgents(route));
  const byFields = calls.toSorted((a, b) => fieldsText(b.body).length - fieldsText(a.body).length);
  let lines = new Map(calls.map((route) => [route, signature(route)]));
  for (const describe of [withSentence, withExample, describeCall])
    for (const route of byFields) {
      const longer = new Map(lines).set(route, describe(route));
      if (approximateTokens(JSON.stringify([...longer.values()])) <= maxAreaTokens) lines = longer;
    }
  return [...lines.values()];
}

const withExample = (route: BoundRoute): string =>
  `${withSentence(route)}${route.example?.body ? ` Example: ${JSON.stringify(route.example.body)}` : ''}`;
const describeCall = (route: BoundRoute): string =>
  `${withExample(route)} Returns ${shapeOf(route.response.schema, 1)}`;

/** Everything about one call. */
export function describeWholeCall(route: BoundRoute, baseUrl: string) {
  const described = (schema: unknown) =>
    schema &&
    Object.fromEntries(
      Object.entries(asRecord(asRecord(schema).properties)).map(([name, each]) => {
        const needed = asRecord(schema).required;
        const note = Array.isArray(needed) && needed.includes(name) ? '' : ', optional';
        return [name, describeField(each, note)];
      }),
    );
  const { name, method, path, auth, summary: does } = route;
  return {
    name,
    method,
    path,
    auth,
    does,
    ...(route.params && { params: described(route.params) }),
    ...(route.query && { query: described(route.query) }),
    ...(route.body && { body: described(route.body) }),
    returns: `${route.response.status} ${shapeOf(route.response.schema, 1)}`,
    refusals: (route.errors ?? []).map(({ code, means }) => `${code}: ${means}`),
    example: exampleCurl(route, baseUrl),
  };
}
