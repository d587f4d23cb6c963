import assert from 'node:assert/strict';
import { once } from 'node:events';
import { stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import test, { after } from 'node:test';
import { OwnerProcess } from './owner-process.ts';
import { postmastersOf, query, start, temporaryDataDir } from './site.ts';

const dataDir = path.join(await temporaryDataDir({ after }), 'made/for/it');

test('a fresh start creates a durable database that a second start finds again', async (t) => {
  const first = await start(t, dataDir);
  assert.deepEqual([first.initialised, first.adopted, first.database], [true, false, 'kith']);
  const [facts] = await query(
    first,
    `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
       current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('full_page_writes') as pages, current_setting('listen_addresses') as network,
       lower('É') as lower`,
  );
  assert.deepEqual(facts, {
    encoding: 'UTF8',
    checksums: 'on',
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    network: '',
    lower: 'é',
  });
  assert.equal((await stat(first.host)).mode & 0o777, 0o700);
  await query(first, 'create table kept as select 42 as answer');
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  assert.deepEqual(postmastersOf(dataDir), []);

  const second = await start(t, dataDir);
  assert.deepEqual([second.initialised, second.adopted], [false, false]);
  assert.deepEqual(await query(second, 'select answer from kept'), [{ answer: 42 }]);
});

test('after stop the owner exits by itself and no process stays behind', async () => {
  const owner = new OwnerProcess(dataDir);
  assert.equal((await owner.next())?.is, 'started');
  const [pid] = postmastersOf(dataDir);
  const ended = once(owner.child, 'exit');
  owner.child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  assert.throws(() => process.kill(pid!, 0), { code: 'ESRCH' });
});

test('a long log is rotated at the next start', async (t) => {
  await truncate(path.join(dataDir, 'postgres.log'), 11 * 1024 * 1024);
  await start(t, dataDir);
  const size = async (name: string) => (await stat(path.join(dataDir, name))).size;
  assert.ok((await size('postgres.log')) < 1024 * 1024 && (await size('postgres.log.1')) > 10 * 1024 * 1024);
});
