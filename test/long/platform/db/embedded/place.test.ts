import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chown, cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test, { after } from 'node:test';
import { promisify } from 'node:util';
import { OwnerProcess } from './owner-process.ts';
import { postmasterPid, postmastersOf, query, start, temporaryDataDir } from './site.ts';

/** A comma and quotes, which the list of socket directories must support. */
const dataDir = path.join(await temporaryDataDir({ after }), 'a, "b"');
const NOBODY = 65534;
const UNNAMED = 54321;
const root = { skip: process.getuid?.() === 0 ? false : 'needs root' };

test('leftovers do no harm: a half-made cluster, and a lock file that names another living process', async (t) => {
  const half = path.join(dataDir, `postgres.init-${process.pid}-1-Abc123`);
  await mkdir(half, { recursive: true });
  await writeFile(path.join(half, 'PG_VERSION'), '18\n');
  await (await start(t, dataDir)).stop();
  assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres.log']);

  const pgdata = path.join(dataDir, 'postgres');
  // Not our own pid: PostgreSQL recognises that its parent is not a server.
  const lines = [process.ppid, pgdata, 1_700_000_000, 5432, pgdata, '', '  123456 0', 'ready   '];
  await writeFile(path.join(pgdata, 'postmaster.pid'), `${lines.join('\n')}\n`, { mode: 0o600 });
  const server = await start(t, dataDir);
  assert.equal(server.adopted, false);
  assert.deepEqual(await query(server, 'select 1 as alive'), [{ alive: 1 }]);
});

test('a copy made while the original runs is a separate database', async (t) => {
  const original = await start(t, dataDir);
  const copyDir = path.join(path.dirname(dataDir), 'copy');
  // Sockets cannot be copied; everything else is, including the lock file that names the other server.
  const isSocket = (file: string) => file.endsWith('.s.PGSQL.5432');
  await cp(dataDir, copyDir, { recursive: true, filter: (file) => !isSocket(file) });
  const copy = await start(t, copyDir);
  assert.deepEqual([copy.adopted, copy.host], [false, path.join(copyDir, 'postgres')]);
  assert.deepEqual(await query(original, 'select 1 as alive'), [{ alive: 1 }]);
});

test('a cluster moved to a path too long for a socket works there', async (t) => {
  const longDir = `${dataDir} and ${'so on '.repeat(20)}`;
  await rename(dataDir, longDir);
  const server = await start(t, longDir);
  t.after(() => rm(server.host, { recursive: true, force: true }));
  assert.equal(server.initialised, false);
  assert.ok(!server.host.startsWith(longDir));
  assert.equal((await stat(server.host)).mode & 0o777, 0o700);
  assert.deepEqual(await query(server, 'select 1 as alive'), [{ alive: 1 }]);
});

test('a directory with other content is not touched', async (t) => {
  const dataDir = await temporaryDataDir(t);
  await mkdir(path.join(dataDir, 'postgres'));
  await writeFile(path.join(dataDir, 'postgres/diary.txt'), 'mine');
  await assert.rejects(start(t, dataDir), { name: 'EmbeddedPostgresFailed' });
  assert.deepEqual(await readdir(path.join(dataDir, 'postgres')), ['diary.txt']);
});

for (const uid of [NOBODY, UNNAMED]) {
  test(`it runs as an ordinary user (uid ${uid})`, root, async (t) => {
    const dataDir = await temporaryDataDir(t);
    await chown(dataDir, uid, uid);
    const owner = new OwnerProcess(dataDir, { uid, gid: uid });
    const report = await owner.next();
    assert.equal(report?.is, 'started', report?.message);
    assert.equal((await stat(path.join(dataDir, 'postgres'))).uid, uid);
    await owner.end('SIGTERM');
    assert.deepEqual(postmastersOf(dataDir), []);
  });
}

test('root without user namespaces becomes nobody, also on a cluster made within one', root, async (t) => {
  const dataDir = await temporaryDataDir(t);
  const pgdata = path.join(dataDir, 'postgres');
  // Without a PATH there is no unshare.
  const first = new OwnerProcess(dataDir, { env: { PATH: '' } });
  const report = await first.next();
  assert.equal(report?.initialised, true, report?.message);
  assert.equal((await stat(`/proc/${postmasterPid(dataDir)}`)).uid, NOBODY);
  await first.end('SIGKILL');
  const adopted = await start(t, dataDir);
  assert.equal(adopted.adopted, true);
  await adopted.stop();

  await promisify(execFile)('chown', ['-R', '0:0', pgdata]);
  const second = new OwnerProcess(dataDir, { env: { PATH: '' } });
  assert.equal((await second.next())?.is, 'started');
  assert.equal((await stat(pgdata)).uid, NOBODY);
  await second.end('SIGTERM');
  assert.deepEqual(postmastersOf(dataDir), []);
});
