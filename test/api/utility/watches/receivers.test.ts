import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verified } from '../../../fixtures/utility/watches/receiver.ts';
import { until } from '../../../harness/until.ts';
import { startWatchedSite } from './watched-site.ts';

test('misbehaving receivers delay nobody else, and each is reported with its fault', async (t) => {
  const rebinding = [{ A: ['127.0.0.1'] }, { A: ['10.0.0.1'] }];
  const watched = await startWatchedSite(t, {
    env: { KITH_WATCH_INTERVAL_S: '7200' },
    zone: { 'rebinding.test': rebinding },
  });
  const { site, receiver, at, call, make, show, database } = watched;
  site['/'] = 'x';
  const { manners } = receiver;
  const held: (() => void)[] = [];
  manners['/slow'] = (response) => void held.push(() => response.end());
  manners['/error'] = (response) => void response.writeHead(500).end();
  manners['/rest'] = (response) => void response.writeHead(503, { 'retry-after': '3600' }).end();
  manners['/redirect'] = (response) =>
    void response.writeHead(302, { location: receiver.at('/secret') }).end();
  manners['/close'] = (response) => void response.destroy();
  manners['/endless'] = (response) => {
    const writeWithoutEnd = () => {
      if (response.destroyed) return;
      response.write('x'.repeat(65_536));
      setImmediate(writeWithoutEnd);
    };
    writeWithoutEnd();
  };
  let flaky = 0;
  manners['/flaky'] = (response) => void response.writeHead(++flaky === 1 ? 500 : 204).end();

  const bad = ['/slow', '/error', '/rest', '/redirect', '/close', '/endless', '/flaky', '/gone', '/good'];
  const watches: Record<string, { watch_id: string; secret: string }> = {};
  const watch = async (notify: string) => make({ kind: 'endpoint', target: at('/'), notify });
  for (const path of bad) watches[path] = await watch(receiver.at(path));
  watches['/rebound'] = await watch(`http://rebinding.test:${receiver.port}/rebound`);
  const send = async (path: string) => {
    const answer = await call('POST', `/watch/${watches[path]!.watch_id}/test`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.webhook_id as string;
  };
  const log = async (path: string) => (await show(watches[path]!.watch_id)).deliveries;
  const attempted = (path: string, status: string) =>
    until(async () => {
      const [newest] = await log(path);
      return newest.attempts > 0 && newest.status === status && newest;
    });

  for (const path of [...bad.slice(0, 6), '/rebound']) await send(path);
  const flakyIds = [await send('/flaky'), await send('/flaky'), await send('/flaky')];
  for (let i = 0; i < 3; i += 1) await send('/good');
  await until(() => receiver.on('/good').length === 3);
  await until(() => held.length > 0);
  assert.equal(
    (await log('/slow'))[0].attempts,
    0,
    'fast receivers were served while the slow one held its request',
  );
  for (const got of receiver.on('/good')) {
    assert.equal((verified(watches['/good']!.secret, got) as typeof got.body).type, 'watch.test');
  }

  assert.equal((await attempted('/error', 'pending')).last_status, 500);
  assert.equal((await attempted('/redirect', 'pending')).last_status, 302);
  assert.equal(receiver.on('/secret').length, 0);
  assert.match((await attempted('/close', 'pending')).last_error, /invalid HTTP response/);
  assert.equal((await attempted('/endless', 'delivered')).last_status, 200);
  const rebound = await attempted('/rebound', 'pending');
  assert.match(rebound.last_error, /not a public address/);
  assert.equal(receiver.on('/rebound').length, 0);

  await attempted('/rest', 'pending');
  const [{ rests }] = await database.sql(
    `SELECT min(due_at) > now() + interval '55 minutes' AS rests FROM task JOIN webhook_endpoint e ON subject = e.id::text
     WHERE url LIKE '%/rest' AND kind = 'deliver webhooks late'`,
  );
  assert.equal(rests, true, 'Retry-After is respected');

  await until(() => receiver.on('/flaky').length === 4);
  assert.deepEqual(
    receiver.on('/flaky').map(({ id }) => id),
    [flakyIds[0], ...flakyIds],
  );
  await attempted('/flaky', 'delivered');
  const [{ lane }] = await database.sql(`SELECT lane FROM webhook_endpoint WHERE url LIKE '%/flaky'`);
  assert.equal(lane, 'quick', 'a recovered receiver is in the quick lane');

  manners['/gone'] = (response) => void response.writeHead(410).end();
  await send('/gone');
  assert.equal((await attempted('/gone', 'failed')).last_status, 410);
  const gone = watches['/gone']!.watch_id;
  const paused = await show(gone);
  assert.deepEqual([paused.status, paused.next_check_at], ['paused', null]);
  assert.equal((await call('POST', `/watch/${gone}/check`)).json.status, 'active');
  await until(async () => (await show(gone)).checks > paused.checks);
  for (const release of held) release();
});
