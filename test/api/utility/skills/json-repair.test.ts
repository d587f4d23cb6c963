import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';

test('repairs, lists its fixes, and accepts long texts in a body', async () => {
  const { utility, ally } = await sharedWorld();
  const repair = (json: string) => utility.post('/json-repair', { json }, { ally });

  const sent = "{name: 'Ada', skills: ['maths',]";
  const { status, json } = await utility.get(`/json-repair?json=${encodeURIComponent(sent)}`, { ally });
  assert.equal(status, 200);
  assert.deepEqual(json.json, { name: 'Ada', skills: ['maths'] });
  assert.equal(json.text, '{"name": "Ada", "skills": ["maths"]}');
  assert.deepEqual([json.valid_before, json.fix_count], [false, json.fixes.length]);
  assert.deepEqual(
    json.fixes.map((each: { fix: string; position: number }) => `${each.position} ${each.fix}`),
    [
      '1 added quotes',
      '7 replaced quotes with double quotes',
      '14 added quotes',
      '23 replaced quotes with double quotes',
      '30 removed a trailing comma',
      '32 added a missing closing bracket',
    ],
  );
  assert.equal(json.truncated, true);
  assert.deepEqual((await repair(sent)).json, json);

  const valid = (await repair(' [1, "a"] ')).json;
  assert.deepEqual([valid.valid_before, valid.text, valid.fix_count], [true, ' [1, "a"] ', 0]);
  for (const value of ['null', '0', '""', 'false', '{"a":[{"b":null}]}'])
    assert.deepEqual((await repair(value)).json.json, JSON.parse(value));

  const long = (await repair(`[${'[1,],'.repeat(100_000)}]`)).json;
  assert.deepEqual([long.json.length, long.fixes.length, long.fix_count], [100_000, 1_000, 100_001]);

  for (const hopeless of [' ', '{:2}', 'foo [', '['.repeat(5_000)])
    assertRefused(await repair(hopeless), 400, 'invalid_field', hopeless.slice(0, 20));
  assertRefused(await utility.get('/json-repair?json=', { ally }), 400, 'invalid_field');
  assertRefused(await repair('['.repeat(1_048_576)), 413, 'too_large');
});

test('backslashes that nobody escaped, functions and full-width punctuation', async () => {
  const { utility, ally } = await sharedWorld();
  const cases: [string, unknown][] = [
    ['{"dir": "C:\\Users\\new\\bin"}', { dir: 'C:\\Users\\new\\bin' }],
    [
      '{"formula": "\\frac{1}{2} \\alpha \\beta \\theta\\n\\nabla"}',
      { formula: '\\frac{1}{2} \\alpha \\beta \\theta\n\\nabla' },
    ],
    ['{"pattern": "\\d+ then\\nThe end\\tof it"}', { pattern: '\\d+ then\nThe end\tof it' }],
    ['{"f": function (x) { return {a: x}; }, "g": 1}', { f: null, g: 1 }],
    ['{"f": function (x) { return', { f: null }],
    ['{"a"：1，"b"："x，y：z"， "c": 3}', { a: 1, b: 'x，y：z', c: 3 }],
  ];
  for (const [sent, meant] of cases) {
    const { json } = await utility.post('/json-repair', { json: sent }, { ally });
    assert.deepEqual(json.json, meant, sent);
  }
  // Valid JSON stays as it is, whatever was meant.
  const valid = (await utility.post('/json-repair', { json: '{"a": "C:\\temp"}' }, { ally })).json;
  assert.deepEqual([valid.valid_before, valid.json], [true, { a: 'C:\temp' }]);
});

test('numbers keep all their digits in the answer', async () => {
  const { utility, ally } = await sharedWorld();
  for (const sent of [
    '{"id": 9007199254740993, "big": [1e400, -0]}',
    "{'id': 9007199254740993, 'big': [1e400, -0]}",
  ]) {
    const { text, json } = await utility.post('/json-repair', { json: sent }, { ally });
    assert.match(text, /"json":\{"id":9007199254740993,"big":\[1e400,-0\]\}/);
    assert.deepEqual(json.exact_numbers, [
      { path: '/id', text: '9007199254740993' },
      { path: '/big/0', text: '1e400' },
      { path: '/big/1', text: '-0' },
    ]);
  }
  const plain = await utility.post('/json-repair', { json: '[0.1, 1.50, 1e3]' }, { ally });
  assert.ok(!('exact_numbers' in plain.json));
});

test('a schema can be an object or text, and an unusable one is refused', async () => {
  const { utility, ally } = await sharedWorld();
  const schema = { type: 'object', properties: { n: { type: 'integer' } } };
  const { json } = await utility.post('/json-repair', { json: '{n: "5"', schema }, { ally });
  assert.deepEqual([json.json, json.schema_valid], [{ n: 5 }, true]);
  assert.deepEqual(json.coercions, [{ path: '/n', coercion: 'string to integer' }]);
  const query = new URLSearchParams({ json: '{n: "5"', schema: JSON.stringify(schema), cut: 'drop' });
  assert.deepEqual((await utility.get(`/json-repair?${query}`, { ally })).json.json, { n: 5 });
  for (const bad of ['nonsense', '[1]', { type: 'nonsense' }])
    assertRefused(
      await utility.post('/json-repair', { json: '{}', schema: bad }, { ally }),
      400,
      'invalid_field',
    );
});

