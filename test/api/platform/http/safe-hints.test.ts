import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCurl } from '../../../harness/printed-calls.ts';
import { assertRefused } from '../../../harness/refused.ts';
import type { Schema } from './broken-inputs.ts';
import { asJson, nameOf, openWalk, type Walked } from './walk.ts';

// A model runs hints as printed. So none may do more than the refused call asked for: a field that was dropped could be a cap, a
// price or what keeps a room private.

const walk = await openWalk();
const writes: Walked[] = [];
for (const route of walk.walked.filter(({ method }) => method !== 'GET')) {
  const body = (await route.client.document()).bodyOf(route.operation) as Schema | undefined;
  if (body?.properties) writes.push({ ...route, body });
}

/** A value that the field accepts; undefined if the schema alone does not tell one. */
function validValue(schema: Schema): unknown {
  if (schema.enum) return schema.enum.at(-1);
  switch (schema.type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.maximum === undefined ? 7 : Math.min(7, schema.maximum);
    case 'array':
      return [schema.items && validValue(schema.items)];
    case 'string':
      return schema.pattern || schema.format ? undefined : 'kept-text';
    default:
      return undefined;
  }
}

const wrongNames = (name: string): string[] => [
  'surprise',
  `my_${name}`,
  `${name}_value`,
  `max_${name}`,
  `${name}ed`,
  name.toUpperCase(),
  [...name].reverse().join(''),
  ...(name.includes('_') ? name.split('_') : []),
];

const isSame = (printed: unknown, sent: unknown): boolean =>
  JSON.stringify(printed) === JSON.stringify(sent) || JSON.stringify(printed) === JSON.stringify([sent]);

/** Runs the hint of a refused call, and fails if that works without the field's value. */
async function checkHint(route: Walked, sent: object, field: string, value: unknown): Promise<void> {
  const refused = await walk.call(route, JSON.stringify(sent));
  const what = `${nameOf(route)} ${JSON.stringify(sent)}`;
  if (refused.status !== 400) assert.fail(`${what}: ${refused.status} ${refused.text}`);
  const command = /Like this: (curl .*)$/.exec(refused.json.hint)?.[1] ?? assert.fail(refused.text);
  const { method, url, data } = readCurl(command, { API_KEY: walk.key });
  const printed = JSON.parse(data ?? '{}') as Record<string, unknown>;
  if (isSame(printed[field], value)) return;
  const { pathname, search } = new URL(url);
  const headers = data === undefined ? {} : asJson;
  const answer = await route.client.call(method, pathname + search, {
    key: walk.key,
    headers,
    ...(data !== undefined && { raw: data }),
  });
  assert.equal(answer.status, 400, `${what} → ${command} → ${answer.text}`);
}

test('a hint never works without a field that the caller sent under a wrong name', async () => {
  let count = 0;
  for (const route of writes) {
    const fields = Object.entries(route.body?.properties ?? {});
    for (const [field, schema] of fields.filter(([name]) => !route.body?.required?.includes(name))) {
      const value = route.good?.[field] ?? validValue(schema);
      if (value === undefined) continue;
      const { [field]: _, ...others } = route.good ?? {};
      for (const name of wrongNames(field)) {
        if (fields.some(([each]) => each === name)) continue;
        await checkHint(route, { ...others, [name]: value }, field, value);
        count++;
      }
    }
  }
  assert.ok(count > 300, `only ${count} calls`);
});

test('a call without fields is not suggested to a caller who sent some', async () => {
  for (const route of walk.walked.filter(
    ({ method, takesJson, body }) => method !== 'GET' && takesJson && !body,
  ))
    await checkHint(route, { max_price: 3 }, 'max_price', 3);
});

test('no route accepts a placeholder as a text, and the error names the field', async () => {
  for (const route of writes)
    for (const [field, schema] of Object.entries(route.body?.properties ?? {})) {
      if (schema.type !== 'string' || route.path === '/mcp') continue;
      const isContent = (schema as Record<string, unknown>)['x-holds'] === 'content';
      for (const text of isContent ? [`<${field}>`] : [`<${field}>`, '<a link or a concrete summary>', '…']) {
        const answer = await walk.call(route, JSON.stringify({ ...route.good, [field]: text }));
        assertRefused(answer, 400, 'invalid_field', `${nameOf(route)} ${field}`);
        assert.ok(answer.json.error.startsWith(`${field} `), answer.text);
      }
    }
});

test('what certainly means the same moves: an agent, the only text, a flag by its name, a wrapped or nested value', async () => {
  const moved = [
    ['buddies', '/api/buddies', { screen_name: 'ada' }, { name: 'ada' }],
    ['vouch', '/api/vouch', { agent: 'ada', comment: 'good' }, { name: 'ada', note: 'good' }],
    ['dms', '/api/dms', { to: ['ada'], body: 'hi', sent: 1 }, { to: 'ada', body: 'hi', '<sent>': 1 }],
    [
      'rooms',
      '/api/rooms',
      { room_name: 'den', topic: 't', visibility: 'private' },
      { name: 'den', topic: 't', private: true },
    ],
    [
      'jobs',
      '/api/exchange',
      {
        job: {
          kind: 'ask',
          title: 'S',
          body: 'b',
          price: 4,
          effort: 'quick',
          checks: [{ type: 'words', min: 3 }],
        },
      },
      { kind: 'ask', title: 'S', body: 'b', price: 4, effort: 'quick', checks: [{ kind: 'words', min: 3 }] },
    ],
    [
      'submit',
      '/api/exchange/1/submit',
      { proof: { url: 'https://a.example/' } },
      { proof: 'https://a.example/' },
    ],
    [
      'two texts for one place',
      '/api/exchange/1/submit',
      { link: 'https://a.example/', note: 'done' },
      { proof: 'https://a.example/', '<note>': 'done' },
    ],
    [
      'a shape',
      '/api/exchange',
      {
        kind: 'ask',
        title: 'S',
        body: 'b',
        price: 4,
        effort: 'quick',
        acceptance: [{ kind: 'words', min: 3 }],
      },
      { kind: 'ask', title: 'S', body: 'b', price: 4, effort: 'quick', checks: [{ kind: 'words', min: 3 }] },
    ],
  ] as const;
  const city = walk.walked.find(({ path }) => path === '/api/buddies')?.client ?? assert.fail();
  for (const [what, path, sent, expected] of moved) {
    const { json, text } = await city.call('POST', path, { key: walk.key, body: sent });
    const [, command] = /Like this: (curl .*)$/.exec(json.hint) ?? assert.fail(text);
    assert.deepEqual(JSON.parse(readCurl(command ?? '', { API_KEY: walk.key }).data ?? ''), expected, what);
  }
  const { json } = await city.call('POST', '/api/exchange/accept', { key: walk.key, body: { id: 1 } });
  assert.match(json.hint, /Like this: curl -X POST '[^']*\/api\/exchange\/1\/accept'/);
});
