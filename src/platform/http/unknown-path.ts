import type { FastifyRequest } from 'fastify';
import { asRecord, isJsonObject, unreadable } from '../decode.ts';
import { explainCorrection, type SentInput } from './corrected-call.ts';
import { withSentence } from './documents/signature.ts';
import { errors, notFound } from './errors.ts';
import { fieldsMeant, flagMeant } from './field-names.ts';
import { methodSaid, PathIndex, selves, urlPath, type Words } from './paths.ts';
import { Refusal } from './refusal.ts';
import type { BoundRoute } from './route.ts';

/** Parts of a service's paths, each with the words that callers of other APIs expect in its place. */
export type PathWords = Readonly<Record<string, string>>;

/** Another service of this server, whose calls are sometimes sent here. */
export interface Sibling {
  readonly name: string;
  readonly baseUrl: string;
  readonly routes: readonly BoundRoute[];
}

/** Refuses paths that are not served, and names the call that was probably meant. */
export class UnknownPaths {
  readonly #index: PathIndex<BoundRoute>;
  readonly #words: Words;
  readonly #siblings: () => readonly Sibling[];
  readonly #indexes = new WeakMap<readonly BoundRoute[], PathIndex<BoundRoute>>();

  constructor(
    index: PathIndex<BoundRoute>,
    words: PathWords = {},
    siblings: () => readonly Sibling[] = () => [],
  ) {
    this.#index = index;
    this.#siblings = siblings;
    this.#words = new Map(
      Object.entries(words).map(([ours, synonyms]) => [ours, new Set(synonyms.split(' '))]),
    );
  }

  refusalOf({ url, method, headers }: UnknownRequest, baseUrl: string, body?: unknown): Refusal {
    const pathname = urlPath(url);
    const shown = pathname.slice(0, maxShownLength);
    const methods = this.#index.methodsAt(pathname);
    const sent = {
      query: Object.fromEntries(new URLSearchParams(url.slice(pathname.length))),
      body,
      headers,
    };
    const fields = Object.entries({ ...sent.query, ...asRecord(body) }).slice(0, maxNamed);
    const similar = this.#similar(method, pathname, Object.fromEntries(fields));
    const meant = similar && `Perhaps you mean ${similar.route.method} ${similar.path}`;
    const corrected = similar ? this.#corrected(similar, method, baseUrl, sent) : '';
    const action = isChange(method) ? this.#correctAction(pathname, sent, baseUrl) : undefined;
    if (methods.length > 0) {
      const hint = action
        ? action
        : similar?.route.method === method
          ? `${meant}. ${corrected}`
          : this.#correctedCall(method, methods, pathname, baseUrl, sent) ||
            this.#callsNear(method, pathname);
      return refuseMethod(pathname, method, methods, hint);
    }
    const elsewhere = this.#servedElsewhere(method, pathname, sent, similar?.route);
    if (elsewhere) return notFound(`there is no ${shown}`, elsewhere);
    if (action) return notFound(`there is no ${shown}`, action);
    const isSameKind = similar && isRead(similar.route.method) === isRead(method);
    const ways = [meant, isSameKind ? '' : this.#callsNear(method, pathname)].filter(Boolean);
    const list = similar
      ? `GET ${baseUrl}/api/help?area=${similar.route.area} describes the calls of its area.`
      : `GET ${baseUrl}/llms.txt lists all calls.`;
    return notFound(`there is no ${shown}`, `${[...ways, list].join('; ')} ${corrected}`.trimEnd());
  }

  /** Without a comparison with other calls. */
  briefRefusalOf({ url, method }: UnknownRequest, baseUrl: string): Refusal {
    const pathname = urlPath(url);
    const list = `GET ${baseUrl}/llms.txt lists all calls.`;
    const methods = this.#index.methodsAt(pathname);
    return methods.length > 0
      ? refuseMethod(pathname, method, methods, list)
      : notFound(`there is no ${pathname.slice(0, maxShownLength)}`, list);
  }

  /** For an input that a route refuses: the call that one of its fields asks for instead, or the reads that have a place for it. */
  otherCall(route: BoundRoute, url: string, sent: SentInput, baseUrl: string): string | undefined {
    const { body, query, method, path } = route;
    if (method === 'GET') {
      const unknown = Object.keys(asRecord(sent.query))
        .slice(0, maxNamed)
        .filter((name) => !Object.hasOwn(query?.properties ?? {}, name));
      const below = unknown.length === 0 ? [] : this.#index.readsBelow(path);
      // `?key=plan` of a list is its `/plan`.
      const item = below.find(({ params }) =>
        unknown.some((name) => params && Object.hasOwn(params.properties, name)),
      );
      if (item) {
        const params = { ...asRecord(sent.params), ...fieldsOf(item, sent.query) };
        const call = explainCorrection(item, baseUrl, { ...sent, query: {}, params });
        return `${item.method} ${item.path}: ${item.summary} ${call}`;
      }
      if (query) return undefined;
      const calls = below.map((each) => `Nearer: ${each.method} ${each.path}: ${each.summary} `).join('');
      return calls === '' ? undefined : calls + explainCorrection(route, baseUrl, sent);
    }
    const properties = body?.properties ?? {};
    return this.#correctAction(
      urlPath(url),
      sent,
      baseUrl,
      (name, value) =>
        fieldsMeant(name, properties).some((each) => takesWord(properties[each], value)) ||
        flagMeant(name, value, properties) !== undefined,
    );
  }

  /** The call that one of the sent fields asks for, with the others. */
  #correctAction(
    pathname: string,
    sent: SentInput,
    baseUrl: string,
    isOurs: (name: string, value: unknown) => boolean = () => false,
  ): string | undefined {
    const body = asRecord(sent.body);
    const others = Object.entries(body)
      .slice(0, maxNamed)
      .filter(([name, value]) => !isOurs(name, value));
    const action = this.#index.actionNamed(pathname, Object.fromEntries(others), this.#words);
    if (!action) return undefined;
    const { [action.field]: said, ...rest } = body;
    const { method, path, summary } = action.route;
    const call = explainCorrection(action.route, baseUrl, { ...sent, params: action.params, body: rest });
    return `${action.field} ${JSON.stringify(said)} is ${method} ${path}: ${summary} ${call}`;
  }

  /**
   * A call that another service of this server has by exactly this path. Where this service has one of the same name, nobody
   * knows which is meant, and none is printed to be run.
   */
  #servedElsewhere(
    method: string,
    pathname: string,
    sent: SentInput,
    own: BoundRoute | undefined,
  ): string | undefined {
    for (const { name, baseUrl, routes } of this.#siblings()) {
      const index = this.#indexes.get(routes) ?? new PathIndex<BoundRoute>(routes);
      this.#indexes.set(routes, index);
      const found = index.routeAt(method, pathname);
      if (!found) continue;
      const isNamesake = own?.method === method && lastWord(own.path) === lastWord(pathname);
      if (isNamesake && !isRead(method))
        return `Here it is ${withSentence(own)} The ${name} has, at ${baseUrl}, ${withSentence(found.route)}`;
      const known = sent.body === unreadable ? { headers: sent.headers } : sent;
      const call = explainCorrection(found.route, baseUrl, { ...known, params: found.params });
      return `This is a call of the ${name}, at ${baseUrl}. ${call}`;
    }
    return undefined;
  }

  /** The call of this path that was probably meant; a read is corrected to a call that acts at once only with a key of the caller's own to fill in, a deletion never. */
  #correctedCall(
    method: string,
    served: readonly string[],
    path: string,
    baseUrl: string,
    sent: SentInput,
  ): string {
    const isDeletion = method === 'DELETE';
    const other = nearestMethods[method]?.find((each) => served.includes(each)) ?? served[0] ?? 'GET';
    // A list that is only read: what writes to it or deletes from it names one of its items.
    const seeksItem = isDeletion || (isChange(method) && !isChange(other));
    const item = seeksItem
      ? this.#index.itemBelow(path, isDeletion ? [method] : nearestMethods[method])
      : undefined;
    const found = item ?? this.#index.routeAt(other, path);
    if (!found) return '';
    const { route, params } = found;
    if (isDeletion && route.method !== method)
      return `${route.method}: ${route.summary} ${this.#callsNear(method, path.replace(/\/[^/]+$/, ''))}`;
    if (sent.body === unreadable) return `${route.method}: ${route.summary}`;
    const given = { ...asRecord(sent.query), ...asRecord(sent.body) };
    const actsAtOnce = !isChange(method) && isChange(route.method) && !route.body?.required?.length;
    // What creates a record does not replace one.
    const isNew =
      method === 'POST' && route.method === 'PUT' && route.body && 'if_hash' in route.body.properties;
    const call = explainCorrection(route, baseUrl, {
      ...sent,
      ...(isNew && isJsonObject(sent.body ?? {}) && { body: { if_hash: null, ...asRecord(sent.body) } }),
      ...(actsAtOnce && { headers: { 'idempotency-key': '<a_key_of_yours>', ...sent.headers } }),
      isGuess: route.method !== method,
      params: { ...fieldsOf(route, given), ...params },
    });
    if (method === 'POST' && route.method === 'PATCH') return `${this.#callsNear(method, path)}. ${call}`;
    return actsAtOnce ? `${route.method}: ${route.summary} ${call}` : call;
  }

  /** A similar call with the caller's own input. */
  #corrected(
    { route, path, used = [], fields = {} }: Similar,
    asked: string,
    baseUrl: string,
    sent: SentInput,
  ): string {
    // A path may say what its method does not: `POST …/delete`.
    const isSameKind = route.method === asked || (isChange(asked) && !isRead(route.method));
    const actsAtOnce = isRead(asked) && isChange(route.method);
    if (!(isSameKind || actsAtOnce) || sent.body === unreadable) return '';
    const own = Object.entries(asRecord(sent.body)).filter(([name]) => !used.includes(name));
    const query = Object.entries(asRecord(sent.query)).filter(([name]) => !used.includes(name));
    const said = Object.entries(fields);
    const inQuery = said.filter(([name]) => Object.hasOwn(route.query?.properties ?? {}, name));
    const inBody = said.filter(([name]) => Object.hasOwn(route.body?.properties ?? {}, name));
    const body = Object.fromEntries([...own, ...inBody]);
    const isSent = sent.body !== undefined || inBody.length > 0;
    return explainCorrection(route, baseUrl, {
      ...sent,
      query: Object.fromEntries([...query, ...inQuery]),
      body: isSent && isJsonObject(sent.body ?? {}) ? body : sent.body,
      ...(actsAtOnce && { headers: { 'idempotency-key': '<a_key_of_yours>', ...sent.headers } }),
      params: paramsIn(route, path),
    });
  }

  /** Tries what the path and the fields name, then the path as spelled, with its parts replaced by our words, with and without the API prefix. */
  #similar(method: string, pathname: string, sent: Readonly<Record<string, unknown>>): Similar | undefined {
    const requested = pathname.slice(0, maxShownLength);
    const parts = requested
      .split('/')
      .filter((part) => part !== '' && !/^(?:api|rest|v\d{1,2})$/i.test(part))
      .map(decodePart)
      // The caller itself, among all of them: `users/me`.
      .filter((_, at, all) => !selves.includes(all[at + 1]?.toLowerCase() ?? ''));
    const said = methodSaid(parts.at(-1) ?? '') ?? method;
    const worded = [said, ...(method === 'POST' ? ['POST', 'PATCH'] : [])]
      .map((each) => this.#index.findByWords(each, parts, sent, this.#words))
      .find((each) => each !== undefined);
    if (worded?.wanting === 0) return worded;
    const toOurs = (part: string): [string, ...string[]] => {
      const [found, ...others] = this.#words
        .keys()
        .filter((ours) => this.#words.get(ours)?.has(part.toLowerCase()));
      return found === undefined ? [part] : [found, ...others];
    };
    const [first = '', ...rest] = parts;
    const ours = [
      parts,
      ...toOurs(first).map((each) => [each, ...rest]),
      parts.map((part) => toOurs(part)[0]),
    ].map((each) => each.join('/'));
    for (const path of [requested, ...ours.flatMap((each) => [`/api/${each}`, `/${each}`])]) {
      const similar = this.#index.findSimilar(method, path, path === requested ? undefined : this.#words);
      if (similar) return similar;
    }
    return worded;
  }

  /** The calls of the same kind that end with the same word, or that are served below the part of the path which is known. */
  #callsNear(method: string, pathname: string): string {
    const near = this.#index.callsNear(pathname, method);
    return near.length === 0 ? '' : `Calls near it: ${near.join(', ')}`;
  }
}

