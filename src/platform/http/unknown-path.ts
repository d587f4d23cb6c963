import type { FastifyRequest } from 'fastify';
import { errors, notFound } from './errors.ts';
import { type PathIndex, urlPath } from './paths.ts';
import { Refusal } from './refusal.ts';

/** Parts of a service's paths, each with the words that callers of other APIs expect in its place. */
export type PathWords = Readonly<Record<string, string>>;

/** Refuses paths that are not served, and names the call that was probably meant. */
export class UnknownPaths {
  readonly #index: PathIndex;
  readonly #ours: ReadonlyMap<string, string>;

  constructor(index: PathIndex, words: PathWords = {}) {
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
      const hint = suggestion?.startsWith(`${method} `) ? ` Perhaps you mean ${suggestion}.` : '';
      return new Refusal(
        errors.methodNotAllowed,
        `${shown} does not accept ${method}`,
        `It accepts ${allow}.${hint}`,
        { allow },
      );
    }
    return notFound(
      `there is no ${shown}`,
      `${suggestion ? `Perhaps you mean ${suggestion}; ` : ''}GET ${baseUrl}/llms.txt lists all calls.`,
    );
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
