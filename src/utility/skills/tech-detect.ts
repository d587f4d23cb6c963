import { Type } from 'typebox';
import { readUrl, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { Fetched } from '../pages/fetched.ts';
import type { Fetcher } from '../pages/fetcher.ts';
import type { Technology } from '../technologies/detect.ts';
import type { Workers } from '../workers/workers.ts';

interface Tools {
  readonly fetcher: Fetcher;
  readonly workers: Workers;
}

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const name = Type.Union([Type.String(), Type.Null()]);

export const techDetect = skill<Tools>()({
  id: 'tech-detect',
  priceUsd: '0.004',
  does: 'CDN, server, framework or CMS, analytics, payment and hosting of a page, with the evidence for each.',
  params: Type.Object({ url: urlParam }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    url: Type.String(),
    final_url: Type.String({ description: 'After redirects.' }),
    technologies: Type.Array(
      Type.Object({
        name: Type.String(),
        category: Type.String(),
        version: name,
        confidence: Type.Integer({ description: 'From 0 to 100.' }),
        evidence: Type.Array(Type.String()),
      }),
      { description: 'The surest first. What leaves no sign in the answer is not seen.' },
    ),
    cdn: name,
    server: name,
    framework: name,
    cms: Type.Union([Type.String(), Type.Null()], { description: 'Or the shop system.' }),
    analytics: Type.Array(Type.String()),
    payment: Type.Array(Type.String()),
    hosting: name,
  }),
  run: async ({ url }, { fetcher, workers }, call) => {
    const asked = readUrl(url);
    const answer = await fetcher.get(asked, call, { accept, onOversize: 'truncate' });
    const technologies = await workers.run('technologies', inputOf(answer), {
      signal: call.signal,
      bytes: answer.body.length,
      about: answer.hash,
    });
    const of = (...categories: string[]) =>
      technologies
        .filter(({ category }: Technology) => categories.includes(category))
        .map((each) => each.name);
    return {
      url: asked.href,
      final_url: answer.url,
      technologies,
      cdn: of('cdn')[0] ?? null,
      server: of('server')[0] ?? null,
      framework: of('framework')[0] ?? null,
      cms: of('cms')[0] ?? of('ecommerce')[0] ?? null,
      analytics: of('analytics'),
      payment: of('payment'),
      hosting: of('hosting')[0] ?? null,
    };
  },
});

function inputOf({ response, mediaType, body, contentType, url, hash }: Fetched) {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([field, value]) => [field, [value].flat().join(', ')]),
  );
  const cookies = [response.headers['set-cookie'] ?? []]
    .flat()
    .flatMap((each) => each.split('=', 1)[0]?.trim() || []);
  const isPage = mediaType === '' || mediaType.includes('html');
  return { page: isPage ? { bytes: body, contentType, url, hash } : null, headers, cookies };
}
