import assert from 'node:assert/strict';
import { once } from 'node:events';
import test, { after } from 'node:test';
import { Client } from 'pg';
import { OwnerProcess } from './owner-process.ts';
import { postmasterPid, query, start, temporaryDataDir } from './site.ts';

const dataDir = await temporaryDataDir({ after });

/** Starts an owner that writes, lets it acknowledge some rows, and kills it in between. */
async function killWhileWriting(alsoServer: boolean): Promise<number> {
  const owner = new OwnerProcess(dataDir, { task: 'write' });
  assert.equal((await owner.next())?.is, 'started');
  let last = -1;
  while (last < 200) last = (await owner.next())?.id ?? assert.fail('the owner ended early');
  if (alsoServer) process.kill(postmasterPid(dataDir), 'SIGKILL');
  const killed = owner.end('SIGKILL');
  for (let row = await owner.next(); row !== undefined; row = await owner.next()) last = row.id ?? last;
  await killed;
  return last;
}

test('the server of an owner killed with kill -9 is adopted with every acknowledged row', async (t) => {
  const last = await killWhileWriting(false);
  const pid = postmasterPid(dataDir);
  const server = await start(t, dataDir);
  assert.deepEqual([server.adopted, server.initialised], [true, false]);
  assert.equal(postmasterPid(dataDir), pid);
  const [found] = await query(server, `select count(*)::int as rows from acknowledged where id <= ${last}`);
  assert.equal(found?.rows, last + 1);
});

test('after kill -9 of owner and server a start recovers every acknowledged row', async (t) => {
  const last = await killWhileWriting(true);
  const server = await start(t, dataDir);
  assert.equal(server.adopted, false);
  const [found] = await query(server, `select count(*)::int as rows from acknowledged where id <= ${last}`);
  assert.equal(found?.rows, last + 1);
});

test('a server that dies is restarted by its owner, after the backends of the old one ended', async (t) => {
  const events: string[] = [];
  const recovered = Promise.withResolvers<void>();
  const log = (event: string) => {
    events.push(event);
    if (event === 'postgres.recovered') recovered.resolve();
  };
  const server = await start(t, dataDir, { log });
  await query(server, 'create table kept as select 42 as answer');
  const { host, port, user, database } = server;
  const busy = new Client({ host, port, user, database });
  busy.on('error', () => {});
  await busy.connect();
  // Never waits for anything, so it does not notice that its postmaster died.
  const spinning = busy.query(`do $$ begin while clock_timestamp() < now() + '1.2 s' loop end loop; end $$`);
  const spun = Promise.allSettled([spinning, once(busy, 'end')]);

  const dead = postmasterPid(dataDir);
  process.kill(dead, 'SIGKILL');
  await recovered.promise;
  assert.notEqual(postmasterPid(dataDir), dead);
  assert.deepEqual(await query(server, 'select answer from kept'), [{ answer: 42 }]);
  assert.deepEqual(events, ['postgres.started', 'postgres.lost', 'postgres.recovered']);
  await spun;
});

test('an owner whose server restarts after a crashed backend continues to own it', async (t) => {
  const recovered = Promise.withResolvers<void>();
  const log = (event: string) => event === 'postgres.recovered' && recovered.resolve();
  const server = await start(t, dataDir, { log });
  const pid = postmasterPid(dataDir);
  const [backend] = await query(
    server,
    `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
  );
  process.kill(Number(backend?.pid), 'SIGKILL');
  await recovered.promise;
  assert.equal(postmasterPid(dataDir), pid);
  const [lock] = await query(
    server,
    `select application_name as name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory'`,
  );
  assert.equal(lock?.name, `kith owner pid ${process.pid}`);
});