function refuseMethod(pathname: string, method: string, methods: readonly string[], hint: string): Refusal {
  const allow = methods.join(', ');
  return new Refusal(
    errors.methodNotAllowed,
    `${pathname.slice(0, maxShownLength)} does not accept ${method}`,
    `It accepts ${allow}. ${hint}`.trimEnd(),
    { allow },
  );
}

interface Similar {
  readonly route: BoundRoute;
  /** Its path with the caller's values; a placeholder stands for one that is missing. */
  readonly path: string;
  /** Fields of the input that are parts of the path. */
  readonly used?: readonly string[];
  /** Fields of the input that the path names. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The values of a route's path, without its placeholders. */
function paramsIn(route: BoundRoute, path: string): Record<string, string> {
  const values = path.split('/');
  const names = route.path.split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1]);
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const value = values[at] ?? '';
      return name === undefined || value.startsWith('<') ? [] : [[name, decodePart(value)]];
    }),
  );
}

type UnknownRequest = Pick<FastifyRequest, 'url' | 'method' | 'headers'>;

/** Whether a field is not one of a few words, or the value is one of them. */
const takesWord = (rule: unknown, value: unknown): boolean => {
  const { enum: words } = asRecord(rule);
  return !Array.isArray(words) || words.includes(value);
};

const lastWord = (path: string): string | undefined => path.split('/').findLast((part) => /^\w/.test(part));

const isRead = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);
/** A deletion asks for less than another change does. */
const isChange = (method: string): boolean => !isRead(method) && method !== 'DELETE';

/** Fields of a path that the body names. */
const fieldsOf = ({ params }: BoundRoute, body: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(asRecord(body)).filter(([name]) => params && Object.hasOwn(params.properties, name)),
  );
const maxShownLength = 200;
/** Of more fields none is looked at for a value of the path. */
const maxNamed = 50;

/** A part of a path as it was meant; as it is where its encoding is not valid. */
const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** The methods that a caller of another API uses for the same purpose, likeliest first. */
const nearestMethods: Readonly<Record<string, readonly string[]>> = {
  GET: ['GET', 'POST'],
  HEAD: ['GET', 'POST'],
  POST: ['PUT', 'PATCH', 'GET'],
  PUT: ['POST', 'PATCH', 'GET'],
  PATCH: ['PUT', 'POST', 'GET'],
  DELETE: ['POST', 'GET'],
};
