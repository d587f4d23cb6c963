import type { IncomingMessage, ServerResponse } from 'node:http';
import { Bm25 } from '../../src/video/script/claim.ts';
import { toStems } from '../../src/video/script/words.ts';

export interface WikiArticle {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly item?: string;
  readonly isDisambiguation?: boolean;
  /** The title that it redirects to. */
  readonly redirect?: string;
  /** The article's image: its file and its metadata on Commons. */
  readonly photo?: { readonly name: string; readonly info: object };
}

const keyOf = (title: string) => title.replaceAll(' ', '_');
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A MediaWiki with a Wikibase, on one address: REST search and pages, action API, entities. */
export class WikiCounterpart {
  readonly asked: string[] = [];
  readonly #articles: readonly WikiArticle[];
  readonly #entities: Readonly<Record<string, object>>;
  readonly #index: Bm25;
  readonly #texts: readonly (readonly string[])[];

  constructor(articles: readonly WikiArticle[], entities: Readonly<Record<string, object>> = {}) {
    this.#articles = articles;
    this.#entities = entities;
    this.#texts = articles.map(({ title, paragraphs }) =>
      toStems(`${title} ${title} ${paragraphs.join(' ')}`),
    );
    this.#index = new Bm25(this.#texts);
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://wiki');
    this.asked.push(request.url ?? '');
    const page = /^\/w\/rest\.php\/v1\/page\/(.+)\/with_html$/.exec(url.pathname);
    if (url.pathname === '/w/rest.php/v1/search/page') json(response, 200, this.#search(url.searchParams));
    else if (page?.[1]) this.#page(decodeURIComponent(page[1]), response);
    else if (url.pathname === '/w/api.php') json(response, 200, this.#action(url.searchParams));
    else json(response, 404, { errorKey: 'rest-no-match', httpCode: 404, httpReason: 'Not Found' });
  };

  #search(parameters: URLSearchParams) {
    const stems = new Set(toStems(parameters.get('q') ?? ''));
    const found = this.#articles
      .map((article, index) => ({ article, score: this.#index.score(stems, this.#texts[index] ?? []) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, Number(parameters.get('limit') ?? 50));
    return {
      pages: found.map(({ article: { title, paragraphs } }) => ({
        id: this.#articles.findIndex((each) => each.title === title) + 1,
        key: keyOf(title),
        title,
        excerpt: `<span class="searchmatch">${escaped(title)}</span> ${escaped((paragraphs[0] ?? '').slice(0, 80))}`,
        matched_title: null,
        description: null,
        thumbnail: null,
      })),
    };
  }

  #page(key: string, response: ServerResponse): void {
    const article = this.#articles.find(({ title }) => title === key.replaceAll('_', ' '));
    if (!article) {
      json(response, 404, {
        errorKey: 'rest-nonexistent-title',
        messageTranslations: { en: `The specified title (${key}) does not exist` },
        httpCode: 404,
        httpReason: 'Not Found',
      });
      return;
    }
    const target = key.includes(' ') ? key : article.redirect;
    if (target !== undefined) {
      const status = key.includes(' ') ? 301 : 307;
      const location = `/w/rest.php/v1/page/${encodeURIComponent(keyOf(target))}/with_html${status === 307 ? '?redirect=no' : ''}`;
      response.writeHead(status, { location }).end();
      return;
    }
    const paragraphs = article.paragraphs.map(
      (text) => `<p id="x">${escaped(text)}<sup class="reference">[1]</sup></p>`,
    );
    json(response, 200, {
      id: 1,
      key: keyOf(article.title),
      title: article.title,
      latest: { id: 7, timestamp: '2026-01-01T00:00:00Z' },
      content_model: 'wikitext',
      license: { url: 'https://creativecommons.org/licenses/by-sa/4.0/', title: 'CC BY-SA 4.0' },
      html: `<!DOCTYPE html><html><body><section><table class="infobox"><tr><td><p>Never said: a table of figures.</p></td></tr></table>${paragraphs.join('')}<script>alert(1)</script></section><section><h2>References</h2><p>Never said: a list of works by others.</p></section></body></html>`,
    });
  }

  #action(parameters: URLSearchParams) {
    if (parameters.get('action') === 'wbgetentities') {
      const ids = (parameters.get('ids') ?? '').split('|');
      return {
        entities: Object.fromEntries(ids.map((id) => [id, this.#entities[id] ?? { id, missing: '' }])),
        success: 1,
      };
    }
    const titles = (parameters.get('titles') ?? '').split('|');
    if (parameters.get('prop') === 'imageinfo') {
      const [title = ''] = titles;
      const photo = this.#articles.find((each) => `File:${each.photo?.name}` === title)?.photo;
      const page = photo ? { ns: 6, title, imageinfo: [photo.info] } : { ns: 6, title, missing: true };
      return { batchcomplete: true, query: { pages: [page] } };
    }
    return {
      batchcomplete: true,
      query: {
        pages: titles.map((title) => {
          const article = this.#articles.find((each) => each.title === title);
          if (!article) return { ns: 0, title, missing: true };
          return {
            pageid: 1,
            ns: 0,
            title,
            ...(parameters.get('prop') === 'pageimages' &&
              article.photo && { pageimage: article.photo.name }),
            pageprops: {
              ...(article.isDisambiguation && { disambiguation: '' }),
              ...(article.item && { wikibase_item: article.item }),
            },
          };
        }),
      },
    };
  }
}

/** A Wikidata item with figures, each for its year. */
export const entity = (
  id: string,
  label: string,
  figures: { population?: [number, number][]; area?: number },
) => ({
  type: 'item',
  id,
  labels: { en: { language: 'en', value: label } },
  claims: {
    ...(figures.population && {
      P1082: figures.population.map(([amount, year], index) => ({
        id: `${id}$${index}`,
        type: 'statement',
        rank: 'normal',
        mainsnak: snak('P1082', { amount: `+${amount}`, unit: '1' }),
        qualifiers: {
          P585: [
            {
              snaktype: 'value',
              property: 'P585',
              datatype: 'time',
              // Month and day may be unknown.
              datavalue: { type: 'time', value: { time: `+${year}-00-00T00:00:00Z`, precision: 9 } },
            },
          ],
        },
      })),
    }),
    ...(figures.area && {
      P2046: [
        {
          id: `${id}$a`,
          type: 'statement',
          rank: 'normal',
          mainsnak: snak('P2046', {
            amount: `+${figures.area}`,
            unit: 'http://www.wikidata.org/entity/Q712226',
          }),
        },
      ],
    }),
  },
});

const snak = (property: string, value: object) => ({
  snaktype: 'value',
  property,
  datatype: 'quantity',
  datavalue: { type: 'quantity', value },
});

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
