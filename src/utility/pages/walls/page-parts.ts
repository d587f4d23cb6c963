import { Parser } from 'htmlparser2';
import { maxDepth } from '../tree.ts';
import { countWords } from './visible-words.ts';
import { type NamedWall, namedWall } from './wall-names.ts';

export interface PageParts {
  /** The page without its frame: navigation, questions for consent, forms for a newsletter. */
  readonly content: string;
  /** Words outside the frame and outside walls that the markup names. */
  readonly contentWords: number;
  /** How many of them are in what the markup calls an article. */
  readonly articleWords: number;
  /** Number of posts or comments of several words each: what people said stands between no visitor and a page. */
  readonly postCount: number;
  /** Number of fields to fill in outside the frame. */
  readonly fieldCount: number;
  readonly hasPassword: boolean;
  /** The text of each kind of wall that the markup names. */
  readonly walls: ReadonlyMap<NamedWall, string>;
}

const hidden = new Set(['head', 'script', 'style', 'noscript', 'svg', 'template', 'select', 'textarea']);
const frame = new Set(['nav', 'header', 'footer', 'aside']);
const frameRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search']);

/** An element with what it shares with those around it, so that no tag or text costs more the deeper it is nested. */
interface OpenElement {
  readonly name: string;
  readonly start: number;
  readonly isHidden: boolean;
  readonly isFrame: boolean;
  readonly isInArticle: boolean;
  readonly isInMain: boolean;
  readonly wall: NamedWall | null;
  readonly post: { words: number } | null;
  /** The fields of its form; null outside of forms. */
  readonly fields: string[] | null;
}

const outermost: OpenElement = {
  name: '',
  start: 0,
  isHidden: false,
  isFrame: false,
  isInArticle: false,
  isInMain: false,
  wall: null,
  post: null,
  fields: null,
};

/** Takes a page apart by its markup, in one pass and without building a tree. */
export function toPageParts(html: string): PageParts {
  const open: OpenElement[] = [];
  const innermost = (): OpenElement => open.at(-1) ?? outermost;
  const cuts: (readonly [start: number, end: number])[] = [];
  const walls = new Map<NamedWall, string>();
  const counts = { contentWords: 0, articleWords: 0, postCount: 0, fieldCount: 0 };
  let hasPassword = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const parent = innermost();
      const field = name === 'input' ? (attributes.type ?? 'text').toLowerCase() : name;
      if (isField(field)) {
        parent.fields?.push(field);
        if (!parent.isFrame) counts.fieldCount += 1;
        hasPassword ||= field === 'password' && !parent.isFrame;
      }
      open.push(toOpenElement(name, attributes, parent, parser.startIndex));
      // The parser's own time grows with the depth; what is nested deeper is no page.
      if (open.length > maxDepth) parser.pause();
    },
    ontext: (text) => {
      const { isHidden, isFrame, isInArticle, wall, post } = innermost();
      if (isHidden) return;
      if (wall) walls.set(wall, `${walls.get(wall) ?? ''} ${text}`);
      if (wall || isFrame) return;
      const words = countWords(text);
      counts.contentWords += words;
      if (post) post.words += words;
      if (isInArticle) counts.articleWords += words;
    },
    onclosetag: () => {
      const element = open.pop();
      if (!element) return;
      const parent = innermost();
      if (element.post && element.post !== parent.post && element.post.words >= minPostWords)
        counts.postCount += 1;
      const isBanner = element.wall === 'consent' && parent.wall !== 'consent';
      const isSmallForm = element.name === 'form' && isSmall(element.fields ?? []);
      const isFrame = element.isFrame && !parent.isFrame && element.name !== 'header';
      if (isBanner || isSmallForm || isFrame) cuts.push([element.start, parser.endIndex + 1]);
    },
  });
  parser.end(html);
  return { content: without(html, cuts), ...counts, hasPassword, walls };
}

function toOpenElement(
  name: string,
  attributes: Record<string, string>,
  parent: OpenElement,
  start: number,
): OpenElement {
  const isPart = frame.has(name) || frameRoles.has(attributes.role ?? '');
  // The header of an article holds its title.
  const isTitle = name === 'header' && parent.isInMain;
  const wall = name === 'body' || name === 'html' ? null : namedWall(attributes);
  const isInArticle = parent.isInArticle || name === 'article';
  return {
    name,
    start,
    isHidden: parent.isHidden || hidden.has(name),
    isFrame: parent.isFrame || (isPart && !isTitle),
    isInArticle,
    isInMain: parent.isInMain || isInArticle || name === 'main',
    wall: wall ?? parent.wall,
    post: isPost(name, attributes) ? { words: 0 } : parent.post,
    fields: name === 'form' ? [] : parent.fields,
  };
}

/** Names of other posts are shorter. */
const minPostWords = 8;

/** Elements that forums and blogs name after a post, an answer or a comment. */
const isPost = (name: string, { id = '', class: classes = '' }: Record<string, string>): boolean =>
  /(?:^|\s)(?:comment|reply|answer|postbody|post[-_]body|message[-_]body|topic[-_](?:post|body))(?:\s|$)/i.test(
    classes,
  ) ||
  (name !== 'article' && /(?:^|\s)post(?:\s|$)/i.test(classes) && /^(?:p|post)[-_]?\d+$/i.test(id));

const isField = (type: string): boolean =>
  /^(?:text|email|search|password|tel|url|number|date|file|textarea|select)$/.test(type);

/** A form with nothing but an address for a newsletter, or words to search for. */
const isSmall = (fields: readonly string[]): boolean =>
  fields.length === 1 && /^(?:email|search)$/.test(fields[0] ?? '');

/** The text without the given stretches, of which one may lie within another. */
function without(text: string, cuts: readonly (readonly [number, number])[]): string {
  let rest = '';
  let from = 0;
  for (const [start, end] of [...cuts].sort(([a], [b]) => a - b)) {
    if (start > from) rest += `${text.slice(from, start)} `;
    from = Math.max(from, end);
  }
  return rest + text.slice(from);
}
