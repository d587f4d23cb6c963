import { Type } from 'typebox';
import { readUrl, renderedField, renderParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { Pages } from '../pages/pages.ts';

interface Tools {
  readonly pages: Pages;
}

const text = Type.Union([Type.String(), Type.Null()]);

export const readability = skill<Tools>()({
  id: 'readability',
  priceUsd: '0.004',
  does: 'The main text of an article or a PDF without its surroundings, plain and as Markdown, with date, author, links and images.',
  params: Type.Object({
    url: urlParam,
    render: renderParam,
    max_tokens: Type.Optional(
      Type.Integer({
        minimum: 50,
        maximum: 1_000_000,
        description:
          'Ends the text after the last whole paragraph that fits; about four letters are a token.',
      }),
    ),
  }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    url: Type.String({ description: 'The requested URL.' }),
    final_url: Type.String({ description: 'Where the article was found, after redirects.' }),
    rendered: renderedField,
    title: text,
    byline: text,
    author: Type.Union([Type.String(), Type.Null()], { description: 'The byline without "By".' }),
    excerpt: text,
    lang: text,
    published_at: Type.Union([Type.String(), Type.Null()], {
      description: 'ISO 8601, as exact as the page says it; null if it says nothing.',
    }),
    site_name: text,
    text: Type.String({ description: 'A line per paragraph; empty if the page has no text to read.' }),
    markdown: Type.String({ description: 'The same with headlines, lists, tables, links and images.' }),
    links: Type.Array(Type.Object({ url: Type.String(), text: Type.String() }), {
      description: 'Links inside the article, each once, at most 200.',
    }),
    images: Type.Array(Type.Object({ url: Type.String(), alt: text }), {
      description: 'Images inside the article, each once, at most 100.',
    }),
    word_count: Type.Integer({ description: 'In scripts without spaces, every sign counts.' }),
    reading_time_minutes: Type.Integer(),
    tokens: Type.Integer({ description: 'About how many tokens the Markdown is.' }),
    truncated: Type.Boolean({ description: 'There is more than max_tokens allows.' }),
    rendered_only: Type.Boolean({
      description:
        'The page is empty until its scripts have run, so an empty text says nothing about it; render=1 runs them.',
    }),
    pages: Type.Union([Type.Integer(), Type.Null()], { description: 'Of a PDF; null for a page.' }),
  }),
  run: async ({ url, render, max_tokens }, { pages }, call) => {
    const page = await pages.open(readUrl(url), call, { pdf: true, render });
    const options = max_tokens === undefined ? {} : { maxTokens: max_tokens };
    const task = page.isPdf ? 'pdf-article' : 'page-article';
    const article = await page.read(task, options);
    return {
      ...page.addresses,
      ...article,
      rendered_only: article.rendered_only && page.rendered !== true,
    };
  },
});
