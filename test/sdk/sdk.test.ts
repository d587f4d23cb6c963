import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { cityRoutes } from '../../src/sdk/generated/city.ts';
import { utilityRoutes } from '../../src/sdk/generated/utility.ts';
import { type Challenge, City, KithError, Utility, verifyWebhook } from '../../src/sdk/index.ts';
import { sdkSource } from '../../tools/sdk/sdk-source.ts';
import { serveHttp } from '../counterparts/servers.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let ada: City;
before(async () => {
  app = await startApp(undefined);
  const { api_key: key } = await new City({ url: app.kith.urls.city }).register({ screen_name: 'ada' });
  ada = new City({ url: app.kith.urls.city, key });
  await ada.rooms.join('lobby');
});
after(() => app.stop());

test('the committed types and tables are the ones the routes make, and every route is in them', () => {
  for (const { service } of app.kith.services) {
    const file = path.join(import.meta.dirname, '../../src/sdk/generated', `${service.name}.ts`);
    assert.ok(
      readFileSync(file, 'utf8') === sdkSource(service),
      `${file} is not what the routes make: npm run sdk`,
    );
    const table = service.name === 'city' ? cityRoutes : utilityRoutes;
    const callable = Object.values(table).flatMap((group) => Object.values(group)) as {
      method: string;
      path: string;
    }[];
    assert.deepEqual(
      callable.map(({ method, path }) => `${method} ${path}`).toSorted(),
      service.routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  }
});

test('the SDK names nothing of Node and imports nothing from outside of itself', () => {
  const dir = path.join(import.meta.dirname, '../../src/sdk');
  for (const name of [
    'index',
    'city',
    'utility',
    'caller',
    'request',
    'groups',
    'paged',
    'pause',
    'payment',
  ]) {
    const text = readFileSync(path.join(dir, `${name}.ts`), 'utf8');
    for (const [, from] of text.matchAll(/from '([^']+)'/g)) assert.match(from!, /^\.\/[\w/-]+\.ts$/, name);
    assert.doesNotMatch(text, /\bprocess\.|\bBuffer\b|node:/, name);
  }
});

test('a list is its first page when awaited, and every item of every page when iterated', async () => {
  for (let n = 0; n < 5; n++) await ada.memory.put(`note-${n}`, { value: String(n) });
  const page = await ada.memory.list({ limit: 2, prefix: 'note-' });
  assert.equal(page.keys.length, 2);
  assert.ok(page.next);
  const keys = [];
  for await (const { key } of ada.memory.list({ limit: 2, prefix: 'note-' })) keys.push(key);
  assert.deepEqual(keys.toSorted(), ['note-0', 'note-1', 'note-2', 'note-3', 'note-4']);
});

test('a refusal is a KithError with code, hint, status and request id', async () => {
  const error = await ada.jobs.get(999_999).catch((each: unknown) => each);
  assert.ok(error instanceof KithError);
  assert.deepEqual([error.name, error.code, error.status], ['KithError', 'not_found', 404]);
  assert.match(error.hint, /GET \/api\/exchange/);
  assert.match(error.requestId ?? '', /^[0-9a-f]{12}-/);
  assert.deepEqual(error.body, { error: error.message, hint: error.hint });
  await assert.rejects(() => ada.jobs.get(undefined as never), /needs its id/);
});

test('what travels in query and body, path and header goes where it belongs', async () => {
  const utility = new Utility({ url: app.kith.urls.utility });
  const mended = await utility.skills.jsonRepairBody({ json: '{a:1}', free: '1' });
  assert.equal(mended.text, '{"a":1}');
  assert.deepEqual(await utility.skills.run('text-entities', 'a@example.org', { free: '1' }), {
    ...(await utility.skills.textEntities({ text: 'a@example.org', free: '1' })),
  });
  await assert.rejects(() => utility.skills.run('no-such' as never, 'x'), /there is no skill no-such/);
  const { key } = await utility.register({ agent: 'ally' });
  assert.equal((await new Utility({ url: app.kith.urls.utility, key }).me()).agent, 'ally');
  const file = await ada.files.upload('a,b\n1,2\n', { headers: { 'content-type': 'text/csv' } });
  const served = await ada.files.get(file.url.split('/').at(-1)!);
  assert.equal(await served.text(), 'a,b\n1,2\n');
  assert.match(await ada.ledger.checkpoint(), /^kith-ledger-/);
});

/** The city behind a door that does to each call what `mishap` says, before or after the city has seen it. */
async function behind(
  t: Parameters<typeof serveHttp>[0],
  mishap: (
    seen: number,
    request: IncomingMessage,
  ) => 'lose-before' | 'lose-after' | number | { status: number; after: string } | undefined,
) {
  const seen: { key: string | undefined; headers: IncomingMessage['headers'] }[] = [];
  const { port } = await serveHttp(t, (incoming: IncomingMessage, response: ServerResponse) => {
    const what = mishap(seen.length, incoming);
    seen.push({ key: incoming.headers['idempotency-key'] as string | undefined, headers: incoming.headers });
    if (what === 'lose-before') return void incoming.socket.destroy();
    if (typeof what === 'number' || (typeof what === 'object' && what)) {
      const { status, after } = typeof what === 'number' ? { status: what, after: '0' } : what;
      response.writeHead(status, {
        'x-error-code': 'busy',
        'retry-after': after,
        'content-type': 'application/json',
      });
      return void response.end('{"error":"not now","hint":"later"}');
    }
    const outgoing = request(
      app.kith.urls.city + incoming.url,
      { method: incoming.method ?? 'GET', headers: incoming.headers },
      (answer) => {
        if (what === 'lose-after') return void answer.resume().on('end', () => incoming.socket.destroy());
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(outgoing);
  });
  return { url: `http://127.0.0.1:${port}`, seen };
}

test('a call that is lost after it took effect is made again under its one key, and takes effect once', async (t) => {
  const { url, seen } = await behind(
    t as never,
    (count) => [503, 'lose-before', 'lose-after'][count] as never,
  );
  const { api_key: key } = await new City({ url: app.kith.urls.city }).register({ screen_name: 'tipper' });
  const tipped = await new City({ url, key }).money.tip({ to: 'ada', amount: 5 });
  assert.equal(tipped.balance, 95);
  assert.equal((await new City({ url: app.kith.urls.city, key }).me()).balance, 95);
  assert.equal(seen.length, 4);
  assert.equal(new Set(seen.map((each) => each.key)).size, 1);
  assert.match(seen[0]?.key ?? '', /^[0-9a-f-]{36}$/);
});

test('retries are bounded, wait as long as the server says, and are not made for a refusal', async (t) => {
  const busy = await behind(t as never, () => 502);
  const error = await new City({ url: busy.url, retries: 2 }).stats().catch((each: unknown) => each);
  assert.ok(error instanceof KithError && error.status === 502 && error.code === 'busy');
  assert.equal(busy.seen.length, 3);

  const patient = await behind(t as never, (count) =>
    count === 0 ? { status: 429, after: '1' } : undefined,
  );
  const began = performance.now();
  await new City({ url: patient.url }).stats();
  assert.ok(performance.now() - began >= 1_000);

  const longDay = await behind(t as never, () => ({ status: 429, after: '80000' }));
  const over = await new City({ url: longDay.url }).stats().catch((each: unknown) => each);
  assert.ok(over instanceof KithError && over.retryAfterMs === 80_000_000);
  assert.equal(longDay.seen.length, 1);

  const refusing = await behind(t as never, () => 409);
  await assert.rejects(() => new City({ url: refusing.url }).stats());
  assert.equal(refusing.seen.length, 1);
});

test('a call takes no longer than it may, and ends at once when its caller gives it up', async (t) => {
  const { port } = await serveHttp(t as never, () => {});
  const city = new City({ url: `http://127.0.0.1:${port}`, timeoutMs: 50, retries: 1 });
  const late = await city.stats().catch((each: unknown) => each);
  assert.ok(late instanceof KithError && late.code === 'timeout' && late.status === 0);
  const given = new AbortController();
  const call = city.stats({ signal: given.signal, timeoutMs: 60_000 });
  setTimeout(() => given.abort(new Error('enough')), 20);
  await assert.rejects(call, /^Error: enough$/);
  const nobody = await new City({ url: 'http://127.0.0.1:1', retries: 0 })
    .stats()
    .catch((each: unknown) => each);
  assert.ok(nobody instanceof KithError && nobody.code === 'connection_lost');
  const { port: odd } = await serveHttp(t as never, (_request, response) => void response.end('<html>'));
  const bad = await new City({ url: `http://127.0.0.1:${odd}` }).stats().catch((each: unknown) => each);
  assert.ok(bad instanceof KithError && bad.code === 'bad_answer');
});

test('a room is followed from where one says, each message once and in order, through a city that comes and goes', async (t) => {
  await ada.rooms.create({ name: 'tide', topic: 'ebb and flow' });
  for (const body of ['one', 'two']) await ada.rooms.say('tide', { body });
  const { url } = await behind(
    t as never,
    (count) => [undefined, 'lose-before', 503, 'lose-after'][count] as never,
  );
  const heard: string[] = [];
  const given = new AbortController();
  const following = (async () => {
    for await (const { body } of new City({ url }).rooms.follow('tide', {
      since_id: 0,
      signal: given.signal,
    })) {
      heard.push(body);
      if (body === 'two') for (const next of ['three', 'four']) await ada.rooms.say('tide', { body: next });
      if (heard.length === 4) given.abort(new Error('heard enough'));
    }
  })();
  await assert.rejects(following, /heard enough/);
  assert.deepEqual(heard, ['one', 'two', 'three', 'four']);

  // Without a place to begin, only what is new.
  const next = ada.rooms.follow('tide').next();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await ada.rooms.say('tide', { body: 'five' });
  assert.equal((await next).value?.body, 'five');
  await assert.rejects(
    () => ada.rooms.follow('no-such-room').next(),
    (error: KithError) => error.status === 404,
  );
});

test('the stream goes on after its line was cut, with no gap; a room that is not there is refused', async () => {
  const lines: WebSocket[] = [];
  class Cut extends WebSocket {
    constructor(url: string) {
      super(url);
      lines.push(this);
    }
  }
  const watcher = new City({ url: app.kith.urls.city, WebSocket: Cut as never });
  const seen: (string | undefined)[] = [];
  const watching = (async () => {
    for await (const event of watcher.spectate({ types: ['message'], room: 'lobby' })) {
      seen.push(event.body);
      if (event.body === 'first') {
        lines[0]!.close();
        await ada.rooms.say('lobby', { body: 'second' });
      }
      if (event.body === 'second') break;
    }
  })();
  await new Promise((resolve) => setTimeout(resolve, 400));
  await ada.rooms.say('lobby', { body: 'first' });
  await watching;
  assert.deepEqual(seen, ['first', 'second']);
  assert.equal(lines.length, 2);
  await assert.rejects(
    () => watcher.spectate({ room: 'nowhere' }).next(),
    (error: KithError) => error.code === 'not_found',
  );
});

test('a payer is asked once, and every retry carries its one payment', async (t) => {
  const asked: Challenge[] = [];
  const challenge = { x402Version: 2, resource: { url: 'x' }, accepts: [{ amount: '3000' }] };
  const payments: unknown[] = [];
  const { port } = await serveHttp(t as never, (incoming, response) => {
    const payment = incoming.headers['payment-signature'];
    payments.push(payment);
    const answer = (status: number, body: object, code = 'x') => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'x-error-code': code,
        'retry-after': '0',
      });
      response.end(JSON.stringify(body));
    };
    if (!payment) return answer(402, { error: 'pay', hint: 'sign', ...challenge }, 'payment_required');
    if (payments.length === 2)
      return answer(503, { error: 'may have settled', hint: 'same payment' }, 'settlement_unknown');
    if (payments.length === 3) return answer(409, { error: 'in use', hint: 'wait' }, 'payment_in_use');
    answer(200, { emails: [] });
  });
  const payer = async (each: Challenge) => {
    asked.push(each);
    return { 'PAYMENT-SIGNATURE': `signed-${asked.length}` };
  };
  const url = `http://127.0.0.1:${port}`;
  await new Utility({ url, payer }).skills.textEntities({ text: 'x' });
  assert.deepEqual(payments, [undefined, 'signed-1', 'signed-1', 'signed-1']);
  assert.deepEqual(asked, [challenge]);
  payments.length = 0;
  const unpaid = await new Utility({ url }).skills.textEntities({ text: 'x' }).catch((each: unknown) => each);
  assert.ok(unpaid instanceof KithError && unpaid.status === 402);
});

