import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonFault, JsonSyntax } from '../../../../src/city/uploads/json-syntax.ts';
import { runs } from '../../../harness/runs.ts';

/** Whether the text passes when it arrives in chunks of this size. */
function passes(text: string, size: number): boolean {
  const syntax = new JsonSyntax();
  try {
    for (let at = 0; at < text.length; at += size) syntax.take(text.slice(at, at + size));
    syntax.end();
    return true;
  } catch (error) {
    assert.ok(error instanceof JsonFault);
    return false;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const letters = fc.constantFrom(...'{}[]:,"\\/-+.eE0123456789truefalsn \n\tué\u0001'.split(''));
const almostJson = fc
  .tuple(fc.json(), fc.nat(), letters, fc.constantFrom('put', 'cut', 'swap'))
  .map(([text, where, letter, how]) => {
    const at = where % (text.length + 1);
    const rest = text.slice(how === 'put' ? at : at + 1);
    return text.slice(0, at) + (how === 'cut' ? '' : letter) + rest;
  });

test('it agrees with JSON.parse on every text, in any chunks', () => {
  const texts = fc.oneof(
    fc.json(),
    almostJson,
    fc.array(letters, { maxLength: 12 }).map((each) => each.join('')),
  );
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, size) => {
      assert.equal(passes(text, size), parses(text), JSON.stringify(text));
    }),
    { numRuns: runs(5_000, 1_000) },
  );
});

test('nesting depth is limited', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  assert.ok(passes(nested(1_000), 100));
  assert.ok(!passes(nested(1_001), 100));
  assert.ok(!passes('['.repeat(5_000_000), 65_536));
});
