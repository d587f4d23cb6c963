import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellCalls } from '../../../../packages/sdk/src/commands/command-calls.ts';
import { makeSecret } from '../../../../src/platform/keys/secret.ts';
import { type Answer, register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { brokenBodies, brokenTexts } from './broken-inputs.ts';
import { asksInternet } from './example-exceptions.ts';
import { asJson, each, nameOf, openWalk, type Walked } from './walk.ts';

const { app, walked, taking, key, call } = await openWalk({ KITH_TRUST_PROXY: '127.0.0.1' });

/** The same URL with one parameter inserted unencoded, so that it can be invalid. */
function withQuery(url: string, name: string, value: string): string {
  const [path, search] = url.split('?') as [string, string | undefined];
  const others = new URLSearchParams(search);
  others.delete(name);
  return `${path}?${[...(others.size > 0 ? [String(others)] : []), `${name}=${value}`].join('&')}`;
}

test('the contract test covers both services', () => {
  const seen = walked.map(nameOf);
  for (const known of [
    'POST /api/register',
    'PATCH /api/me',
    'GET /api/agents/{name}',
    'POST /ally/register',
  ])
    assert.ok(seen.includes(known), known);
});

test('a body with an unknown, missing, mistyped or over-long field is 400 and the error names the field', async () => {
  let tried = 0;
  await each(taking, async (route) => {
    const bodies = [...brokenBodies(route.body ?? {}, route.good ?? {})];
    tried += bodies.length;
    const answers = await Promise.all(bodies.map(({ value }) => call(route, JSON.stringify(value))));
    for (const [i, { field, why }] of bodies.entries()) {
      const label = `${nameOf(route)} with ${field}: ${why}`;
      assertRefused(answers[i]!, 400, 'invalid_field', label);
      assert.ok(answers[i]!.json.error.includes(field), `${label} → ${answers[i]!.json.error}`);
      const told = tellCalls(answers[i]!.json.hint, 'kith');
      assert.doesNotMatch(
        told,
        /curl |\b(?:GET|POST|PUT|PATCH|DELETE) \//,
        `${label}: a command line is told ${told}`,
      );
      assert.match(answers[i]!.json.hint, /curl/, label);
    }
  });
  assert.ok(tried > 80, `only ${tried} bodies`);
});

test('a body that is not JSON is 400', async () => {
  const bodies = [
    '{',
    '{"a":}',
    'undefined',
    "{'a':1}",
    '{"a":1} {"b":2}',
    '\ufeff{}',
    '\u0000',
    'NaN',
    '{"a":"\n"}',
  ];
  await each(taking, async (route) => {
    for (const body of bodies)
      assertRefused(await call(route, body), 400, 'bad_json', `${nameOf(route)} ${JSON.stringify(body)}`);
    const latin1 = Buffer.from('{"a":"\xff"}', 'latin1');
    assertRefused(await call(route, latin1), 400, 'invalid_field', nameOf(route));
  });
});

test('JSON that is not an object is 400', async () => {
  await each(taking, async (route) => {
    for (const body of ['[]', '[{}]', '"text"', '42', 'true', ...(route.needsBody ? ['null', ''] : [])])
      assertRefused(await call(route, body), 400, 'invalid_field', `${nameOf(route)} ${body}`);
  });
});

test('a body of another type is 415', async () => {
  const types = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/jsonp'];
  await each(taking, async (route) => {
    const body = JSON.stringify(route.good ?? {});
    for (const type of types)
      assertRefused(await call(route, body, { 'content-type': type }), 415, 'wrong_type', nameOf(route));
    assertRefused(await call(route, body, {}), 415, 'wrong_type', nameOf(route));
  });
});

test('a body of 1 MiB is read, one byte more is 413', async () => {
  const bodyOf = (bytes: number) => `{"surprise":"${'x'.repeat(bytes - 15)}"}`;
  assert.equal(Buffer.byteLength(bodyOf(1_048_576)), 1_048_576);
  await each(taking, async (route) => {
    assertRefused(await call(route, bodyOf(1_048_576)), 400, 'invalid_field', nameOf(route));
    assertRefused(await call(route, bodyOf(1_048_577)), 413, 'too_large', nameOf(route));
  });
});

/** The methods of every route that matches this path: /api/keys/rotate is also a /api/keys/{id}. */
function methodsAt({ client, url }: Walked): string[] {
  const { pathname } = new URL(url, client.url);
  const fits = ({ path }: Walked) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
  return [
    ...new Set(walked.filter((each) => each.client === client && fits(each)).map(({ method }) => method)),
  ];
}

test('a method that a path does not have is 405 and allow lists those it has, whatever the body', async () => {
  const pathsOf = Map.groupBy(walked, (route) => `${route.client.url}${route.path}`);
  for (const routes of pathsOf.values()) {
    const [first] = routes as [Walked];
    const has = methodsAt(first);
    const { status } = await first.client.call('HEAD', first.url, { key });
    assert.equal(status === 405, !has.includes('GET'), first.url);
    const expected = has.includes('GET') ? [...has, 'HEAD'] : has;
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'TRACE']) {
      if (has.includes(method)) continue;
      const [route] = routes as [Walked];
      const sent = method === 'GET' || method === 'TRACE' ? undefined : 'what?';
      for (const url of [route.url, route.url.replace(/(.)(\?|$)/, '$1/$2')]) {
        const answer = await route.client.call(method, url, { key, raw: sent });
        assertRefused(answer, 405, 'method_not_allowed', `${method} ${url}`);
        assert.deepEqual(answer.headers.allow?.split(', ').toSorted(), expected.toSorted(), url);
      }
    }
  }
});

