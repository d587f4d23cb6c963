import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveHttp } from '../../counterparts/servers.ts';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { startPaymentSetup } from '../../fixtures/payments/payment-setup.ts';
import { startApp } from '../../harness/app.ts';

const wall =
  '<title>Just a moment...</title><h1>shop.test</h1><p>Verifying you are human. This may take a few seconds.</p>';

test('an answer about a page that a wall stood for is not charged, paid or free', {
  skip: noSolana,
}, async (t) => {
  const setup = await startPaymentSetup(t);
  const { port } = await serveHttp(t, (request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(request.url === '/wall' ? wall : '<title>Page</title>');
  });
  const app = await startApp(t, { env: { ...setup.env, KITH_OUTBOUND_ALLOW: '127.0.0.0/8' } });
  const url = (skill: string, path: string) =>
    `/${skill}?url=${encodeURIComponent(`http://127.0.0.1:${port}${path}`)}`;
  for (const skill of ['source-verify', 'redirect-trace']) {
    const before = await setup.earned();
    const blocked = await setup.payer.fetch(app.utility.url + url(skill, '/wall'));
    const answer = (await blocked.json()) as { access: string };
    assert.deepEqual([blocked.status, answer.access], [200, 'blocked'], skill);
    assert.equal(blocked.headers.get('payment-response'), null, skill);
    assert.equal(blocked.headers.get('x-kith-paid-by'), null, skill);
    assert.equal(await setup.earned(), before, `${skill}: nothing was charged`);
    const open = await setup.payer.fetch(app.utility.url + url(skill, '/page'));
    assert.deepEqual([open.status, open.headers.get('x-kith-paid-by')], [200, 'x402'], skill);
    assert.ok((await setup.earned()) > before, `${skill}: a page is charged`);
  }
  const { json } = await app.utility.post('/ally/register', { agent: 'reader' });
  const left = async (path: string) =>
    (await app.utility.get(url('source-verify', path), { ally: json.key })).headers['ratelimit-remaining'];
  const first = Number(await left('/page'));
  assert.deepEqual([await left('/wall'), await left('/wall')], [String(first), String(first)]);
  assert.equal(await left('/page'), String(first - 1));
});
