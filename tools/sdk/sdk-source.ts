import type { RouteEntry } from '../../packages/sdk/src/route-entry.ts';
import type { BoundRoute } from '../../src/platform/http/route.ts';
import type { Service } from '../../src/platform/http/server.ts';
import { callNames, pagedLists, typeNames } from './call-names.ts';
import { fieldsOf, type Schema, typeOf } from './schema-type.ts';

const header = '// Made from the routes by `npm run sdk`; do not edit.';

/**
 * Generates the SDK files of one service, by path. The runtime table is separate, because it is a tenth
 * of the size of the types, which are not loaded at runtime.
 */
export function sdkFiles(service: Service): Readonly<Record<string, string>> {
  const calls = service.routes.map((route) => callOf(route, service));
  return {
    [`packages/sdk/src/generated/${service.name}.ts`]: typesSource(service, calls),
    [`packages/sdk/src/generated/${service.name}-routes.ts`]: routesSource(service, calls),
  };
}

export function byGroup(calls: readonly Call[]): { own: Call[]; groups: Map<string, Call[]> } {
  const groups = Map.groupBy(calls, ({ group }) => group);
  const own = groups.get('') ?? [];
  groups.delete('');
  return { own, groups };
}

function routesSource(service: Service, calls: readonly Call[]): string {
  const { own, groups } = byGroup(calls);
  return `${[
    header,
    "import type { RouteTable } from '../route-entry.ts';",
    '',
    ...skillsTable(service),
    `export const ${service.name}Routes = ${table([['', own], ...groups])} as const satisfies RouteTable;`,
  ].join('\n')}\n`;
}

function typesSource(service: Service, calls: readonly Call[]): string {
  const types = new NamedTypes(calls);
  const title = pascal(service.name);
  const { own, groups } = byGroup(calls);
  return `${[
    header,
    "import type { CallOptions, RawBody } from '../options.ts';",
    "import type { Paged } from '../paged.ts';",
    '',
    ...types.declarations(),
    ...[...groups].flatMap(([group, members]) => [
      `export interface ${title}${pascal(group)} {`,
      ...members.flatMap((call) => signature(call, types)),
      '}',
      '',
    ]),
    `export interface ${title}Calls {`,
    ...own.flatMap((call) => signature(call, types)),
    ...[...groups.keys()].map((group) => `  readonly ${group}: ${title}${pascal(group)};`),
    '}',
  ].join('\n')}\n`;
}

export interface Call {
  readonly route: BoundRoute;
  readonly group: string;
  readonly method: string;
  readonly params: readonly (readonly [string, Schema])[];
  readonly input: Schema;
  readonly answer: Schema;
  readonly entry: RouteEntry;
  readonly answerKind: 'json' | 'text' | 'response' | 'socket';
}

export function callOf(route: BoundRoute, service: Service): Call {
  const place = callNames[service.name]?.[route.name] ?? defaultPlace(route);
  const [group, method] = place.includes('.') ? (place.split('.') as [string, string]) : ['', place];
  const { query, body, input } = inputOf(route);
  const answerKind = kindOf(route);
  const items = answerKind === 'json' ? pagedList(route) : undefined;
  return {
    route,
    group,
    method,
    params: Object.entries((route.params?.properties ?? {}) as Record<string, Schema>),
    input,
    answer: route.response.schema as Schema,
    answerKind,
    entry: {
      method: route.method,
      path: route.path,
      ...(Object.keys(input.properties ?? {}).length > 0 && { input: true as const }),
      ...(route.method !== 'GET' && query.length > 0 && { query }),
      ...(route.stream ? { body: 'raw' as const } : body && { body: 'json' as const }),
      ...(answerKind !== 'json' && { answer: answerKind }),
      ...(items && { items }),
    },
  };
}

/** Areas whose calls are methods of the service itself. */
const flatAreas = ['spectator'];

function defaultPlace({ area, name }: BoundRoute): string {
  return flatAreas.includes(area) ? name : `${camel(area)}.${name}`;
}

/** The input besides the path is one object, whether it is sent as query or body. */
function inputOf(route: BoundRoute): { query: string[]; body: boolean; input: Schema } {
  const [query, body] = [(route.query ?? {}) as Schema, (route.body ?? {}) as Schema];
  const twice = Object.keys(query.properties ?? {}).filter((name) => name in (body.properties ?? {}));
  if (twice.length > 0) throw new Error(`${route.name} takes ${twice} both in the query and in the body`);
  return {
    query: Object.keys(query.properties ?? {}),
    body: route.body !== undefined,
    input: {
      type: 'object',
      properties: { ...query.properties, ...body.properties },
      required: [...(query.required ?? []), ...(body.required ?? [])],
      ...(body.additionalProperties !== undefined && { additionalProperties: body.additionalProperties }),
    },
  };
}

function kindOf({ response: { status, types = ['application/json'] } }: BoundRoute): Call['answerKind'] {
  if (status === 101) return 'socket';
  if (types.includes('application/json') && types.every((type) => /json|html/.test(type))) return 'json';
  return types.every((type) => type.startsWith('text/')) ? 'text' : 'response';
}

/** The paginated list of a response with `next`. */
function pagedList({ name, response }: BoundRoute): string | undefined {
  const { properties = {}, required = [] } = response.schema as Schema;
  const next = JSON.stringify(properties.next ?? {});
  if (!next.includes('"null"') || next.includes('"array"')) return undefined;
  const lists = Object.keys(properties).filter(
    (key) => properties[key]?.type === 'array' && required.includes(key),
  );
  return pagedLists[name] ?? (lists.length === 1 ? lists[0] : undefined);
}

/** Every input and response has a name; a repeated response shape keeps its first name. */
class NamedTypes {
  readonly #names = new Map<string, string>();
  readonly #inputs = new Map<BoundRoute, string>();
  readonly #answers = new Map<BoundRoute, string>();
  readonly #declared: { name: string; schema: Schema }[] = [];

  constructor(calls: readonly Call[]) {
    // Named types first, so that others can refer to them.
    const things = calls.toSorted(
      (a, b) => Number(!typeNames[a.route.name]) - Number(!typeNames[b.route.name]),
    );
    for (const { route, answer, answerKind } of things) {
      if (answerKind === 'text' || answerKind === 'response' || !(answer.properties ?? answer.anyOf))
        continue;
      this.#answers.set(route, this.#named(answer, typeNames[route.name] ?? `${pascal(route.name)}Response`));
    }
    for (const { route, input } of calls) {
      if (Object.keys(input.properties ?? {}).length === 0) continue;
      const name = `${pascal(route.name)}Input`;
      this.#inputs.set(route, name);
      // Inputs keep their own names, even if two calls accept the same fields.
      this.#declared.push({ name, schema: input });
    }
  }

  input(route: BoundRoute): string | undefined {
    return this.#inputs.get(route);
  }

  answer({ route, answer, answerKind }: Call): string {
    if (answerKind === 'text') return 'string';
    if (answerKind === 'response') return 'Response';
    return this.#answers.get(route) ?? typeOf(answer, () => undefined);
  }

  item({ route, answer, entry }: Call): string {
    const { items } = (answer.properties?.[entry.items ?? ''] ?? {}) as Schema;
    const known = items && this.#names.get(JSON.stringify(items));
    return known ?? `${this.#answers.get(route)}['${entry.items}'][number]`;
  }

  declarations(): string[] {
    return this.#declared.flatMap(({ name, schema }) => {
      const nameOf = (each: Schema) => (each === schema ? undefined : this.#names.get(JSON.stringify(each)));
      return schema.anyOf
        ? [`export type ${name} = ${typeOf(schema, nameOf)};`, '']
        : [`export interface ${name} ${fieldsOf(schema, nameOf, '')}`, ''];
    });
  }

  #named(schema: Schema, name: string): string {
    const text = JSON.stringify(schema);
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    this.#names.set(text, name);
    this.#declared.push({ name, schema });
    return name;
  }
}

