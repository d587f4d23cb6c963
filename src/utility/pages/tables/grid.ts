import { type AnyNode, type Element, isTag } from 'domhandler';
import { unreadableInput } from '../../workers/failure.ts';
import { blockText, isUnshown } from '../article/block-text.ts';
import { squeeze, walk } from '../tree.ts';

export interface Cell {
  readonly text: string;
  readonly header: boolean;
  /** Its `a` elements, including those of nested tables. */
  readonly anchors: readonly Element[];
}

/** A row of slots; a slot that no cell covers is undefined. */
export interface GridRow {
  readonly slots: (Cell | undefined)[];
  readonly head: boolean;
  /** Number of cells that start in this row. */
  readonly anchored: number;
}

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
        const width = parseSpan(element.attribs.colspan, maxColspan) || 1;
        const height = Math.min(parseSpan(element.attribs.rowspan, 65_534) || rows.length, rows.length - y);
        slots += width * height;
        if (slots > maxSlots) throw tooManyCells();
        const cell = {
          text: cellText(element),
          header: element.name === 'th',
          anchors: findAnchors(element),
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
    if (node.name === 'table' || isUnshown(node.attribs)) return false;
    if (node.name !== 'tr') return true;
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

function findAnchors(cell: Element): Element[] {
  const anchors: Element[] = [];
  walk(cell, (node) => {
    if (!isTag(node)) return true;
    if (isUnshown(node.attribs)) return false;
    if (node.name === 'a' && node.attribs.href !== undefined) anchors.push(node);
    return true;
  });
  return anchors;
}

function findCells(row: Element): Element[] {
  const cells: Element[] = [];
  walk(row, (node) => {
    if (!isTag(node)) return true;
    if (isUnshown(node.attribs)) return false;
    if (node.name === 'td' || node.name === 'th') cells.push(node);
    return node.name !== 'td' && node.name !== 'th' && node.name !== 'table';
  });
  return cells;
}
