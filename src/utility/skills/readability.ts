import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { pageFields, readUrl, renderParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { SkillTools } from './tools.ts';

const text = nullable(Type.String());

export const readability = skill<Pick<SkillTools, 'pages'>>()({
  id: 'readability',
  priceUsd: '0.004',
  does: 'Main text of an article or a PDF without navigation and ads, plain and as Markdown, with date, author, links and images.',
  params: Type.Object({
    url: urlParam,
    render: renderParam,
    max_tokens: Type.Optional(
      Type.Integer({
        minimum: 50,
        maximum: 1_000_000,
        description:
          'Truncates the text after the last whole paragraph that fits; a token is about four letters.',
      }),
    ),
  }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    ...pageFields,
    title: text,
    byline: text,
    author: nullable(Type.String({ description: 'The byline without "By".' })),
    excerpt: text,
    lang: text,
    published_at: nullable(
      Type.String({ description: 'ISO 8601, as precise as the page states it; null if it has no date.' }),
    ),
    site_name: text,
    text: Type.String({ description: 'A line per paragraph; empty if the page has no text to read.' }),
    markdown: Type.String({ description: 'The same with headlines, lists, tables, links and images.' }),
    links: Type.Array(Type.Object({ url: Type.String(), text: Type.String() }), {
      description: 'Links inside the article, each once, at most 200.',
    }),
    images: Type.Array(Type.Object({ url: Type.String(), alt: text }), {
      description: 'Images inside the article, each once, at most 100.',
    }),
    word_count: Type.Integer({
      description: 'Number of words; in scripts without spaces, number of characters.',
    }),
    reading_time_minutes: Type.Integer(),
    tokens: Type.Integer({ description: 'Estimated number of tokens of the Markdown.' }),
    truncated: Type.Boolean({ description: 'True if max_tokens truncated the text.' }),
    rendered_only: Type.Boolean({ description: 'Whether access is rendered_only.' }),
    pages: nullable(Type.Integer({ description: 'Number of pages of a PDF; null for a web page.' })),
  }),
  run: async ({ url, render, max_tokens }, { pages }, call) => {
    const page = await pages.open(readUrl(url), call, { pdf: true, render });
    const options = max_tokens === undefined ? {} : { maxTokens: max_tokens };
    const task = page.isPdf ? 'pdf-article' : 'page-article';
    const article = await page.read(task, options);
    return {
      ...page.facts,
      ...article,
      rendered_only: page.access === 'rendered_only',
    };
  },
});