function signature(call: Call, types: NamedTypes): string[] {
  const { route, method, params, input, entry, answerKind } = call;
  if (answerKind === 'socket') return [];
  const given = params.map(([name, schema]) => `${name}: ${typeOf(schema, () => undefined)}`);
  const inputName = types.input(route);
  if (entry.body === 'raw') given.push('data: RawBody');
  else if (inputName) given.push(`input${input.required?.length ? '' : '?'}: ${inputName}`);
  given.push('options?: CallOptions');
  const answer = types.answer(call);
  const result = entry.items ? `Paged<${answer}, ${types.item(call)}>` : `Promise<${answer}>`;
  return [
    `  /** ${route.summary.replaceAll('*/', '*\\/')} \`${route.method} ${route.path}\` */`,
    `  ${method}(${given.join(', ')}): ${result};`,
  ];
}

/** Skills by their id, with the parameter that `<id> <value>` fills. */
function skillsTable(service: Service): string[] {
  const skills = service.routes.filter(
    ({ area, name, method }) => area === 'skills' && name !== 'skills' && method === 'GET',
  );
  if (skills.length === 0) return [];
  const rows = skills.map(({ path, query }) => {
    const { properties = {}, required = [] } = (query ?? {}) as Schema;
    return `  ${JSON.stringify(path.slice(1))}: ${JSON.stringify(required[0] ?? Object.keys(properties)[0])},`;
  });
  return [
    '/** Each skill and the parameter that receives its value. */',
    'export const skillValues = {',
    ...rows,
    '} as const;',
    '',
  ];
}

function table(groups: readonly (readonly [string, readonly Call[]])[]): string {
  const rows = groups.map(([group, members]) => {
    const calls = members.map(({ method, entry }) => `    ${method}: ${JSON.stringify(entry)},`);
    return `  ${JSON.stringify(group)}: {\n${calls.join('\n')}\n  },`;
  });
  return `{\n${rows.join('\n')}\n}`;
}

const camel = (text: string) =>
  text.replaceAll(/[^A-Za-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase());
export const pascal = (text: string) => camel(text).replace(/^./, (letter) => letter.toUpperCase());
