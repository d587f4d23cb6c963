export type Cell = string | number | undefined;

/** Formats a number with three significant figures, or as a whole number if that is longer. */
function formatCell(cell: Cell): string {
  if (cell === undefined) return '–';
  if (typeof cell === 'string') return cell;
  if (cell >= 100) return Math.round(cell).toLocaleString('en-US');
  return cell.toPrecision(3);
}

export function printTable(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const texts = [head, ...rows.map((row) => row.map(formatCell))];
  const widths = head.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((text, i) => (i === 0 ? text.padEnd(widths[i]!) : text.padStart(widths[i]!))).join('  ');
  console.log(`\n${title}`);
  console.log(line(texts[0]!));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of texts.slice(1)) console.log(line(row));
}

/** A ratio compared with its required limit. */
export function verdict(ratio: number, target: number): string {
  return `${ratio >= target ? 'reached' : 'MISSED'} (target ${target})`;
}
