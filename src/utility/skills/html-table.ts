import { Type } from 'typebox';
import { readUrl, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { Pages } from '../pages/pages.ts';

interface Tools {
  readonly pages: Pages;
}

const text = Type.Union([Type.String(), Type.Null()]);

export const htmlTable = skill<Tools>()({
  id: 'html-table',
  priceUsd: '0.003',
  does: 'The tables of a page as rows keyed by header, with row and column spans filled.',
  params: Type.Object({ url: urlParam }),
  value: 'url',
  example: { url: 'https://www.iana.org/domains/reserved' },
  output: Type.Object({
    url: Type.String({ description: 'Where the page was found, after redirects.' }),
    count: Type.Integer(),
    tables: Type.Array(
      Type.Object({
        caption: text,
        headers: Type.Array(Type.String(), {
          description:
            'One a column; several header rows are joined by " / ", a column without one is column_N.',
        }),
        rows: Type.Array(Type.Record(Type.String(), text), {
          description: 'The text of each cell by its header; null where a row has no cell there.',
        }),
      }),
    ),
  }),
  run: async ({ url }, { pages }, call) => {
    const page = await pages.open(readUrl(url), call);
    const { tables } = await page.read('page-tables', {});
    return { url: page.url, count: tables.length, tables };
  },
});
