import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomAddress } from '../../harness/client.ts';
import { freshDataDir, serversOn } from '../../harness/data-dir.ts';
import { type KithProcess, runKith, spawnKith } from '../../harness/process.ts';
import { halfSent } from './slow-request.ts';

const dataDir = await freshDataDir({ after });
const env = { KITH_DATA_DIR: dataDir, KITH_TRUST_PROXY: '127.0.0.1' };
/** Key of the agent that the first test registers, for the later ones. */
let firstKey = '';

/** On a signal a request in flight finishes, new ones are refused, and no database is left running. */
async function endsCleanly(kith: KithProcess, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  const slow = await halfSent(`${kith.city.url}/api/register`, { screen_name: `slow_${signal}` });
  const ended = kith.kill(signal);
  while (!kith.printed().includes('"stopping"')) await sleep(10);
  const { status, json } = await slow.finish();
  assert.deepEqual([status, json.screen_name], [201, `slow_${signal}`]);
  assert.equal(await ended, 0);
  assert.deepEqual(serversOn(dataDir), []);
  await assert.rejects(kith.city.get('/healthz'));
}

test('a first start prints every address, its command registers an agent, and SIGTERM ends it cleanly', async (t) => {
  const kith = await spawnKith(t, env);
  const printed = kith.printed();
  assert.match(printed, /^ {2}utility API {2}http:\/\/127\.0\.0\.1:\d+$/m);
  assert.match(printed, /^ {2}city +http:\/\/127\.0\.0\.1:\d+$/m);
  assert.ok(printed.includes(`data         ${dataDir}`));
  const command = /^ {2}npx kith (register .*)$/m.exec(printed)?.[1] ?? '';
  const client = await runKith([...command.split(' '), '--json'], { HOME: path.join(dataDir, 'home') });
  const registered = JSON.parse(client.stdout);
  firstKey = JSON.parse(await readFile(registered.key_file, 'utf8')).api_key;
  assert.match(firstKey, /^kith_sk_/);
  const me = await kith.city.get('/api/me', { key: firstKey });
  assert.equal(me.json.screen_name, registered.screen_name);
  assert.ok(!kith.printed().includes(firstKey));

  const second = await runKith(['serve'], env);
  assert.equal(second.code, 1);
  assert.match(second.stderr, /^kith: [^\n]+\n$/, 'one line');
  assert.ok(second.stderr.includes(dataDir), second.stderr);
  assert.doesNotMatch(second.stdout, /kith is up/);
  assert.equal((await kith.city.get('/api/me', { key: firstKey })).status, 200, 'the first is unharmed');

  await endsCleanly(kith, 'SIGTERM');
});

test('endless requests, on both services, do not prevent a clean stop', async (t) => {
  const kith = await spawnKith(t, env);
  assert.equal((await kith.city.get('/api/me', { key: firstKey })).status, 200, 'it has its data');
  const slow = await Promise.all([
    halfSent(`${kith.city.url}/api/register`, { screen_name: 'never_done' }),
    halfSent(`${kith.utility.url}/ally/register`, { agent: 'never-done' }),
  ]);
  t.after(() => {
    for (const each of slow) each.abandon();
  });
  // A stop that takes longer than ten seconds ends with code 1.
  assert.equal(await kith.kill('SIGTERM'), 0);
  assert.deepEqual(serversOn(dataDir), []);
});

test('kill -9 under load loses no acknowledged registration, and SIGINT ends the next run cleanly', async (t) => {
  const killedProcess = await spawnKith(t, env);
  const acknowledged: { name: string; key: string }[] = [];
  let isKilled = false;
  const work = async (worker: number) => {
    for (let i = 0; !isKilled; i++) {
      const name = `r_${worker}_${i}`;
      const headers = { 'x-forwarded-for': randomAddress() };
      const answer = await killedProcess.city.post('/api/register', { screen_name: name }, { headers });
      if (answer.status === 201) acknowledged.push({ name, key: answer.json.api_key });
    }
  };
  const load = Array.from({ length: 8 }, (_, worker) =>
    work(worker).catch((error: unknown) => {
      if (!isKilled) throw error;
    }),
  );
  const enough = async () => {
    while (acknowledged.length < 100) await sleep(5);
  };
  // A worker that fails before the kill ends the wait with its error.
  await Promise.race([enough(), ...load]);
  isKilled = true;
  assert.equal(await killedProcess.kill('SIGKILL'), 'SIGKILL');
  await Promise.all(load);

  const kith = await spawnKith(t, env);
  const found = await Promise.all(acknowledged.map(({ key }) => kith.city.get('/api/me', { key })));
  for (const [i, { status, json }] of found.entries())
    assert.deepEqual([status, json.screen_name], [200, acknowledged[i]?.name]);
  await endsCleanly(kith, 'SIGINT');
});
