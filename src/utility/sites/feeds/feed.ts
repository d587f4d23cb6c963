import { attribute, childElements, type XmlElement, xmlText } from '../../text/xml/xml-tree.ts';

/** A feed of any format. Texts keep their author's markup, URLs are absolute. */
export interface Person {
  readonly name: string | null;
  readonly email: string | null;
  readonly url: string | null;
}

export interface Enclosure {
  readonly url: string;
  readonly type: string | null;
  readonly length: number | null;
}

/** What podcasts and videos say of an episode. */
export interface Episode {
  readonly duration_s: number | null;
  readonly season: number | null;
  readonly episode: number | null;
  readonly episode_type: string | null;
  readonly explicit: boolean | null;
  readonly chapters: string | null;
  readonly transcript: string | null;
}

export interface FeedHead {
  readonly title: string | null;
  readonly title_text: string | null;
  readonly link: string | null;
  readonly description: string | null;
  readonly updated_at: string | null;
  readonly id: string | null;
  readonly language: string | null;
  readonly author: string | null;
  readonly copyright: string | null;
  readonly generator: string | null;
  readonly image: string | null;
}

export interface FeedItem {
  readonly id: string | null;
  readonly title: string | null;
  readonly title_text: string | null;
  readonly link: string | null;
  readonly date: string | null;
  readonly updated_at: string | null;
  readonly summary: string | null;
  readonly content: string | null;
  readonly author: string | null;
  readonly authors: readonly Person[];
  readonly categories: readonly string[];
  readonly enclosures: readonly Enclosure[];
  /** Its picture or thumbnail. */
  readonly image: string | null;
  /** Null if it states none of this. */
  readonly media: Episode | null;
}

export interface Feed {
  readonly format: string;
  readonly feed: FeedHead;
  readonly items: readonly FeedItem[];
  readonly truncated: boolean;
}

export const maxItems = 1_000;

/** `90`, `1:30` and `0:01:30` are ninety seconds. */
export function readDuration(sent: string | null | undefined): number | null {
  const parts = sent?.trim().split(':') ?? [];
  if (parts.length > 3 || !parts.every((each) => /^\d{1,9}(?:\.\d{1,9})?$/.test(each))) return null;
  return parts.length === 0 ? null : Math.round(parts.reduce((sum, each) => sum * 60 + Number(each), 0));
}

/** Null if nothing is stated. */
export const statedEpisode = (episode: Episode): Episode | null =>
  Object.values(episode).every((each) => each === null) ? null : episode;

/** Resolves a URL; one with a scheme stays as written. */
export function resolveUrl(sent: string | null | undefined, base: string): string | null {
  const text = sent?.trim();
  if (!text) return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return text;
  return URL.parse(text, base)?.href ?? text;
}

const address = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/;

/**
 * Parses a person, from child elements or from one line: `Ada (ada@example.com)`, `ada@example.com (Ada)`,
 * `Ada <ada@…>`.
 */
export function toPerson(element: XmlElement): Person | null {
  const parts = childElements(element);
  const part = (...names: string[]) =>
    parts
      .filter(({ local }) => names.includes(local))
      .map((each) => xmlText(each).trim())
      .find(Boolean) ?? null;
  const text = xmlText(element).replaceAll(/\s+/g, ' ').trim().slice(0, 1_000);
  const person =
    parts.length > 0
      ? {
          name: part('name'),
          email: part('email'),
          url: resolveUrl(part('uri', 'url', 'homepage') ?? undefined, element.base),
        }
      : parsePerson(text, attribute(element, 'href') ?? null);
  return person.name || person.email || person.url ? person : null;
}

function parsePerson(line: string, url: string | null): Person {
  const email = address.exec(line)?.[0] ?? null;
  const rest = email ? line.replace(email, '') : line;
  const name = rest
    .replaceAll(/\(\s*\)|<\s*>|&lt;\s*&gt;|^mailto:/g, '')
    .replace(/^\s*[(<]\s*(.*?)\s*[)>]\s*$/, '$1')
    .trim();
  return { name: name || null, email, url };
}

/** Formats a person as one line: the name with the address. */
export function formatPerson({ name, email, url }: Person): string | null {
  if (name && email) return `${name} (${email})`;
  return name ?? email ?? url;
}