test('an unknown path is 404 with the nearest real one in the hint', async () => {
  for (const [client, typed, meant] of [
    [app.city, '/api/agent', '/api/agents'],
    [app.city, '/api/registr', '/api/register'],
    [app.city, '/API/ME', '/api/me'],
    [app.utility, '/ally/registre', '/ally/register'],
  ] as const) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await client.call(method, typed, { raw: method === 'POST' ? 'what?' : undefined });
      assertRefused(answer, 404, 'not_found', typed);
      assert.ok(answer.json.hint.includes(` ${meant};`), answer.json.hint);
    }
  }
  assertRefused(await app.city.get(`/${'x'.repeat(5_000)}`), 404, 'not_found');
});

test('a missing, mistyped, made-up, unknown or foreign key is 401', async () => {
  const flipped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
  const wrong: [string, Record<string, string>][] = [
    ['mistyped', { authorization: `Bearer ${flipped}` }],
    ['cut short', { authorization: `Bearer ${key.slice(0, -1)}` }],
    ['in another case', { authorization: `Bearer ${key.toUpperCase()}` }],
    ['well-formed but unknown', { authorization: `Bearer ${makeSecret('kith_sk')}` }],
    ['an ally key nobody has', { authorization: `Bearer ${makeSecret('kith_ally')}` }],
    ['a recovery code', { authorization: `Bearer ${makeSecret('kith_rc')}` }],
    ['no word Bearer', { authorization: key }],
    ['empty', { authorization: 'Bearer ' }],
    ['two tokens', { authorization: `Bearer ${key} ${key}` }],
  ];
  const keyed = walked.filter((route) => route.operation.security.length > 0);
  await each(keyed, async (route) => {
    const raw = route.method === 'GET' ? undefined : JSON.stringify(route.good ?? {});
    const send = (headers: Record<string, string>, url = route.url) =>
      route.client.call(route.method, url, { raw, headers: { ...(raw && asJson), ...headers } });
    for (const [why, headers] of wrong) {
      const answer = await send(headers);
      assertRefused(answer, 401, 'bad_key', `${nameOf(route)} with a key ${why}`);
      assert.ok(!answer.text.includes(key.slice(8)), 'a refusal does not echo the key');
    }
    if (!route.needsKey) return;
    assertRefused(await send({}), 401, 'no_key', nameOf(route));
    const inQuery = await send(
      {},
      `${route.url}${route.url.includes('?') ? '&' : '?'}key=${key}&api_key=${key}`,
    );
    assertRefused(inQuery, 401, 'no_key', `${nameOf(route)} with the key in the address`);
    assertRefused(await send({ cookie: `key=${key}` }), 401, 'no_key', `${nameOf(route)} with a cookie`);
  });
});

