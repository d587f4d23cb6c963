import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { alarmExitCodes } from '../../../src/commands/log/monitor-check.ts';
import { openCheckpoint, readCheckpoint } from '../../../src/ledger/proof/checkpoint.ts';
import { parseVerifierKey } from '../../../src/ledger/proof/note.ts';
import { grant, openTestLedger, tip } from '../../fixtures/ledger/test-ledger.ts';
import { startS3Server } from '../../fixtures/platform/blobs/s3-server.ts';
import { signingKey, startApp } from '../../harness/app.ts';
import { onDatabase } from '../../harness/process.ts';
import { until } from '../../harness/until.ts';
import { kith, tempDir } from './witnesses.ts';

test('key rotation is recorded in the log: old checkpoints stay valid, and the old key leads to the new one', async (t) => {
  const app = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const testLedger = openTestLedger(t, app.database);
  await testLedger.post(grant('agent:a', 10));
  const first = await app.city.get('/ledger/checkpoint');
  const oldKey = first.headers['x-ledger-key'] ?? '';
  const state = path.join(await tempDir(t), 'state.json');
  const watch = () => kith(['monitor', app.city.url, '--state', state, '--once', '--json']);
  assert.equal((await watch()).code, 0);

  const env = onDatabase(app.database);
  const rotated = await kith(['ledger', 'rotate-key', '--overlap-days', '7', '--json'], env);
  assert.equal(rotated.code, 0, rotated.stderr);
  const newKey: string = JSON.parse(rotated.stdout).vkey;
  const both = await app.city.get('/ledger/checkpoint');
  assert.equal(both.headers['x-ledger-key'], newKey);
  for (const vkey of [oldKey, newKey]) {
    assert.equal(openCheckpoint(both.text, parseVerifierKey(vkey)).size, 2);
    assert.equal((await kith(['verify-ledger', app.city.url, '--key', vkey])).code, 0);
  }
  const { entries } = (await app.city.get('/api/ledger?limit=1')).json;
  assert.deepEqual([entries[0].kind, entries[0].from, entries[0].to], ['key', 'mint', 'sink']);

  assert.equal((await kith(['ledger', 'rotate-key', '--overlap-days', '0'], env)).code, 0);
  await app.database.sql('UPDATE ledger_key SET signs_until = now() WHERE generation = 0');
  await testLedger.post(grant('agent:a', 10));
  const last = await app.city.get('/ledger/checkpoint');
  for (const vkey of [oldKey, newKey]) assert.throws(() => openCheckpoint(last.text, parseVerifierKey(vkey)));
  // From the first key through two key rotations.
  for (const vkey of [oldKey, newKey, last.headers['x-ledger-key'] ?? ''])
    assert.equal((await kith(['verify-ledger', app.city.url, '--key', vkey])).code, 0, vkey);
  assert.equal(openCheckpoint(first.text, parseVerifierKey(oldKey)).size, 1);
  const stranger = 'city.example/ledger+7d441c73+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4';
  assert.equal((await kith(['verify-ledger', app.city.url, '--key', stranger])).code, 1);
  assert.equal((await watch()).code, 0, 'a monitor that trusts the first key continues');
  const { keys } = (await app.city.get('/ledger/keys.json')).json;
  assert.deepEqual([keys.length, keys[2].vkey, keys[2].handover], [3, oldKey, null]);

  await assert.rejects(
    startApp(t, { database: app.database, env: { KITH_SIGNING_KEY: '22'.repeat(32) } }),
    /not the one that signs this ledger/,
  );
});

test('doctor warns until the key is backed up', async (t) => {
  const dir = await tempDir(t);
  const env = { KITH_DATA_DIR: dir, KITH_SIGNING_KEY: signingKey, KITH_DNS_SERVERS: '127.0.0.1:1' };
  const finding = async () => {
    const { findings } = JSON.parse((await kith(['doctor', '--json'], env)).stdout);
    return findings.find(({ what }: { what: string }) => what === 'keys');
  };
  assert.equal((await finding()).state, 'warn');
  const copy = path.join(dir, 'copy');
  assert.equal((await kith(['ledger', 'backup-key', copy], env)).code, 0);
  assert.equal((await readFile(copy, 'utf8')).trim(), signingKey);
  assert.equal((await stat(copy)).mode & 0o777, 0o600);
  assert.equal((await finding()).state, 'ok');
  assert.equal((await kith(['ledger', 'backup-key', copy], env)).code, 2, 'no copy is overwritten');
});

