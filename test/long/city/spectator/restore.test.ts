import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watch } from '../../../fixtures/city/spectator/watcher.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { restoreToNewCluster } from '../../../harness/restore.ts';

test('after a restore into a new cluster, old and new events are streamed once and in order', async (t) => {
  const origin = await freshDatabase();
  t.after(() => origin.drop());
  const first = await startApp(t, { database: origin });
  // Raises the transaction ids of the first cluster far above those of a new one.
  await origin.sql(`DO $$ BEGIN CREATE TEMP TABLE burnt (i integer); FOR i IN 1..5000 LOOP
    BEGIN INSERT INTO burnt VALUES (i); EXCEPTION WHEN division_by_zero THEN NULL; END; END LOOP; END $$`);
  const start = (await watch(first.city)).frames[0].id;
  for (const name of ['Ada', 'Bob']) await register(first.city, name);
  const before = await watch(first.city, `?types=agent&since=${start}`);
  await before.until(() => before.events.length === 2);
  await origin.sql(`INSERT INTO counted_rows (name, mark_id, mark_xid) VALUES ('agent', 2, pg_current_xact_id())
    ON CONFLICT (name) DO UPDATE SET mark_id = 2, mark_xid = pg_current_xact_id()`);
  await first.stop();

  const second = await startApp(t, { database: await restoreToNewCluster(t, origin) });
  const watcher = await watch(second.city, `?types=agent&since=${start}`);
  assert.equal(watcher.frames[0].cut, false);
  await register(second.city, 'Cleo');
  await watcher.until(() => watcher.events.length === 3);
  assert.deepEqual(
    watcher.events.map((frame) => frame.name),
    ['Ada', 'Bob', 'Cleo'],
  );
  const { pruneEvents } = await import('../../../../src/city/spectator/event-record.ts');
  const { openDatabase } = await import('../../../../src/platform/db/database.ts');
  const { host, port, user, database } = second.database;
  const own = openDatabase({ host, port, user, database }, { name: 'test', connections: 1, onLost() {} });
  t.after(() => own.close());
  await pruneEvents(own.transaction, { now: () => new Date() });
  const kept = await watch(second.city, `?types=agent&since=${start}`);
  await kept.until(() => kept.events.length === 3);

  // The count continues too, although the marker is a transaction id that the new cluster has not assigned yet.
  const { countAppended } = await import('../../../../src/city/orientation/totals.ts');
  assert.equal(await own.transaction((tx) => countAppended(tx, 'agent', new Date())), 3);
  const [counted] = await second.database.sql(`SELECT through_id FROM counted_rows WHERE name = 'agent'`);
  assert.equal(Number(counted.through_id), 2);
});
