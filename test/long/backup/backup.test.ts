import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startKith } from '../../../src/app/kith.ts';
import { readConfig } from '../../../src/app/settings.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { type S3Server, startS3Server } from '../../fixtures/platform/blobs/s3-server.ts';
import { signingKey, startApp, type TestApp } from '../../harness/app.ts';
import { Client } from '../../harness/client.ts';
import { hourMs, MovableClock } from '../../harness/clock.ts';
import { freshDataDir, serversOn } from '../../harness/data-dir.ts';
import { runKith } from '../../harness/process.ts';

const ends: (() => Promise<unknown>)[] = [];
const here = { after: (end: () => Promise<unknown>) => void ends.push(end) };
const clock = new MovableClock('2026-11-16T10:00:00.000Z');
const root = path.join(import.meta.dirname, '../../..');
let dir: string;
let app: TestApp;
let s3: S3Server;
let env: Record<string, string>;
let [ada, grace, file] = ['', '', ''];

before(async () => {
  dir = await freshDataDir({ after: (end) => here.after(end) });
  s3 = await startS3Server();
  here.after(() => s3.stop());
  app = await startApp(undefined, {
    clock,
    env: {
      KITH_DATA_DIR: path.join(dir, 'data'),
      KITH_BACKUP_TO: path.join(dir, 'scheduled'),
      KITH_BACKUP_INTERVAL_H: '6',
      KITH_BACKUP_KEEP: '2',
    },
  });
  here.after(() => app.stop());
  env = {
    DATABASE_URL: app.database.url,
    KITH_SIGNING_KEY: signingKey,
    KITH_DATA_DIR: path.join(dir, 'data'),
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
  ada = await register('ada_42');
  grace = await register('grace_7');
  const uploaded = await app.city.call('POST', '/api/upload', {
    key: ada,
    raw: Buffer.from('A text that is kept.\n'),
    headers: { 'content-type': 'text/plain' },
  });
  assert.equal(uploaded.status, 201, uploaded.text);
  file = new URL(uploaded.json.url).pathname;
});
after(async () => {
  for (const end of ends.reverse()) await end();
});

async function register(name: string): Promise<string> {
  const answer = await app.city.call('POST', '/api/register', { body: { screen_name: name } });
  assert.equal(answer.status, 201, answer.text);
  return answer.json.api_key;
}

const tip = (city: Client, amount: number) =>
  city.call('POST', '/api/tip', { key: ada, body: { to: 'grace_7', amount } });

const backup = async (place: string, ...more: string[]) => {
  const { code, stdout, stderr } = await runKith(['admin', 'backup', place, '--json', ...more], env);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
};
/** Restores into a separate directory; its environment describes a kith without a database server. */
const restore = (place: string, to: string, ...more: string[]) =>
  runKith(['admin', 'restore', place, '--json', ...more], {
    KITH_DATA_DIR: to,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  });

test('a backup to S3, taken while AP moves, is restored whole and serves', async (t) => {
  const place = s3.url('backups');
  const kept = path.join(dir, 'checkpoints.txt');
  const checkpoint = async () => (await app.city.call('GET', '/api/ledger/checkpoint')).text;
  writeFileSync(kept, (await checkpoint()) + (await checkpoint()));
  const moving = Promise.all(Array.from({ length: 10 }, () => tip(app.city, 1)));
  const taken = await backup(place);
  await moving;
  assert.ok(taken.tables > 50);
  assert.equal(taken.files, 1);

  const to = path.join(dir, 'from-s3');
  const { code, stdout, stderr } = await restore(place, to, '--checkpoint', kept);
  assert.equal(code, 0, stderr);
  const restored = JSON.parse(stdout);
  assert.equal(restored.id, taken.id);
  // Its own signing key, and the one stored elsewhere.
  assert.equal(restored.checkpoints.length, 2);
  assert.ok(restored.checkpoints.every((size: number) => size <= restored.ledger_size));

  await t.test('a newer checkpoint, or one from another ledger, makes the restore fail', async () => {
    while (Number((await checkpoint()).split('\n')[1]) <= restored.ledger_size) await tip(app.city, 1);
    const later = await checkpoint();
    writeFileSync(kept, later);
    const newer = await restore(place, path.join(dir, 'newer'), '--checkpoint', kept);
    assert.equal(newer.code, 1);
    assert.match(newer.stderr, /the backup is older than the checkpoint/);
    writeFileSync(kept, later.replace(/^\d+$/m, '1'));
    const foreign = await restore(place, path.join(dir, 'foreign'), '--checkpoint', kept);
    assert.equal(foreign.code, 1);
    assert.match(foreign.stderr, /was not signed by a key of the restored ledger/);
    for (const name of ['newer', 'foreign', 'newer.restoring', 'foreign.restoring'])
      assert.equal(existsSync(path.join(dir, name)), false);
  });

  await t.test('a restore does not touch a data dir that is not empty', async () => {
    const again = await restore(place, to);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /is not empty/);
  });

  const config = readConfig({
    KITH_DATA_DIR: to,
    KITH_CITY_PORT: '0',
    KITH_UTILITY_PORT: '0',
    KITH_SELFTEST_INTERVAL_S: '0',
    KITH_VIDEO_SAMPLES: '0',
    KITH_CHECKPOINT_INTERVAL_S: '0',
  });
  const kith = await startKith(config, {
    log: createLog({ level: 'silent' }),
    clock: systemClock,
  });
  t.after(() => kith.stop());
  const city = new Client(kith.listens.city);
  assert.equal((await city.call('GET', '/api/me', { key: grace })).json.screen_name, 'grace_7');
  assert.equal(await fetch(kith.listens.city + file).then((each) => each.text()), 'A text that is kept.\n');
  // Sequences and keys continue where they were.
  assert.equal((await tip(city, 1)).status, 201);
  const [origin] = (await checkpoint()).split('\n');
  const note = (await city.call('GET', '/api/ledger/checkpoint')).text;
  assert.equal(note.split('\n')[0], origin);
});

