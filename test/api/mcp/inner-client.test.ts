import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { generalTools } from '../../../src/mcp/general-tools.ts';
import { RawResponse } from '../../../src/platform/http/raw-response.ts';
import { route } from '../../../src/platform/http/route.ts';
import { anyObject } from '../../../src/platform/http/schema.ts';
import { smallService } from './small-service.ts';

const facts = { area: 'test', summary: 'Something.', auth: 'none', effect: 'read' } as const;
const anything = { status: 200, schema: anyObject() } as const;

const mirror = route<undefined>()({
  ...facts,
  method: 'GET',
  path: '/mirror/{name}',
  name: 'mirror',
  params: Type.Object({ name: Type.String() }),
  query: Type.Object({ words: Type.Optional(Type.String()) }),
  response: anything,
  handle: async ({ params, query, request }) => ({
    params,
    query,
    ip: request.ip,
    host: request.host,
    headers: { ...request.headers },
  }),
});

test('caller, network and credentials are passed on; hosts and forwarding headers are not', async (t) => {
  const { use } = await smallService(t, [mirror], generalTools);
  const headers = {
    authorization: 'Bearer k',
    'x-ally-key': 'a',
    'idempotency-key': 'i',
    'user-agent': 'u',
    host: 'evil.test',
    'x-forwarded-for': '198.51.100.1',
    'x-forwarded-host': 'evil.test',
    forwarded: 'for=198.51.100.1',
    cookie: 'c=1',
    'content-length': '7',
    'transfer-encoding': 'chunked',
  };
  const { structuredContent: seen } = await use(
    'call',
    { name: 'mirror', params: { name: 'x' } },
    undefined,
    {
      headers,
      ip: '2001:db8::7',
    },
  );
  const { host, ...passed } = seen.headers;
  assert.deepEqual(passed, {
    accept: 'application/json',
    authorization: 'Bearer k',
    'x-ally-key': 'a',
    'idempotency-key': 'i',
    'user-agent': 'u',
  });
  assert.deepEqual([seen.ip, seen.host, host], ['2001:db8::7', 'mcp.invalid', 'mcp.invalid']);
  const own = await use(
    'call',
    { name: 'mirror', params: { name: 'x' }, idempotency_key: 'mine' },
    undefined,
    { headers },
  );
  assert.equal(own.structuredContent.headers['idempotency-key'], 'mine');
});

test('a path value stays in its segment', async (t) => {
  const elsewhere = route<undefined>()({
    ...facts,
    method: 'GET',
    path: '/',
    name: 'elsewhere',
    response: anything,
    handle: async () => ({ elsewhere: true }),
  });
  const { use } = await smallService(t, [mirror, elsewhere], generalTools);
  for (const name of ['a/b', '../x', 'a?b#c', '%2e%2e', 'ü ñ', '{name}']) {
    const { structuredContent } = await use('call', {
      name: 'mirror',
      params: { name },
      query: { words: 'a&b=c' },
    });
    assert.deepEqual([structuredContent.params, structuredContent.query], [{ name }, { words: 'a&b=c' }]);
  }
  for (const name of ['.', '..', '', undefined]) {
    const { isError, structuredContent } = await use('call', { name: 'mirror', params: { name } });
    assert.deepEqual([isError, structuredContent.code], [true, 'invalid_field'], String(name));
  }
  for (const name of ['GET /mirror/..', 'GET /mirror/%2e%2e', 'GET http://evil.test/mirror/.'])
    assert.equal((await use('call', { name })).structuredContent.code, 'invalid_field', name);
});

