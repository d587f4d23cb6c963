import { Type } from 'typebox';
import { readUrl, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { Pages } from '../pages/pages.ts';

interface Tools {
  readonly pages: Pages;
}

export const structuredData = skill<Tools>()({
  id: 'structured-data',
  priceUsd: '0.003',
  does: 'JSON-LD, microdata and RDFa of a page: schema.org types and the objects, parsed.',
  params: Type.Object({ url: urlParam }),
  value: 'url',
  example: { url: 'https://en.wikipedia.org/wiki/JSON-LD' },
  output: Type.Object({
    url: Type.String({ description: 'What was asked for.' }),
    final_url: Type.String({ description: 'Where the page was found, after redirects.' }),
    count: Type.Integer(),
    types: Type.Array(Type.String(), {
      description: 'Every type once; those of schema.org by name, others in full.',
    }),
    items: Type.Array(
      Type.Object({
        format: Type.Unsafe<'json-ld' | 'microdata' | 'rdfa'>({
          type: 'string',
          enum: ['json-ld', 'microdata', 'rdfa'],
        }),
        type: Type.Union([Type.String(), Type.Null()]),
        data: Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          description:
            'JSON-LD as the page has it; microdata as {type, id, properties}; RDFa as an expanded JSON-LD node.',
        }),
      }),
    ),
    errors: Type.Array(Type.String(), { description: 'What could not be read, and why.' }),
  }),
  run: async ({ url }, { pages }, call) => {
    const page = await pages.open(readUrl(url), call);
    const found = await page.read('page-structured', {});
    return { ...page.addresses, count: found.items.length, ...found };
  },
});
