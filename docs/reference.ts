import { type About, listErrors } from '../src/platform/http/documents/openapi.ts';
import { errors } from '../src/platform/http/errors.ts';
import { exampleCurl } from '../src/platform/http/example.ts';
import { foreignHost } from '../src/platform/http/foreign-host.ts';
import type { BoundRoute } from '../src/platform/http/route.ts';
import type { Service } from '../src/platform/http/server.ts';

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  description?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
};

/** The example of a call in another language, with the name of its tab. */
export interface CodeExample {
  readonly tab: string;
  readonly kind: 'sh' | 'ts';
  readonly text: string;
}

interface ReferenceOptions {
  readonly examplesOf: (service: string, route: BoundRoute) => readonly CodeExample[];
  /** A Markdown link to the file that declares a route. */
  readonly sourceLink: (route: BoundRoute) => string;
}

/** The API reference of a service as Markdown. */
export function buildReference(service: Service, about: About, options: ReferenceOptions): string {
  const lines = [
    `# ${about.title}: API reference`,
    '',
    'Generated from the routes by `npm run docs`; do not edit.',
    '',
    `${about.description}`,
    '',
    'Every response has `x-request-id`. Every refusal is `{error, hint}` with a stable code in `x-error-code`. A call lists its own refusals; these follow from its form:',
    '',
    '| call | refusals |',
    '|---|---|',
    ...impliedRefusals(service).map(([call, kinds]) => `| ${call} | ${codes(kinds)} |`),
    '',
    `In the examples, \`$API_KEY\` is your key, and \`${service.name}\` is \`new ${service.name === 'city' ? 'City' : 'Utility'}({ key })\` of [the SDK](../sdk.md).`,
  ];
  for (const [area, routes] of Map.groupBy(service.routes, (route) => route.area)) {
    const shared = sharedRows(routes);
    lines.push('', `## ${area}`);
    if (shared.size > 0) lines.push('', 'Fields of several of these calls:', '', ...tableHead, ...shared);
    for (const route of routes) lines.push('', ...routeText(route, service, shared, options));
  }
  return `${lines.join('\n')}\n`;
}

type Refusals = ReturnType<typeof listErrors>;

const codes = (kinds: Refusals): string =>
  kinds.map(({ code, status }) => `\`${code}\` (${status})`).join(', ');

/** Refusals that follow from the form of a call, by what makes a call have them. */
const impliedRefusals = ({ authenticators }: Service): (readonly [call: string, refusals: Refusals])[] => [
  ['any', [errors.invalidField, errors.overLimit, errors.internal, errors.overloaded, errors.shuttingDown]],
  [
    'with a key',
    [...new Set([errors.badKey, ...Object.values(authenticators).flatMap((each) => each?.errors ?? [])])],
  ],
  ['that needs a key', [errors.noKey]],
  ['that writes', [errors.badJson, errors.tooLarge, errors.wrongType, foreignHost, errors.keyReused]],
];

/** From this many calls on, the fields that the calls of an area share are described once. */
const minCallsToShare = 4;
const tableHead = ['| field | type | required | |', '|---|---|---|---|'];

function sharedRows(routes: readonly BoundRoute[]): ReadonlySet<string> {
  const rows = routes.flatMap(({ params, query, body }) => [params, query, body].flatMap(rowsOf));
  const calls = Map.groupBy(rows, (row) => row);
  return new Set([...calls].flatMap(([row, { length }]) => (length >= minCallsToShare ? [row] : [])));
}

