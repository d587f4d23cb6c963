import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verified } from '../../../fixtures/utility/watches/receiver.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';
import { startWatchedSite } from './watched-site.ts';

/** One owner gets half of the six concurrent calls that a host allows. */
const perOwner = 3;

test('watches of a hanging host delay nobody; city keys have watches; old history is pruned, pending rows stay', async (t) => {
  const watched = await startWatchedSite(t);
  const { site, receiver, at, make, utility, city, database } = watched;
  let hangs = false;
  const held = new Set<() => void>();
  let most = 0;
  let givenUp = 0;
  site['/hang'] = (_, response) => {
    if (!hangs) return void response.end();
    const release = () => void response.end();
    held.add(release);
    most = Math.max(most, held.size);
    response.on('close', () => {
      held.delete(release);
      if (hangs) givenUp++;
    });
  };
  site['/up'] = 'x';

  await t.test('a city key has its own watches', async () => {
    const [ada, bob] = [await register(city), await register(city)];
    let status = 200;
    site['/city'] = (_, response) => void response.writeHead(status).end();
    const body = { kind: 'endpoint', target: at('/city'), notify: receiver.at('/city') };
    const { json: made } = await utility.post('/watch', body, { key: ada.api_key });
    const list = async (key: string) => (await utility.get('/watch', { key })).json.watches.length;
    assert.deepEqual([await list(ada.api_key), await list(bob.api_key)], [1, 0]);
    const path = `/watch/${made.watch_id}`;
    for (const call of ['GET', 'DELETE'])
      assertRefused(await utility.call(call, path, { key: bob.api_key }), 404, 'not_found');
    assertRefused(
      await utility.get(path, { ally: watched.ally }),
      404,
      'not_found',
      'an ally is not an agent',
    );
    status = 500;
    const delivery = await until(() => receiver.on('/city')[0]);
    assert.equal((verified(made.secret, delivery) as typeof delivery.body).data.watch_id, made.watch_id);
    // They belong to the agent, not to the key.
    const { json: rotated } = await city.post('/api/keys/rotate', undefined, { key: ada.api_key });
    const watch = (await utility.get(path, { key: rotated.api_key })).json;
    assert.equal(watch.changes[0].delivery.status, 'delivered');
    assertRefused(await utility.get(path, { key: ada.api_key }), 401, 'bad_key');
    assert.equal((await utility.call('DELETE', path, { key: rotated.api_key })).status, 200);
  });

  await t.test('watches of a hanging host delay no others', async () => {
    const slow = await make({ kind: 'endpoint', target: at('/hang').replace('site.', 'slow.') });
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await make({ kind: 'endpoint', target: at('/up') })).watch_id);
    hangs = true;
    // More than there are concurrent checks, and all of them due before the others.
    await database.sql(
      `WITH made AS (
         INSERT INTO watch SELECT (jsonb_populate_record(w, jsonb_build_object('id', 'wat_slow_' || n))).*
         FROM watch w, generate_series(1, 60) n WHERE id = $1 RETURNING id)
       INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at)
       SELECT 'check watches', id, now() - interval '1 minute', now() - interval '1 minute', 'null', now() FROM made`,
      [slow.watch_id],
    );
    await until(() => held.size >= perOwner);
    const readCheckCounts = async () => {
      const rows = await database.sql('SELECT id, checks FROM watch WHERE id = ANY ($1)', [ids]);
      return new Map<string, number>(rows.map(({ id, checks }) => [id, checks]));
    };
    const before = await readCheckCounts();
    // Each of the others is checked twice before the first hanging check is given up.
    for (
      let after = before;
      ids.some((id) => after.get(id)! - before.get(id)! < 2);
      after = await readCheckCounts()
    ) {
      assert.equal(givenUp, 0, JSON.stringify([...before, ...after]));
      await sleep(50);
    }
    assert.equal(most, perOwner, 'concurrent checks of one owner at one host');
    hangs = false;
    for (const release of held) release();
    await until(async () => {
      const [{ left }] = await database.sql(
        `SELECT count(*)::int AS left FROM watch w JOIN watch first ON first.id = $1
         WHERE w.id LIKE 'wat_slow_%' AND w.last_checked_at <= first.created_at + interval '1 second'`,
        [slow.watch_id],
      );
      return left === 0;
    });
    await database.sql(`DELETE FROM task WHERE subject LIKE 'wat_slow_%'`);
    await database.sql(`DELETE FROM watch WHERE id LIKE 'wat_slow_%'`);
  });

  await t.test('old history is pruned', async () => {
    const { watch_id } = await make({ kind: 'endpoint', target: at('/up'), notify: receiver.at('/kept') });
    const endpoint = async (url: string) =>
      (
        await database.sql(
          `INSERT INTO webhook_endpoint (owner, url) SELECT owner, $2 FROM watch WHERE id = $1 RETURNING id`,
          [watch_id, url],
        )
      )[0].id;
    const [named, idle, busy] = [
      await endpoint(receiver.at('/kept')),
      await endpoint('http://gone.test/'),
      await endpoint('http://busy.test/'),
    ];
    const change = async (days: number) =>
      (
        await database.sql(
          `INSERT INTO watch_change (watch_id, at, summary, before, after)
           VALUES ($1, now() - $2 * interval '1 day', $3, '{}', '{}') RETURNING id`,
          [watch_id, days, `${days} days ago`],
        )
      )[0].id;
    const delivery = (
      endpointId: number,
      changeId: number | null,
      status: string,
      days: number,
      name: string,
    ) =>
      database.sql(
        `INSERT INTO webhook_delivery (message_id, endpoint_id, sender, change_id, type, secret, body, status, expires_at, created_at)
         VALUES ($1, $2, $3, $4, 'x', '', '{}', $5, now() + interval '1 day', now() - $6 * interval '1 day')`,
        [name, endpointId, watch_id, changeId, status, days],
      );
    await delivery(named, await change(100), 'delivered', 100, 'old change');
    await delivery(busy, await change(101), 'pending', 101, 'old change that waits');
    await delivery(named, await change(80), 'failed', 80, 'change of this quarter');
    await delivery(named, null, 'delivered', 8, 'old test');
    await delivery(named, null, 'delivered', 6, 'test of this week');
    await delivery(busy, null, 'pending', 100, 'old test that waits');
    await change(95);
    await database.sql(`UPDATE task SET due_at = now(), ready_at = now() WHERE kind = 'prune watch history'`);
    await until(
      async () => (await database.sql('SELECT 1 FROM webhook_endpoint WHERE id = $1', [idle])).length === 0,
    );
    const left = await database.sql('SELECT message_id FROM webhook_delivery ORDER BY 1');
    assert.deepEqual(
      left.map((row) => row.message_id).filter((id) => !id.startsWith('msg_')),
      ['change of this quarter', 'old change that waits', 'old test that waits', 'test of this week'],
    );
    const changes = (await watched.show(watch_id)).changes as { summary: string }[];
    assert.deepEqual(changes.map(({ summary }) => summary).toSorted(), ['101 days ago', '80 days ago']);
    const endpoints = await database.sql('SELECT id FROM webhook_endpoint WHERE id = ANY ($1)', [
      [named, idle, busy],
    ]);
    assert.deepEqual(endpoints.map((row) => row.id).toSorted(), [named, busy].toSorted());
  });
});
