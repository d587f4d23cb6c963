import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Records } from '../../../counterparts/dns-message.ts';
import { verified } from '../../../fixtures/utility/watches/receiver.ts';
import { until } from '../../../harness/until.ts';
import { startWatchedSite } from './watched-site.ts';

const page = (text: string, title = 'Prices') =>
  `<html><head><title>${title}</title></head><body><article><h1>${title}</h1>${text}</article></body></html>`;
const line = (text: string) => `<p>${text}</p>`;
const lasting = line(
  'The mill opens at nine and closes at five, on every day but Sunday, as it always did.',
).repeat(3);

test('a change of each kind is found, sent once, signed; noise is not', async (t) => {
  const name: { -readonly [K in keyof Records]: Records[K] } = {
    A: ['192.0.2.1', '192.0.2.2'],
    TXT: ['v=1'],
  };
  const watched = await startWatchedSite(t, { zone: { 'name.example': name } });
  const { site, receiver, at, make, changed, waitForChecks, show } = watched;
  const served = { steady: 0, noisy: 0 };
  let status = 200;
  site['/up'] = (_, response) => void response.writeHead(status).end('x');
  site['/steady'] = (_, response) => void response.writeHead(++served.steady % 2 ? 200 : 204).end();
  site['/page'] = page(lasting + line('Flour costs 12 a sack.'));
  site['/noisy'] = (_, response) => {
    const count = ++served.noisy;
    const noise = [
      `Visitors so far: ${count}`,
      `Today's advice, number ${count % 3}: buy ${['hats', 'boots', 'gloves'][count % 3]}.`,
      `Rendered at ${new Date().toISOString()}, ${count} seconds ago.`,
      `Request 9f86d081884c7d659a2feaa0c55ad0${count}5`,
    ];
    const form = `<form><input type=hidden name=csrf value=${Math.random()}></form>`;
    const script = `<script nonce="${Math.random()}">track(${Math.random()})</script>`;
    response.setHeader('content-type', 'text/html');
    response.end(page(script + lasting + form + noise.map(line).join('')));
  };
  const notify = (path: string) => ({ notify: receiver.at(path) });
  const endpoint = await make({ kind: 'endpoint', target: at('/up'), ...notify('/endpoint') });
  const steady = await make({ kind: 'endpoint', target: at('/steady'), ...notify('/noise') });
  const dns = await make({ kind: 'dns', target: 'Name.Example.', ...notify('/dns') });
  const paged = await make({ kind: 'page', target: `${at('/page')}#top`, ...notify('/page') });
  const noisy = await make({ kind: 'page', target: at('/noisy'), ...notify('/noise') });
  const { not_read, ...seen } = endpoint.baseline;
  assert.deepEqual(Object.keys(not_read as object), ['certificate_expires_at', 'domain_expires_at']);
  assert.deepEqual(seen, {
    up: true,
    status: 200,
    status_class: '2xx',
    reason: null,
    certificate_expires_at: null,
    certificate_days: null,
    domain_expires_at: null,
    domain_days: null,
  });
  assert.equal(paged.baseline.title, 'Prices');
  assert.match(String(paged.baseline.text), /Flour costs 12 a sack\./);
  assert.match(endpoint.secret, /^whsec_[A-Za-z0-9+/]{32}$/);

  name.A = ['192.0.2.2', '192.0.2.1'];
  await Promise.all([
    waitForChecks(dns.watch_id, 2),
    waitForChecks(noisy.watch_id, 8),
    waitForChecks(steady.watch_id, 2),
  ]);
  assert.deepEqual((await show(dns.watch_id)).changes, []);

  status = 503;
  name.A = ['192.0.2.9'];
  site['/page'] = page(lasting + line('Flour costs 13 a sack.'));
  const [down, moved, dearer] = await Promise.all(
    [endpoint, dns, paged].map(({ watch_id }) => changed(watch_id)),
  );
  assert.equal(down.changes[0].summary, 'down: it answers 503');
  assert.equal(down.baseline.status, 200);
  assert.equal(down.current.status, 503);
  assert.equal(moved.changes[0].summary, 'A of the name changed');
  assert.deepEqual(moved.changes[0].before.records.A, ['192.0.2.1', '192.0.2.2']);
  assert.deepEqual(moved.changes[0].after.records.A, ['192.0.2.9']);
  assert.equal(dearer.changes[0].summary, 'new on the page: "Flour costs 13 a sack."');

  for (const [watch, path, kind] of [
    [endpoint, '/endpoint', 'endpoint'],
    [dns, '/dns', 'dns'],
    [paged, '/page', 'page'],
  ] as const) {
    const delivery = await until(() => receiver.on(path)[0]);
    const { type, timestamp, data } = verified(watch.secret, delivery) as typeof delivery.body;
    assert.equal(type, 'watch.changed');
    const shown = await until(async () => {
      const [change] = (await show(watch.watch_id)).changes;
      return change.delivery.status === 'delivered' && change;
    });
    const { summary, reason, before, after } = shown;
    assert.equal(timestamp, shown.at);
    assert.equal(data.kind, kind);
    assert.deepEqual(data, {
      watch_id: watch.watch_id,
      kind,
      target: data.target,
      summary,
      reason,
      before,
      after,
    });
    const { attempts, last_status, webhook_id } = shown.delivery;
    assert.deepEqual([attempts, last_status, webhook_id], [1, 200, delivery.id]);
    assert.throws(() => verified(noisy.secret, delivery), 'a secret signs only its own watch');
  }

  await Promise.all([
    waitForChecks(noisy.watch_id, 3),
    waitForChecks(paged.watch_id, 3),
    waitForChecks(endpoint.watch_id, 3),
  ]);
  assert.deepEqual((await show(noisy.watch_id)).changes, []);
  assert.deepEqual(receiver.on('/noise'), []);
  for (const path of ['/endpoint', '/dns', '/page']) assert.equal(receiver.on(path).length, 1, path);
});
