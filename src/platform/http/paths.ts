import { distance } from 'fastest-levenshtein';
import findMyWay, { type HTTPMethod, type HTTPVersion, type Instance } from 'find-my-way';
import type { TObject } from 'typebox';
import { fieldsMeant, subjectWords } from './field-names.ts';
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
}

/** The HEAD of a read is that of its response; a GET with an effect has its own HEAD, without the effect. */
export const isPlainRead = ({ method, effect }: ServedRoute): boolean =>
  method === 'GET' && effect === 'read';

/** API calls reject unknown fields; pages ignore parameters that links add. */
export const refusesQuery = ({ path, query }: { readonly path: string; readonly query?: unknown }): boolean =>
  query === undefined && path.startsWith('/api/');

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
  findSimilar(method: string, pathname: string): { method: string; path: string } | undefined {
    const segments = pathname.slice(0, maxPathLength).split('/');
    const candidates = this.#served
      .map((route) => ({ route, errors: spellingErrors(segments, route) }))
      .filter(({ errors }) => errors < Number.POSITIVE_INFINITY)
      .sort((a, b) => a.errors - b.errors);
    const best =
      candidates.find(({ route }) => route.method === method) ??
      candidates.find(({ route }) => isRead(route.method) === isRead(method)) ??
      candidates[0];
    if (!best) return undefined;
    const path = best.route.path.split('/').map((part, at) => (isParam(part) ? segments[at] : part));
    return { method: best.route.method, path: path.join('/') };
  }

  /** The call whose path lacks only values that the body names: `/api/exchange/accept` with `{"id":3}`. */
  withParams(
    method: string,
    pathname: string,
    body: Readonly<Record<string, unknown>>,
  ): { path: string; used: readonly string[] } | undefined {
    for (const route of this.#served) {
      const { path, params } = route;
      if (!params || route.method !== method || path.replaceAll(/\/\{\w+\}/g, '') !== pathname) continue;
      const subject = subjectWords(path.replaceAll(/\{\w+\}/g, ''));
      const sent = Object.entries(body).flatMap(([name, value]) => {
        const [meant] = fieldsMeant(name, params.properties, subject);
        return meant === undefined ? [] : [[meant, { name, value: String(value) }] as const];
      });
      const values = new Map(sent);
      if (values.size !== sent.length || values.size !== Object.keys(params.properties).length) continue;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(values.get(name)?.value ?? ''),
      );
      if (this.routeAt(method, filled)?.route === route)
        return { path: filled, used: sent.map(([, { name }]) => name) };
    }
    return undefined;
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
    for (let length = segments.length - 1; length > 1; length--) {
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
