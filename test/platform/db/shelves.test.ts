import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shelvesBetween } from '../../../src/platform/db/shelves.ts';

const bounds = (shelf: string): [from: number, to: number] => {
  const [bits, at] = shelf.split('/').map(Number) as [number, number];
  return [at * 2 ** bits, (at + 1) * 2 ** bits - 1];
};

test('every id from the top to the floor stands on exactly one shelf, the newest first', () => {
  const ids = fc.oneof(
    fc.nat(5_000),
    fc.nat(3_000_000),
    fc.nat(2 ** 31),
    fc.constantFrom(511, 512, 4_095, 4_096),
  );
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      const [floor, top] = [Math.min(a, b), Math.max(a, b)];
      const shelves = shelvesBetween(top, floor).map(bounds);
      assert.ok(shelves[0]![0] <= top && top <= shelves[0]![1]);
      for (const [i, [from]] of shelves.entries())
        if (i + 1 < shelves.length) assert.equal(shelves[i + 1]![1], from - 1);
      const last = shelves.at(-1)!;
      assert.ok(last[0] <= floor && floor <= last[1]);
    }),
  );
  assert.deepEqual(shelvesBetween(0, 1), []);
});

test('the newest stand on narrow shelves, and a million rows are a few dozen of them', () => {
  for (let top = 999_000; top < 1_012_000; top += 97) {
    const shelves = shelvesBetween(top, 0);
    assert.ok(shelves.length < 40, `${shelves.length} below ${top}`);
    const [, second] = shelves.map(bounds);
    assert.equal(second![1] - second![0], 511, 'also right behind a round number');
  }
});
