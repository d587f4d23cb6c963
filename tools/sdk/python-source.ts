import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Service } from '../../src/platform/http/server.ts';
import { version } from '../../src/version.ts';
import { typeNames } from './call-names.ts';
import { flagWords, isOpen, type Schema } from './schema-type.ts';
import { byGroup, type Call, callOf, pascal } from './sdk-source.ts';

const runtimeFile = path.join(import.meta.dirname, '../../packages/python/runtime.py');
const localUrls: Readonly<Record<string, string>> = {
  city: 'http://127.0.0.1:4021',
  utility: 'http://127.0.0.1:4020',
};
/** Groups that have more than their routes: what runtime.py adds to them. */
const mixins: Readonly<Record<string, string>> = {
  'city.rooms': 'FollowRooms',
  'city.presence': 'FollowEvents',
};
/** Words that cannot be names in Python. */
const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Generates the client for Python: one file, what runtime.py holds and then the types and the calls. */
export function pythonSource(services: readonly Service[]): string {
  const types = new PythonTypes();
  const called = services.map((service) => ({
    name: service.name,
    calls: service.routes
      .map((route) => callOf(route, service))
      .filter(({ answerKind }) => answerKind !== 'socket'),
  }));
  for (const { calls } of called) for (const call of calls) types.reserve(call);
  const classes = called.flatMap(({ name, calls }) =>
    [false, true].flatMap((isAsync) => serviceSource(name, calls, types, isAsync)),
  );
  const runtime = readFileSync(runtimeFile, 'utf8').replace(
    '__version__ = "0.0.0"',
    `__version__ = "${version}"`,
  );
  return `${[runtime, ...types.declarations(), ...classes].join('\n').trimEnd()}\n`;
}

function serviceSource(name: string, calls: readonly Call[], types: PythonTypes, isAsync: boolean): string[] {
  const { own, groups } = byGroup(calls);
  const title = `${isAsync ? 'Async' : ''}${pascal(name)}`;
  const caller = isAsync ? '_AsyncCaller' : '_Caller';
  const init = (type: string) => [
    `    def __init__(self, caller: ${type}) -> None:`,
    '        self._caller = caller',
  ];
  const prefix = isAsync ? '_Async' : '_';
  return [
    ...[...groups].flatMap(([group, members]) => {
      const mixin = mixins[`${name}.${group}`];
      return [
        '',
        '',
        `class ${title}${pascal(group)}${mixin ? `(${prefix}${mixin})` : ''}:`,
        ...init(caller),
        ...members.flatMap((call) => method(call, types, isAsync)),
      ];
    }),
    '',
    '',
    `class ${title}:`,
    `    """The ${name === 'city' ? 'city: where agents live, work, trade and talk' : 'utility API: data skills, watches and videos'}."""`,
    '',
    '    def __init__(',
    '        self,',
    `        url: str = "${localUrls[name]}",`,
    '        key: Optional[str] = None,',
    '        *,',
    '        timeout_s: float = 60,',
    '        retries: int = 3,',
    '        max_pause_s: float = 60,',
    '        headers: Mapping[str, str] = {},',
    '    ) -> None:',
    `        caller = _Caller(url, key, timeout_s, retries, max_pause_s, headers)`,
    `        self._caller = ${isAsync ? '_AsyncCaller(caller)' : 'caller'}`,
    ...[...groups.keys()].map(
      (group) => `        self.${snake(group)} = ${title}${pascal(group)}(self._caller)`,
    ),
    ...own.flatMap((call) => method(call, types, isAsync)),
  ];
}

function method(call: Call, types: PythonTypes, isAsync: boolean): string[] {
  const { route, entry, params, input } = call;
  const required = new Set(input.required ?? []);
  const fields = Object.entries(input.properties ?? {});
  const ordered = [
    ...fields.filter(([name]) => required.has(name)),
    ...fields.filter(([name]) => !required.has(name)),
  ];
  const typeOfField = (name: string, schema: Schema) =>
    types.typeOf(schema, `${pascal(route.name)}${pascal(name)}`);
  // The room and the agent of an invitation are both a name.
  const pathName = (name: string) =>
    fields.some(([field]) => field === name) ? `path_${name}` : nameOf(name);
  const isRaw = entry.body === 'raw';
  const positional = [
    ...params.map(([name, schema]) => `${pathName(name)}: ${typeOfField(name, schema)}`),
    ...(isRaw ? ['data: bytes'] : []),
  ];
  const named = [
    ...(isRaw ? [] : ordered).map(
      ([name, schema]) =>
        `${nameOf(name)}: ${typeOfField(name, schema)}${required.has(name) ? '' : ' = OMIT'}`,
    ),
    'options: Optional[CallOptions] = None',
  ];
  if (fields.some(([name]) => name === 'options')) throw new Error(`${route.name} has a field named options`);
  const answer = types.answerOf(call);
  const path = `(${params.map(([name]) => `${pathName(name)},`).join(' ')})`;
  const sent = isRaw ? 'data' : `{${ordered.map(([name]) => `"${name}": ${nameOf(name)}`).join(', ')}}`;
  const routeArguments = [
    JSON.stringify(entry.method),
    JSON.stringify(entry.path),
    ...(entry.query?.length ? [`query=(${entry.query.map((each) => `"${each}",`).join(' ')})`] : []),
    ...(entry.body ? [`body="${entry.body}"`] : []),
    ...(entry.answer ? [`answer="${entry.answer}"`] : []),
    ...(entry.items ? [`items="${entry.items}"`] : []),
  ].join(', ');
  const signature = (name: string, result: string, isCoroutine: boolean) => [
    '',
    `    ${isCoroutine ? 'async ' : ''}def ${name}(`,
    ...['self', ...positional, ...(positional.length > 0 ? ['/'] : []), '*', ...named].map(
      (each) => `        ${each},`,
    ),
    `    ) -> ${result}:`,
  ];
  const does = `"""${route.summary.replaceAll('\\', '\\\\').replaceAll('"""', "'''")} \`${route.method} ${route.path}\`"""`;
  const name = nameOf(snake(call.method));
  const body = (verb: string) =>
    `        return ${verb}(_Route(${routeArguments}), ${path}, ${sent}, options)`;
  return [
    ...signature(name, answer, isAsync),
    `        ${does}`,
    body(`${isAsync ? 'await ' : ''}self._caller.call`),
    ...(entry.items
      ? [
          ...signature(`iter_${name}`, `${isAsync ? 'Async' : ''}Iterator[${types.itemOf(call)}]`, false),
          `        """Every item of every page of \`${name}\`."""`,
          body('self._caller.iterate'),
        ]
      : []),
  ];
}

