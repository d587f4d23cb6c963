import { Type } from 'typebox';
import { pageFields, readUrl, renderParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { Pages } from '../pages/pages.ts';

interface Tools {
  readonly pages: Pages;
}

export const langHreflang = skill<Tools>()({
  id: 'lang-hreflang',
  priceUsd: '0.002',
  does: 'Language, charset and hreflang alternates of a page, and their errors.',
  params: Type.Object({ url: urlParam, render: renderParam }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    ...pageFields,
    lang: Type.Union([Type.String(), Type.Null()]),
    charset: Type.String({ description: 'Charset that browsers use for the page.' }),
    alternates: Type.Array(Type.Object({ hreflang: Type.String(), href: Type.String() }), {
      description: 'Alternates in the page and in its Link header.',
    }),
    issues: Type.Array(Type.String()),
  }),
  run: async ({ url, render }, { pages }, call) => {
    const page = await pages.open(readUrl(url), call, { render });
    const link = [page.answer.response.headers.link ?? []].flat().join(', ');
    return { ...page.facts, ...(await page.read('page-language', { link })) };
  },
});
