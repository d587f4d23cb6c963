import type { FastifyRequest } from 'fastify';
import { asRecord, isJsonObject, unreadable } from '../decode.ts';
import { explainCorrection, type SentInput } from './corrected-call.ts';
import { errors, notFound } from './errors.ts';
import { type PathIndex, urlPath } from './paths.ts';
import { Refusal } from './refusal.ts';
import type { BoundRoute } from './route.ts';

/** Parts of a service's paths, each with the words that callers of other APIs expect in its place. */
export type PathWords = Readonly<Record<string, string>>;

/** Refuses paths that are not served, and names the call that was probably meant. */
export class UnknownPaths {
  readonly #index: PathIndex<BoundRoute>;
  readonly #ours: ReadonlyMap<string, string>;

  constructor(index: PathIndex<BoundRoute>, words: PathWords = {}) {
    this.#index = index;
    this.#ours = new Map(
      Object.entries(words).flatMap(([ours, synonyms]) => synonyms.split(' ').map((each) => [each, ours])),
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
    const similar = this.#similar(method, pathname, asRecord(body));
    const meant = similar && `Perhaps you mean ${similar.method} ${similar.path}`;
    const corrected = similar ? this.#corrected(similar, method, baseUrl, sent) : '';
    if (methods.length > 0) {
      const allow = methods.join(', ');
      const hint =
        similar?.method === method
          ? `${meant}. ${corrected}`
          : this.#correctedCall(method, methods, pathname, baseUrl, sent) ||
            this.#callsNear(method, pathname);
      return new Refusal(
        errors.methodNotAllowed,
        `${shown} does not accept ${method}`,
        `It accepts ${allow}. ${hint}`.trimEnd(),
        { allow },
      );
    }
    const isSameKind = similar && isRead(similar.method) === isRead(method);
    const ways = [meant, isSameKind ? '' : this.#callsNear(method, pathname)].filter(Boolean);
    const area = similar && this.#index.routeAt(similar.method, similar.path)?.route.area;
    const list = area
      ? `GET ${baseUrl}/api/help?area=${area} describes the calls of its area.`
      : `GET ${baseUrl}/llms.txt lists all calls.`;
    return notFound(`there is no ${shown}`, `${[...ways, list].join('; ')} ${corrected}`.trimEnd());
  }

  /** The call of this path that was probably meant; a read or a deletion is never corrected to a call that writes at once. */
  #correctedCall(
    method: string,
    served: readonly string[],
    path: string,
    baseUrl: string,
    sent: SentInput,
  ): string {
    const other = nearestMethods[method]?.find((each) => served.includes(each)) ?? served[0] ?? 'GET';
    // A list that is only read: what writes to it names one of its items.
    const item =
      isChange(method) && !isChange(other) ? this.#index.itemBelow(path, nearestMethods[method]) : undefined;
    const found = item ?? this.#index.routeAt(other, path);
    if (!found) return '';
    const { route, params } = found;
    const actsAtOnce = route.method !== 'GET' && !isChange(method);
    if ((actsAtOnce && !route.body?.required?.length) || sent.body === unreadable)
      return `${route.method}: ${route.summary}`;
    return explainCorrection(route, baseUrl, {
      ...sent,
      params: { ...fieldsOf(route, sent.body), ...params },
    });
  }

  /** A similar call with the caller's own input, and with the part of the path that it has no place for. */
  #corrected(
    { method, path, dropped, used = [] }: Similar,
    asked: string,
    baseUrl: string,
    sent: SentInput,
  ): string {
    const found = this.#index.routeAt(method, path);
    if (
      !found ||
      (method !== asked && !(isChange(method) && isChange(asked))) ||
      path.includes('<') ||
      sent.body === unreadable
    )
      return '';
    const own = Object.entries(asRecord(sent.body)).filter(([name]) => !used.includes(name));
    const body = { ...Object.fromEntries(own), ...(dropped !== undefined && { path_part: dropped }) };
    const isSent = sent.body !== undefined || dropped !== undefined;
    return explainCorrection(found.route, baseUrl, {
      ...sent,
      body: isSent && isJsonObject(sent.body ?? {}) ? body : sent.body,
      params: found.params,
    });
  }

  /** Tries the path as spelled, then with its first part or all parts replaced by our words, with and without the API prefix. */
  #similar(method: string, pathname: string, body: Readonly<Record<string, unknown>>): Similar | undefined {
    const requested = pathname.slice(0, maxShownLength);
    const parts = requested
      .split('/')
      .filter((part) => part !== '' && !/^(?:api|rest|v\d{1,2})$/i.test(part));
    const toOurs = (part: string) => this.#ours.get(part.toLowerCase()) ?? part;
    const [first = '', ...rest] = parts;
    const ours = [parts, [toOurs(first), ...rest], parts.map(toOurs)].map((each) => each.join('/'));
    const paths = [requested, ...ours.flatMap((each) => [`/api/${each}`, `/${each}`])];
    for (const path of paths) {
      const filled = this.#index.withParams(method, path, body);
      if (filled) return { method, ...filled };
    }
    for (const path of paths) {
      const similar = this.#index.findSimilar(method, path);
      if (similar) return similar;
    }
    const [shorter = '', dropped] = /^(.+)\/([^/]+)$/.exec(requested)?.slice(1) ?? [];
    const called = isChange(method) ? this.#index.routeAt(method, shorter) : undefined;
    return called?.route.body?.required?.length ? { method, path: shorter, dropped } : undefined;
  }

  /** The calls of the same kind that end with the same word, or that are served below the part of the path which is known. */
  #callsNear(method: string, pathname: string): string {
    const near = this.#index.callsNear(pathname, method);
    return near.length === 0 ? '' : `Calls near it: ${near.join(', ')}`;
  }
}

interface Similar {
  readonly method: string;
  readonly path: string;
  /** A last part that the call has no place for: probably a field of it. */
  readonly dropped?: string | undefined;
  /** Fields of the body that are parts of the path. */
  readonly used?: readonly string[];
}

type UnknownRequest = Pick<FastifyRequest, 'url' | 'method' | 'headers'>;

const isRead = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);
/** A deletion asks for less than another change does. */
const isChange = (method: string): boolean => !isRead(method) && method !== 'DELETE';

/** Fields of a path that the body names. */
const fieldsOf = ({ params }: BoundRoute, body: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(asRecord(body)).filter(([name]) => params && Object.hasOwn(params.properties, name)),
  );
const maxShownLength = 200;

/** The methods that a caller of another API uses for the same purpose, likeliest first. */
const nearestMethods: Readonly<Record<string, readonly string[]>> = {
  GET: ['GET', 'POST'],
  HEAD: ['GET', 'POST'],
  POST: ['PUT', 'PATCH', 'GET'],
  PUT: ['POST', 'PATCH', 'GET'],
  PATCH: ['PUT', 'POST', 'GET'],
  DELETE: ['POST', 'GET'],
};
