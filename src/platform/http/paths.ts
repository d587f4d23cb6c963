import { distance } from 'fastest-levenshtein';
import findMyWay, { type HTTPMethod, type HTTPVersion, type Instance } from 'find-my-way';
import type { TObject, TSchema } from 'typebox';
import { asRecord } from '../decode.ts';
import { readChoice, readings } from './field-values.ts';
import { baseOf, toKey, toWords } from './field-words.ts';
import { matchesSchema } from './validation.ts';

/** Converts OpenAPI's `/api/agents/{name}` to the router's `/api/agents/:name`. */
export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** The same for a route whose last parameter takes the rest of the path. */
export function toRouterPath({ path, rest }: Pick<ServedRoute, 'path' | 'rest'>): string {
  return routerPath(rest ? path.replace(/\{\w+\}$/, '*') : path);
}

/** Name of the rest of the path in the documents. */
export const restParamName = (path: string): string => /\{(\w+)\}$/.exec(path)?.[1] ?? '*';

interface ServedRoute {
  readonly method: string;
  readonly rest?: boolean;
  readonly path: string;
  readonly effect: string;
  readonly params?: TObject | undefined;
  readonly query?: TObject | undefined;
  readonly body?: TObject | undefined;
}

/** The HEAD of a read is that of its response; a GET with an effect has its own HEAD, without the effect. */
export const isPlainRead = ({ method, effect }: ServedRoute): boolean =>
  method === 'GET' && effect === 'read';

/** API calls reject unknown fields; pages ignore parameters that links add. */
export const refusesQuery = ({
  method,
  path,
  query,
  relays,
}: Pick<ServedRoute, 'method' | 'path' | 'query'> & { readonly relays?: boolean }): boolean =>
  query === undefined && (path.startsWith('/api/') || (method !== 'GET' && !relays));

type Fields = Readonly<Record<string, string | undefined>>;

/** Knows the methods of a concrete path, and the call that a misspelt one was probably meant to be. */
export class PathIndex<Served extends ServedRoute = ServedRoute> {
  readonly #served: readonly Served[];
  #router: Instance<HTTPVersion.V1> | undefined;
  readonly #methods: Set<string>;

  constructor(served: readonly Served[]) {
    this.#served = served;
    this.#methods = new Set([...served.map((each) => each.method), 'HEAD']);
  }

  /** Empty if no method is served there. */
  methodsAt(pathname: string): string[] {
    return [...this.#methods].filter((method) => this.#find(method, pathname));
  }

  /** The route that serves a path by this method, with the path's parameters, each of a form that it accepts. */
  routeAt(method: string, pathname: string): { route: Served; params: Fields } | undefined {
    const found = this.#find(method, pathname);
    if (!found || !fitsParams(found.store, found.params)) return undefined;
    const route: Served = found.store;
    return { route, params: found.params };
  }

  #find(method: string, pathname: string) {
    // Built at the first unknown path, to keep startup fast.
    this.#router ??= createRouter(this.#served);
    return this.#router.find(method as HTTPMethod, pathname);
  }

  /** The call with the most similar path, filled with the caller's own values; of the same kind if there is one. */
  findSimilar(method: string, pathname: string): { route: Served; path: string } | undefined {
    const segments = pathname.slice(0, maxPathLength).split('/');
    const candidates = this.#served
      // Nothing is deleted by one who did not ask for it.
      .filter((route) => route.method !== 'DELETE' || method === 'DELETE')
      .map((route) => ({ route, errors: spellingErrors(segments, route) }))
      .filter(({ errors }) => errors < Number.POSITIVE_INFINITY)
      .sort((a, b) => a.errors - b.errors);
    const best =
      candidates.find(({ route }) => route.method === method) ??
      candidates.find(({ route }) => isRead(route.method) === isRead(method)) ??
      candidates[0];
    if (!best) return undefined;
    const path = best.route.path.split('/').map((part, at) => (isParam(part) ? segments[at] : part));
    return { route: best.route, path: path.join('/') };
  }

