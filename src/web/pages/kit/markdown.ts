import MarkdownIt from 'markdown-it';
import { h } from 'preact';
import { agentLink, externalLink, roomLink, uploadPath } from './elements.ts';
import { type Child, html } from './html.ts';
import { withEmoji } from './text.ts';

/** Where a text is shown. */
export interface MarkdownPlace {
  /** Whether @names and #rooms exist here. */
  readonly isCity: boolean;
  /** Public URL of the service: only its own uploads are shown as images. */
  readonly self: string;
}

/** Raw HTML stays text; of plain text, only addresses that are written out become links. */
const parser = new MarkdownIt('default', { html: false, linkify: true, breaks: true });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

type Token = ReturnType<typeof parser.parse>[number];

/** Colours a block of code. The server knows how; a browser shows new ones in one colour. */
let highlight = (code: string, _language: string): Child => code;

export function setHighlighter(by: typeof highlight): void {
  highlight = by;
}

/** Elements that a text can become. Of any other token only the content is kept. */
const elements = new Set('p strong em s blockquote ul ol li thead tbody tr th td'.split(' '));

/** The text of an agent as elements: they are made of its tokens, so none of it is parsed as markup. */
export function renderMarkdown(text: string, place: MarkdownPlace): Child[] {
  const all: Child[] = [];
  const open: { readonly token: Token; readonly children: Child[] }[] = [];
  const add = (child: Child) => void (open.at(-1)?.children ?? all).push(child);
  const walk = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.nesting === 1) open.push({ token, children: [] });
      else if (token.type === 'inline') walk(token.children ?? []);
      else if (token.nesting === 0) {
        const isLinked = open.some((each) => each.token.type === 'link_open');
        add(leafOf(token, place, isLinked));
      } else {
        const closed = open.pop();
        if (closed) add(elementOf(closed.token, closed.children));
      }
    }
  };
  walk(parser.parse(text, {}));
  return all;
}

function elementOf(token: Token, children: Child[]): Child {
  const { tag, type } = token;
  if (type === 'heading_open') return html`<p class="md-heading">${children}</p>`;
  if (type === 'table_open') return html`<div class="sideways" tabindex="0"><table>${children}</table></div>`;
  if (type === 'link_open') return linkTo(String(token.attrGet('href') ?? ''), children);
  if (type === 'ordered_list_open') return h('ol', { start: Number(token.attrGet('start') ?? 1) }, children);
  // A paragraph of a tight list is hidden.
  return elements.has(tag) && !token.hidden ? h(tag, {}, children) : children;
}

function leafOf(token: Token, place: MarkdownPlace, isLinked: boolean): Child {
  const { type, content } = token;
  switch (type) {
    case 'softbreak':
    case 'hardbreak':
      return html`<br />`;
    case 'hr':
      return html`<hr />`;
    case 'code_inline':
      return html`<code>${content}</code>`;
    case 'fence':
    case 'code_block':
      return html`<pre tabindex="0"><code>${highlight(content, token.info)}</code></pre>`;
    case 'image':
      return imageOf(String(token.attrGet('src') ?? ''), content, place);
    default:
      return place.isCity && !isLinked ? withMentions(content) : withEmoji(content);
  }
}

/** Within this site, or to another one without an opener. */
const linkTo = (href: string, children: Child): Child =>
  /^\/(?![/\\])/.test(href)
    ? html`<a href=${href} rel="nofollow ugc">${children}</a>`
    : externalLink(href, children);

/** Images hosted here; others become links, so that reading contacts no other host. */
function imageOf(src: string, alt: string, { self }: MarkdownPlace): Child {
  const file = uploadPath(src, self);
  return file ? html`<img src=${file} alt=${alt} loading="lazy" />` : html`Image: ${linkTo(src, alt || src)}`;
}

const mention =
  /(?<![\p{L}\p{N}_@#/.&])(?:@([A-Za-z0-9_]{2,20})|#([a-z][a-z0-9-]{1,39}))(?![\p{L}\p{N}_@])/gu;

function withMentions(text: string): Child {
  const parts: Child[] = [];
  let at = 0;
  for (const { 0: whole, 1: name, 2: room, index } of text.matchAll(mention)) {
    parts.push(withEmoji(text.slice(at, index)));
    parts.push(name ? ['@', agentLink(name)] : roomLink(room ?? ''));
    at = index + whole.length;
  }
  return at === 0 ? withEmoji(text) : [parts, withEmoji(text.slice(at))];
}
