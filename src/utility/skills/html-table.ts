import { Type } from 'typebox';
import { invalidField } from '../../platform/http/errors.ts';
import { nullable } from '../../platform/http/schema.ts';
import { pageFields, readUrl, renderParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { SkillTools } from './tools.ts';

const text = nullable(Type.String());
const cell = Type.Unsafe<string | number | boolean | null>({
  description: 'Text; with `typed=1` a number, boolean or ISO date where the column has that type.',
});
const types = ['integer', 'number', 'percent', 'money', 'date', 'boolean', 'text', 'empty'] as const;

const flag = (description: string) =>
  Type.Optional(Type.Unsafe<'0' | '1'>({ type: 'string', enum: ['0', '1'], description }));

export const htmlTable = skill<Pick<SkillTools, 'pages'>>()({
  id: 'html-table',
  priceUsd: '0.003',
  does: 'The tables of a page as rows keyed by header, with row and column spans filled.',
  params: Type.Object({
    url: urlParam,
    render: renderParam,
    table: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Only this table: its number from 1, or words of its caption or headers.',
      }),
    ),
    typed: flag(
      '1: a column whose cells are all numbers, booleans or dates is returned with that type; otherwise text.',
    ),
    links: flag('1 adds the links of the cells.'),
    format: Type.Optional(
      Type.Unsafe<'json' | 'csv'>({
        type: 'string',
        enum: ['json', 'csv'],
        description: 'csv: each table as RFC 4180 text in `csv`, and no `rows`.',
      }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 200_000, description: 'The first row of each table, from 0.' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200_000,
        description: 'Rows per table. Default: all.',
      }),
    ),
  }),
  value: 'url',
  example: { url: 'https://www.iana.org/domains/reserved' },
  output: Type.Object({
    ...pageFields,
    count: Type.Integer({ description: 'Number of tables on the page.' }),
    tables: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Its number on the page, from 1.' }),
        caption: text,
        headers: Type.Array(Type.String(), {
          description:
            'One per column; several header rows are joined by " / ", a column without a header is column_N.',
        }),
        types: Type.Array(Type.Unsafe<(typeof types)[number]>({ type: 'string', enum: [...types] }), {
          description: 'The type that all cells of a column have, in the order of `headers`.',
        }),
        row_count: Type.Integer({ description: 'Number of rows of the whole table.' }),
        next_offset: nullable(
          Type.Integer({ description: 'The `offset` of the next page; null on the last.' }),
        ),
        rows: Type.Array(Type.Record(Type.String(), cell), {
          description: 'Each cell by its header; null if a row has no cell there.',
        }),
        links: Type.Optional(
          Type.Array(
            Type.Object({
              row: Type.Integer({ description: 'Row number within the whole table, from 0.' }),
              column: Type.String(),
              text: Type.String(),
              href: Type.String(),
            }),
          ),
        ),
        csv: Type.Optional(Type.String()),
      }),
    ),
  }),
  run: async ({ url, render, table, typed, links, format, offset = 0, limit }, { pages }, call) => {
    const page = await pages.open(readUrl(url), call, { render });
    const { count, tables } = await page.read('page-tables', {
      options: { table, typed: typed === '1', links: links === '1', csv: format === 'csv', offset, limit },
    });
    if (table !== undefined && tables.length === 0) {
      throw invalidField(
        `table: the page has ${count} tables, and none matches ${JSON.stringify(table)}`,
        'Send a number from 1 to `count`, or words of a caption or header; without table, all are returned.',
      );
    }
    return { ...page.facts, count, tables };
  },
});