  /**
   * The call that the words of a path name, wherever its values stand: `/api/accept` with `{"job_id":3}`, `/api/agents/ada/tip`.
   * Nothing that was sent is left over but fields of the body. `wanting` counts what the path and the body do not say.
   */
  findByWords(
    method: string,
    parts: readonly string[],
    sent: Sent,
    words: Words,
  ): Worded<Served> | undefined {
    const named = this.#served.flatMap((route) =>
      route.method === method ? (nameCall(route, parts, sent, words) ?? []) : [],
    );
    // Of two calls that lack equally much, the one that has a place for more of what was sent.
    const lack = ({ wanting, used }: Worded<Served>) => wanting - used.length / 100;
    const least = Math.min(...named.map(lack));
    const [only, another] = named.filter((each) => lack(each) === least);
    return another === undefined && least <= maxWanting ? only : undefined;
  }

  /** The write of one item of a list, by the first of these methods that is served. */
  itemBelow(
    pathname: string,
    methods: readonly string[] = [],
  ): { route: Served; params: Fields } | undefined {
    const items = this.#served.filter(
      ({ path }) => /^\/\{\w+\}$/.test(path.slice(pathname.length)) && path.startsWith(pathname),
    );
    const [route] = methods.flatMap((method) =>
      items.filter((each) => each.method === method && !isRead(method)),
    );
    return route && { route, params: {} };
  }

  /** Calls at and below the longest part of the path that is served: those with its last word, or by the same method if there are any. */
  callsNear(pathname: string, method: string): string[] {
    const segments = pathname.slice(0, maxPathLength).split('/');
    const suitable = this.#served.filter((each) => isRead(each.method) === isRead(method));
    const sameEnd = ({ path }: Served) => path.endsWith(`/${segments.at(-1)}`);
    for (let length = segments.length; length > 1; length--) {
      const known = segments.slice(0, length);
      const below = suitable.filter((each) => spellingErrors(known, each, length) === 0);
      if (below.length === 0) continue;
      const sameMethod = below.filter((each) => each.method === method);
      const chosen = below.some(sameEnd) ? below.filter(sameEnd) : sameMethod.length > 0 ? sameMethod : below;
      if (chosen.length > maxNear) break;
      return chosen.map(({ method: served, path }) =>
        [served, [...known, ...path.split('/').slice(length)].join('/')].join(' '),
      );
    }
    const alike = suitable.filter(sameEnd);
    return alike.length > maxNear ? [] : alike.map((each) => `${each.method} ${each.path}`);
  }
}

/** What callers of other APIs say for a part of a path, by our word. */
export type Words = ReadonlyMap<string, ReadonlySet<string>>;
type Sent = Readonly<Record<string, unknown>>;

interface Worded<Served> {
  readonly route: Served;
  /** Its path with the caller's values, and placeholders for those that are missing. */
  readonly path: string;
  /** Fields of the body that are parts of the path. */
  readonly used: readonly string[];
  /** Fields that the path named. */
  readonly fields: Sent;
  readonly wanting: number;
}

/** A call may lack the word for what it acts on and its value; with less it could be any. */
const maxWanting = 2;
/** Parts of a path that say no more than the key or the method does. */
const selves = ['me', 'my', 'mine', 'self'];
const methodWords: Readonly<Record<string, readonly string[]>> = {
  GET: ['get', 'list', 'all', 'show', 'view'],
  POST: ['add', 'create', 'new', 'post', 'send', 'make'],
  PATCH: ['update', 'edit', 'change', 'set'],
  PUT: ['update', 'edit', 'change', 'set', 'save', 'store'],
  DELETE: ['delete', 'remove'],
};

/** The method that the last word of a path asks for. */
export const methodSaid = (word: string): string | undefined =>
  ['DELETE', 'PATCH'].find((method) => methodWords[method]?.includes(word.toLowerCase()));

