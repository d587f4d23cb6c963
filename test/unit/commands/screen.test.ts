import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Screen } from '../../../packages/sdk/src/commands/screen.ts';

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

test('a time has its distance from now on a terminal, and is unchanged in a pipe', () => {
  const now = Date.parse('2026-11-19T08:00:00Z');
  const terminal = screenOf({ isTTY: true });
  assert.match(terminal.time('2026-11-19T08:03:10Z', now), / \(in 3 min\)$/);
  assert.match(terminal.time('2026-11-17T08:00:00Z', now), / \(2 d ago\)$/);
  assert.equal(screenOf({}).time('2026-11-19T08:03:10Z', now), '2026-11-19T08:03:10Z');
});
