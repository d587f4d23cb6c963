import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { Article } from './article.ts';
import { isObject } from './json.ts';
import { paragraphsOf } from './page-text.ts';
import { type Photo, photoOf } from './photo.ts';

const timeoutMs = 8_000;
/** The largest answer that MediaWiki gives. */
const maxBytes = 8_388_608;
/** One of the widths that Wikimedia keeps ready. */
const photoWidth = 960;

/** An encyclopaedia that cannot be used now: it is down, slow, or does not speak its protocol. */
export class SourceUnavailable extends Error {}

interface SearchHit {
  readonly key: string;
  readonly title: string;
}

interface PageProperties {
  readonly isDisambiguation: boolean;
  /** Of its item in Wikidata: Q… */
  readonly item: string | undefined;
}

/** A wiki by its REST and action interfaces. */
export class MediaWiki {
  readonly #base: string;
  readonly #outbound: Pick<Outbound, 'fetch'>;

  /** The address of the wiki; one of its interfaces may be named instead. */
  constructor(url: string, outbound: Pick<Outbound, 'fetch'>) {
    this.#base = url.replace(/\/(?:w\/rest\.php(?:\/v1)?|w\/api\.php|api\/rest_v1|w|wiki)?\/*$/, '');
    this.#outbound = outbound;
  }

  get host(): string {
    return new URL(this.#base).host;
  }

  async search(query: string, limit: number, signal?: AbortSignal): Promise<SearchHit[]> {
    const parameters = new URLSearchParams({ q: query.slice(0, 300), limit: String(limit) });
    const found = await this.#json(`/w/rest.php/v1/search/page?${parameters}`, signal);
    const pages = isObject(found) && Array.isArray(found.pages) ? found.pages : undefined;
    if (!pages) throw new SourceUnavailable('the encyclopaedia’s search answered with no list of pages');
    return pages.flatMap((page: unknown) =>
      isObject(page) && typeof page.key === 'string' && typeof page.title === 'string'
        ? [{ key: page.key, title: page.title }]
        : [],
    );
  }

  /** A whole article, redirects followed; undefined where there is none of that name. */
  async article(key: string, signal?: AbortSignal): Promise<Article | undefined> {
    const page = await this.#json(`/w/rest.php/v1/page/${encodeURIComponent(key)}/with_html`, signal);
    if (!isObject(page) || typeof page.title !== 'string') return undefined;
    const licence =
      isObject(page.license) && typeof page.license.title === 'string' ? page.license.title : '';
    const name = typeof page.key === 'string' ? page.key : key;
    if (typeof page.html !== 'string')
      throw new SourceUnavailable('the encyclopaedia sent a page without its text');
    return {
      title: page.title,
      url: `${this.#base}/wiki/${encodeURIComponent(name).replaceAll('%2F', '/')}`,
      licence: licence || 'CC BY-SA 4.0',
      paragraphs: paragraphsOf(page.html),
    };
  }

  /** By title: which pages only list meanings, and the items of the others. */
  async properties(titles: readonly string[], signal?: AbortSignal): Promise<Map<string, PageProperties>> {
    const pages = await this.#pages(
      {
        action: 'query',
        format: 'json',
        formatversion: '2',
        redirects: '1',
        prop: 'pageprops',
        ppprop: 'disambiguation|wikibase_item',
        titles: titles.slice(0, 50).join('|'),
      },
      signal,
    );
    return new Map(
      pages.flatMap((page) => {
        if (typeof page.title !== 'string') return [];
        const properties = isObject(page.pageprops) ? page.pageprops : {};
        const item = typeof properties.wikibase_item === 'string' ? properties.wikibase_item : undefined;
        return [[page.title, { isDisambiguation: 'disambiguation' in properties, item }] as const];
      }),
    );
  }

  /** The picture that stands for an article, if it is free and its maker is named. */
  async photo(title: string, signal?: AbortSignal): Promise<Photo | undefined> {
    const asked = { action: 'query', format: 'json', formatversion: '2', redirects: '1' };
    const named = await this.#pages(
      { ...asked, prop: 'pageimages', piprop: 'name', pilicense: 'free', titles: title },
      signal,
    );
    const name = named.find((page) => typeof page.pageimage === 'string')?.pageimage;
    if (typeof name !== 'string') return undefined;
    const [file] = await this.#pages(
      {
        ...asked,
        prop: 'imageinfo',
        iiprop: 'url|size|mime|extmetadata',
        iiurlwidth: String(photoWidth),
        titles: `File:${name}`,
      },
      signal,
    );
    return photoOf(Array.isArray(file?.imageinfo) ? file.imageinfo[0] : undefined, title);
  }

  async #pages(parameters: Record<string, string>, signal?: AbortSignal): Promise<Record<string, unknown>[]> {
    const answer = await this.#json(`/w/api.php?${new URLSearchParams(parameters)}`, signal);
    const query = isObject(answer) && isObject(answer.query) ? answer.query : undefined;
    return Array.isArray(query?.pages) ? query.pages.filter(isObject) : [];
  }

  #json(path: string, signal?: AbortSignal): Promise<unknown> {
    return fetchJson(this.#outbound, `${this.#base}${path}`, signal);
  }
}

/** The JSON at an address; undefined for what is not there. */
export async function fetchJson(
  outbound: Pick<Outbound, 'fetch'>,
  url: string,
  signal?: AbortSignal,
): Promise<unknown> {
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
  try {
    return JSON.parse(answer.body.toString());
  } catch {
    throw new SourceUnavailable(`${host} answered with something that is not JSON`);
  }
}
