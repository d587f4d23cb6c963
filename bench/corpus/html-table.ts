import { isDeepStrictEqual } from 'node:util';
import { type PageTable, pageTables } from '../../src/utility/pages/tables/tables.ts';
import type { PandasPages, PandasTable } from './peers/tables.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

type Read = (html: string) => readonly (readonly string[])[][];

/** Tables as pandas.read_html reads them in the pages of its own tests. */
export async function measure(_corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  // Without the peer there is nothing to compare with.
  if (!peers) return [];
  const tables = await import('./peers/tables.ts');
  return compare(tables.tablesByPandas(), tables.tablesByTabletojson);
}

function compare({ version, pages }: PandasPages, byTabletojson: Read): Score[] {
  const cells = new Tally();
  const names = new Tally();
  for (const { html, tables } of pages) {
    const page = {
      bytes: Buffer.from(html),
      contentType: 'text/html; charset=utf-8',
      url: 'http://a.test/',
      hash: html,
    };
    const options = { typed: false, links: false, csv: false, offset: 0 };
    const ours = pageTables({ page, options }).tables;
    const theirs = byTabletojson(html);
    for (const wanted of tables.filter(isData)) {
      const rows = wanted.rows.map(trimRow);
      const found = ours.find((each) => isDeepStrictEqual(rowsOf(each), rows));
      const miss = () => JSON.stringify({ wanted, ours }).slice(0, 1_500);
      cells.case(found !== undefined, miss);
      cells.peer(`pandas ${version} (its own reading)`, true);
      cells.peer(
        'tabletojson',
        theirs.some((each) =>
          isDeepStrictEqual(
            each.map((row) => row.map(squeeze)),
            rows,
          ),
        ),
      );
      if (!found || wanted.head.length === 0) continue;
      names.case(isDeepStrictEqual(found.headers.map(squeeze), namesOf(wanted)), miss);
    }
  }
  return [cells.score('cells', 0.8), names.score('column names of these', 0.8)];
}

/** More than a cell: the peer also reads what only arranges a page. */
const isData = ({ head, rows }: PandasTable): boolean =>
  rows.length > 0 && (head.length > 0 || (rows.length > 1 && (rows[0]?.length ?? 0) > 1));

const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
/** Without the empty cells at its end: ours pads short rows. */
function trimRow(cells: readonly string[]): string[] {
  const row = cells.map(squeeze);
  return row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);
}
const rowsOf = ({ rows }: PageTable): string[][] =>
  rows.map((row) => trimRow(Object.values(row).map((cell) => String(cell ?? ''))));

/** Several header rows joined, as ours are. */
const namesOf = ({ head }: PandasTable): string[] =>
  (head[0] ?? []).map((_, x) => {
    const texts = head.map((row) => squeeze(row[x] ?? '')).filter(Boolean);
    return texts.filter((text, at) => text !== texts[at - 1]).join(' / ') || `column_${x + 1}`;
  });
