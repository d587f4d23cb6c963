import type { Block } from './block.ts';

/** Formats blocks as Markdown: headings, lists, quotes, code and tables. */
export function formatMarkdown(blocks: readonly Block[]): string {
  let out = '';
  let before: Block | null = null;
  for (const block of blocks) {
    out += before ? separatorBetween(before, block) : '';
    out += formatBlock(block, startsTable(before, block));
    before = block;
  }
  return out;
}

const startsTable = (before: Block | null, block: Block): boolean =>
  block.kind === 'row' && before?.table !== block.table;

/** Items of the same list and rows of the same table follow each other without a blank line. */
function separatorBetween(before: Block, block: Block): string {
  const together =
    (before.kind === 'item' && block.kind === 'item' && before.list !== 0) ||
    (before.kind === 'row' && block.kind === 'row' && before.table === block.table);
  return together ? '\n' : '\n\n';
}

function formatBlock(block: Block, firstRow: boolean): string {
  const { kind, level, number, markdown, quoted } = block;
  const line = {
    text: () => markdown,
    heading: () => `${'#'.repeat(level)} ${markdown.replaceAll('**', '')}`,
    item: () => `${'  '.repeat(Math.max(0, level - 1))}${number === null ? '-' : `${number}.`} ${markdown}`,
    code: () => formatCode(markdown, block.language ?? ''),
    row: () => formatRow(markdown, firstRow),
  }[kind]();
  return quoted ? line.replaceAll(/^/gm, '> ') : line;
}

/** The fence is longer than every run of backticks in the code. */
function formatCode(code: string, language: string): string {
  const runs = code.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map((each) => each.length)) + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function formatRow(markdown: string, first: boolean): string {
  const columns = markdown.split(' | ').length;
  return `| ${markdown} |${first ? `\n|${' --- |'.repeat(columns)}` : ''}`;
}
