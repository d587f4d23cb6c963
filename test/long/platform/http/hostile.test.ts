import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksInternet } from '../../../api/platform/http/example-exceptions.ts';
import { each, nameOf, openWalk } from '../../../api/platform/http/walk.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

const { app, taking, call } = await openWalk({ KITH_TRUST_PROXY: '127.0.0.1' });

const nul = { a: '\0' };
const hostile: [string, string][] = [
  ['NUL in a text', JSON.stringify(nul)],
  ['NUL in a name', '{"a\\u0000":1}'],
  ['half a surrogate pair', '{"a":"\\ud800"}'],
  ['the other half', '{"a":["\\udc00x"]}'],
  ['half a pair in a name', '{"\\ud83d":1}'],
  ['__proto__', '{"__proto__":{"admin":true}}'],
  ['__proto__ in disguise', '{"__pr\\u006fto__":{"admin":true}}'],
  ['constructor', '{"constructor":{"prototype":{"admin":true}}}'],
  ['65 levels', `{"a":${'['.repeat(65)}${']'.repeat(65)}}`],
  ['100,000 levels', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['100,000 objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['a number beyond all', '{"a":1e999}'],
  ['a number of 10,000 digits', `{"a":${'9'.repeat(10_000)}}`],
  ['50,000 fields', `{${Array.from({ length: 50_000 }, (_, i) => `"f${i}":1`).join()}}`],
];

test('hostile bodies are 400 on every route, and the server continues', async () => {
  await each(taking, async (route) => {
    const answers = await Promise.all(hostile.map(([, body]) => call(route, body)));
    for (const [i, answer] of answers.entries())
      assertRefused(answer, 400, 'invalid_field', `${nameOf(route)}: ${hostile[i]![0]}`);
  });
  assert.equal(({} as Record<string, unknown>).admin, undefined);
  assert.equal((await app.city.get('/readyz')).status, 200);
});

test('hostile texts in every text field are refused or accepted, never a 5xx', async () => {
  const texts = [
    "'; DROP TABLE agent; --",
    '"$1"',
    '%_\\',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '\u202e\u200b',
  ];
  await each(
    taking.filter((route) => route.body),
    async (route) => {
      const fields = Object.entries(route.body?.properties ?? {}).filter(
        ([, each]) => each.type === 'string',
      );
      const { api_key } = await register(app.city);
      for (const [name] of fields)
        for (const text of [...texts, '\0', '\ud800']) {
          const { status, json } = await route.client.call(route.method, route.url, {
            key: api_key,
            body: { ...route.good, [name]: text },
          });
          const nothingToAsk = asksInternet(route.path, route.operation.tags[0]!) && status === 502;
          assert.ok(
            status < 500 || nothingToAsk,
            `${nameOf(route)} ${name}=${JSON.stringify(text)} → ${status}`,
          );
          if (!texts.includes(text)) assert.match(json.error, new RegExp(`^${name} contains`));
        }
    },
  );
});
