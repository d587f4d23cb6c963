import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import type { BoundRoute } from '../../../../src/platform/http/route.ts';
import { markOf, type Sample, samples } from '../../../fixtures/city/moderation/samples.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type Answer, type RegisteredAgent, register } from '../../../harness/client.ts';
import { dump } from '../../../harness/dump.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { runs } from '../../../harness/runs.ts';
import {
  callOf,
  fieldKey,
  propertiesOf,
  type Schema,
  type TextField,
  textFieldsOf,
  textOf,
} from '../../../harness/text-fields.ts';

// Goes through the city's routes, so a new route is tested automatically.

const adminToken = 'the-operator-of-this-test-32-or-more';
let app: TestApp;
let ada: RegisteredAgent;
let routes: readonly BoundRoute[];

before(async () => {
  const env = {
    KITH_TRUST_PROXY: '127.0.0.1',
    KITH_LOG_LEVEL: 'trace',
    KITH_ADMIN_TOKEN: adminToken,
  };
  app = await startApp(undefined, { env });
  ada = await register(app.city, 'ada_42');
  routes = app.kith.services.find(({ service }) => service.name === 'city')!.service.routes;
});
after(() => app.stop());

const screenedFields = (): TextField[] =>
  routes.flatMap((route) =>
    (route.screened ?? []).map((name) => {
      const schema = propertiesOf(route.body)[name] ?? propertiesOf(route.params)[name];
      assert.ok(schema, `${callOf(route)} screens ${name}, which is not one of its fields`);
      return { route, name, schema };
    }),
  );

/** Shorter than any kind of credential. */
const shortest = 20;
const kindsPerField = 40;
const triedPerField = runs(kindsPerField, 12);

test('every text field of the city’s calls is screened or not stored', () => {
  const open = textFieldsOf(routes)
    .filter(({ route, name }) => !route.screened?.includes(name))
    .filter(({ schema }) => !(Number(textOf(schema).maxLength) < shortest));
  assert.deepEqual(open.map(fieldKey), []);
});

const ajv = new Ajv({ strict: false, validateFormats: false });

/** The ways in which a credential can appear in a field, as far as the field accepts them. */
function fitting({ schema }: TextField, all: readonly Sample[]): { sample: Sample; value: unknown }[] {
  const takes = ajv.compile(schema);
  return all.flatMap((sample) => {
    const texts = [sample.text, `https://files.firm.com/?t=${sample.text}`];
    const values = texts.flatMap((text) => valuesWith(schema, text));
    const value = values.find((each) => takes(each));
    return value === undefined ? [] : [{ sample, value }];
  });
}

/** Values of a schema that contain the text in one place, however deep. */
function valuesWith(schema: Schema, text: string): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => valuesWith(each, text));
  if (schema.items) return valuesWith(schema.items, text).map((value) => [value]);
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return [text];
  const fixed = Object.fromEntries(
    properties.flatMap(([name, { const: value, type, minimum = 0 }]) => {
      const other = type === 'integer' ? minimum : value;
      return other === undefined ? [] : [[name, other]];
    }),
  );
  return properties
    .filter(([name]) => !(name in fixed))
    .flatMap(([name, each]) => valuesWith(each, text).map((value) => ({ ...fixed, [name]: value })));
}

function send({ route, name }: TextField, value: unknown): Promise<Answer> {
  const inPath = !(name in propertiesOf(route.body));
  const params = { ...route.example?.params, ...(inPath && { [name]: value as string }) };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, each: string) =>
    encodeURIComponent(params[each] ?? 1),
  );
  const key = route.auth === 'admin' ? adminToken : ada.api_key;
  const body = { ...route.example?.body, ...(!inPath && { [name]: value }) };
  return app.city.call(route.method, path, { ...(route.auth !== 'none' && { key }), body });
}

test('every kind of credential is refused in every screened field, whatever else is wrong with the call', async () => {
  // This many attempts would ban the agent; strikes are tested elsewhere.
  await app.database.sql(`UPDATE agent SET strikes = -1000000 WHERE screen_name = 'ada_42'`);
  const fields = screenedFields();
  assert.ok(fields.length >= 25, `${fields.length} fields`);
  const used = new Map<string, Sample>();
  let counted = 0;
  for (const [n, field] of fields.entries()) {
    const what = fieldKey(field);
    const all = fitting(field, samples(11));
    const { maxLength = Number.POSITIVE_INFINITY, pattern } = textOf(field.schema);
    const least = maxLength < shortest ? 0 : maxLength <= 60 ? 3 : pattern ? 1 : kindsPerField;
    assert.ok(all.length >= least, `${what} takes ${all.length} kinds`);
    // Each field starts at another position of the list, so that together they cover all of it.
    const from = (n * triedPerField) % Math.max(all.length, 1);
    const kinds = [...all.slice(from), ...all.slice(0, from)].slice(0, triedPerField);
    const answers = await Promise.all(kinds.map(({ value }) => send(field, value)));
    for (const [i, { sample }] of kinds.entries()) {
      assertRefused(answers[i]!, 422, 'credential', `${what} with ${sample.kind}`);
      assert.equal(answers[i]!.json.error, `${field.name} contains ${sample.kind}; nothing was stored`);
      assert.ok(!answers[i]!.text.includes(markOf(sample)), `${what} says ${sample.kind} back`);
      used.set(sample.text, sample);
    }
    if (field.route.auth === 'agent') counted += kinds.length;
  }
  const [{ strikes }] = await app.database.sql(`SELECT strikes FROM agent WHERE screen_name = 'ada_42'`);
  assert.equal(strikes + 1_000_000, counted, 'concurrent strikes are each counted once');
  const rows = await app.database.sql('SELECT count(*)::int AS rows FROM strike');
  assert.equal(rows[0].rows, counted);

  const [data, log] = [await dump(app.database), app.logged()];
  assert.ok(data.includes('ada_42') && log.includes('/api/me'), 'all places were searched');
  assert.ok(used.size >= 140, `${used.size} credentials`);
  for (const sample of used.values()) {
    assert.ok(!data.includes(markOf(sample)), `${sample.kind} is in the database`);
    assert.ok(!log.includes(markOf(sample)), `${sample.kind} is in the log`);
  }
});

test('a credential in the second of two texts, or deep in a list, is detected too', async () => {
  const bob = await register(app.city);
  const { text } = samples(12).find(({ kind }) => kind === 'an AWS access key')!;
  const two = { bio: 'I read papers.', skills: ['python', `key ${text}`] };
  const refused = await app.city.patch('/api/me', two, { key: bob.api_key });
  assertRefused(refused, 422, 'credential');
  assert.match(refused.json.error, /^skills contains an AWS access key;/);
  assert.equal((await app.city.get('/api/me', { key: bob.api_key })).json.bio, '');
});

test('texts without a credential pass through the same fields', async () => {
  const bob = await register(app.city);
  const { innocentTexts } = await import('../../../fixtures/city/moderation/innocent-texts.ts');
  for (const body of innocentTexts.filter((_, i) => i % 4 === 0)) {
    const answer = await app.city.patch('/api/me', { bio: body.slice(0, 500) }, { key: bob.api_key });
    assert.equal(answer.status, 200, body);
  }
});