test('an interrupted backup is not listed, and a killed restore leaves no data dir', async () => {
  const place = path.join(dir, 'killed');
  const child = spawn(process.execPath, [path.join(root, 'bin/kith.mjs'), 'admin', 'backup', place], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  while (globSync(`${place}/blobs/*`).length < 5 && child.exitCode === null) await sleep(1);
  child.kill('SIGKILL');
  await ended;
  assert.equal((await runKith(['admin', 'backups', place], env)).stdout, '');
  const none = await restore(place, path.join(dir, 'none'));
  assert.equal(none.code, 1);
  assert.match(none.stderr, /there is no complete backup at that destination/);
  assert.equal(existsSync(path.join(dir, 'none')), false);

  const { id } = await backup(place);
  const listed = await runKith(['admin', 'backups', place, '--json'], env);
  assert.deepEqual(
    listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
    [id],
  );

  const to = path.join(dir, 'half');
  const restoring = spawn(process.execPath, [path.join(root, 'bin/kith.mjs'), 'admin', 'restore', place], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, KITH_DATA_DIR: to },
    stdio: 'ignore',
  });
  const gone = once(restoring, 'exit');
  while (serversOn(`${to}.restoring`).length === 0 && restoring.exitCode === null) await sleep(5);
  restoring.kill('SIGKILL');
  await gone;
  assert.equal(existsSync(to), false);
  const second = await restore(place, to);
  assert.equal(second.code, 0, second.stderr);
  assert.equal(existsSync(`${to}.restoring`), false);
});

test('a damaged backup is refused', async () => {
  const place = path.join(dir, 'damaged');
  await backup(place);
  const largest = globSync(`${place}/blobs/*`)
    .map((name) => ({ name, bytes: readFileSync(name) }))
    .filter(({ bytes }) => bytes.includes('tables/agent.copy.zst'))
    .at(0);
  assert.ok(largest);
  largest.bytes.writeUInt8(largest.bytes.readUInt8(40) ^ 0xff, 40);
  writeFileSync(largest.name, largest.bytes);
  const { code, stderr } = await restore(place, path.join(dir, 'refused'));
  assert.equal(code, 1);
  assert.match(stderr, /the table agent of backup \S+ is damaged/);
  assert.equal(existsSync(path.join(dir, 'refused')), false);
});

test('backups run on schedule, and the oldest are deleted', async () => {
  const place = path.join(dir, 'scheduled');
  const ids = async () => {
    const { stdout } = await runKith(['admin', 'backups', place, '--json'], env);
    return stdout
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).id as string);
  };
  const taken = () =>
    app
      .logged()
      .split('\n')
      .filter((line) => line.includes('a backup was taken')).length;
  for (let count = 1; count <= 3; count++) {
    clock.forward(6 * hourMs);
    while (taken() < count) await sleep(50);
  }
  assert.equal((await ids()).length, 2);
  const kept = await ids();
  const names = globSync(`${place}/blobs/*`).map(
    (name) => /backups\/([^/]+)\//.exec(readFileSync(name, 'latin1'))?.[1],
  );
  assert.deepEqual([...new Set(names.filter(Boolean))].sort(), kept);
});
