import { Parser } from 'htmlparser2';
import { maxDepth } from '../tree.ts';

/** A page with more words of its own is content, whatever they say. */
const maxJudgedWords = 220;
/** The same with its links and with the frame of its site. */
const maxWords = 1_200;
/** Scripts and stylesheets are read to this length each, and kept to the longer one in total. */
const maxScriptChars = 64 * 1_024;
const maxCodeChars = 128 * 1_024;
const maxHeadings = 5;

/** What the visitor of a page sees, and what the page is made of, as far as a judgement needs it. */
export interface VisiblePage {
  readonly title: string;
  readonly headings: readonly string[];
  /** The text outside the frame of the site and outside links, a line per block. Quoted lines begin with `quoted`. */
  readonly lines: readonly string[];
  /** Words of that text, and of the links. */
  readonly words: number;
  readonly linkWords: number;
  /** Words in what the markup calls an article. */
  readonly articleWords: number;
  /** Surely content: the page was not read to its end. */
  readonly isLong: boolean;
  /** What is shown to a visitor without scripts. */
  readonly withoutScripts: string;
  /** Scripts, and the attributes by which products are recognised, a line per attribute. */
  readonly code: string;
  readonly hasScripts: boolean;
  /** Metadata for a preview, which makers of walls do not write. */
  readonly hasCard: boolean;
  /** Pictures, frames, tables and other content that is not text. */
  readonly hasMedia: boolean;
  /** Fields to fill in outside the frame, and how many of them are for an existing or for a new password. */
  readonly fields: { readonly text: number; readonly password: number; readonly newPassword: number };
}

/** Marks a line that the page quotes instead of saying it. */
export const quoted = '\u0001';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const silent = wordSet(
  'script style template noscript svg select textarea option datalist title head iframe',
);
const frame = wordSet('nav footer aside');
const frameRoles = wordSet('navigation contentinfo complementary search');
const quotes = wordSet('q blockquote pre code samp kbd cite');
const inline = wordSet(
  'a b i em strong span small u font abbr sup sub mark time bdi wbr label ins del tt big',
);
const media = wordSet('img picture video audio object embed canvas frame frameset table map');
const empty = wordSet('input img br hr meta link embed frame wbr area base col source track');
const headings = /^h[1-3]$/;
/** Attributes that name the product behind an element. */
const marking = ['id', 'class', 'src', 'href', 'action', 'content', 'name'];
const hiddenStyle = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const hidingRule = /([.#][\w-]+)\s*\{[^{}]*(?:display\s*:\s*none|visibility\s*:\s*hidden)/gi;

interface OpenElement {
  readonly name: string;
  readonly isSilent: boolean;
  readonly isHidden: boolean;
  readonly isFrame: boolean;
  readonly isMain: boolean;
  readonly isArticle: boolean;
  readonly isQuoted: boolean;
  readonly isLink: boolean;
  readonly isNoscript: boolean;
  readonly heading: { text: string } | null;
}

interface Shown {
  readonly headings: string[];
  readonly lines: string[];
  withoutScripts: string;
  code: string;
  title: string;
}

const outermost: OpenElement = {
  name: '',
  isSilent: false,
  isHidden: false,
  isFrame: false,
  isMain: false,
  isArticle: false,
  isQuoted: false,
  isLink: false,
  isNoscript: false,
  heading: null,
};

/** Reads a page in one pass and without building a tree, up to the point where it is surely content. */
export function readVisiblePage(html: string): VisiblePage {
  const open: OpenElement[] = [];
  const hidden = new Set<string>();
  const shown: Shown = { headings: [], lines: [], withoutScripts: '', code: '', title: '' };
  const fields = { text: 0, password: 0, newPassword: 0 };
  let line = '';
  let lineIsQuoted = false;
  let words = 0;
  let linkWords = 0;
  let allWords = 0;
  let articleWords = 0;
  let hasScripts = false;
  let hasMedia = false;
  let hasCard = false;
  let titleElement: OpenElement | undefined;
  const endLine = () => {
    const text = squeeze(line);
    if (/[\p{L}\p{N}]/u.test(text)) shown.lines.push(lineIsQuoted ? quoted + text : text);
    line = '';
    lineIsQuoted = false;
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const parent = open.at(-1) ?? outermost;
      const element = toOpenElement(name, attributes, parent, hidden);
      if (!inline.has(name) || name === 'br') endLine();
      if (name === 'script' && !/json|template/i.test(attributes.type ?? '')) hasScripts = true;
      if (name === 'meta' && /^(?:og|twitter):/i.test(attributes.property ?? attributes.name ?? ''))
        hasCard = true;
      if (media.has(name) && !element.isFrame) hasMedia = true;
      if (shown.code.length < maxCodeChars)
        for (const each of marking) if (attributes[each]) shown.code += `${each}="${attributes[each]}"\n`;
      if (!element.isFrame && !parent.isSilent && !element.isHidden) countField(name, attributes, fields);
      if (empty.has(name)) return;
      open.push(element);
      if (name === 'title' && parent.name !== 'svg') titleElement ??= element;
      // The time of the parser grows with the depth; what is nested deeper is no page.
      if (open.length > maxDepth) parser.pause();
    },
    ontext: (text) => {
      const element = open.at(-1) ?? outermost;
      const { name } = element;
      if (name === 'title' && element === titleElement) shown.title += text;
      else if (name === 'script') shown.code += `${text.slice(0, maxScriptChars)}\n`;
      else if (name === 'style')
        for (const [, selector = ''] of text.slice(0, maxScriptChars).matchAll(hidingRule))
          hidden.add(selector);
      else if (element.isNoscript) shown.withoutScripts += ` ${text}`;
      if (element.isSilent) return;
      if (element.heading) element.heading.text += text;
      const count = countWords(text);
      allWords += count;
      if (words > maxJudgedWords || allWords > maxWords) parser.pause();
      if (element.isFrame) return;
      line += element.isLink ? ' ' : text;
      lineIsQuoted ||= element.isQuoted;
      if (element.isLink) linkWords += count;
      else words += count;
      if (element.isArticle && !element.isLink) articleWords += count;
    },
    onclosetag: (name) => {
      if (open.at(-1)?.name !== name) return;
      const element = open.pop();
      if (!inline.has(name)) endLine();
      if (element?.heading && headings.test(name) && shown.headings.length < maxHeadings) {
        const text = squeeze(element.heading.text);
        if (text !== '') shown.headings.push(text);
      }
    },
  });
  parser.write(html);
  const isLong = words > maxJudgedWords || allWords > maxWords;
  if (!isLong) parser.end();
  endLine();
  const withoutScripts = squeeze(shown.withoutScripts.replaceAll(/<[^<>]*>?/g, ' '));
  return {
    ...shown,
    code: shown.code.slice(0, maxCodeChars),
    title: squeeze(shown.title),
    withoutScripts,
    words,
    linkWords,
    articleWords,
    isLong,
    hasScripts,
    hasMedia,
    hasCard,
    fields,
  };
}

