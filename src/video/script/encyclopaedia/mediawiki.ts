import { Type } from 'typebox';
import {
  isJsonObject,
  jsonDecoder,
  type Unreadable,
  unreadable,
  valueDecoder,
} from '../../../platform/decode.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { EncyclopaediaArticle } from './article.ts';
import { extractParagraphs } from './page-text.ts';
import { type Photo, parsePhoto } from './photo.ts';

const timeoutMs = 8_000;
/** The largest response that MediaWiki sends. */
const maxBytes = 8_388_608;
/** One of the widths that Wikimedia caches. */
const photoWidth = 960;

/** An encyclopaedia that cannot be used now: it is down, slow, or violates its protocol. */
export class SourceUnavailable extends Error {}

const decodeSearch = jsonDecoder(Type.Object({ pages: Type.Array(Type.Unknown()) }));
const decodeHit = valueDecoder(Type.Object({ key: Type.String(), title: Type.String() }));
const decodePage = jsonDecoder(
  Type.Object({
    key: Type.Optional(Type.String()),
    title: Type.String(),
    html: Type.String(),
    license: Type.Optional(Type.Object({ title: Type.Optional(Type.Union([Type.String(), Type.Null()])) })),
  }),
);
/** Without results there is no `query` field. */
const decodeQuery = jsonDecoder(
  Type.Object({
    query: Type.Optional(Type.Object({ pages: Type.Optional(Type.Array(Type.Unknown())) })),
  }),
);
const decodeListed = valueDecoder(
  Type.Object({
    title: Type.String(),
    pageprops: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
);

interface SearchHit {
  readonly key: string;
  readonly title: string;
}

interface PageProperties {
  readonly isDisambiguation: boolean;
  /** Id of its Wikidata item: Q… */
  readonly item: string | undefined;
}

/** A wiki's REST and action APIs. */
export class MediaWiki {
  readonly #base: string;
  readonly #outbound: Pick<Outbound, 'fetch'>;

  /** URL of the wiki, or of one of its APIs. */
  constructor(url: string, outbound: Pick<Outbound, 'fetch'>) {
    this.#base = url.replace(/\/(?:w\/rest\.php(?:\/v1)?|w\/api\.php|api\/rest_v1|w|wiki)?\/*$/, '');
    this.#outbound = outbound;
  }

  get host(): string {
    return new URL(this.#base).host;
  }

  async search(query: string, limit: number, signal?: AbortSignal): Promise<SearchHit[]> {
    const parameters = new URLSearchParams({ q: query.slice(0, 300), limit: String(limit) });
    const found = await this.#json(`/w/rest.php/v1/search/page?${parameters}`, decodeSearch, signal);
    if (!found) throw new SourceUnavailable('the encyclopaedia’s search answered with no list of pages');
    return found.pages
      .map(decodeHit)
      .flatMap((hit) => (hit === unreadable ? [] : [{ key: hit.key, title: hit.title }]));
  }

  /** A whole article, following redirects; undefined if there is none with that name. */
  async article(key: string, signal?: AbortSignal): Promise<EncyclopaediaArticle | undefined> {
    const path = `/w/rest.php/v1/page/${encodeURIComponent(key)}/with_html`;
    const page = await this.#json(path, decodePage, signal);
    if (!page) return undefined;
    const name = page.key ?? key;
    return {
      title: page.title,
      url: `${this.#base}/wiki/${encodeURIComponent(name).replaceAll('%2F', '/')}`,
      licence: page.license?.title || 'CC BY-SA 4.0',
      paragraphs: extractParagraphs(page.html),
    };
  }

  /** By title: which pages are disambiguation pages, and the items of the others. */
  async properties(titles: readonly string[], signal?: AbortSignal): Promise<Map<string, PageProperties>> {
    const pages = await this.#pages(
      {
        prop: 'pageprops',
        ppprop: 'disambiguation|wikibase_item',
        titles: titles.slice(0, 50).join('|'),
      },
      signal,
    );
    return new Map(
      pages.map(decodeListed).flatMap((page) => {
        if (page === unreadable) return [];
        const properties = page.pageprops ?? {};
        const item = typeof properties.wikibase_item === 'string' ? properties.wikibase_item : undefined;
        return [[page.title, { isDisambiguation: 'disambiguation' in properties, item }] as const];
      }),
    );
  }

  /** The main picture of an article, if it is free and its author is named. */
  async photo(title: string, signal?: AbortSignal): Promise<Photo | undefined> {
    const params = { prop: 'pageimages', piprop: 'name', pilicense: 'free', titles: title };
    const [named] = (await this.#pages(params, signal)).filter(isJsonObject);
    if (typeof named?.pageimage !== 'string') return undefined;
    const [file] = (
      await this.#pages(
        {
          prop: 'imageinfo',
          iiprop: 'url|size|mime|extmetadata',
          iiurlwidth: String(photoWidth),
          titles: `File:${named.pageimage}`,
        },
        signal,
      )
    ).filter(isJsonObject);
    return parsePhoto(Array.isArray(file?.imageinfo) ? file.imageinfo[0] : undefined, title);
  }

  async #pages(params: Record<string, string>, signal?: AbortSignal): Promise<unknown[]> {
    const asked = { action: 'query', format: 'json', formatversion: '2', redirects: '1', ...params };
    const answer = await this.#json(`/w/api.php?${new URLSearchParams(asked)}`, decodeQuery, signal);
    return answer?.query?.pages ?? [];
  }

  #json<T>(path: string, decode: Decode<T>, signal?: AbortSignal): Promise<T | undefined> {
    return fetchJson(this.#outbound, `${this.#base}${path}`, decode, signal);
  }
}

type Decode<T> = (body: Buffer) => T | Unreadable;

/** Fetches JSON and decodes it by the API's schema; undefined if it is not found. */
export async function fetchJson<T>(
  outbound: Pick<Outbound, 'fetch'>,
  url: string,
  decode: Decode<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const host = new URL(url).host;
  const answer = await outbound
    .fetch(url, { headers: { accept: 'application/json' }, timeoutMs, maxBytes, ...(signal && { signal }) })
    .catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new SourceUnavailable(
        `${host} did not answer: ${error instanceof Error ? error.message : error}`,
      );
    });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new SourceUnavailable(`${host} answered with status ${answer.status}`);
  const failure = answer.headers['mediawiki-api-error'];
  if (failure) throw new SourceUnavailable(`${host} refused the query: ${failure}`);
  const decoded = decode(answer.body);
  if (decoded === unreadable) throw new SourceUnavailable(`${host} answered in a form that cannot be read`);
  return decoded;
}
