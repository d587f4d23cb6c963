import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedWorld } from '../../../fixtures/utility/world.ts';
import { whenNotBusy } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

const count = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

test('the schema inside a tool definition or response format is used', async () => {
  const { utility, ally } = await sharedWorld();
  for (const schema of [
    { type: 'function', function: { name: 'f', parameters: count } },
    { type: 'function', name: 'f', parameters: count, strict: true },
    { name: 'f', description: 'Counts', input_schema: count },
    { name: 'f', title: 'Counts', inputSchema: count },
    { type: 'json_schema', json_schema: { name: 'f', strict: true, schema: count } },
    { format: { type: 'json_schema', name: 'f', schema: count } },
    { type: 'OBJECT', properties: { n: { type: 'INTEGER' } }, required: ['n'] },
  ]) {
    const { json } = await utility.post('/json-repair', { json: '{n: "5"', schema }, { ally });
    assert.deepEqual([json.json, json.schema_valid, json.coercion_count], [{ n: 5 }, true, 1]);
  }
});

test('what is not a schema is refused with the part that is wrong', async () => {
  const { utility, ally } = await sharedWorld();
  const refused: [object, RegExp][] = [
    [{ name: 'string', age: 'int' }, /no keyword of JSON Schema/],
    [{ n: { type: 'integer' } }, /no keyword of JSON Schema/],
    [
      { type: 'object', properties: { a: { type: 'int' } } },
      /\/properties\/a\/type must be one of "array", "boolean"/,
    ],
    [{ type: 'object', required: 'a' }, /\/required must be array/],
    [{ $ref: '#/definitions/Nope' }, /can't resolve reference #\/definitions\/Nope$/],
    [{ properties: { a: { pattern: '[' } } }, /Unterminated character class/],
    [{ $ref: '#' }, /references lead back to themselves/],
  ];
  for (const [schema, reason] of refused) {
    const answer = await utility.post('/json-repair', { json: '{"a": "1"}', schema }, { ally });
    assertRefused(answer, 400, 'invalid_field', JSON.stringify(schema));
    assert.match(answer.json.error, reason);
  }
});

test('of several values in a text the one that fits the schema is chosen', async () => {
  const { utility, ally } = await sharedWorld();
  const read = async (text: string, schema: object) =>
    (await utility.post('/json-repair', { json: text, schema }, { ally })).json;

  const text = 'For example {"like": "this"}. The result is {"n": "7"}, as asked.';
  const chosen = await read(text, count);
  assert.deepEqual([chosen.json, chosen.schema_valid, chosen.text], [{ n: 7 }, true, '{"n": 7}']);
  assert.deepEqual(chosen.fixes.at(-1), {
    position: text.indexOf('{"n"'),
    fix: 'chose the value that fits the schema',
  });
  assert.equal(chosen.fix_count, chosen.fixes.length);
  assert.ok(!chosen.fixes.some(({ fix }: { fix: string }) => fix.includes('list')));

  const corrected = await read('{"n": 1}\nNo, wait:\n{"n": 2}', count);
  assert.deepEqual(corrected.json, { n: 2 });
  const both = await read('{"n": "1"}\n{"n": "2"}', { type: 'array', items: count });
  assert.deepEqual(both.json, [{ n: 1 }, { n: 2 }]);
});

test('choices, defaults and patterns as programs write them', async () => {
  const { utility, ally } = await sharedWorld();
  const read = async (text: string, schema: object) => {
    const { json } = await utility.post('/json-repair', { json: text, schema }, { ally });
    return [json.json, json.schema_errors];
  };
  const property = (each: object) => ({ type: 'object', properties: { a: each }, required: ['a'] });
  const status = property({ type: 'string', enum: ['in_progress', 'done'] });
  assert.deepEqual(await read('{a: "In Progress"}', status), [{ a: 'in_progress' }, []]);
  assert.deepEqual(await read('{a: "late"}', status), [
    { a: 'late' },
    [{ path: '/a', error: 'must be one of "in_progress", "done"' }],
  ]);
  const alike = property({ enum: ['in_progress', 'in-progress'] });
  assert.deepEqual((await read('{a: "In Progress"}', alike))[0], { a: 'In Progress' });
  assert.deepEqual(await read('{a: null}', property({ type: 'integer', default: 5 })), [{ a: 5 }, []]);
  assert.deepEqual(await read('{a: "19.99"}', property({ type: 'number', multipleOf: 0.01 })), [
    { a: 19.99 },
    [],
  ]);
  for (const pattern of ['^\\d{4}\\-\\d{2}$', '^(?P<year>\\d{4})-\\d{2}\\Z', '(?i)^2026-\\d\\d$'])
    assert.deepEqual(await read('{a: "2026-11"}', property({ type: 'string', pattern })), [
      { a: '2026-11' },
      [],
    ]);
  const closed = { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false };
  assert.deepEqual((await read('{a: 1, b: 2}', closed))[1], [
    { path: '', error: 'must NOT have unevaluated properties: b' },
  ]);
  const tree = {
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { n: { type: 'integer' }, next: { $dynamicRef: '#node' } },
  };
  assert.deepEqual(await read('{n: "1", next: {n: "2"}}', tree), [{ n: 1, next: { n: 2 } }, []]);
});

test('a schema that takes too long is refused as such, and deep alternatives do not', async () => {
  const { utility, ally } = await sharedWorld();
  let deep: object = { type: 'integer' };
  for (let i = 0; i < 50; i++) deep = { anyOf: [deep] };
  const sent = { json: '"5"', schema: JSON.stringify(deep) };
  const { status, json } = await utility.post('/json-repair', sent, { ally });
  assert.deepEqual([status, json.json, json.schema_valid], [200, 5, true]);

  const slow = {
    json: JSON.stringify({ a: `${'a'.repeat(60)}!` }),
    schema: { properties: { a: { pattern: '^(a+)+$' } } },
  };
  const answer = await whenNotBusy(() => utility.post('/json-repair', slow, { ally }));
  assertRefused(answer, 400, 'invalid_field');
  assert.match(answer.json.error, /testing the value against it takes too long/);
});