test('a call can be named as hints write it', async (t) => {
  const post = route<undefined>()({
    ...facts,
    method: 'POST',
    path: '/things/{id}/say',
    name: 'sayThing',
    params: Type.Object({ id: Type.Integer() }),
    query: Type.Object({ loud: Type.Optional(Type.Integer()) }),
    body: Type.Object({ text: Type.String() }),
    response: anything,
    handle: async ({ params, query, body }) => ({ params, query, body }),
  });
  const fixed = { ...mirror, path: '/mirror/first', name: 'first', params: undefined } as never;
  const { use } = await smallService(t, [post, mirror, fixed], generalTools);
  const said = await use('call', { name: 'post /things/7/say?loud=1 {"text":"a {b} c"}' });
  assert.deepEqual(said.structuredContent, {
    params: { id: 7 },
    query: { loud: 1 },
    body: { text: 'a {b} c' },
  });
  assert.deepEqual((await use('call', { name: 'GET /mirror/first' })).structuredContent.params, {});
  assert.deepEqual((await use('call', { name: 'GET /mirror/last' })).structuredContent.params, {
    name: 'last',
  });
  const refused = async (name: string) => (await use('call', { name })).structuredContent;
  assert.equal((await refused('POST /things/7/say {"text"}')).code, 'invalid_field');
  assert.equal((await refused('POST /things/x/say {"text":"a"}')).status, 400);
  assert.equal((await refused('DELETE /things/7/say')).code, 'not_found');
  assert.equal((await refused('noSuchCall')).code, 'not_found');
});

test('files, streams, sockets and MCP itself are not callable', async (t) => {
  const text = {
    ...mirror,
    name: 'text',
    path: '/text',
    response: { ...anything, types: ['text/plain'] },
  } as never;
  const stream = { ...mirror, method: 'POST', name: 'stream', path: '/stream', stream: true } as never;
  const self = { ...mirror, method: 'POST', name: 'mcp', path: '/mcp' } as never;
  const { use, calls } = await smallService(t, [mirror, text, stream, self], generalTools);
  assert.deepEqual(
    calls.routes.map(({ name }) => name),
    ['mirror'],
  );
  for (const name of ['text', 'stream', 'mcp', 'POST /mcp {}'])
    assert.equal((await use('call', { name })).structuredContent.code, 'not_found', name);
});

test('a response too long for a model is cut and says so; an internal error reveals nothing', async (t) => {
  const long = {
    ...mirror,
    name: 'long',
    path: '/long',
    params: undefined,
    handle: async () => ({ a: '😀'.repeat(40_000) }),
  };
  const broken = {
    ...mirror,
    name: 'broken',
    path: '/broken',
    params: undefined,
    handle: async () => {
      throw new Error('inner secret');
    },
  };
  const odd = {
    ...mirror,
    name: 'odd',
    path: '/odd',
    params: undefined,
    handle: async () => new RawResponse('[1]', {}, 200),
  };
  const { use } = await smallService(t, [long, broken, odd] as never, generalTools);
  const cut = await use('call', { name: 'long' });
  const { text, cut: note } = cut.structuredContent;
  assert.ok(text.length < 65_000 && text.isWellFormed());
  assert.match(note, /the first 64000 of 80008 characters/);
  const fault = await use('call', { name: 'broken' });
  assert.deepEqual([fault.isError, fault.structuredContent.code], [true, 'internal']);
  assert.ok(fault.structuredContent.request_id);
  assert.doesNotMatch(JSON.stringify(fault), /inner secret/);
  assert.deepEqual((await use('call', { name: 'odd' })).structuredContent, { text: '[1]' });
});

test('a caller that disconnects ends the work started for it', async (t) => {
  let begun = () => {};
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let ended = false;
  const slow = {
    ...mirror,
    name: 'slow',
    path: '/slow',
    params: undefined,
    handle: ({ request }: { request: { signal: AbortSignal } }) =>
      new Promise((resolve) => {
        request.signal.addEventListener('abort', () => {
          ended = true;
          resolve({});
        });
        begun();
      }),
  } as never;
  const { use, errors } = await smallService(t, [slow], generalTools);
  const leaving = new AbortController();
  const left = use('call', { name: 'slow' }, undefined, { signal: leaving.signal });
  await beginning;
  leaving.abort();
  assert.equal((await left).isError, true);
  assert.equal(ended, true);
  assert.deepEqual(errors, []);
});
