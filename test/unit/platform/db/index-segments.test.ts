import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Segment, segmentsBetween } from '../../../../src/platform/db/index-segments.ts';

/** The ids that a search reads in a segment. */
const idsOf = ({ name, top }: Segment): [from: number, to: number] => {
  const [bits, at] = name.split('/').map(Number) as [number, number];
  assert.equal(Math.floor(top / 2 ** bits), at, `${top} is in ${name}`);
  return [at * 2 ** bits, top];
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
      const segments = segmentsBetween(top, floor).map(idsOf);
      assert.equal(segments[0]![1], top);
      for (const [i, [from]] of segments.entries())
        if (i + 1 < segments.length) assert.equal(segments[i + 1]![1], from - 1);
      const last = segments.at(-1)!;
      assert.ok(last[0] <= floor && floor <= last[1]);
    }),
  );
  assert.deepEqual(segmentsBetween(0, 1), []);
});

test('the newest ids are in narrow segments, and ten million rows are about a dozen segments', () => {
  for (let top = 9_999_000; top < 10_012_000; top += 97) {
    const segments = segmentsBetween(top, 0);
    assert.ok(segments.length <= 13, `${segments.length} below ${top}`);
    const [, second] = segments.map(idsOf);
    assert.equal(second![1] - second![0], 511, 'also directly after a round number');
  }
});

test('two segments of a width reach as far back as that width', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2 ** 20, max: 2 ** 31 }), (top) => {
      const segments = segmentsBetween(top, 0).map(idsOf);
      for (const [at, bits] of [9, 12, 15, 18].entries())
        assert.ok(top - segments[2 * at + 1]![0] >= 2 ** bits, `${bits} below ${top}`);
    }),
  );
});
