import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repairJson } from '../../../packages/json-repair/src/index.ts';

function shaped(json: string, schema: Record<string, unknown>) {
  const outcome = repairJson({ json, schema });
  assert.ok(outcome.ok, JSON.stringify(outcome));
  const { json: value, coercions, schema_valid, schema_errors } = outcome.result;
  return { value, coercions, schema_valid, schema_errors, outcome };
}

const person = {
  type: 'object',
  additionalProperties: false,
  required: ['first_name', 'age', 'tags', 'role'],
  properties: {
    first_name: { type: 'string' },
    age: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    role: { enum: ['admin', 'user'], default: 'user' },
    active: { type: 'boolean' },
    note: { type: 'string' },
    address: { $ref: '#/$defs/address' },
  },
  $defs: { address: { type: 'object', properties: { zip: { type: 'string' } }, required: ['zip'] } },
};

test('values are coerced to the schema, and each coercion is listed', () => {
  const { value, coercions, schema_valid } = shaped(
    `{firstName: 'Ada', age: "36", tags: maths, active: "yes", note: null, extra: 1, address: '{"zip": 1000}'`,
    person,
  );
  assert.deepEqual(value, {
    first_name: 'Ada',
    age: 36,
    tags: ['maths'],
    active: true,
    address: { zip: '1000' },
    role: 'user',
  });
  assert.equal(schema_valid, true);
  assert.deepEqual(coercions, [
    { path: '/first_name', coercion: 'renamed from "firstName"' },
    { path: '/age', coercion: 'string to integer' },
    { path: '/tags', coercion: 'string to array' },
    { path: '/active', coercion: 'string to boolean' },
    { path: '/note', coercion: 'removed null of an optional property' },
    { path: '/extra', coercion: 'removed a property that is not allowed' },
    { path: '/address', coercion: 'string to object' },
    { path: '/address/zip', coercion: 'number to string' },
    { path: '/role', coercion: 'added the default' },
  ]);
});

test('matching values are not touched, and what cannot be coerced is reported', () => {
  const sent = '{ "first_name": "Ada", "age": 36, "tags": ["5"], "role": "admin" }';
  const fitting = shaped(sent, person);
  assert.deepEqual([fitting.coercions, fitting.schema_valid], [[], true]);
  assert.ok(fitting.outcome.result.valid_before && fitting.outcome.result.text === sent);

  const wrong = shaped('{"first_name": "Ada", "age": "old", "tags": [], "role": "guest"}', person);
  assert.deepEqual(wrong.coercions, []);
  assert.equal(wrong.schema_valid, false);
  assert.deepEqual(
    wrong.schema_errors?.map(({ path }) => path),
    ['/age', '/role'],
  );
});

test('coerced valid JSON is not called unchanged', () => {
  const { value, outcome } = shaped('{"n": "1"}', { properties: { n: { type: 'number' } } });
  assert.deepEqual([value, outcome.result.valid_before, outcome.result.text], [{ n: 1 }, false, '{"n": 1}']);
});

test('of several schemas the one with the fewest changes is used', () => {
  const schema = {
    type: 'array',
    items: {
      anyOf: [
        { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
        { type: 'string' },
        { type: 'null' },
      ],
    },
  };
  const { value, coercions } = shaped('["a", {"id": "7"}, null, 5]', schema);
  assert.deepEqual(value, ['a', { id: 7 }, null, '5']);
  assert.deepEqual(
    coercions?.map(({ path }) => path),
    ['/1/id', '/3'],
  );
});

test('digits survive a coercion', () => {
  const { outcome } = shaped('{"id": 9007199254740993, "n": "12345678901234567890.10"}', {
    properties: { id: { type: 'string' }, n: { type: 'number' } },
  });
  assert.equal(outcome.result.text, '{"id": "9007199254740993", "n": 12345678901234567890.10}');
});

test('an unusable schema is named', () => {
  for (const schema of [{ type: 'nonsense' }, { $ref: 'https://elsewhere.test/schema' }]) {
    const outcome = repairJson({ json: '{}', schema });
    assert.ok(!outcome.ok && outcome.field === 'schema', JSON.stringify(outcome));
  }
});

test('properties are coerced to the schemas of the patterns they match', () => {
  const schema = {
    patternProperties: { '^n_': { type: 'integer' } },
    additionalProperties: { type: 'boolean' },
  };
  const { value, coercions, schema_valid } = shaped('{"n_a": "1", "other": "true"}', schema);
  assert.deepEqual([value, schema_valid], [{ n_a: 1, other: true }, true]);
  assert.deepEqual(coercions, [
    { path: '/n_a', coercion: 'string to integer' },
    { path: '/other', coercion: 'string to boolean' },
  ]);
});

test('a schema whose references form a loop is refused with the reason', () => {
  const loop = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' };
  const outcome = repairJson({ json: '{"a": 1}', schema: loop });
  assert.ok(!outcome.ok);
  assert.deepEqual([outcome.field, /references lead back/.test(outcome.reason)], ['schema', true]);
});
