import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verified } from '../../../fixtures/utility/watches/receiver.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';
import { startWatchedSite } from './watched-site.ts';

test('a watch is created, listed, read and deleted through its routes', async (t) => {
  const { site, receiver, at, call, make, show, changed, waitForChecks, utility, database } =
    await startWatchedSite(t);
  let status = 200;
  site['/up'] = (_, response) => void response.writeHead(status).end();

  const refused: [object, number, string][] = [
    [{ kind: 'endpoint', target: 'ftp://site.test/' }, 400, 'invalid_field'],
    [{ kind: 'weather', target: at('/up') }, 400, 'invalid_field'],
    [{ kind: 'dns', target: 'not a name' }, 400, 'invalid_field'],
    [{ kind: 'dns', target: 'nothing.here.example' }, 502, 'upstream_failed'],
    [{ kind: 'wallet', target: '0x12' }, 400, 'invalid_field'],
    [{ kind: 'endpoint', target: 'http://10.0.0.1/' }, 400, 'bad_target'],
    [{ kind: 'endpoint', target: 'http://site.test:1/' }, 400, 'bad_target'],
    [{ kind: 'endpoint', target: 'http://nowhere.example/' }, 502, 'upstream_failed'],
    [{ kind: 'page', target: at('/missing') }, 502, 'upstream_failed'],
    [{ kind: 'endpoint', target: at('/up'), notify: 'http://10.0.0.1/hook' }, 400, 'bad_target'],
    [{ kind: 'endpoint', target: at('/up'), notify: 'http://user:secret@hooks.test/' }, 400, 'bad_target'],
    [{ kind: 'endpoint', target: at('/up'), notify: 'nonsense' }, 400, 'bad_target'],
  ];
  for (const [body, code, kind] of refused) {
    assertRefused(await call('POST', '/watch', body), code, kind, JSON.stringify(body));
  }
  assert.equal((await call('GET', '/watch')).json.count, 0);

  const once = { ally: undefined as string | undefined, headers: { 'idempotency-key': 'one' } };
  once.ally = (await utility.post('/ally/register', { agent: 'other' })).json.key;
  const body = { kind: 'endpoint', target: at('/up') };
  const [first, again] = [await utility.post('/watch', body, once), await utility.post('/watch', body, once)];
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.deepEqual(again.json, first.json);
  const kept = await database.sql('SELECT secret FROM watch');
  assert.equal(kept.length, 1);
  assert.ok(
    !kept[0].secret.toString('latin1').includes(first.json.secret.slice(6)),
    'not stored unencrypted',
  );
  assertRefused(await call('GET', `/watch/${first.json.watch_id}`), 404, 'not_found', "another's");
  assertRefused(await call('DELETE', `/watch/${first.json.watch_id}`), 404, 'not_found', "another's");
  assertRefused(await call('POST', `/watch/${first.json.watch_id}/check`), 404, 'not_found', "another's");
  const quiet = await utility.post(`/watch/${first.json.watch_id}/test`, undefined, { ally: once.ally });
  assertRefused(quiet, 409, 'no_notify');

  const { watch_id: id, secret } = await make({ ...body, notify: receiver.at('/notified') });
  assert.equal((await call('GET', '/watch')).json.watches[0].watch_id, id);
  assert.ok(!(await call('GET', '/watch')).text.includes(secret.slice(6)));
  assert.equal((await call('POST', `/watch/${id}/check`)).status, 200);
  const soon = await call('POST', `/watch/${id}/check`);
  assertRefused(soon, 429, 'over_limit');
  assert.ok(Number(soon.headers['retry-after']) > 0);

  status = 500;
  await changed(id);
  status = 200;
  const { changes } = await changed(id, 2);
  const firstPage = (await call('GET', `/watch/${id}?limit=1`)).json;
  assert.deepEqual([firstPage.changes[0].id, firstPage.changes.length], [changes[0].id, 1]);
  const nextPage = (await call('GET', `/watch/${id}${firstPage.next}`)).json;
  assert.deepEqual([nextPage.changes[0].id, nextPage.next], [changes[1].id, null]);

  await until(() => receiver.on('/notified').length === 2);
  const path = `/watch/${id}/changes/${changes[1].id}/redeliver`;
  assert.equal((await call('POST', path)).json.delivery.status, 'pending');
  const [delivery, , repeat] = await until(
    () => receiver.on('/notified').length === 3 && receiver.on('/notified'),
  );
  assert.equal(repeat!.id, delivery!.id);
  assert.equal(repeat!.raw, delivery!.raw);
  verified(secret, repeat!);
  assertRefused(await call('POST', `/watch/${id}/changes/999/redeliver`), 404, 'not_found');

  // The target now resolves to an internal address: it cannot be read, which is not a change.
  await database.sql(`UPDATE watch SET target = 'http://10.0.0.1/' WHERE id = $1`, [id]);
  const failing = await until(async () => {
    const watch = await show(id);
    return watch.status === 'failing' && watch;
  });
  assert.match(failing.last_error, /not a public address/);
  assert.deepEqual([failing.changes.length, failing.current.status], [2, 200]);
  await database.sql('UPDATE watch SET target = $2 WHERE id = $1', [id, at('/up')]);
  assert.equal((await waitForChecks(id, 2)).status, 'active');
  assert.equal((await show(id)).changes.length, 2);

  await database.sql(
    `INSERT INTO watch SELECT (jsonb_populate_record(w, jsonb_build_object('id', 'wat_' || n))).* FROM watch w, generate_series(2, 99) n WHERE id = $1`,
    [id],
  );
  const rivals = await Promise.all([1, 2, 3].map(() => call('POST', '/watch', body)));
  assert.deepEqual(rivals.map((each) => each.status).toSorted(), [200, 409, 409]);
  assertRefused(rivals.find((each) => each.status === 409)!, 409, 'too_many_watches');

  assert.deepEqual((await call('DELETE', `/watch/${id}`)).json, { watch_id: id, deleted: true });
  assertRefused(await call('GET', `/watch/${id}`), 404, 'not_found');
  const left = await database.sql(
    `SELECT 1 FROM webhook_delivery WHERE sender = $1 UNION ALL SELECT 1 FROM task WHERE subject = $1`,
    [id],
  );
  assert.deepEqual(left, []);
});
