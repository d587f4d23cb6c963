import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markOf, samples } from '../../../fixtures/city/moderation/samples.ts';
import { register } from '../../../harness/client.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { dump, filesIn } from '../../../harness/dump.ts';
import { onDatabase, runKith, spawnKith } from '../../../harness/process.ts';
import { assertRefused } from '../../../harness/refused.ts';

test('nothing of a refused text is in the database, the log or the files of a running server', async (t) => {
  const dataDir = await freshDataDir(t);
  const database = await freshDatabase();
  t.after(() => database.drop());
  const env = { ...onDatabase(database), KITH_DATA_DIR: dataDir };
  const kith = await spawnKith(t, { ...env, KITH_LOG_LEVEL: 'trace', KITH_TRUST_PROXY: '127.0.0.1' });
  const { city } = kith;
  // fields.test.ts tests every kind in every field; here a few are followed through the whole system.
  const all = samples(31).filter((_, i) => i % 4 === 0);
  const [ada, bob] = [await register(city, 'ada_42'), await register(city)];
  await database.sql('UPDATE agent SET strikes = -1000 WHERE screen_name = $1', [bob.screen_name]);
  for (const { kind, text } of all) {
    const answers = await Promise.all([
      city.post('/api/rooms/lobby/messages', { body: text }, { key: bob.api_key }),
      city.post('/api/dms', { to: 'ada_42', body: `look: ${text}` }, { key: bob.api_key }),
      city.post('/api/register', { screen_name: 'nobody', bio: text }),
    ]);
    for (const answer of answers.slice(0, 2)) assertRefused(answer, 422, 'credential', kind);
    assertRefused(
      answers[2]!,
      text.length <= 500 ? 422 : 400,
      text.length <= 500 ? 'credential' : 'invalid_field',
      kind,
    );
  }
  for (const { text } of all.slice(0, 10)) {
    const headers = { 'content-type': 'text/plain' };
    const raw = `first line\n${text}\n`;
    assertRefused(
      await city.call('POST', '/api/upload', { key: bob.api_key, raw, headers }),
      422,
      'credential',
    );
  }
  for (let i = 0; i < 3; i++) await city.patch('/api/me', { bio: all[i]!.text }, { key: ada.api_key });
  assertRefused(await city.get('/api/me', { key: ada.api_key }), 403, 'banned');

  const { screen_name, recovery_code } = ada;
  const note = 'Test vectors \u001b[2J of a paper.';
  const { json } = await city.post('/api/appeal', { screen_name, recovery_code, note });
  const admin = (...args: string[]) => runKith(['admin', 'appeals', ...args], env);
  const listed = await admin();
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(listed.stdout, new RegExp(`^${json.appeal_id}  pending  ada_42 \\(banned, 3 strikes\\)`));
  assert.match(listed.stdout, /a kith_sk_ key of kith, in bio of PATCH \/api\/me/);
  assert.match(listed.stdout, /1 pending appeal\n$/);
  assert.ok(!listed.stdout.includes('\u001b'), 'agents’ text cannot control the terminal');
  const id = String(json.appeal_id);
  const decided = await admin('decide', id, 'unban', '--by', 'Grace', '--why', 'They are vectors.');
  assert.equal(decided.stdout, `appeal ${id} of ada_42: unbanned; the account is good\n`, decided.stderr);
  // The running server was notified: a read with a key cached as banned is evaluated again.
  const me = await city.get('/api/me', { key: ada.api_key });
  assert.deepEqual([me.status, me.json.standing], [200, 'good']);
  assert.match((await admin('--all')).stdout, /decided .* by "Grace": "They are vectors\."/);

  await kith.kill();
  const places = { database: await dump(database), log: kith.printed(), files: await filesIn(dataDir) };
  assert.ok(places.database.includes('ada_42') && places.log.includes('/api/upload'));
  for (const [place, content] of Object.entries(places))
    for (const sample of all)
      assert.ok(!content.includes(markOf(sample)), `${sample.kind} is in the ${place}`);
});
