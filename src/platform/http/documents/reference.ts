import { exampleCurl } from '../example.ts';
import type { BoundRoute } from '../route.ts';
import type { Service } from '../server.ts';
import { type About, listErrors } from './openapi.ts';

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
    'Every response has `x-request-id`. Every refusal is `{error, hint}` with a stable code in `x-error-code`. In addition to the listed refusals, any call may return `internal` (500), `overloaded` or `shutting_down` (503).',
    '',
    `In the examples, \`$API_KEY\` is your key, and \`${service.name}\` is \`new ${service.name === 'city' ? 'City' : 'Utility'}({ key })\` of [the SDK](../sdk.md).`,
  ];
  for (const [area, routes] of Map.groupBy(service.routes, (route) => route.area)) {
    lines.push('', `## ${area}`);
    for (const route of routes) lines.push('', ...routeText(route, service, options));
  }
  return `${lines.join('\n')}\n`;
}

function routeText(route: BoundRoute, service: Service, options: ReferenceOptions): string[] {
  const lines = [`### ${route.method} ${route.path}`, '', route.summary, ''];
  lines.push(`Key: ${keyText(route)}. Name: \`${route.name}\`. Source: ${options.sourceLink(route)}.`);
  for (const limit of route.limits ?? []) lines.push(`Limit: ${limit.max} ${limit.of} per ${limit.window}.`);
  lines.push(
    ...describeFields('In the path', route.params),
    ...describeFields('In the query', route.query),
    ...describeFields('Body', route.body),
  );
  lines.push(...answerText(route));
  for (const { status, description } of route.response.also ?? [])
    lines.push('', `Or ${status}: ${description}`);
  const refusals = listErrors(route, service).filter((kind) => kind.status < 500);
  if (refusals.length > 0) {
    lines.push('', `Refusals: ${refusals.map((kind) => `\`${kind.code}\` (${kind.status})`).join(', ')}.`);
  }
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

function describeFields(title: string, schema: Schema | undefined): string[] {
  const { properties = {}, required = [] } = schema ?? {};
  const rows = Object.entries(properties).map(
    ([name, field]) =>
      `| \`${name}\` | ${typeText(field)} | ${required.includes(name) ? 'yes' : ''} | ${field.description ?? ''} |`,
  );
  if (rows.length === 0) return [];
  return ['', `${title}:`, '', '| field | type | required | |', '|---|---|---|---|', ...rows];
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
