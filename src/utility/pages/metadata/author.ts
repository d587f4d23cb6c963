import type { Element } from 'domhandler';
import type { ParsedPage } from '../parsed-page.ts';
import { squeeze, textOf } from '../tree.ts';
import { collectJsonLdObjects, nameOfObject } from './json-ld-objects.ts';
import { metaTags } from './meta.ts';

const metaNames = [
  'author',
  'article:author',
  'og:article:author',
  'dc.creator',
  'dc.author',
  'dcterms.creator',
  'parsely-author',
  'sailthru.author',
  'citation_author',
];
const bylineTags = ['a', 'span', 'div', 'p', 'address', 'li', 'strong'];
const maxChars = 120;
const maxAuthors = 5;

/** The author that the page states: in JSON-LD, meta tags, microdata, a link to the author, or its byline. */
export function findAuthor(page: ParsedPage): string | null {
  const meta = metaTags(page);
  const elements = bylineTags.flatMap((tag) => page.all(tag));
  return (
    firstName(collectJsonLdObjects(page).map(({ author }) => joinNames(author))) ??
    firstName(metaNames.map((name) => meta.get(name))) ??
    firstName([posterIn(meta.get('og:title') ?? '')]) ??
    firstName(elements.filter(({ attribs }) => attribs.itemprop === 'author').map(itempropName)) ??
    firstName(page.all('a').filter(isAuthorLink).map(textOf)) ??
    firstName(elements.filter(isByline).map(textOf).filter(isFullName))
  );
}

/** "Ada (@ada) on X": the title of a post names who posted it. */
const posterIn = (title: string): string | undefined => /^(.+?) \(@[\w.]+\) (?:on|•) /.exec(title)?.[1];

function joinNames(value: unknown): string | null {
  const names = [value]
    .flat()
    .map(nameOfObject)
    .filter((each) => each !== null && cleanName(each) !== null);
  return names.length > 0 ? [...new Set(names)].slice(0, maxAuthors).join(', ') : null;
}

/** The name property of a microdata author, otherwise its whole text. */
function itempropName(author: Element): string {
  const inside = author.children.flatMap((each) =>
    'attribs' in each && each.attribs.itemprop === 'name' ? [each as Element] : [],
  );
  const [name = author] = inside;
  return name.attribs.content ?? author.attribs.content ?? textOf(name);
}

const isAuthorLink = ({ attribs }: Element): boolean =>
  (attribs.rel ?? '').toLowerCase().split(/\s+/).includes('author');

const isByline = ({ attribs }: Element): boolean =>
  /(?:^|[\s_-])(?:author|byline)(?:$|[\s_-](?:name|link)\b)/i.test(attribs.class ?? '');

/** Two to five words, or one after "by": a byline often contains more than a name. */
function isFullName(text: string): boolean {
  const words = cleanName(text)?.split(/\s+/).length ?? 0;
  return words <= 5 && words >= (/^\s*by\s/i.test(text) ? 1 : 2);
}

const firstName = (texts: readonly (string | null | undefined)[]): string | null =>
  texts.map((each) => cleanName(each ?? '')).find((each) => each !== null) ?? null;

/** Null if it is not a name but empty, a URL or a whole sentence. */
function cleanName(text: string): string | null {
  const name = squeeze(text)
    .replace(/^(?:written\s+|posted\s+)?by[:\s]+/i, '')
    .replace(/\s[•·|]\s.*/, '')
    .replace(/[\s,;|–—-]+$/, '');
  const isAddress = /^(?:https?:|www\.|\/)|\.(?:com|org|net)\/|^@/i.test(name);
  return name === '' || name.length > maxChars || isAddress ? null : name;
}
