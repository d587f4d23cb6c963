import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import test, { after } from 'node:test';
import { startEmbeddedPostgres } from '../../../../../src/platform/db/embedded/server.ts';
import { OwnerProcess } from './owner-process.ts';
import { postmastersOf, query, start, temporaryDataDir } from './site.ts';

const dataDir = await temporaryDataDir({ after });

test('of two processes that start concurrently on an empty directory, one owns the server and the other says so', async () => {
  const owners = [new OwnerProcess(dataDir), new OwnerProcess(dataDir)];
  const reports = await Promise.all(owners.map((owner) => owner.next()));
  const winner = owners[reports.findIndex((report) => report?.is === 'started')]!;
  const refusals = reports.filter((report) => report?.is === 'refused');
  assert.equal(refusals.length, 1);
  assert.equal(refusals[0]?.inUse, true, refusals[0]?.message);
  assert.ok(refusals[0]?.message?.includes(dataDir));
  assert.ok(refusals[0]?.message?.includes(`pid ${winner.child.pid}`));
  assert.equal(postmastersOf(dataDir).length, 1);
  assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres.log']);

  await winner.end('SIGTERM');
  assert.deepEqual(postmastersOf(dataDir), []);
});

test('a start on an owned directory is refused without affecting the owner', async (t) => {
  const owner = await start(t, dataDir);
  await assert.rejects(startEmbeddedPostgres({ dataDir, log: () => {} }), {
    name: 'DataDirInUse',
    dataDir,
    ownerPid: process.pid,
  });
  assert.deepEqual(await query(owner, 'select 1 as alive'), [{ alive: 1 }]);
});

test('a start while the owner is stopping waits for its end and takes over', async (t) => {
  const owner = await start(t, dataDir);
  const stopped = owner.stop();
  const next = await start(t, dataDir);
  await stopped;
  assert.equal(next.adopted, false);
  assert.deepEqual(await query(next, 'select 1 as alive'), [{ alive: 1 }]);
});
