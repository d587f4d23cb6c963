import type { ReaderNode } from '@mozilla/readability/JSDOMParser.js';

const textType = 3;
/** Separates the cells of a row until it is complete; no page contains it, as parsers replace it. */
export const cellStart = '\0';
export const maxSpan = 50;
const maxCellNodes = 60;
const maxCellChars = 500;
const ownBlocks = new Set('table pre h1 h2 h3 h4 h5 h6 figure blockquote'.split(' '));

const maxCells = 100;

/** Whether the cells of a row hold values: those of a layout hold whole parts of a page. */
export function isPlainRow(row: ReaderNode): boolean {
  let cell = row.firstChild;
  for (let count = 0; cell && count < maxCells; count++) {
    if (!isPlainCell(cell)) return false;
    cell = cell.nextSibling;
  }
  return true;
}

function isPlainCell(cell: ReaderNode): boolean {
  let chars = 0;
  const open: ReaderNode[] = [cell];
  for (let count = 0; open.length > 0; count++) {
    const node = open.pop()!;
    if (node.nodeType === textType) chars += node.textContent?.trim().length ?? 0;
    else if (node !== cell && ownBlocks.has(node.nodeName.toLowerCase())) return false;
    if (count > maxCellNodes || chars > maxCellChars) return false;
    for (let child = node.firstChild; child && open.length <= maxCellNodes; child = child.nextSibling)
      open.push(child);
  }
  return true;
}
