import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { segmentsBetween } from '../../../src/platform/db/index-segments.ts';

const bounds = (segment: string): [from: number, to: number] => {
  const [bits, at] = segment.split('/').map(Number) as [number, number];
  return [at * 2 ** bits, (at + 1) * 2 ** bits - 1];
};

test('every id from the top to the floor is in exactly one segment, the newest first', () => {
  const ids = fc.oneof(
    fc.nat(5_000),
    fc.nat(3_000_000),
    fc.nat(2 ** 31),
    fc.constantFrom(511, 512, 4_095, 4_096),
  );
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      const [floor, top] = [Math.min(a, b), Math.max(a, b)];
      const segments = segmentsBetween(top, floor).map(bounds);
      assert.ok(segments[0]![0] <= top && top <= segments[0]![1]);
      for (const [i, [from]] of segments.entries())
        if (i + 1 < segments.length) assert.equal(segments[i + 1]![1], from - 1);
      const last = segments.at(-1)!;
      assert.ok(last[0] <= floor && floor <= last[1]);
    }),
  );
  assert.deepEqual(segmentsBetween(0, 1), []);
});

test('the newest ids are in narrow segments, and a million rows are a few dozen segments', () => {
  for (let top = 999_000; top < 1_012_000; top += 97) {
    const segments = segmentsBetween(top, 0);
    assert.ok(segments.length < 40, `${segments.length} below ${top}`);
    const [, second] = segments.map(bounds);
    assert.equal(second![1] - second![0], 511, 'also right behind a round number');
  }
});