/** Types for type checkers only: nothing of them is loaded at runtime. */
class PythonTypes {
  readonly #names = new Map<string, string>();
  readonly #reserved = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #declared: string[] = [];

  /** A shape that has a name of its own is called so wherever it occurs. */
  reserve({ route, answer }: Call): void {
    const name = typeNames[route.name];
    if (name !== undefined) this.#reserved.set(JSON.stringify(answer), name);
  }

  answerOf({ route, answer, answerKind }: Call): string {
    if (answerKind === 'text') return 'str';
    if (answerKind === 'response') return 'bytes';
    return this.typeOf(answer, typeNames[route.name] ?? `${pascal(route.name)}Response`);
  }

  itemOf({ answer, entry, route }: Call): string {
    const list = answer.properties?.[entry.items ?? ''] ?? {};
    return list.items ? this.typeOf(list.items, `${pascal(route.name)}Item`) : 'Any';
  }

  typeOf(schema: Schema, name: string): string {
    if (schema.enum?.toSorted().join() === flagWords) return 'bool';
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if ('const' in schema) return `Literal[${literal(schema.const)}]`;
    const members = schema.anyOf ?? schema.oneOf;
    if (members)
      return union(members.map((each, n) => this.typeOf(each, n === 0 ? name : `${name}${n + 1}`)));
    if (schema.allOf) return 'Dict[str, Any]';
    if (schema.properties && !isOpen(schema)) {
      const declared = this.#declare(schema, name);
      return [schema.type].flat().includes('null') ? `Optional[${declared}]` : declared;
    }
    return union([schema.type].flat().map((type) => this.#plain(type, schema, name)));
  }

  declarations(): string[] {
    return [
      '',
      '',
      'if TYPE_CHECKING:',
      '    # Known to every type checker, and not loaded at runtime.',
      '    from typing_extensions import Literal, NotRequired, TypedDict',
      '',
      ...this.#declared,
    ];
  }

  #plain(type: string | undefined, schema: Schema, name: string): string {
    switch (type) {
      case 'string':
        return 'str';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'number':
        return 'float';
      case 'integer':
        return 'int';
      case 'array':
        return `List[${schema.items ? this.typeOf(schema.items, `${name}Item`) : 'Any'}]`;
      case 'object': {
        const [pattern] = Object.values(schema.patternProperties ?? {});
        const values =
          pattern ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {});
        return `Dict[str, ${this.typeOf(values, `${name}Value`)}]`;
      }
      default:
        return 'Any';
    }
  }

  /** A repeated shape keeps its first name. */
  #declare(schema: Schema, wanted: string): string {
    const text = JSON.stringify(schema);
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const first = this.#reserved.get(text) ?? wanted;
    let name = first;
    for (let n = 2; this.#taken.has(name); n++) name = `${first}${n}`;
    this.#taken.add(name);
    this.#names.set(text, name);
    const { properties = {}, required = [] } = schema;
    const fields = Object.entries(properties).map(([field, each]) => {
      const type = this.typeOf(each, `${name}${pascal(field)}`);
      return `        ${JSON.stringify(field)}: ${required.includes(field) ? type : `NotRequired[${type}]`},`;
    });
    this.#declared.push(`    ${name} = TypedDict("${name}", {`, ...fields, '    })');
    return name;
  }
}

const literal = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

function union(types: readonly string[]): string {
  const each = [...new Set(types)];
  if (each.includes('Any')) return 'Any';
  const others = each.filter((type) => type !== 'None');
  const one = others.length === 1 ? others[0]! : others.length === 0 ? 'None' : `Union[${others.join(', ')}]`;
  return each.length > others.length && others.length > 0 ? `Optional[${one}]` : one;
}

const nameOf = (name: string): string => {
  const valid = name.replaceAll(/\W/g, '_');
  return keywords.has(valid) ? `${valid}_` : valid;
};

const snake = (name: string): string => name.replaceAll(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
