import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openFresh } from './open.ts';

test('the server reads an array as it was given', async (t) => {
  const { database } = await openFresh(t);
  // PostgreSQL text cannot contain a zero character, and UTF-8 cannot contain half of a surrogate pair.
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0')),
    fc.string({ unit: fc.constantFrom('"', '\\', ',', '{', '}', ' ', '\n', 'é', '🦉') }),
    fc.constantFrom('', 'NULL', 'null', '\\N', '{}'),
  );
  const maybe = <T>(each: fc.Arbitrary<T>) => fc.array(fc.option(each), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      maybe(text),
      maybe(fc.maxSafeInteger()),
      maybe(fc.boolean()),
      maybe(fc.double({ noNaN: true, noDefaultInfinity: true })),
      async (texts, integers, booleans, doubles) => {
        const { rows } =
          await sql<object>`SELECT ${texts}::text[] AS texts, ${booleans}::boolean[] AS booleans,
          ${doubles}::float8[] AS doubles, to_json(${integers}::bigint[]) AS integers`.execute(database.read);
        const positive = doubles.map((each) => (each === 0 ? 0 : each));
        assert.deepEqual(rows, [{ texts, booleans, doubles: positive, integers }]);
      },
    ),
    { numRuns: 200 },
  );
});

test('arrays of bytes, of times and of arrays reach the server too', async (t) => {
  const { database } = await openFresh(t);
  const bytes = [Buffer.from([0, 34, 92, 255]), Buffer.alloc(0)];
  const times = [new Date('2026-11-17T07:00:00.123Z'), null];
  const nested = [
    ['a', '"'],
    ['\\', 'd'],
  ];
  const { rows } = await sql<object>`SELECT ${bytes}::bytea[] AS bytes, ${times}::timestamptz[] AS times,
    ${nested}::text[][] AS nested`.execute(database.read);
  assert.deepEqual(rows, [{ bytes, times, nested }]);
});
