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
      return Math.max(schema.minimum ?? 0, Math.min(7, schema.maximum ?? 7));
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

/** The body that the hint of a refused call prints. */
async function printedFor(route: Walked, sent: object): Promise<Record<string, unknown>> {
  const { status, json, text } = await walk.call(route, JSON.stringify(sent));
  assert.equal(status, 400, `${nameOf(route)} ${JSON.stringify(sent)}: ${text}`);
  const [, command] = /Like this: (curl .*)$/.exec(json.hint) ?? assert.fail(text);
  return JSON.parse(readCurl(command ?? '', { API_KEY: walk.key }).data ?? '{}');
}

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

const isMoney = (field: string): boolean =>
  /(?:^|_)(?:ap|amount|price|fee)(?:_|$)/.test(field) && !/_pct$/.test(field);

test('a number is not taken over from a name with another unit or count, nor beside a field that says one', async () => {
  let count = 0;
  for (const route of writes)
    for (const [field, { type }] of Object.entries(route.body?.properties ?? {})) {
      if ((type !== 'integer' && type !== 'number') || /usd/.test(field)) continue;
      const { [field]: value = 7, ...others } = route.good ?? {};
      for (const name of [`${field}_cents`, `${field}_usd`, `total_${field}`, `unit_${field}`]) {
        const printed = await printedFor(route, { ...others, [name]: value });
        assert.notEqual(printed[field], value, `${nameOf(route)} ${name}`);
        count++;
      }
      const said = isMoney(field) ? { currency: 'USD' } : /(?:_h|hours)$/.test(field) && { unit: 'seconds' };
      if (!said) continue;
      const printed = await printedFor(route, { ...others, [field]: value, ...said });
      assert.match(String(printed[field]), /^<.+>$/, `${nameOf(route)} ${field} of ${JSON.stringify(said)}`);
    }
  assert.ok(count > 60, `only ${count} numbers`);
});

test('several values, or the number of a thing, do not become one name or address', async () => {
  let count = 0;
  for (const route of writes)
    for (const [field, schema] of Object.entries(route.body?.properties ?? {})) {
      if (schema.type !== 'string' || schema.enum || route.path === '/mcp') continue;
      const { [field]: _, ...others } = route.good ?? {};
      if (!/s$/.test(field)) {
        const printed = await printedFor(route, {
          ...others,
          [`${field}s`]: 'https://a.example,https://b.example',
        });
        assert.doesNotMatch(String(printed[field]), /a\.example/, `${nameOf(route)} ${field}s`);
      }
      const facts = schema as Record<string, unknown>;
      if (facts['x-holds'] !== 'agent' && facts['x-listed'] === undefined) continue;
      const printed = await printedFor(route, { ...others, [field]: 7 });
      assert.match(String(printed[field]), /^<.+>$/, `${nameOf(route)} ${field}`);
      count++;
    }
  assert.ok(count > 15, `only ${count} names`);
});

test('no hint of a write works without what restricts it in words of other APIs', async () => {
  const words = [
    'expires_in',
    'ttl',
    'dry_run',
    'max_total',
    'visible_to',
    'only_if',
    'not_before',
    'password',
  ];
  for (const [at, route] of writes.filter(({ path }) => path !== '/mcp').entries()) {
    const word = words[at % words.length] ?? '';
    await checkHint(route, { ...route.good, [word]: 'tomorrow' }, word, 'tomorrow');
  }
});

/** A value as callers of other APIs write it: of another type, with its unit or around it. */
function* otherForms(value: unknown, schema: Schema): Generator<unknown> {
  if (Array.isArray(value)) {
    if (typeof value[0] === 'string' && !String(value).includes(',')) yield value.join(', ');
  } else if (typeof value === 'boolean') yield* value ? ['yes', 'TRUE', 1] : ['no', 'False', 0];
  else if (typeof value === 'number') yield* [`${value}`, ` ${value} `, { value }];
  else if (schema.enum) yield* [String(value).toUpperCase(), ` ${value}`, [value]];
  else if (typeof value === 'string') yield* [[value], { value }];
}

