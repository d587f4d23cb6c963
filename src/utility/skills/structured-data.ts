import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { pageFields, readUrl, renderParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { PlainObject } from '../pages/structured/plain-object.ts';
import type { SkillTools } from './tools.ts';

export const structuredData = skill<Pick<SkillTools, 'pages'>>()({
  id: 'structured-data',
  priceUsd: '0.003',
  does: 'JSON-LD, microdata and RDFa of a page: schema.org types and parsed objects, invalid JSON-LD with its position, and what is missing for rich results.',
  params: Type.Object({ url: urlParam, render: renderParam }),
  value: 'url',
  example: { url: 'https://en.wikipedia.org/wiki/JSON-LD' },
  output: Type.Object({
    ...pageFields,
    count: Type.Integer(),
    types: Type.Array(Type.String(), {
      description: 'Every type once; schema.org types by name, others as URLs.',
    }),
    items: Type.Array(
      Type.Object({
        format: Type.Unsafe<'json-ld' | 'microdata' | 'rdfa'>({
          type: 'string',
          enum: ['json-ld', 'microdata', 'rdfa'],
        }),
        type: nullable(Type.String()),
        data: Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          description:
            'JSON-LD as the page has it; microdata as {type, id, properties}; RDFa as an expanded JSON-LD node.',
        }),
      }),
    ),
    objects: Type.Unsafe<PlainObject[]>({
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'properties'],
        properties: {
          type: { type: 'string', nullable: true },
          types: { type: 'array', items: { type: 'string' } },
          id: { type: 'string' },
          properties: { type: 'object', additionalProperties: true },
        },
      },
      description:
        'The items in one shape, whatever their format, in the order of items: {type, types?, id?, properties}, every property a list of texts, numbers, booleans and such objects.',
    }),
    rich_results: Type.Array(
      Type.Object({
        type: Type.String(),
        item: Type.Integer({ description: 'Its index in items, from 0.' }),
        eligible: Type.Boolean({ description: 'Whether all required properties are present and valid.' }),
        missing_required: Type.Array(Type.String(), {
          description: 'a.b: property b of a; a|b: one of them.',
        }),
        missing_recommended: Type.Array(Type.String()),
        invalid: Type.Array(
          Type.Object({ property: Type.String(), value: Type.String(), reason: Type.String() }),
        ),
        note: nullable(Type.String()),
      }),
      {
        description:
          "Items of types with Google rich results, checked against Google's documented properties; structure only, not whether they will be shown.",
      },
    ),
    invalid: Type.Array(
      Type.Object({
        script: Type.Integer({ description: 'Number of the JSON-LD script, from 1.' }),
        line: nullable(Type.Integer({ description: 'Position within that script, from 1.' })),
        column: nullable(Type.Integer()),
        reason: Type.String(),
        excerpt: Type.String(),
        repaired: Type.Boolean({
          description: 'Whether it could be read after repair; search engines would ignore it.',
        }),
      }),
      { description: 'JSON-LD scripts that are not valid JSON.' },
    ),
    errors: Type.Array(Type.String(), { description: 'What could not be read, and why.' }),
  }),
  run: async ({ url, render }, { pages }, call) => {
    const page = await pages.open(readUrl(url), call, { render });
    const found = await page.read('page-structured', {});
    return { ...page.facts, count: found.items.length, ...found };
  },
});
