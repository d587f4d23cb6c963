import { Type } from 'typebox';
import { readUrl, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { Pages } from '../pages/pages.ts';

interface Tools {
  readonly pages: Pages;
}

const text = Type.Union([Type.String(), Type.Null()]);

export const readability = skill<Tools>()({
  id: 'readability',
  priceUsd: '0.004',
  does: 'The main text of an article without its surroundings, with word count and reading time.',
  params: Type.Object({ url: urlParam }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    url: Type.String({ description: 'What was asked for.' }),
    final_url: Type.String({ description: 'Where the page was found, after redirects.' }),
    title: text,
    byline: text,
    excerpt: text,
    lang: text,
    text: Type.String({ description: 'A line a paragraph; empty where the page has no text to read.' }),
    word_count: Type.Integer({ description: 'In scripts without spaces, every sign counts.' }),
    reading_time_minutes: Type.Integer(),
  }),
  run: async ({ url }, { pages }, call) => {
    const page = await pages.open(readUrl(url), call);
    return { ...page.addresses, ...(await page.read('page-article', {})) };
  },
});
