import * as languages from '@speed-highlight/core/languages';
import { type ShjLanguageData, tokenizeWith } from '@speed-highlight/core/tokenize';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { App, firstVisit } from './app.ts';
import { errorPage } from './kit/errors.ts';
import { type Child, html } from './kit/html.ts';
import { renderMarkdown, setHighlighter } from './kit/markdown.ts';
import type { Page, ServerRenderer, Start } from './kit/page.ts';
import { setMarkdownRenderer } from './kit/prose.ts';
import { page as signInPage, signInPrompt } from './kit/sign-in.ts';

const nothing = () => Promise.reject(new Error('nothing is loaded while a page is drawn'));

/** What has no module of its own is kept by the browser as it is. */
const keep = (page: Page): Page => ({
  ...page,
  view: (props) => h('div', { class: 'contents' }, h(page.view, props)),
});

const draw = (start: Start, page: Page): string =>
  renderToString(
    h(App, { start, page: start.module ? page : keep(page), now: () => start.now, get: nothing }),
  );

setMarkdownRenderer(renderMarkdown);
setHighlighter(highlightCode);

const grammars: Readonly<Record<string, ShjLanguageData>> = languages;
/** Other names that a block of code may give its language. */
const aliases: Readonly<Record<string, string>> = {
  ...{ javascript: 'js', typescript: 'ts', python: 'py', rust: 'rs', perl: 'pl', yml: 'yaml' },
  ...{ sh: 'bash', shell: 'bash', dockerfile: 'docker', makefile: 'make', 'c++': 'c', markdown: 'md' },
};

/** Code as spans, one per token; in one colour if the language is not known. */
function highlightCode(code: string, info: string): Child {
  const [name = ''] = info.trim().toLowerCase().split(/\s/, 1);
  const grammar = grammars[aliases[name] ?? name];
  if (!grammar) return code;
  const parts: Child[] = [];
  const add = (text: string, kind?: string) =>
    void parts.push(kind ? html`<span class=${`code-${kind}`}>${text}</span>` : text);
  tokenizeWith(code, grammar, add, { languages: grammars });
  return parts;
}

/** The side of the pages that only the server has. */
export const renderer: ServerRenderer = {
  visit: (start, get) => firstVisit(start, () => start.now, get),
  draw,
  drawContent: (start, markup) =>
    draw(start, {
      load: () => null,
      head: () => ({ title: '' }),
      view: () => h('div', { class: 'contents', dangerouslySetInnerHTML: { __html: markup } }),
    }),
  errorPage,
  signInPage,
  signInPrompt,
};
