import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { randomAddress, register } from '../../harness/client.ts';
import { assertRefused } from '../../harness/refused.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

const open = { KITH_TRUST_PROXY: '127.0.0.1', KITH_OUTBOUND_ALLOW: '127.0.0.0/8' };
const from = (network: string) => ({ 'x-forwarded-for': network });

test('failed calls use no quota, but probing is limited per network', async () => {
  const { city, utility } = await sharedApp(open);
  const { api_key: key } = await register(city);
  const [failing, other] = [randomAddress(), randomAddress()];
  const probe = (network: string) =>
    utility.get('/url-metadata?url=http://127.0.0.1:1/', { key, headers: from(network) });
  const statuses: number[] = [];
  for (let i = 0; i < 30; i++)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 10 }, () => probe(failing)))).map((a) => a.status),
    );
  assert.ok(statuses.includes(429), 'some of 300 probes were refused');
  assert.ok(statuses.filter((status) => status !== 429).length <= 130 * 2, 'in at most two windows');
  const refused = await probe(failing);
  if (refused.status === 429) {
    assertRefused(refused, 429, 'over_limit');
    assert.ok(Number(refused.headers['retry-after']) > 0);
  }
  const elsewhere = await probe(other);
  assert.notEqual(elsewhere.status, 429, 'another network is not affected');
  const me = await utility.get('/json-repair?json=%7Ba%3A1%7D', { key, headers: from(other) });
  assert.equal(me.headers['ratelimit-remaining'], '99', 'no failed call used quota');
});

test('hanging targets of one network do not delay another caller', async (t) => {
  let over = false;
  const held = new Set<Socket>();
  const hanging = createServer((socket) => {
    socket.on('error', () => {});
    if (over) socket.destroy();
    else held.add(socket);
  });
  await new Promise<void>((resolve) => hanging.listen(0, '0.0.0.0', resolve));
  t.after(() => hanging.close());
  const port = (hanging.address() as { port: number }).port;
  const { city, utility } = await startApp(t, { env: open });
  const victim = await register(city);
  const keys: { api_key: string }[] = [];
  for (let i = 0; i < 8; i++) keys.push(await register(city));
  let hung = 0;
  // Each with a different name for the same address, so that a limit per name would not group them.
  const attacks = Array.from({ length: 100 }, (_, i) =>
    utility
      .get(`/url-metadata?url=http://127.0.0.${(i % 200) + 2}:${port}/${i}&max_age=0`, {
        key: keys[i % 8]?.api_key ?? '',
        headers: from('203.0.113.7'),
      })
      .finally(() => hung++),
  );
  const served = await utility.get('/json-repair?json=%7Ba%3A1%7D', {
    key: victim.api_key,
    headers: from('203.0.113.8'),
  });
  assert.equal(served.status, 200);
  const outside = await utility.get('/url-metadata?url=http://127.0.0.1:1/', {
    key: victim.api_key,
    headers: from('203.0.113.8'),
  });
  assert.ok(outside.status >= 400);
  assert.ok(hung < 100, 'the other caller was answered while the attack still hung');
  over = true;
  for (const socket of held) socket.destroy();
  await Promise.allSettled(attacks);
});

test('pages that are hard to parse, requested by one network, do not delay another caller', async (t) => {
  // Extracting an article from this many elements runs until its time limit.
  const bomb = Buffer.from(`<title>x</title>${'<b>x</b>'.repeat(1_200_000)}`);
  let over = false;
  const pages = createHttpServer((request, response) => {
    if (over) return response.destroy();
    response.setHeader('content-type', 'text/html');
    response.end(request.url?.startsWith('/bomb') ? bomb : '<table><tr><th>a<tr><td>1</table>');
  });
  await new Promise<void>((resolve) => pages.listen(0, '0.0.0.0', resolve));
  t.after(() => pages.close());
  const { port } = pages.address() as { port: number };
  const { city, utility } = await startApp(t, { env: open });
  const victim = await register(city);
  const keys: string[] = [];
  for (let i = 0; i < 8; i++) keys.push((await register(city)).api_key);
  let read = 0;
  const attacks = Array.from({ length: 32 }, (_, i) =>
    utility
      .get(`/readability?url=http://127.0.0.${i + 2}:${port}/bomb${i}&max_age=0`, {
        key: keys[i % 8] ?? '',
        headers: from('203.0.113.7'),
      })
      .then(({ status }) => {
        // A caller whose network's queue is full is refused at once, without ending other calls.
        if (status !== 503) read++;
      }),
  );
  for (let i = 0; i < 5; i++) {
    const url = `http://127.0.0.1:${port}/small${i}`;
    const served = await utility.get(`/html-table?url=${url}&max_age=0`, {
      key: victim.api_key,
      headers: from('203.0.113.8'),
    });
    assert.equal(served.status, 200, served.text);
  }
  assert.ok(read < 8, `the other caller was served before half of what was queued was read: ${read} of 17`);
  over = true;
  await Promise.allSettled(attacks);
});

test('an ally key is rotated and revoked immediately', async () => {
  const { utility } = await sharedApp(open);
  const agent = unique('rotator');
  const { key } = (await utility.post('/ally/register', { agent })).json;
  assert.equal((await utility.get('/ally/me', { ally: key })).status, 200);
  const once = { ally: key, headers: { 'idempotency-key': 'rotate once' } };
  const rotated = await utility.post('/ally/keys/rotate', undefined, once);
  assert.equal(rotated.status, 201, rotated.text);
  const again = await utility.post('/ally/keys/rotate', undefined, once);
  assert.deepEqual([again.status, again.json], [201, rotated.json], 'a lost response does not lose the key');
  assertRefused(await utility.get('/ally/me', { ally: key }), 401, 'bad_key');
  const fresh = rotated.json.key;
  assert.equal((await utility.get('/ally/me', { ally: fresh })).json.agent, agent);
  const revoke = () =>
    utility.post('/ally/keys/revoke', undefined, { ally: fresh, headers: { 'idempotency-key': 'end' } });
  for (const { json } of [await revoke(), await revoke()]) assert.equal(json.revoked, true);
  assertRefused(await utility.get('/ally/me', { ally: fresh }), 401, 'bad_key');
});
