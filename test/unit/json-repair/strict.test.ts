import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isJson } from '../../../packages/json-repair/src/strict.ts';
import { runs } from '../../harness/runs.ts';

/** Fragments of JSON and of common mistakes: texts composed of them are often nearly valid. */
const pieces = [
  ...['{', '}', '[', ']', ',', ':', '"', '"a"', '"a":', '"\\u00e9"', '"\\u00g0"', '"\\x"', '"\\"', "'a'"],
  ...['0', '-0', '-', '01', '1.', '.5', '1.5e+9', '1e', '1E400', 'true', 'null', 'nul', 'True', 'NaN'],
  ...[
    ' ',
    '\n',
    '\t',
    '\r',
    '\v',
    '\u00a0',
    '\ufeff',
    '\u2028',
    '"\u2028"',
    '"\n"',
    '"\u007f"',
    '\\',
    '//',
    '\0',
  ],
];

test('a text is taken for JSON exactly if JSON.parse accepts it', () => {
  const mixed = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((each) => each.join(''));
  fc.assert(
    fc.property(mixed, (text) => assert.equal(isJson(text), parses(text), JSON.stringify(text))),
    { numRuns: runs(20_000, 2_000) },
  );
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), fc.constantFrom('', ...pieces))
    .map(([json, at, removed, added]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + added + json.slice(place + removed);
    });
  fc.assert(
    fc.property(damaged, (text) => assert.equal(isJson(text), parses(text), JSON.stringify(text))),
    { numRuns: runs(5_000, 1_000) },
  );
});

test('deep nesting is JSON without a limit', () => {
  const depth = 200_000;
  assert.equal(isJson('['.repeat(depth) + ']'.repeat(depth)), true);
  assert.equal(isJson('{"a":'.repeat(depth) + '}'.repeat(depth)), false);
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
