import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { Screen } from '../../../packages/sdk/src/commands/screen.ts';
import { freshDataDir } from '../../harness/data-dir.ts';

const screenOf = (stream: Partial<NodeJS.WriteStream>) =>
  new Screen(stream as NodeJS.WriteStream, { PAGER: 'false' });

test('a list fits the width of the terminal, its widest cells cut; a pipe gets all of it', () => {
  const list = [
    ['#1', '20 AP', 'Count all the words of a very long text', 'by ada'],
    ['#12', '5 AP', 'Short', 'by bob'],
  ];
  const lines = screenOf({ isTTY: true, columns: 40 }).rows(list);
  assert.match(lines[0]!, /^#1 {3}20 AP {2}Count all.*… {2}by ada$/);
  assert.match(lines[1]!, /^#12 {2}5 AP {3}Short +by bob$/);
  assert.deepEqual(
    lines.map(({ length }) => length),
    [40, 40],
  );
  assert.equal(screenOf({}).rows(list)[1], '#12  5 AP  Short  by bob');
});

test('letters that are two columns wide fit as well', () => {
  const rows = screenOf({ isTTY: true, columns: 24 }).rows([
    ['#1', '日本語の言葉を数える', 'by ada'],
    ['#2', 'e\u0301te 🚀 now', 'by bob'],
  ]);
  assert.deepEqual(rows, ['#1  日本語の言…   by ada', '#2  e\u0301te 🚀 now    by bob']);
});

test('a watched list is redrawn in place, as much of it as fits', () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  const text = 'one\ntwo\nthree\nfour\n';
  for (const stream of [{ isTTY: true, rows: 4 }, { isTTY: true, rows: 5 }, {}])
    screenOf({ ...stream, write } as unknown as Partial<NodeJS.WriteStream>).redraw(text);
  const clear = '\u001b[H\u001b[2J';
  assert.deepEqual(written, [`${clear}one\ntwo\n… and 2 more\n`, `${clear}${text}`, text]);
});

test('a time has its distance from now on a terminal, and is unchanged in a pipe', () => {
  const now = Date.parse('2026-11-19T08:00:00Z');
  const terminal = screenOf({ isTTY: true });
  assert.match(terminal.time('2026-11-19T08:03:10Z', now), / \(in 3 min\)$/);
  assert.match(terminal.time('2026-11-17T08:00:00Z', now), / \(2 d ago\)$/);
  assert.equal(screenOf({}).time('2026-11-19T08:03:10Z', now), '2026-11-19T08:03:10Z');
});

test('a text longer than the terminal goes through the pager, and is printed where there is none', async (t) => {
  const dir = await freshDataDir(t);
  const text = 'one\ntwo\nthree\n';
  const write = (pager: string, rows: number) => {
    const written: string[] = [];
    const stream = { isTTY: true, rows, write: (text: string) => written.push(text) };
    const env = { PATH: process.env.PATH, KITH_PAGER: pager };
    new Screen(stream as unknown as NodeJS.WriteStream, env).write(text);
    return written.join('');
  };
  const paged = path.join(dir, 'paged');
  assert.equal(write(`cat > ${paged}`, 3), '');
  assert.equal(await readFile(paged, 'utf8'), text);
  assert.equal(write('cat', 4), text, 'it fits');
  assert.equal(write('no-such-pager-here 2>/dev/null', 3), text);
});