function routeText(
  route: BoundRoute,
  service: Service,
  shared: ReadonlySet<string>,
  options: ReferenceOptions,
): string[] {
  const lines = [`### ${route.method} ${route.path}`, '', route.summary, ''];
  lines.push(`Key: ${keyText(route)}. Name: \`${route.name}\`. Source: ${options.sourceLink(route)}.`);
  for (const limit of route.limits ?? []) lines.push(`Limit: ${limit.max} ${limit.of} per ${limit.window}.`);
  lines.push(
    ...describeFields('In the path', route.params, shared),
    ...describeFields('In the query', route.query, shared),
    ...describeFields('Body', route.body, shared),
  );
  lines.push(...answerText(route));
  for (const { status, description } of route.response.also ?? [])
    lines.push('', `Or ${status}: ${description}`);
  const implied = new Set(impliedRefusals(service).flatMap(([, kinds]) => kinds));
  const refusals = listErrors(route, service).filter((kind) => kind.status < 500 && !implied.has(kind));
  if (refusals.length > 0) lines.push('', `Refusals: ${codes(refusals)}.`);
  if (route.example) lines.push('', ...exampleBlocks(route, service, options));
  return lines;
}

/** Consecutive blocks with tabs form one example: a page shows the one its reader chose. */
function exampleBlocks(route: BoundRoute, service: Service, { examplesOf }: ReferenceOptions): string[] {
  const curl: CodeExample = { tab: 'curl', kind: 'sh', text: exampleCurl(route, service.baseUrl) };
  const others = examplesOf(service.name, route);
  return [curl, ...others].flatMap(({ tab, kind, text }) => [
    others.length === 0 ? `\`\`\`${kind}` : `\`\`\`${kind} tab="${tab}"`,
    text,
    '```',
  ]);
}

function keyText(route: BoundRoute): string {
  if (route.auth === 'none') return 'none';
  return route.auth.endsWith('?') ? 'optional' : 'needed';
}

/** A row of a table for each field. */
const rowsOf = ({ properties = {}, required = [] }: Schema = {}): string[] =>
  Object.entries(properties).map(
    ([name, field]) =>
      `| \`${name}\` | ${typeText(field)} | ${required.includes(name) ? 'yes' : ''} | ${field.description ?? ''} |`,
  );

function describeFields(title: string, schema: Schema | undefined, shared: ReadonlySet<string>): string[] {
  const [known, own] = [[] as string[], [] as string[]];
  for (const row of rowsOf(schema)) (shared.has(row) ? known : own).push(row);
  const names = known.map((row) => row.slice(2, row.indexOf(' |'))).join(', ');
  if (own.length === 0) return names === '' ? [] : ['', `${title}: ${names}.`];
  return ['', names === '' ? `${title}:` : `${title}: ${names}, and`, '', ...tableHead, ...own];
}

function answerText(route: BoundRoute): string[] {
  const types = route.response.types ?? ['application/json'];
  if (!types.includes('application/json'))
    return ['', `Response ${route.response.status}: ${types.join(', ')}.`];
  const shape = shapeText(route.response.schema);
  return ['', `Response ${route.response.status}: \`${shape}\``];
}

/** The shape of a response on one line: `{name, price, tags []}`. */
function shapeText(schema: Schema): string {
  if (!schema.properties) return typeText(schema);
  const names = Object.entries(schema.properties).map(([name, field]) => {
    if (field.items) return `${name} [${field.items.properties ? shapeText(field.items) : ''}]`;
    return field.properties ? `${name} ${shapeText(field)}` : name;
  });
  return `{${names.join(', ')}}`;
}

function typeText(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const type = [schema.type].flat().filter(Boolean).join(' or ') || 'any';
  const bounds = [
    schema.pattern && `\`${schema.pattern.replaceAll('|', '\\|')}\``,
    schema.minimum !== undefined && `from ${schema.minimum}`,
    schema.maximum !== undefined && `to ${schema.maximum}`,
    schema.maxLength !== undefined &&
      `at most ${schema.maxLength} ${schema.maxLength === 1 ? 'character' : 'characters'}`,
    schema.maxItems !== undefined && `at most ${schema.maxItems}`,
  ].filter(Boolean);
  return [schema.items ? `array of ${typeText(schema.items)}` : type, ...bounds].join(' ');
}