function toOpenElement(
  name: string,
  attributes: Record<string, string>,
  parent: OpenElement,
  hidden: ReadonlySet<string>,
): OpenElement {
  const isMain = parent.isMain || name === 'main' || name === 'article';
  const isFrame = frame.has(name) || frameRoles.has(attributes.role ?? '') || (name === 'header' && !isMain);
  const isHidden = isNotDisplayed(name, attributes, hidden);
  return {
    name,
    isSilent: parent.isSilent || silent.has(name) || isHidden,
    isHidden,
    isFrame: parent.isFrame || (isFrame && !isMain),
    isMain,
    isArticle: parent.isArticle || name === 'article',
    isQuoted: parent.isQuoted || quotes.has(name),
    isLink: parent.isLink || name === 'a' || name === 'button',
    isNoscript: parent.isNoscript || name === 'noscript',
    heading: headings.test(name) ? { text: '' } : parent.heading,
  };
}

function isNotDisplayed(
  name: string,
  { hidden, style = '', id = '', class: classes = '', open }: Record<string, string>,
  rules: ReadonlySet<string>,
): boolean {
  if (hidden !== undefined || hiddenStyle.test(style) || (name === 'dialog' && open === undefined))
    return true;
  return (
    rules.size > 0 && (rules.has(`#${id}`) || classes.split(/\s+/).some((each) => rules.has(`.${each}`)))
  );
}

function countField(
  name: string,
  { type = 'text', autocomplete = '', name: called = '' }: Record<string, string>,
  fields: { text: number; password: number; newPassword: number },
): void {
  const kind = name === 'input' ? type.toLowerCase() : name;
  if (kind === 'password') fields[/new-password/i.test(autocomplete) ? 'newPassword' : 'password'] += 1;
  else if (
    /^(?:text|email|search|tel|url|number|date|file|textarea|select)$/.test(kind) &&
    !/captcha/i.test(called)
  )
    fields.text += 1;
}

/** Number of words; two signs of a script without spaces count as one. */
export function countWords(text: string): number {
  const signs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) + signs / 2;
}

const squeeze = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim();
