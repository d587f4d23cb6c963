import { inspect } from 'node:util';
import { cityRoutes } from '../packages/sdk/src/generated/city-routes.ts';
import { utilityRoutes } from '../packages/sdk/src/generated/utility-routes.ts';
import type { RouteEntry, RouteTable } from '../packages/sdk/src/route-entry.ts';
import type { BoundRoute } from '../src/platform/http/route.ts';
import type { CodeExample } from './reference.ts';

const tables: Readonly<Record<string, RouteTable>> = { city: cityRoutes, utility: utilityRoutes };

/** The example of a route as a call of the SDK and as a command; none where the SDK has no such call. */
export function clientExamples(service: string, route: BoundRoute): CodeExample[] {
  for (const [group, calls] of Object.entries(tables[service] ?? {})) {
    for (const [name, entry] of Object.entries(calls)) {
      if (entry.method !== route.method || entry.path !== route.path) continue;
      if (entry.body === 'raw' || entry.answer !== undefined) return [];
      const dotted = [group, name].filter(Boolean).join('.');
      return [
        { tab: 'SDK', kind: 'ts', text: sdkCall(service, dotted, entry, route) },
        { tab: 'Command line', kind: 'sh', text: command(service, dotted, route) },
      ];
    }
  }
  return [];
}

function sdkCall(
  service: string,
  name: string,
  entry: RouteEntry,
  { path, example = {} }: BoundRoute,
): string {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => example.params?.[each] ?? each);
  const fields = { ...example.query, ...example.body };
  const hasFields = entry.input && Object.keys(fields).length > 0;
  const given = [...inPath, ...(hasFields ? [fields] : [])];
  return `await ${service}.${name}(${given.map(literal).join(', ')});`;
}

const literal = (value: unknown): string =>
  inspect(value, {
    depth: null,
    breakLength: Number.POSITIVE_INFINITY,
    maxArrayLength: null,
    maxStringLength: null,
  });

function command(service: string, name: string, { example = {} }: BoundRoute): string {
  const fields = Object.entries({ ...example.params, ...example.query, ...example.body });
  const words = fields.map(([field, value]) => field + assigned(value));
  return ['npx kith call', `${service}.${name}`, ...words].join(' ');
}

/** A text that would be read as a number, a word of JSON, a file or standard input is given with `==`. */
function assigned(value: unknown): string {
  if (typeof value !== 'string') return `=${quoted(JSON.stringify(value))}`;
  const isRead = /^(-?\d|[[{@]|-$|(true|false|null)$)/.test(value);
  return `${isRead ? '==' : '='}${quoted(value)}`;
}

const quoted = (text: string): string =>
  /^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