test('conditions, references, constants and dependencies of a schema are coerced to', async () => {
  const { utility, ally } = await sharedWorld();
  const coerced = async (value: unknown, schema: object) => {
    const { json } = await utility.post('/json-repair', { json: JSON.stringify(value), schema }, { ally });
    return [json.json, json.schema_valid];
  };
  const byCountry = {
    properties: { country: { type: 'string' } },
    if: { properties: { country: { const: 'CA' } }, required: ['country'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { postcode: { type: 'string' } } },
    else: { properties: { postcode: { type: 'integer' } } },
  };
  assert.deepEqual(await coerced({ country: 'CA', postcode: 12345 }, byCountry), [
    { country: 'CA', postcode: '12345' },
    true,
  ]);
  assert.deepEqual(await coerced({ country: 'US', postcode: '94103' }, byCountry), [
    { country: 'US', postcode: 94103 },
    true,
  ]);

  const anchored = {
    $id: 'https://example.com/order',
    properties: { a: { $ref: '#count' }, b: { $ref: 'https://example.com/order#/$defs/count' } },
    $defs: { count: { $anchor: 'count', type: 'integer' } },
  };
  assert.deepEqual(await coerced({ a: '1', b: '2' }, anchored), [{ a: 1, b: 2 }, true]);
  const withDefault = {
    required: ['colour'],
    properties: { colour: { $ref: '#/$defs/colour', default: 'red' } },
    $defs: { colour: { enum: ['red', 'blue'] } },
  };
  assert.deepEqual(await coerced({}, withDefault), [{ colour: 'red' }, true]);

  const block = {
    oneOf: [
      {
        properties: { type: { const: 'heading' }, level: { type: 'integer' } },
        required: ['type', 'level', 'id', 'text'],
      },
      { properties: { type: { const: 'image' }, level: { type: 'string' } }, required: ['type'] },
    ],
  };
  assert.deepEqual(await coerced({ type: 'heading', level: '2' }, block), [
    { type: 'heading', level: 2 },
    false,
  ]);
  const both = {
    anyOf: [{ properties: { a: { type: 'integer' } } }],
    oneOf: [{ properties: { b: { type: 'integer' } } }],
  };
  assert.deepEqual(await coerced({ a: '1', b: '2' }, both), [{ a: 1, b: 2 }, true]);

  const card = {
    properties: { card: { type: 'string' }, cvc: { type: 'string' } },
    dependentRequired: { card: ['cvc'] },
  };
  assert.deepEqual((await coerced({ card: '4111' }, card))[1], false);
  assert.deepEqual(await coerced({ a: null }, { properties: { a: { type: 'string', nullable: true } } }), [
    { a: null },
    true,
  ]);
  assertRefused(
    await utility.post(
      '/json-repair',
      { json: '{"a":1}', schema: { properties: { a: { $ref: '#/%' } } } },
      { ally },
    ),
    400,
    'invalid_field',
  );
});

test('a schema is read by the rules of its draft, however $schema is spelt', async () => {
  const { utility, ally } = await sharedWorld();
  const fits = async (value: unknown, schema: object) =>
    (await utility.post('/json-repair', { json: JSON.stringify(value), schema }, { ally })).json.schema_valid;
  const pair = { type: 'array', items: [{ type: 'integer' }], additionalItems: false };
  for (const $schema of [
    undefined,
    'http://json-schema.org/draft-04/schema#',
    'https://json-schema.org/draft-07/schema',
    'https://json-schema.org/draft/2019-09/schema',
  ])
    assert.deepEqual(
      [await fits(['1'], { $schema, ...pair }), await fits([1, 2], { $schema, ...pair })],
      [true, false],
    );
  const tuple = { type: 'array', prefixItems: [{ type: 'integer' }], items: false };
  assert.deepEqual([await fits(['1'], tuple), await fits([1, 2], tuple)], [true, false]);
  const above = { $schema: 'http://json-schema.org/draft-04/schema#', id: 'https://example.com/n' };
  assert.equal(await fits(1, { ...above, type: 'integer', minimum: 1, exclusiveMinimum: true }), false);
  assert.equal(await fits(2, { ...above, type: 'integer', minimum: 1, exclusiveMinimum: true }), true);
});

test('of the alternatives of a tree, the one that fits wins over one that leaves it as it is', async () => {
  const { utility, ally } = await sharedWorld();
  const $ref = '#/$defs/sum';
  const sum = { type: 'object', properties: { l: { $ref }, r: { $ref } }, required: ['l', 'r'] };
  const schema = { $ref, $defs: { sum: { anyOf: [{ type: 'integer' }, sum] } } };
  const tree = (depth: number, leaf: string): string =>
    depth === 0 ? leaf : `{"l":${tree(depth - 1, leaf)},"r":${tree(depth - 1, leaf)}}`;
  const { json } = await utility.post('/json-repair', { json: tree(11, '"5"'), schema }, { ally });
  assert.deepEqual([json.schema_valid, json.coercion_count], [true, 2048]);
  assert.deepEqual(json.json, JSON.parse(tree(11, '5')));
});