test('tiles are published to a directory and to a bucket, verified there, and only new ones written again', async (t) => {
  const app = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const testLedger = openTestLedger(t, app.database);
  await Promise.all(Array.from({ length: 600 }, () => testLedger.post(grant('agent:a', 1))));
  const env = onDatabase(app.database);
  const dir = await tempDir(t);
  const publish = async (place: string, more: Record<string, string> = {}) =>
    kith(['ledger', 'publish', place, '--json'], { ...env, ...more });
  const first = JSON.parse((await publish(dir)).stdout);
  assert.deepEqual([first.size, first.tiles], [600, 3 + 3 + 1]);
  assert.equal((await kith(['verify-ledger', dir])).code, 0);
  await Promise.all(Array.from({ length: 200 }, () => testLedger.post(grant('agent:a', 1))));
  const second = JSON.parse((await publish(dir)).stdout);
  assert.deepEqual([second.size, second.from, second.tiles], [800, 600, 2 + 2 + 1]);
  const whole = await kith(['verify-ledger', dir, '--json']);
  assert.deepEqual([whole.code, JSON.parse(whole.stdout).checked], [0, 800]);

  const bundle = path.join(dir, 'tile/entries/001');
  const good = await readFile(bundle);
  await writeFile(
    bundle,
    Buffer.from(good.toString('latin1').replace('"amount":1,', '"amount":2,'), 'latin1'),
  );
  const bad = await kith(['verify-ledger', dir, '--json']);
  assert.deepEqual([bad.code, JSON.parse(bad.stdout).first_bad_seq], [1, 257]);
  await writeFile(bundle, good);

  const other = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const refused = await kith(['ledger', 'publish', dir], onDatabase(other.database));
  assert.deepEqual([refused.code, /not part of this ledger's history/.test(refused.stderr)], [2, true]);

  const s3 = await startS3Server();
  t.after(() => s3.stop());
  const login = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
  const uploaded = await publish(s3.url('tiles'), login);
  assert.equal(uploaded.code, 0, uploaded.stderr);
  const again = await publish(s3.url('tiles'), login);
  assert.equal(JSON.parse(again.stdout).tiles, 0);
});

test('a monitor reports movements of an account once, keeps its state, and makes one request when nothing happened', async (t) => {
  const app = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const testLedger = openTestLedger(t, app.database);
  await testLedger.post(grant('agent:ada', 100));
  const asked: string[] = [];
  const proxy = createServer(async (request, response) => {
    asked.push(request.url ?? '');
    const answer = await fetch(app.city.url + request.url);
    const vkey = answer.headers.get('x-ledger-key');
    response.writeHead(answer.status, vkey ? { 'x-ledger-key': vkey } : {});
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0);
  t.after(() => void proxy.close());
  const address = proxy.address();
  const url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  const dir = await tempDir(t);
  const state = path.join(dir, 'state.json');
  const watch = () => kith(['monitor', url, '--account', 'ada', '--state', state, '--once', '--json']);
  assert.deepEqual([(await watch()).stdout], ['']);
  await testLedger.post(tip('agent:ada', 'agent:bob', 5));
  await testLedger.post(grant('agent:eve', 7));
  await testLedger.post(tip('agent:bob', 'agent:ada', 2));
  const notified = (await watch()).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).entry);
  assert.deepEqual(
    notified.map(({ seq, amount }) => [seq, amount]),
    [
      [2, 5],
      [4, 2],
    ],
  );
  asked.length = 0;
  assert.equal((await watch()).stdout, '');
  assert.deepEqual(new Set(asked), new Set(['/ledger/checkpoint']));
  const { size, balances } = JSON.parse(await readFile(state, 'utf8'));
  assert.deepEqual([size, balances['agent:ada']], [4, 97]);

  // The history is rewritten as an operator could: the stored checkpoint is changed with it.
  await app.database.sql('DELETE FROM ledger_checkpoint');
  await app.database.sql(
    `UPDATE ledger_head SET frontier = set_byte(frontier, 20, get_byte(frontier, 20) # 1)`,
  );
  const alarm = await watch();
  assert.equal(alarm.code, alarmExitCodes.fork);
  const { type, heads } = JSON.parse(alarm.stdout);
  assert.deepEqual([type, heads.map((note: string) => readCheckpoint(note).size)], ['alarm', [4, 4]]);
  const files = await until(async () => {
    const names = await readdir(dir);
    return names.some((name) => name.includes('.evidence-')) && names;
  }, 'the evidence is kept');
  assert.ok(files.length >= 2);
});
