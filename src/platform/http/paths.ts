import { distance } from 'fastest-levenshtein';
import findMyWay, { type HTTPMethod, type HTTPVersion, type Instance } from 'find-my-way';
import type { TObject, TSchema } from 'typebox';
import { asRecord } from '../decode.ts';
import { actionSaid, areOpposite } from './field-names.ts';
import { readChoice, readings, stem } from './field-values.ts';
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

/** A field of a query that the call does not declare would be dropped silently. */
export const refusesQuery = ({
  query,
  relays,
}: Pick<ServedRoute, 'query'> & { readonly relays?: boolean }): boolean => query === undefined && !relays;

type Fields = Readonly<Record<string, string | undefined>>;

/** Knows the methods of a concrete path, and the call that a misspelt one was probably meant to be. */
export class PathIndex<Served extends ServedRoute = ServedRoute> {
  readonly #served: readonly Served[];
  #router: Instance<HTTPVersion.V1> | undefined;
  readonly #methods: Set<string>;
  #verbs: readonly string[] | undefined;

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
  findSimilar(
    method: string,
    pathname: string,
    words: Words = new Map(),
  ): { route: Served; path: string } | undefined {
    const segments = pathname.slice(0, maxPathLength).split('/');
    const candidates = this.#served
      // Nothing is deleted by one who did not ask for it.
      .filter((route) => route.method !== 'DELETE' || method === 'DELETE')
      .map((route) => ({ route, errors: spellingErrors(segments, route) }))
      .filter(({ errors }) => errors < Number.POSITIVE_INFINITY)
      .filter(
        ({ route }) =>
          !route.path.split('/').some((part, at) => isParam(part) && isWord(segments[at] ?? '', words)),
      )
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

  /** The write of one item of a list, by the first of these methods that is served, with the parameters of the list. */
  itemBelow(
    pathname: string,
    methods: readonly string[] = [],
  ): { route: Served; params: Fields } | undefined {
    const segments = pathname.slice(0, maxPathLength).split('/');
    const items = this.#served.filter((route) => {
      const parts = partsOf(route);
      const isBelow = parts.length === segments.length + 1 && parts.at(-1)?.param !== undefined;
      return isBelow && spellingErrors(segments, route, segments.length) === 0;
    });
    const [route] = methods.flatMap((method) =>
      items.filter((each) => each.method === method && !isRead(method)),
    );
    if (!route) return undefined;
    const params = partsOf(route).map(({ param }, at) => [param, segments[at]] as const);
    return {
      route,
      params: Object.fromEntries(
        params.filter(([param, value]) => param !== undefined && value !== undefined),
      ),
    };
  }

  /** The write of the same thing that a field names: `{"approved": false}` is its `…/deny`, `{"status": "paused"}` its `…/pause`. */
  actionNamed(
    pathname: string,
    sent: Sent,
    words: Words,
  ): { route: Served; params: Fields; field: string } | undefined {
    const named = Object.entries(sent)
      .slice(0, maxNear)
      .flatMap(([field, value]) => {
        const said = actionSaid(field, value);
        return said ? [{ field, ...said }] : [];
      });
    if (named.length === 0) return undefined;
    const thing = pathname.replace(/\/+$/, '').slice(0, maxPathLength);
    const isVerb = (verb: string, word: string) =>
      isSameStem(verb, word) || [...(words.get(verb) ?? [])].some((each) => isSameStem(each, word));
    this.#verbs ??= [...new Set(this.#served.flatMap(verbOf))];
    for (const { field, word, isOpposite } of named) {
      const own = this.#verbs.filter((verb) => isVerb(verb, word));
      const verbs = isOpposite
        ? this.#verbs.filter((verb) => own.some((each) => areOpposite(each, verb)))
        : own;
      for (const verb of verbs)
        for (const path of [`${thing}/${verb}`, thing.replace(/[^/]+$/, verb)]) {
          const found = path === thing ? undefined : this.routeAt('POST', path);
          if (found) return { ...found, field };
        }
    }
    return undefined;
  }

  /** Reads of one item of a list, or of one part of a resource. */
  readsBelow(path: string): Served[] {
    return this.#served.filter(
      (each) =>
        each.method === 'GET' &&
        each.path.startsWith(`${path}/`) &&
        isParam(each.path.slice(path.length + 1)),
    );
  }

  /** Calls at and below the longest part of the path that is served: those with its last word, or by the same method if there are any. */
  callsNear(pathname: string, method: string): string[] {
    const segments = pathname.slice(0, maxPathLength).split('/');
    const isDeletion = method === 'DELETE';
    // To delete what a part belongs to is more than was asked; a verb below it may be what was meant.
    const suitable = this.#served.filter(
      (each) =>
        isRead(each.method) === isRead(method) &&
        !(isDeletion && each.method === method && partsOf(each).length < segments.length),
    );
    const sameEnd = ({ path }: Served) => path.endsWith(`/${segments.at(-1)}`);
    const alike = suitable.filter(sameEnd).map((each) => `${each.method} ${each.path}`);
    for (let length = segments.length; length > 1; length--) {
      const known = segments.slice(0, length);
      const below = suitable.filter((each) => spellingErrors(known, each, length) === 0);
      if (below.length === 0) continue;
      const sameMethod = isDeletion ? [] : below.filter((each) => each.method === method);
      const chosen = below.some(sameEnd) ? below.filter(sameEnd) : sameMethod.length > 0 ? sameMethod : below;
      if (chosen.length > maxNear) break;
      const near = chosen.map(({ method: served, path }) =>
        [served, [...known, ...path.split('/').slice(length)].join('/')].join(' '),
      );
      return chosen.some(sameEnd) || alike.length > maxAlike ? near : [...alike, ...near];
    }
    return alike.length > maxNear ? [] : alike;
  }
}

