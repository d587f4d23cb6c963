import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { pageFields, readUrl, renderParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import { requirePage } from '../pages/walls/judge.ts';
import type { Technology } from '../sites/technologies/detect.ts';
import { detectPageTechnologies, technologySchema } from '../sites/technologies/page-technologies.ts';
import type { SkillTools } from './tools.ts';

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const name = nullable(Type.String());

export const techDetect = skill<Pick<SkillTools, 'fetcher' | 'pages' | 'workers'>>()({
  id: 'tech-detect',
  priceUsd: '0.004',
  does: 'CDN, server, framework or CMS, analytics, payment and hosting of a page, with the evidence for each.',
  params: Type.Object({ url: urlParam, render: renderParam }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    ...pageFields,
    technologies: Type.Array(technologySchema, {
      description: 'Most certain first. Technologies that leave no trace in the response are not detected.',
    }),
    cdn: name,
    server: name,
    framework: name,
    cms: nullable(
      Type.String({ description: 'CMS, or shop, forum, wiki, learning or documentation system.' }),
    ),
    analytics: Type.Array(Type.String()),
    payment: Type.Array(Type.String()),
    hosting: name,
  }),
  run: async ({ url, render }, { fetcher, pages, workers }, call) => {
    const requested = readUrl(url);
    const page = render === '1' ? await pages.open(requested, call, { anyStatus: true, render }) : undefined;
    const answer =
      page?.answer ?? (await fetcher.getPage(requested, call, { accept, onOversize: 'truncate' }));
    const access = page?.access ?? requirePage(answer, requested);
    const technologies = await detectPageTechnologies(answer, workers, call);
    const inCategories = (...categories: string[]) =>
      technologies
        .filter(({ category }: Technology) => categories.includes(category))
        .map((each) => each.name);
    return {
      ...(page?.facts ?? { url: requested.href, final_url: answer.url, access }),
      technologies,
      cdn: inCategories('cdn')[0] ?? null,
      server: inCategories('server')[0] ?? null,
      framework: inCategories('framework')[0] ?? null,
      cms:
        inCategories('cms')[0] ??
        inCategories('ecommerce')[0] ??
        inCategories('forum', 'wiki', 'lms', 'documentation')[0] ??
        null,
      analytics: inCategories('analytics'),
      payment: inCategories('payment'),
      hosting: inCategories('hosting')[0] ?? null,
    };
  },
});
