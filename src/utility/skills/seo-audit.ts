import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { pageFields, readUrl, renderParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { SkillTools } from './tools.ts';

const text = nullable(Type.String());
const measured = Type.Object({ text, length: Type.Integer() });

export const seoAudit = skill<Pick<SkillTools, 'pages' | 'clock'>>()({
  id: 'seo-audit',
  priceUsd: '0.005',
  does: 'Title, description, headings, canonical, OpenGraph, alternative texts and more of a page, with graded issues.',
  params: Type.Object({ url: urlParam, render: renderParam }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    ...pageFields,
    grade: Type.String({ description: 'A from 90, B from 80, C from 70, D from 60, otherwise F.' }),
    score: Type.Integer({ description: '100, minus 15 per error, 6 per warning and 2 per notice.' }),
    title: measured,
    meta_description: measured,
    h1_count: Type.Integer(),
    canonical: text,
    open_graph: Type.Record(Type.String(), Type.String()),
    images: Type.Object({
      total: Type.Integer(),
      with_alt: Type.Integer({ description: 'An empty alt counts: it marks the image as decorative.' }),
      alt_coverage: Type.Number({ description: 'From 0 to 1; 1 where there are no images.' }),
    }),
    word_count: Type.Integer(),
    issues: Type.Array(
      Type.Object({
        severity: Type.Unsafe<'error' | 'warning' | 'notice'>({
          type: 'string',
          enum: ['error', 'warning', 'notice'],
        }),
        code: Type.String(),
        message: Type.String(),
      }),
    ),
  }),
  run: async ({ url, render }, { pages, clock }, call) => {
    const page = await pages.open(readUrl(url), call, { anyStatus: true, render });
    const { headers } = page.answer.response;
    const robotsHeaders = [headers['x-robots-tag'] ?? []].flat();
    const linkHeader = [headers.link ?? []].flat().join(', ');
    return {
      ...page.facts,
      ...(await page.read('page-audit', {
        status: page.answer.status,
        robotsHeaders,
        linkHeader,
        now: clock.now().getTime(),
      })),
    };
  },
});