test('a value in another form keeps its meaning in the hint, for every field of every write', async () => {
  let count = 0;
  for (const route of writes)
    for (const [field, schema] of Object.entries(route.body?.properties ?? {})) {
      const value = route.good?.[field] ?? validValue(schema);
      // Secrets are never repeated.
      if (value === undefined || route.path === '/mcp' || /^kith_/.test(String(value))) continue;
      for (const form of otherForms(value, schema)) {
        const sent = { ...route.good, [field]: form };
        const refused = await walk.call(route, JSON.stringify(sent));
        // Of what a field takes in this form too, nothing is corrected.
        if (refused.status !== 400 || !refused.json.error.startsWith(`${field} `)) continue;
        const { data } = readCurl(/Like this: (curl .*)$/.exec(refused.json.hint)?.[1] ?? '', {
          API_KEY: '',
        });
        const printed = JSON.parse(data ?? '{}');
        assert.deepEqual(printed[field], value, `${nameOf(route)} ${JSON.stringify(sent)} → ${refused.text}`);
        count++;
      }
    }
  assert.ok(count > 200, `only ${count} values`);
});

test('a flag is understood by its opposite, and never becomes the other one', async () => {
  const flags = writes.flatMap((route) =>
    Object.entries(route.body?.properties ?? {})
      .filter(([, { type, enum: only }]) => type === 'boolean' && !only)
      .map(([field]) => ({ route, field })),
  );
  assert.ok(flags.length > 5);
  for (const { route, field } of flags)
    for (const value of [true, false]) {
      const { [field]: _, ...others } = route.good ?? {};
      const { json, text } = await walk.call(route, JSON.stringify({ ...others, [`not_${field}`]: value }));
      const { data } = readCurl(/Like this: (curl .*)$/.exec(json.hint)?.[1] ?? '', { API_KEY: '' });
      const { default: usual } = (route.body?.properties?.[field] ?? {}) as Record<string, unknown>;
      assert.equal(JSON.parse(data ?? '{}')[field] ?? usual, !value, `${nameOf(route)}: ${text}`);
    }
});

test('a path whose values stand in the body leads to the call, for every write of one thing', async () => {
  let count = 0;
  for (const route of walk.walked.filter(
    ({ method, path }) => method !== 'GET' && /\{\w+\}\/\w+$/.test(path),
  )) {
    const parts = route.path.split('/');
    const shown = route.url.split('/');
    const values = parts.flatMap((part, at) =>
      part.startsWith('{')
        ? [
            [
              `${parts[at - 1]?.replace(/ies$/, 'y').replace(/s$/, '')}_${part.slice(1, -1)}`,
              shown[at],
            ] as const,
          ]
        : [],
    );
    const path = parts.filter((part) => !part.startsWith('{')).join('/');
    const asked = { ...route.good, ...Object.fromEntries(values) };
    const { status, json, text } = await route.client.call(route.method, path, {
      key: walk.key,
      body: asked,
    });
    assert.ok(status === 404 || status === 405 || status === 400, `${nameOf(route)}: ${text}`);
    assert.ok(
      json.hint.includes(`Perhaps you mean ${route.method} ${route.url}`),
      `${nameOf(route)}: ${text}`,
    );
    count++;
  }
  assert.ok(count > 30, `only ${count} paths`);
});

test('a call without fields is not suggested to a caller who sent some', async () => {
  for (const route of walk.walked.filter(
    ({ method, takesJson, body }) => method !== 'GET' && takesJson && !body,
  ))
    await checkHint(route, { max_price: 3 }, 'max_price', 3);
});

test('no call ignores a field of the query, whether it declares some or none', async () => {
  // JSON-RPC has errors of its own.
  for (const route of walk.walked.filter(({ path }) => path !== '/mcp' && path !== '/a2a')) {
    const url = `${route.url}${route.url.includes('?') ? '&' : '?'}surprise=1`;
    const raw = route.good && JSON.stringify(route.good);
    const answer = await route.client.call(route.method, url, { key: walk.key, raw, headers: asJson });
    assertRefused(answer, 400, 'invalid_field', `${nameOf(route)}: ${answer.text.slice(0, 200)}`);
    assert.match(answer.json.error, /^surprise /, nameOf(route));
  }
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
