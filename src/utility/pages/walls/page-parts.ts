import { Parser } from 'htmlparser2';
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

interface OpenElement {
  readonly name: string;
  readonly start: number;
  readonly isHidden: boolean;
  readonly isFrame: boolean;
  readonly wall: NamedWall | null;
  readonly post: { words: number } | null;
  /** For a form: whether it only asks for an e-mail address or for words to search for. */
  fields: string[] | null;
}

/** Takes a page apart by its markup, in one pass and without building a tree. */
export function toPageParts(html: string): PageParts {
  const open: OpenElement[] = [];
  const cuts: (readonly [start: number, end: number])[] = [];
  const walls = new Map<NamedWall, string>();
  let contentWords = 0;
  let articleWords = 0;
  let fieldCount = 0;
  let postCount = 0;
  let hasPassword = false;
  let outside: { hidden: number; frame: number } = { hidden: 0, frame: 0 };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const field = name === 'input' ? (attributes.type ?? 'text').toLowerCase() : name;
      if (isField(field)) {
        open.at(-1)?.fields?.push(field);
        if (outside.frame === 0) fieldCount += 1;
        hasPassword ||= field === 'password' && outside.frame === 0;
      }
      const wall = name === 'body' || name === 'html' ? null : namedWall(attributes);
      const element: OpenElement = {
        name,
        start: parser.startIndex,
        isHidden: hidden.has(name),
        isFrame: (frame.has(name) || frameRoles.has(attributes.role ?? '')) && !isInArticle(name, open),
        wall: wall ?? open.at(-1)?.wall ?? null,
        post: isPost(name, attributes) ? { words: 0 } : (open.at(-1)?.post ?? null),
        fields: name === 'form' ? [] : (open.at(-1)?.fields ?? null),
      };
      open.push(element);
      if (element.isHidden) outside = { ...outside, hidden: outside.hidden + 1 };
      if (element.isFrame) outside = { ...outside, frame: outside.frame + 1 };
    },
    ontext: (text) => {
      if (outside.hidden > 0) return;
      const wall = open.at(-1)?.wall;
      if (wall) walls.set(wall, `${walls.get(wall) ?? ''} ${text}`);
      else if (outside.frame === 0) {
        const words = countWords(text);
        contentWords += words;
        const post = open.at(-1)?.post;
        if (post) post.words += words;
        if (open.some(({ name }) => name === 'article')) articleWords += words;
      }
    },
    onclosetag: () => {
      const element = open.pop();
      if (!element) return;
      if (element.isHidden) outside = { ...outside, hidden: outside.hidden - 1 };
      if (element.isFrame) outside = { ...outside, frame: outside.frame - 1 };
      if (element.post && element.post !== open.at(-1)?.post && element.post.words >= minPostWords)
        postCount += 1;
      const isBanner = element.wall === 'consent' && open.at(-1)?.wall !== 'consent';
      const isSmallForm = element.name === 'form' && isSmall(element.fields ?? []);
      if (isBanner || isSmallForm || (element.isFrame && element.name !== 'header'))
        cuts.push([element.start, parser.endIndex + 1]);
    },
  });
  parser.end(html);
  return {
    content: without(html, cuts),
    contentWords,
    articleWords,
    postCount,
    fieldCount,
    hasPassword,
    walls,
  };
}

/** The header of an article holds its title. */
const isInArticle = (name: string, open: readonly OpenElement[]): boolean =>
  name === 'header' && open.some((each) => each.name === 'article' || each.name === 'main');

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
