import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { exampleEnv } from '../../../src/app/settings.ts';
import { signingKey } from '../../harness/app.ts';
import { freshDatabase } from '../../harness/database.ts';
import { beginKith, onDatabase, runKith } from '../../harness/process.ts';
import { until } from '../../harness/until.ts';

async function emptyDir(t: { after(clean: () => Promise<void>): void }): Promise<string> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'kith-settings-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test('a wrong setting stops the start with one clear line, before anything is created', async (t) => {
  const dir = await emptyDir(t);
  const wrong: [Record<string, string>, RegExp][] = [
    [{ KITH_NONSENSE: '1' }, /KITH_NONSENSE is not a setting/],
    [{ KITH_CITY_PORT: 'eighty' }, /KITH_CITY_PORT must be a port/],
    [{ DATABASE_URL: 'postgres://kith:hunter2@db/kith' }, /KITH_SIGNING_KEY is required with DATABASE_URL/],
  ];
  const ended = await Promise.all(wrong.map(([env]) => runKith(['serve'], { KITH_DATA_DIR: dir, ...env })));
  for (const [i, { code, stdout, stderr }] of ended.entries()) {
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^kith: [^\n]+\n$/, 'one line');
    assert.match(stderr, wrong[i]![1]);
    assert.ok(!stderr.includes('hunter2'), 'a secret is not echoed');
    assert.equal(stdout, '');
  }
  assert.deepEqual(await readdir(dir), []);
});

test('why a database cannot be reached is said without its password', async (t) => {
  const starting = beginKith(t, {
    DATABASE_URL: 'postgres://kith:hunter2@127.0.0.1:1/kith',
    KITH_SIGNING_KEY: signingKey,
    KITH_DATA_DIR: await emptyDir(t),
  });
  await until(() => /waiting for the database/.test(starting.printed()));
  assert.match(starting.printed(), /DATABASE_URL cannot be reached: /);
  assert.equal(await starting.kill(), 0);
  assert.ok(!starting.printed().includes('hunter2'));
});

test('kith config prints every setting and no secret, also those of .env', async (t) => {
  const dir = await emptyDir(t);
  await writeFile(
    path.join(dir, '.env'),
    'KITH_HOST=0.0.0.0\nKITH_ADMIN_TOKEN=admin-secret-admin-secret-admin-1\n',
  );
  const { code, stdout } = await runKith(
    ['config'],
    { DATABASE_URL: 'postgres://kith:hunter2@db/kith', KITH_SIGNING_KEY: signingKey },
    { cwd: dir },
  );
  assert.equal(code, 0);
  const names = [...exampleEnv().matchAll(/^#(\w+)=$/gm)].map((match) => match[1]);
  assert.ok(names.length > 10);
  for (const name of names) assert.match(stdout, new RegExp(`^${name}=`, 'm'));
  assert.match(stdout, /^KITH_HOST=0\.0\.0\.0$/m);
  for (const name of ['DATABASE_URL', 'KITH_SIGNING_KEY', 'KITH_ADMIN_TOKEN'])
    assert.match(stdout, new RegExp(`^${name}=\\*+$`, 'm'));
  for (const secret of ['hunter2', '1111', 'admin-secret']) assert.ok(!stdout.includes(secret), secret);
});

test('an unknown command prints the usage', async () => {
  const { code, stderr } = await runKith(['dance'], {});
  assert.equal(code, 2);
  assert.equal(stderr, 'kith: there is no command "dance"\n      kith help lists the commands.\n');
  const { stdout } = await runKith(['help'], {});
  assert.match(stdout, /usage: kith <command>/);
});

test('a port in use is reported in one line', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const holder = createServer().listen(0, '127.0.0.1');
  t.after(() => holder.close());
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const { code, stderr } = await runKith(['serve'], {
    ...onDatabase(database),
    KITH_CITY_PORT: String(port),
  });
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`^kith: [^\\n]*${port}[^\\n]*\\n$`));
});