test('an invalid idempotency key is 400 before anything happens', async () => {
  await each(taking, async (route) => {
    for (const header of ['', 'x'.repeat(129), 'caf\u00e9']) {
      const answer = await call(route, JSON.stringify(route.good ?? {}), {
        ...asJson,
        'idempotency-key': header,
      });
      assertRefused(answer, 400, 'invalid_field', `${nameOf(route)} with "${header}"`);
    }
  });
});

test('path and query values are validated like a body', async () => {
  await each(walked, async (route) => {
    const raw = route.method === 'GET' ? undefined : JSON.stringify(route.good ?? {});
    for (const parameter of route.operation.parameters) {
      if (parameter.in === 'header') continue;
      for (const { field, why, value } of brokenTexts(parameter.name, parameter.schema)) {
        const url =
          parameter.in === 'path'
            ? route.path.replace(`{${parameter.name}}`, String(value)).replaceAll(/\{\w+\}/g, '1')
            : withQuery(route.url, parameter.name, String(value));
        const answer = await route.client.call(route.method, url, { key, raw, headers: raw ? asJson : {} });
        assertRefused(answer, 400, 'invalid_field', `${nameOf(route)} ${parameter.name}: ${why} (${value})`);
        const label = `${nameOf(route)} ${parameter.name}: ${why}`;
        assert.ok(answer.json.error.includes(field), `${label} → ${answer.json.error}`);
      }
    }
  });
  assertRefused(await app.city.get('/api/agents/%zz'), 400, 'invalid_field');
  assertRefused(await app.city.get(`/api/agents/${'x'.repeat(600)}`), 400, 'invalid_field');
});

test('every example of the documents is a call that its route accepts', async () => {
  await register(app.city, 'ada_42').catch(() => {});
  await each(walked, async (route) => {
    const { api_key, screen_name } = await register(app.city);
    // Its example names another agent on purpose, and is refused.
    const good = route.operation.operationId === 'deleteAccount' ? { confirm: screen_name } : route.good;
    const raw = route.method === 'GET' ? undefined : JSON.stringify(good ?? {});
    const headers: Record<string, string> = raw ? asJson : {};
    const answer: Answer = await route.client.call(route.method, route.url, { key: api_key, raw, headers });
    // A hook's host must resolve, and nothing resolves here.
    if (route.operation.operationId === 'createHook') return assertRefused(answer, 400, 'bad_target');
    assert.ok(![400, 405, 413, 415].includes(answer.status), `${nameOf(route)} → ${answer.text}`);
    const nothingToAsk =
      asksInternet(route.path, route.operation.tags[0]!) && [502, 504].includes(answer.status);
    assert.ok(answer.status < 500 || nothingToAsk, `${nameOf(route)} → ${answer.text}`);
    assert.ok(answer.headers['x-request-id']);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  });
});

test('a browser may send a preflight for every route', async () => {
  await each(walked, async (route) => {
    const ways: Record<string, string>[] = [
      {},
      { origin: 'https://a.example', 'access-control-request-method': route.method },
    ];
    for (const headers of ways) {
      const { status, headers: got } = await route.client.call('OPTIONS', route.url, { headers });
      assert.deepEqual([status, got['access-control-allow-origin']], [204, '*']);
      assert.ok(got['access-control-allow-methods']?.includes(route.method));
      assert.match(got['access-control-allow-headers'] ?? '', /authorization.*idempotency-key.*x-ally-key/);
    }
  });
});

test('every pattern of an input has its rule in words, for errors that people read', () => {
  const unexplained: string[] = [];
  const visit = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { pattern, 'x-rule': rule } = schema as Record<string, unknown>;
    if (typeof pattern === 'string' && pattern !== '\\S' && typeof rule !== 'string') unexplained.push(place);
    for (const [name, value] of Object.entries(schema)) visit(value, `${place}.${name}`);
  };
  for (const { service } of app.kith.services)
    for (const { method, path, params, query, body } of service.routes)
      visit({ params, query, body }, `${method} ${path}`);
  assert.deepEqual(unexplained, []);
});
