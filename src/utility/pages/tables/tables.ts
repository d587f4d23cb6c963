import { type AnyNode, type Element, isTag } from 'domhandler';
import { blockText } from '../article/block-text.ts';
import type { PageSource } from '../page-source.ts';
import { type ParsedPage, parsePage } from '../parsed-page.ts';
import { squeeze, textOf, walk } from '../tree.ts';
import { type ColumnType, readColumn, type TypedCell } from './column-types.ts';
import { buildGrid, type GridRow, isLayout, isTable, maxSlots, tooManyCells } from './grid.ts';

/** RFC 4180: CRLF line ends, quotes only where needed, null as an empty field. */
function toCsv(lines: readonly (readonly (string | number | boolean | null)[])[]): string {
  return lines.map((values) => `${values.map(field).join(',')}\r\n`).join('');
}

function field(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface CellLink {
  row: number;
  column: string;
  text: string;
  href: string;
}

export interface PageTable {
  index: number;
  caption: string | null;
  headers: string[];
  types: ColumnType[];
  row_count: number;
  next_offset: number | null;
  rows: Record<string, TypedCell>[];
  links?: CellLink[];
  csv?: string;
}

export interface TableOptions {
  /** A number from 1, or words of its caption or headers; undefined selects all tables. */
  readonly table?: string | undefined;
  readonly typed: boolean;
  readonly links: boolean;
  readonly csv: boolean;
  readonly offset: number;
  readonly limit?: number | undefined;
}

/** A fully parsed table, before a part of it is selected. */
interface ParsedTable {
  readonly index: number;
  readonly caption: string | null;
  readonly headers: string[];
  readonly body: readonly GridRow[];
}

const maxTables = 500;

/** The tables of a page with content, in HTML or ARIA; nested tables are listed separately. */
export function pageTables({ page: source, options }: { page: PageSource; options: TableOptions }): {
  count: number;
  tables: PageTable[];
} {
  const page = parsePage(source);
  // Parsing as browsers do is slow, and a page without the tag has no tables.
  if (!/<table|role\s*=\s*["']?\s*(?:table|grid|treegrid)\b/i.test(page.html))
    return { count: 0, tables: [] };
  const all = findTables(page.standardTree().root)
    .slice(0, maxTables)
    .flatMap((each) => readTable(each) ?? [])
    .map((each, i) => ({ ...each, index: i + 1 }));
  const selected = options.table === undefined ? all : selectTables(all, options.table.trim());
  return { count: all.length, tables: selected.map((each) => toPageTable(each, page, options)) };
}

function findTables(root: AnyNode): Element[] {
  const found: Element[] = [];
  walk(root, (node) => {
    if (!isTag(node)) return true;
    if (isTable(node)) found.push(node);
    return node.name !== 'template';
  });
  return found;
}

function selectTables(tables: readonly ParsedTable[], selector: string): ParsedTable[] {
  if (/^\d+$/.test(selector)) return tables.filter(({ index }) => index === Number(selector));
  const words = selector.toLowerCase();
  return tables.filter(({ caption, headers }) =>
    [caption ?? '', ...headers].some((text) => text.toLowerCase().includes(words)),
  );
}

function toPageTable(table: ParsedTable, page: ParsedPage, options: TableOptions): PageTable {
  const { index, caption, headers, body } = table;
  const end = Math.min(body.length, options.offset + (options.limit ?? body.length));
  // The type is derived from the whole column, so that it is the same on every page of the response.
  const columns = headers.map((_, x) => {
    const texts = body.map(({ slots }) => slots[x]?.text ?? null);
    const { type, cells } = readColumn(texts);
    return { type, cells: options.typed ? cells : texts };
  });
  const lines: TypedCell[][] = [];
  for (let y = options.offset; y < end; y += 1) lines.push(columns.map(({ cells }) => cells[y] ?? null));
  return {
    index,
    caption,
    headers,
    types: columns.map(({ type }) => type),
    row_count: body.length,
    next_offset: end < body.length ? end : null,
    rows: options.csv
      ? []
      : lines.map((line) => Object.fromEntries(headers.map((name, x) => [name, line[x] ?? null]))),
    ...(options.links && { links: collectLinks(table, page.base, options.offset, end) }),
    ...(options.csv && { csv: toCsv([headers, ...lines]) }),
  };
}

/** Each link once, at the cell's first slot. */
function collectLinks({ body, headers }: ParsedTable, base: URL, from: number, to: number): CellLink[] {
  const seen = new Set<Element>();
  const links: CellLink[] = [];
  for (let y = from; y < to; y += 1) {
    body[y]?.slots.forEach((cell, x) => {
      for (const anchor of cell?.anchors ?? []) {
        if (seen.has(anchor)) continue;
        seen.add(anchor);
        const href = URL.parse((anchor.attribs.href ?? '').trim(), base.href);
        if (!href || href.protocol === 'javascript:') continue;
        links.push({ row: y, column: headers[x] ?? '', text: squeeze(textOf(anchor)), href: href.href });
      }
    });
  }
  return links;
}

function readTable(element: Element): Omit<ParsedTable, 'index'> | null {
  const grid = buildGrid(element).filter(({ slots }) => slots.length > 0);
  if (grid.length === 0 || isLayout(element, grid)) return null;
  const width = grid.reduce((most, { slots }) => Math.max(most, slots.length), 0);
  // Short rows are padded.
  if (grid.length * width > maxSlots) throw tooManyCells();
  let caption = findCaption(element);
  // A first row with one cell across all columns serves as a caption.
  if (width > 1 && grid.length > 1 && isBanner(grid[0], width)) {
    const banner = grid.shift()?.slots[0]?.text;
    caption ??= banner || null;
  }
  const heads = headRows(grid);
  return { caption, headers: headerNames(grid.slice(0, heads), width), body: grid.slice(heads) };
}

function findCaption(table: Element): string | null {
  const caption = table.children.find((child) => isTag(child) && child.name === 'caption');
  return caption ? blockText(caption, { shown: true }).replaceAll('\n', ' ') || null : null;
}

function isBanner(row: GridRow | undefined, width: number): boolean {
  return row?.anchored === 1 && row.slots.length === width && (row.head || row.slots[0]?.header === true);
}

/**
 * The rows of thead; without one, the leading rows that hold only header cells (an empty corner may be a
 * plain cell).
 */
function headRows(grid: readonly GridRow[]): number {
  const declared = grid.findIndex(({ head }) => !head);
  if (declared !== 0) return declared < 0 ? grid.length : declared;
  const first = grid.findIndex(({ slots }) => {
    const cells = slots.filter((cell) => cell !== undefined);
    return !cells.some(({ header }) => header) || cells.some(({ header, text }) => !header && text !== '');
  });
  // A table of header cells only: its first row names the columns.
  return first < 0 ? Math.min(1, grid.length) : first;
}

/** One unique name per column: several header rows are joined, a column without a name becomes column_N. */
function headerNames(heads: readonly GridRow[], width: number): string[] {
  const nameCounts = new Map<string, number>();
  return Array.from({ length: width }, (_, x) => {
    const texts = heads.map(({ slots }) => slots[x]?.text ?? '').filter(Boolean);
    const name = texts.filter((text, i) => text !== texts[i - 1]).join(' / ') || `column_${x + 1}`;
    let unique = name;
    for (let n = (nameCounts.get(name) ?? 0) + 1; nameCounts.has(unique); n += 1) {
      unique = `${name}_${n}`;
      nameCounts.set(name, n);
    }
    nameCounts.set(unique, 1);
    return unique;
  });
}
