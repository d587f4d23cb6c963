import type { FastifyRequest } from 'fastify';
import { explainCorrection } from './corrected-call.ts';
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

  refusalOf({ url, method }: Pick<FastifyRequest, 'url' | 'method'>, baseUrl: string): Refusal {
    const pathname = urlPath(url);
    const shown = pathname.slice(0, maxShownLength);
    const methods = this.#index.methodsAt(pathname);
    const suggestion = this.#suggestion(method, pathname);
    if (methods.length > 0) {
      const allow = methods.join(', ');
      const hint = suggestion?.startsWith(`${method} `)
        ? `Perhaps you mean ${suggestion}.`
        : this.#correctedCall(method, methods, url, baseUrl);
      return new Refusal(
        errors.methodNotAllowed,
        `${shown} does not accept ${method}`,
        `It accepts ${allow}. ${hint}`.trimEnd(),
        { allow },
      );
    }
    return notFound(
      `there is no ${shown}`,
      `${suggestion ? `Perhaps you mean ${suggestion}; ` : ''}GET ${baseUrl}/llms.txt lists all calls.`,
    );
  }

  /** The call of this path that was probably meant; a read or a deletion is never corrected to a call that writes at once. */
  #correctedCall(method: string, served: readonly string[], url: string, baseUrl: string): string {
    const other = nearestMethods[method]?.find((each) => served.includes(each)) ?? served[0] ?? 'GET';
    const found = this.#index.routeAt(other, urlPath(url));
    if (!found) return '';
    const { route, params } = found;
    const isWrite = other !== 'GET' && (method === 'GET' || method === 'HEAD' || method === 'DELETE');
    if (isWrite && !route.body?.required?.length) return `${other}: ${route.summary}`;
    const query = Object.fromEntries(new URLSearchParams(url.slice(urlPath(url).length)));
    return explainCorrection(route, baseUrl, { params, query });
  }

  /** Tries the path as spelled, then with its first part or all parts replaced by our words, with and without the API prefix. */
  #suggestion(method: string, pathname: string): string | undefined {
    const requested = pathname.slice(0, maxShownLength);
    const parts = requested
      .split('/')
      .filter((part) => part !== '' && !/^(?:api|rest|v\d{1,2})$/i.test(part));
    const toOurs = (part: string) => this.#ours.get(part.toLowerCase()) ?? part;
    const [first = '', ...rest] = parts;
    const ours = [parts, [toOurs(first), ...rest], parts.map(toOurs)].map((each) => each.join('/'));
    for (const path of [requested, ...ours.flatMap((each) => [`/api/${each}`, `/${each}`])]) {
      const similar = this.#index.findSimilar(method, path);
      if (similar) return similar;
    }
    return undefined;
  }
}

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
