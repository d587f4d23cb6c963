import { type Element, isTag } from 'domhandler';
import { blockText } from '../article/block-text.ts';
import type { PageSource } from '../page-source.ts';
import { parsedPage } from '../parsed-page.ts';
import { type GridRow, gridOf, maxSlots, tooManyCells } from './grid.ts';

export interface PageTable {
  caption: string | null;
  headers: string[];
  rows: Record<string, string | null>[];
}

const maxTables = 500;

/** Every table of a page that has a cell; tables within tables count as their own. */
export function pageTables({ page: source }: { page: PageSource }): { tables: PageTable[] } {
  const tables = parsedPage(source)
    .all('table')
    .slice(0, maxTables)
    .flatMap((each) => tableOf(each) ?? []);
  return { tables };
}

function tableOf(element: Element): PageTable | null {
  const grid = gridOf(element).filter(({ slots }) => slots.length > 0);
  if (grid.length === 0) return null;
  const width = grid.reduce((most, { slots }) => Math.max(most, slots.length), 0);
  // Rows that end early are filled up.
  if (grid.length * width > maxSlots) throw tooManyCells();
  let caption = captionOf(element);
  // A first row that is one cell over all columns is a caption by another name.
  if (width > 1 && grid.length > 1 && isBanner(grid[0], width)) {
    const banner = grid.shift()?.slots[0]?.text;
    caption ??= banner || null;
  }
  const heads = headRows(grid);
  const headers = headerNames(grid.slice(0, heads), width);
  const rows = grid.slice(heads).map(({ slots }) => {
    const row: Record<string, string | null> = Object.create(null);
    headers.forEach((header, x) => {
      row[header] = slots[x]?.text ?? null;
    });
    return { ...row };
  });
  return { caption, headers, rows };
}

function captionOf(table: Element): string | null {
  const caption = table.children.find((child) => isTag(child) && child.name === 'caption');
  return caption ? blockText(caption, { shown: true }).replaceAll('\n', ' ') || null : null;
}

function isBanner(row: GridRow | undefined, width: number): boolean {
  return row?.anchored === 1 && row.slots.length === width && (row.head || row.slots[0]?.header === true);
}

/** The rows of thead; without one, the rows at the top that hold header cells alone (an empty corner may be a plain one). */
function headRows(grid: readonly GridRow[]): number {
  const declared = grid.findIndex(({ head }) => !head);
  if (declared !== 0) return declared < 0 ? grid.length : declared;
  const first = grid.findIndex(({ slots }) => {
    const cells = slots.filter((cell) => cell !== undefined);
    return !cells.some(({ header }) => header) || cells.some(({ header, text }) => !header && text !== '');
  });
  // Header cells down to the last row are a table of header cells: its first row names the rest.
  return first < 0 ? Math.min(1, grid.length) : first;
}

/** One name a column, unlike the others: several header rows are joined, what has none is column_N. */
function headerNames(heads: readonly GridRow[], width: number): string[] {
  const taken = new Map<string, number>();
  return Array.from({ length: width }, (_, x) => {
    const texts = heads.map(({ slots }) => slots[x]?.text ?? '').filter(Boolean);
    const name = texts.filter((text, i) => text !== texts[i - 1]).join(' / ') || `column_${x + 1}`;
    let unique = name;
    for (let n = (taken.get(name) ?? 0) + 1; taken.has(unique); n += 1) {
      unique = `${name}_${n}`;
      taken.set(name, n);
    }
    taken.set(unique, 1);
    return unique;
  });
}
