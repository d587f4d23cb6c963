import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';

/** Type assertions in `src`, which the compiler does not check. Lower a limit when some are removed. */
const limits = { nonNull: 164, casts: 124 };

test('src has no more non-null assertions and casts than allowed', () => {
  const found = { nonNull: 0, casts: 0 };
  for (const file of globSync('src/**/*.ts')) {
    const { nonNull, casts } = countAssertions(readFileSync(file, 'utf8'));
    found.nonNull += nonNull;
    found.casts += casts;
  }
  assert.ok(
    found.nonNull <= limits.nonNull,
    `${found.nonNull} non-null assertions (x!), of ${limits.nonNull}`,
  );
  assert.ok(found.casts <= limits.casts, `${found.casts} casts (x as T), of ${limits.casts}`);
});

test('assertions are distinguished from negations, comments, texts and type declarations', () => {
  const source = `const a = b! as unknown as C[]; // as it is!
    type D = { [K in keyof E as F]: G }; const h = i !== j && !k ? 'l as m!' : (n as O).p![0]!;
    const q = ['r'] as const; import { s as t, type U as V } from 'w';`;
  assert.deepEqual(countAssertions(source), { nonNull: 3, casts: 3 });
});

/** Stripping types blanks every assertion, but not comments, strings or negations. */
function countAssertions(source: string): { nonNull: number; casts: number } {
  const plain = stripTypeScriptTypes(source);
  assert.equal(plain.length, source.length);
  const isBlank = (at: number): boolean => plain[at] === ' ';
  const marks = source.matchAll(/(?<=[\w)\]}])!/g);
  // A cast follows a value, which stays; the name before the `as` of a mapped type or an import does not.
  const casts = source.matchAll(/(?<=([\w)\]}'"`])!?)\s+as\s+(?!const\b)(unknown\s+as\s)?/g);
  return {
    nonNull: [...marks].filter(({ index }) => isBlank(index)).length,
    casts: [...casts]
      .filter(
        ({ 0: text, index }) =>
          isBlank(index + text.indexOf('as')) && !isBlank(index - (source[index - 1] === '!' ? 2 : 1)),
      )
      .reduce((sum, [, , double]) => sum + (double ? 2 : 1), 0),
  };
}