/** The last word of a write of one thing. */
const verbOf = ({ method, path }: ServedRoute): string[] => {
  const last = path.split('/').at(-1) ?? '';
  return method === 'POST' && path.includes('{') && !isParam(last) ? [last] : [];
};

const isSameStem = (one: string, other: string): boolean => {
  const [short = '', long = ''] = [stem(one), stem(other)].sort((a, b) => a.length - b.length);
  return short === long || (short.length > 4 && long.startsWith(short) && long.length === short.length + 1);
};

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
export const selves = ['me', 'my', 'mine', 'self'];
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
  const fixed = partsOf(route).flatMap(({ text, param }) =>
    param === undefined && text !== '' && text !== 'api' ? [text] : [],
  );
  const means = (said: string, ours: string) =>
    toKey(said) === toKey(ours) || words.get(ours)?.has(said.toLowerCase()) === true;
  const last = fixed.at(-1);
  if (last === undefined || !parts.some((part) => means(part, last))) return undefined;
  const places = new Map<number, string>();
  const unsaid = new Set(
    fixed.filter((each) => {
      const at = parts.findIndex((part, index) => !places.has(index) && means(part, each));
      if (at >= 0) places.set(at, each);
      return at < 0;
    }),
  );
  if (unsaid.has(last)) return undefined;
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
      const part = parts[each] ?? '';
      const isAfter = /^\d+$/.test(part) || (places.get(each - 1) === thing && !isWord(part, words));
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
      const { 'x-listed': listed, 'x-holds': holds, enum: choices } = asRecord(inputs[name]);
      if (sent[name] !== undefined) return false;
      if (list !== undefined) return listed === `/api/${list}`;
      // What stands after a list that is read narrows it: a name is that of an agent.
      const isName =
        isRead(route.method) &&
        holds === 'agent' &&
        places.get(at - 1) === last &&
        !Object.hasOwn(inputs, part);
      return isName || (Array.isArray(choices) && readChoice(part, choices) !== undefined);
    });
    const isSelf = [...selves, ...(methodWords[route.method] ?? [])].includes(part.toLowerCase());
    if (field !== undefined && another === undefined) {
      const { enum: choices } = asRecord(inputs[field]);
      const own = Array.isArray(choices) ? readChoice(part, choices) : part;
      fields[field] = list === undefined ? own : parts[at + 1];
      if (list !== undefined) open.delete(at + 1);
    } else if (!isSelf) return undefined;
  }
  return { route, path: path.join('/'), used, fields, wanting: unsaid.size + missing };
}

/** Whether callers of other APIs say it for a part of a path. */
const isWord = (part: string, words: Words): boolean =>
  words.values().some((synonyms) => synonyms.has(part.toLowerCase()));

/** A value of the path in the form that its field takes. */
const readValue = (rule: TSchema | undefined, value: unknown, name: string): unknown =>
  rule === undefined || matchesSchema(rule, value, 'text')
    ? value
    : (readings(rule, value, name).find((each) => each !== undefined) ?? value);

const maxPathLength = 200;
/** So many calls with the last word of a path are named although they stand elsewhere. */
const maxAlike = 2;
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

/** A part of a route's path, with what a caller's is compared with. */
interface Part {
  readonly text: string;
  readonly lower: string;
  readonly maxWrong: number;
  /** Only of a parameter. */
  readonly param: string | undefined;
  readonly rule: TSchema | undefined;
}

const partsOfRoutes = new WeakMap<ServedRoute, readonly Part[]>();

/** Split once: every unknown path is compared with all routes. */
function partsOf(route: ServedRoute): readonly Part[] {
  const known = partsOfRoutes.get(route);
  if (known) return known;
  const parts = route.path.split('/').map((text): Part => {
    const param = isParam(text) ? text.slice(1, -1) : undefined;
    const rule = param === undefined ? undefined : route.params?.properties[param];
    const maxWrong = Math.max(1, text.length * misspeltShare);
    return { text, lower: text.toLowerCase(), maxWrong, param, rule };
  });
  partsOfRoutes.set(route, parts);
  return parts;
}

/** Of a path against that of a route, or against as many of its first parts. */
function spellingErrors(segments: readonly string[], route: ServedRoute, length?: number): number {
  const parts = partsOf(route);
  if (segments.length !== Math.min(length ?? parts.length, parts.length)) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (const [at, segment] of segments.entries()) {
    const part = parts[at];
    if (!part || !isNear(segment, part)) return Number.POSITIVE_INFINITY;
    if (part.param === undefined) sum += distance(segment.toLowerCase(), part.lower);
  }
  return sum;
}

function isNear(segment: string, { text, lower, maxWrong, param, rule }: Part): boolean {
  if (param !== undefined)
    return segment !== '' && (rule === undefined || matchesSchema(rule, segment, 'text'));
  if (segment === text) return true;
  // No spelling is nearer than its length.
  return (
    Math.abs(segment.length - text.length) <= maxWrong && distance(segment.toLowerCase(), lower) <= maxWrong
  );
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