function nameCall<Served extends ServedRoute>(
  route: Served,
  parts: readonly string[],
  sent: Sent,
  words: Words,
): Worded<Served> | undefined {
  const own = route.path.split('/').filter((part) => part !== '' && part !== 'api');
  const fixed = own.filter((part) => !isParam(part));
  const means = (said: string, ours: string) =>
    toKey(said) === toKey(ours) || words.get(ours)?.has(said.toLowerCase()) === true;
  const places = new Map<number, string>();
  const unsaid = new Set(
    fixed.filter((each) => {
      const at = parts.findIndex((part, index) => !places.has(index) && means(part, each));
      if (at >= 0) places.set(at, each);
      return at < 0;
    }),
  );
  if (fixed.length === 0 || unsaid.has(fixed.at(-1) ?? '')) return undefined;
  const open = new Set(parts.keys().filter((at) => !places.has(at)));
  const used: string[] = [];
  let missing = 0;
  const path = route.path.split('/').map((part, index, whole) => {
    if (!isParam(part)) return part;
    const name = part.slice(1, -1);
    const rule = route.params?.properties[name];
    const fits = (value: unknown) => rule !== undefined && matchesSchema(rule, value, 'text');
    const thing = whole[index - 1] ?? '';
    const field = Object.keys(sent).find((each) => {
      if (used.includes(each) || Object.hasOwn(route.body?.properties ?? {}, each)) return false;
      const said = toWords(baseOf(each));
      const isThing = said.length > 0 && said.every((word) => means(word, thing) || word === toKey(name));
      return (isThing || toKey(each) === name) && fits(readValue(rule, sent[each], name));
    });
    if (field !== undefined) {
      used.push(field);
      if (baseOf(field) !== '') unsaid.delete(thing);
      return encodeURIComponent(String(readValue(rule, sent[field], name)));
    }
    // A name is only known from its place, a number also by itself.
    const at = open.keys().find((each) => {
      const isAfter = places.get(each - 1) === thing || /^\d+$/.test(parts[each] ?? '');
      return isAfter && fits(readValue(rule, parts[each], name));
    });
    if (at === undefined) {
      missing++;
      return `<${name}>`;
    }
    open.delete(at);
    return encodeURIComponent(String(readValue(rule, parts[at], name)));
  });
  const fields: Record<string, unknown> = {};
  const inputs = { ...route.query?.properties, ...route.body?.properties };
  for (const at of open) {
    const part = parts[at] ?? '';
    const list =
      parts[at + 1] === undefined ? undefined : [...words.keys()].find((each) => means(part, each));
    const [field, another] = Object.keys(inputs).filter((name) => {
      const { 'x-listed': listed, enum: choices } = asRecord(inputs[name]);
      if (sent[name] !== undefined) return false;
      return list === undefined
        ? Array.isArray(choices) && readChoice(part, choices) !== undefined
        : listed === `/api/${list}`;
    });
    const isSelf = [...selves, ...(methodWords[route.method] ?? [])].includes(part.toLowerCase());
    if (field !== undefined && another === undefined) {
      const { enum: choices } = asRecord(inputs[field]);
      fields[field] =
        list === undefined && Array.isArray(choices) ? readChoice(part, choices) : parts[at + 1];
      if (list !== undefined) open.delete(at + 1);
    } else if (!isSelf) return undefined;
  }
  return { route, path: path.join('/'), used, fields, wanting: unsaid.size + missing };
}

/** A value of the path in the form that its field takes. */
const readValue = (rule: TSchema | undefined, value: unknown, name: string): unknown =>
  rule === undefined || matchesSchema(rule, value, 'text')
    ? value
    : (readings(rule, value, name).find((each) => each !== undefined) ?? value);

const maxPathLength = 200;
/** A choice of more calls than these is none. */
const maxNear = 20;
/** Share of the letters that may be wrong in one part of a misspelt path; one letter always may. */
const misspeltShare = 0.3;
const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';
const isParam = (part: string): boolean => part.startsWith('{');

/** `accept` is not the id of a job: such a path is one that nobody serves. */
const fitsParams = ({ params }: ServedRoute, values: Fields): boolean =>
  Object.entries(params?.properties ?? {}).every(([name, rule]) =>
    matchesSchema(rule, values[name] ?? values['*'], 'text'),
  );

/** Of a path against that of a route, or against as many of its first parts. */
function spellingErrors(segments: readonly string[], { path, params }: ServedRoute, length?: number): number {
  const parts = path.split('/').slice(0, length);
  if (segments.length !== parts.length) return Number.POSITIVE_INFINITY;
  return parts.reduce((sum, part, at) => {
    const segment = segments[at] ?? '';
    if (isParam(part)) {
      const rule = params?.properties[part.slice(1, -1)];
      const fits = segment !== '' && (rule === undefined || matchesSchema(rule, segment, 'text'));
      return fits ? sum : Number.POSITIVE_INFINITY;
    }
    const wrong = distance(segment.toLowerCase(), part.toLowerCase());
    return wrong <= Math.max(1, part.length * misspeltShare) ? sum + wrong : Number.POSITIVE_INFINITY;
  }, 0);
}

function createRouter(served: readonly ServedRoute[]): Instance<HTTPVersion.V1> {
  const router = findMyWay<HTTPVersion.V1>({ maxParamLength: 500, ignoreTrailingSlash: true });
  for (const each of served) {
    const methods = each.method === 'GET' ? ['GET', 'HEAD'] : [each.method];
    router.on(methods as HTTPMethod[], toRouterPath(each), () => {}, each);
  }
  return router;
}

/** The path of a request's URL, without its query. */
export function urlPath(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
