import { type AnyNode, type Element, isTag } from 'domhandler';
import { unreadableInput } from '../../workers/failure.ts';
import { blockText, isUnshown } from '../article/block-text.ts';
import { squeeze, walk } from '../tree.ts';

export interface Cell {
  readonly text: string;
  readonly header: boolean;
  /** Its `a` elements, including those of nested tables. */
  readonly anchors: readonly Element[];
  /** It holds what a page is built of, such as a nested table, a form or its title. */
  readonly isPart: boolean;
}

/** A row of slots; a slot that no cell covers is undefined. */
export interface GridRow {
  readonly slots: (Cell | undefined)[];
  readonly head: boolean;
  /** Number of cells that start in this row. */
  readonly anchored: number;
}

/** The roles of a table that is written with other elements (ARIA). */
const roles = (...names: string[]): ReadonlySet<string> => new Set(names);
const tableRoles = roles('table', 'grid', 'treegrid');
const cellRoles = roles('cell', 'gridcell', 'columnheader', 'rowheader');
const headerRoles = roles('columnheader', 'rowheader');
const layoutRoles = roles('presentation', 'none');
const roleOf = ({ attribs }: Element): string => attribs.role?.trim().toLowerCase() ?? '';

export const isTable = (element: Element): boolean =>
  element.name === 'table' || tableRoles.has(roleOf(element));
const isRow = (element: Element): boolean => element.name === 'tr' || roleOf(element) === 'row';
const isCell = (element: Element): boolean =>
  element.name === 'td' || element.name === 'th' || cellRoles.has(roleOf(element));

/** A table that only arranges: it says so, or it has no headers and one cell, or holds parts of a page. */
export function isLayout(table: Element, grid: readonly GridRow[]): boolean {
  if (layoutRoles.has(roleOf(table))) return true;
  const cells = new Set(grid.flatMap(({ slots }) => slots));
  cells.delete(undefined);
  const isData = tableRoles.has(roleOf(table)) || hasChild(table, 'caption') || hasChild(table, 'thead');
  if (isData || [...cells].some((cell) => cell?.header)) return false;
  return cells.size === 1 || [...cells].some((cell) => cell?.isPart);
}

const hasChild = ({ children }: Element, name: string): boolean =>
  children.some((child) => isTag(child) && child.name === name);

const maxColspan = 1_000;
export const maxSlots = 200_000;

export const tooManyCells = () => unreadableInput(`A table has more than ${maxSlots} cells.`);

interface RowGroup {
  readonly name: string;
  readonly rows: Element[];
}

/**
 * "Forming a table" of the HTML standard: cells are placed into slots, spans fill the slots they cover, a
 * rowspan of 0 extends to the end of its row group, footers come last. A span never adds rows that the page
 * does not have.
 */
export function buildGrid(table: Element): GridRow[] {
  const groups = rowGroups(table);
  const ordered = [
    ...groups.filter(({ name }) => name !== 'tfoot'),
    ...groups.filter(({ name }) => name === 'tfoot'),
  ];
  const grid: GridRow[] = [];
  const starts = new Set<number>();
  let slots = 0;
  for (const { name, rows } of ordered) {
    const placed: (Cell | undefined)[][] = rows.map(() => []);
    rows.forEach((row, y) => {
      let x = 0;
      let anchored = 0;
      for (const element of findCells(row)) {
        const line = placed[y] ?? [];
        while (line[x] !== undefined) x += 1;
        const { colspan, rowspan, 'aria-colspan': across, 'aria-rowspan': down } = element.attribs;
        const width = parseSpan(colspan ?? across, maxColspan) || 1;
        const height = Math.min(parseSpan(rowspan ?? down, 65_534) || rows.length, rows.length - y);
        slots += width * height;
        if (slots > maxSlots) throw tooManyCells();
        const cell = {
          text: cellText(element),
          header: element.name === 'th' || headerRoles.has(roleOf(element)),
          ...readInside(element),
        };
        for (let dy = 0; dy < height; dy += 1) {
          const below = placed[y + dy] ?? [];
          for (let dx = 0; dx < width; dx += 1) below[x + dx] = cell;
        }
        starts.add(x);
        x += width;
        anchored += 1;
      }
      grid.push({ slots: placed[y] ?? [], head: name === 'thead', anchored });
    });
  }
  return withoutUnused(grid, starts);
}

/** A column in which no cell starts contains only spans: colspan is often larger than the table. */
function withoutUnused(grid: readonly GridRow[], starts: ReadonlySet<number>): GridRow[] {
  return grid.map((row) => ({ ...row, slots: row.slots.filter((_, x) => starts.has(x)) }));
}

/** The text of a cell, otherwise that of its images, such as ticks and flags. */
function cellText(cell: Element): string {
  const text = blockText(cell, { shown: true }).replaceAll('\n', ' ');
  if (text !== '') return text;
  const labels: string[] = [];
  walk(cell, (node) => {
    if (!isTag(node)) return true;
    if (isUnshown(node.attribs)) return false;
    labels.push((node.name === 'img' ? node.attribs.alt : node.attribs['aria-label']) ?? '');
    return true;
  });
  return squeeze(labels.join(' '));
}

/** 1 if missing or invalid; 0 is kept. */
function parseSpan(text: string | undefined, most: number): number {
  const value = Number.parseInt(text ?? '1', 10);
  return Number.isNaN(value) || value < 0 ? 1 : Math.min(value, most);
}

/** Rows by group; consecutive rows outside any group form one of their own. Nested tables are skipped. */
function rowGroups(table: Element): RowGroup[] {
  const groups: RowGroup[] = [];
  let current: Element | null = null;
  walk(table, (node: AnyNode) => {
    if (!isTag(node)) return true;
    if (isTable(node) || isUnshown(node.attribs)) return false;
    if (!isRow(node)) return true;
    const group = findRowGroup(node, table);
    if (groups.length === 0 || group !== current) groups.push({ name: group?.name ?? 'tbody', rows: [] });
    current = group;
    groups.at(-1)?.rows.push(node);
    return false;
  });
  return groups;
}

const groupNames = new Set(['thead', 'tbody', 'tfoot']);

function findRowGroup(row: Element, table: Element): Element | null {
  for (let at = row.parent; at && at !== table; at = at.parent) {
    if (isTag(at) && groupNames.has(at.name)) return at;
  }
  return null;
}

const partsOfPages = new Set('h1 h2 nav main header footer article aside form textarea select'.split(' '));
const isPartOfPage = (element: Element): boolean =>
  isTable(element) || partsOfPages.has(element.name) || isTextField(element);
const isTextField = ({ name, attribs }: Element): boolean =>
  name === 'input' &&
  /^(?:|text|search|email|tel|url|password|submit)$/i.test(attribs.type?.trim() || 'text');

function readInside(cell: Element): Pick<Cell, 'anchors' | 'isPart'> {
  const anchors: Element[] = [];
  let isPart = false;
  walk(cell, (node) => {
    if (!isTag(node)) return true;
    if (isUnshown(node.attribs)) return false;
    if (node.name === 'a' && node.attribs.href !== undefined) anchors.push(node);
    isPart ||= isPartOfPage(node);
    return true;
  });
  return { anchors, isPart };
}

function findCells(row: Element): Element[] {
  const cells: Element[] = [];
  walk(row, (node) => {
    if (!isTag(node)) return true;
    if (isUnshown(node.attribs)) return false;
    if (isCell(node)) cells.push(node);
    return !isCell(node) && !isTable(node);
  });
  return cells;
}
