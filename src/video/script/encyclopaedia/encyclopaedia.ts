import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { Question } from '../question.ts';
import { isFunctionWord, splitWords, toStems } from '../words.ts';
import type { EncyclopaediaArticle } from './article.ts';
import { MediaWiki, SourceUnavailable } from './mediawiki.ts';
import type { Photo } from './photo.ts';
import { type ItemFacts, Wikidata } from './wikidata.ts';

const maxArticles = 3;

/** Search result for a question: whole articles, most relevant first, with the structured facts of each. */
export interface Findings {
  readonly articles: readonly EncyclopaediaArticle[];
  /** By index of the article. */
  readonly items: readonly (ItemFacts | undefined)[];
  readonly notes: readonly string[];
}

interface Addresses {
  readonly encyclopaediaUrl: string;
  readonly wikidataUrl: string;
}

/** Wikipedia and Wikidata, or wikis with the same APIs. */
export class Encyclopaedia {
  readonly #wiki: MediaWiki;
  readonly #wikidata: Wikidata;

  constructor({ encyclopaediaUrl, wikidataUrl }: Addresses, outbound: Pick<Outbound, 'fetch'>) {
    this.#wiki = new MediaWiki(encyclopaediaUrl, outbound);
    this.#wikidata = new Wikidata(wikidataUrl, outbound);
  }

  async find(question: Question, signal?: AbortSignal): Promise<Findings> {
    const hits = await this.#hits(question, signal);
    if (hits.length === 0) return { articles: [], items: [], notes: [] };
    const properties = await this.#wiki
      .properties(
        hits.map(({ title }) => title),
        signal,
      )
      .catch((error: unknown) => {
        if (error instanceof SourceUnavailable) return new Map<string, never>();
        throw error;
      });
    const wanted = hits.filter(({ title }) => !properties.get(title)?.isDisambiguation).slice(0, maxArticles);
    const read = await Promise.all(wanted.map(({ key }) => this.#wiki.article(key, signal)));
    const found = read.flatMap((article, index) =>
      article && article.paragraphs.length > 0
        ? [{ article, item: properties.get(wanted[index]?.title ?? '')?.item }]
        : [],
    );
    const notes: string[] = [];
    const [first] = found;
    const photo = first && (await this.#photo(first.article.title, signal));
    const items = await this.#wikidata
      .items(
        found.flatMap(({ item }) => item ?? []),
        signal,
      )
      .catch((error: unknown) => {
        if (!(error instanceof SourceUnavailable)) throw error;
        notes.push(`structured facts were left out: ${error.message}`);
        return new Map<string, ItemFacts>();
      });
    return {
      articles: found.map(({ article }, index) => (index === 0 ? { ...article, photo } : article)),
      items: found.map(({ item }) => (item === undefined ? undefined : items.get(item))),
      notes,
    };
  }

  /** Optional: if the photo cannot be fetched, the video has none. */
  #photo(title: string, signal?: AbortSignal): Promise<Photo | undefined> {
    return this.#wiki.photo(title, signal).catch((error: unknown) => {
      if (error instanceof SourceUnavailable) return undefined;
      throw error;
    });
  }

  /**
   * Pages for a question: the wiki's search requires every word, so fewer words are tried if all find
   * nothing.
   */
  async #hits(question: Question, signal?: AbortSignal) {
    const found = new Map<string, { key: string; title: string }>();
    const sides = question.asks === 'versus' && question.other !== undefined;
    const queries = sides ? [question.subject, sideOf(question)] : buildQueries(question);
    for (const query of queries) {
      if (query === '') continue;
      for (const hit of await this.#wiki.search(query, sides ? 2 : 5, signal))
        if (!found.has(hit.title)) found.set(hit.title, hit);
      if (!sides && found.size >= maxArticles) break;
    }
    const all = [...found.values()];
    // For a comparison, each side's own article comes before other hits.
    return sides
      ? all.sort((a, b) => Number(isNamedBy(question, b.title)) - Number(isNamedBy(question, a.title)))
      : all;
  }
}

/** "Greece population" is about Greece. */
const sideOf = ({ other = '' }: Question): string =>
  other.replace(
    /\s+(?:population|area|size|height|weight|speed|price|cost|distance|temperature|age)s?$/i,
    '',
  );

const isNamedBy = ({ subject, other = '' }: Question, title: string): boolean =>
  [toStems(subject), toStems(other)].some((side) => toStems(title).every((stem) => side.includes(stem)));

function buildQueries({ text, subject }: Question): string[] {
  const contentWords = splitWords(text).filter((word) => !isFunctionWord(word));
  const proper = [
    ...text.matchAll(/(?<=\s|^)\p{Lu}[\p{L}\p{N}'’-]+(?:\s+(?:of|the|and|in)?\s*\p{Lu}[\p{L}\p{N}'’-]+)*/gu),
  ]
    .map(([name]) => name)
    .filter((name) => !isFunctionWord(name.toLowerCase()));
  return [...new Set([contentWords.join(' '), subject, ...proper])].slice(0, 4);
}