test('a webhook is believed only with a good signature, a good time and its own body', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({
    type: 'watch.changed',
    timestamp: '2026-01-01T00:00:00.000Z',
    data: { watch_id: 'wat_1' },
  });
  const at = new Date();
  const signature = new Webhook(secret).sign('msg_1', at, body);
  const headers = {
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': `v1,AAAA v2,x ${signature}`,
  };
  const event = await verifyWebhook({ secret, headers, body });
  assert.deepEqual([event.id, event.type, event.data.watch_id], ['msg_1', 'watch.changed', 'wat_1']);
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const bytes = new TextEncoder().encode(body);
  await verifyWebhook({ secret: [other, secret], headers: new Headers(headers), body: bytes });
  // Rightly signed, but long ago: somebody who kept it sends it once more.
  const then = new Date(at.getTime() - 301_000);
  const old = {
    ...headers,
    'webhook-timestamp': String(Math.floor(then.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', then, body),
  };
  await verifyWebhook({ secret, headers: old, body, toleranceS: 600 });
  for (const parts of [
    { secret: other, headers, body },
    { secret, headers, body: `${body} ` },
    { secret, headers: { ...headers, 'Webhook-Id': 'msg_2' }, body },
    { secret, headers: old, body },
    { secret, headers: { 'webhook-id': 'msg_1' }, body },
  ]) {
    await assert.rejects(
      () => verifyWebhook(parts),
      (error: KithError) => error.code === 'bad_webhook',
    );
  }
});
