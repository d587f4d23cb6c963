import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { pageFields, readUrl, renderParam, screenshotParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import { presentScreenshot, screenshotField } from '../pages/screenshot.ts';
import type { SkillTools } from './tools.ts';

const text = nullable(Type.String());
const tags = Type.Record(Type.String(), Type.String(), {
  description: 'Each tag without its prefix, the first if there are several; URLs are absolute.',
});

export const urlMetadata = skill<Pick<SkillTools, 'pages'>>()({
  id: 'url-metadata',
  priceUsd: '0.003',
  does: 'Title, description, canonical address, publisher, author, dates, OpenGraph, Twitter card, favicon and language of a page.',
  params: Type.Object({ url: urlParam, render: renderParam, screenshot: screenshotParam }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    ...pageFields,
    screenshot: screenshotField,
    status: Type.Integer({ description: 'HTTP status of the page; error pages are read too.' }),
    title: text,
    page_title: nullable(Type.String({ description: 'The title element, if og:title differs from it.' })),
    description: text,
    canonical: text,
    publisher: text,
    author: nullable(Type.String({ description: 'As the page names its author.' })),
    published_at: nullable(
      Type.String({ description: 'As stated on the page, in ISO 8601; only a date if it has no time.' }),
    ),
    modified_at: nullable(Type.String({ description: 'When it was last changed.' })),
    image: nullable(Type.String({ description: 'Preview image of the page.' })),
    images: Type.Array(Type.String(), { description: 'Every og:image.' }),
    open_graph: tags,
    twitter_card: tags,
    favicon: nullable(Type.String({ description: 'As declared; null if the page declares none.' })),
    lang: text,
  }),
  run: async ({ url, render, screenshot }, { pages }, call) => {
    const page = await pages.open(readUrl(url), call, { anyStatus: true, render, screenshot });
    const metadata = await page.read('page-metadata', {});
    return {
      ...page.facts,
      ...presentScreenshot(page, screenshot),
      status: page.answer.status,
      ...metadata,
    };
  },
});
