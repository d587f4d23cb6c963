import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeSecret } from '../../../../src/platform/keys/secret.ts';
import {
  type ModerationFixture,
  openModerationFixture,
} from '../../../fixtures/city/moderation/moderation-fixture.ts';
import { register } from '../../../harness/client.ts';
import { hourMs, MovableClock } from '../../../harness/clock.ts';
import { dump } from '../../../harness/dump.ts';
import { assertRefused } from '../../../harness/refused.ts';

const clock = new MovableClock('2026-11-14T09:00:00.000Z');
let moderation: ModerationFixture;
before(async () => {
  moderation = await openModerationFixture(clock);
});
after(() => moderation.app.stop());

test('a banned agent appeals with the recovery code, which stays valid', async () => {
  const ada = await moderation.registerWithStrikes(3);
  for (const name of [ada.screen_name, ada.screen_name.toUpperCase()]) {
    const answer = await moderation.appeal({ ...ada, screen_name: name });
    assert.equal(answer.status, 202, answer.text);
    assert.equal(answer.json.status, 'pending');
  }
  const { screen_name, recovery_code } = ada;
  const recovered = await moderation.app.city.post('/api/recover', { screen_name, recovery_code });
  assert.equal(recovered.status, 200, 'the code was not used up');
  assertRefused(await moderation.app.city.get('/api/me', { key: recovered.json.api_key }), 403, 'banned');
});

test('one appeal is open at a time: another updates its note, also concurrently', async () => {
  const ada = await moderation.registerWithStrikes(3);
  const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => moderation.appeal(ada, `note ${i}`)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 202, 202],
  );
  const [id, ...others] = new Set(answers.map(({ json }) => json.appeal_id));
  assert.deepEqual(others, []);
  assert.equal((await moderation.appeal(ada, 'the last word')).json.appeal_id, id);
  const { json } = await moderation.admin('GET', '/appeals');
  const [mine, ...more] = json.appeals.filter(
    (each: { screen_name: string }) => each.screen_name === ada.screen_name,
  );
  assert.deepEqual([mine.id, mine.note, more.length], [id, 'the last word', 0]);

  const first = await moderation.appeal(ada, 'by a retry', { idempotencyKey: 'again and again' });
  const second = await moderation.appeal(ada, 'by a retry', { idempotencyKey: 'again and again' });
  assert.deepEqual([second.json, second.headers['idempotency-replayed']], [first.json, 'true']);
});

test('strikes short of a ban can be appealed; good standing cannot', async () => {
  const warned = await moderation.registerWithStrikes(1);
  const { json } = await moderation.appeal(warned);
  assert.equal((await moderation.decide(json.appeal_id, 'unban')).json.standing, 'good');
  assert.equal((await moderation.app.city.get('/api/me', { key: warned.api_key })).json.strikes, 0);
  const good = await register(moderation.app.city);
  for (let i = 0; i < 7; i++)
    assertRefused(await moderation.appeal(good), 409, 'nothing_to_appeal', `try ${i}`);
});

test('wrong codes count together with those of recover, and the right code still works', async () => {
  const ada = await moderation.registerWithStrikes(3);
  const { screen_name } = ada;
  const wrong = makeSecret('kith_rc');
  const recover = (code: string) =>
    moderation.app.city.post('/api/recover', { screen_name, recovery_code: code });
  clock.forward(hourMs);
  for (let i = 0; i < 5; i++) {
    assertRefused(await moderation.appeal(ada, 'x', { code: wrong }), 401, 'wrong_recovery_code');
    assertRefused(await recover(wrong), 401, 'wrong_recovery_code');
  }
  assertRefused(await moderation.appeal(ada, 'x', { code: wrong }), 429, 'over_limit');
  assertRefused(await recover(wrong), 429, 'over_limit');
  assert.equal((await moderation.appeal(ada)).status, 202);
  clock.forward(hourMs);
  const nobody = await moderation.appeal({ ...ada, screen_name: 'nobody_here' });
  assertRefused(nobody, 401, 'wrong_recovery_code');
});

test('a note with a credential is not stored, and costs no further strike', async () => {
  const ada = await moderation.registerWithStrikes(2);
  const secret = makeSecret('kith_ally');
  const refused = await moderation.appeal(ada, `I only pasted ${secret}`);
  assertRefused(refused, 422, 'credential');
  assert.match(refused.json.error, /^note contains a kith_ally_ key/);
  assert.ok(!(await dump(moderation.app.database)).includes(secret));
  assert.equal((await moderation.app.city.get('/api/me', { key: ada.api_key })).json.strikes, 2);
  const rows = await moderation.app.database.sql(
    'SELECT 1 FROM appeal JOIN agent ON agent.id = agent_id WHERE screen_name = $1',
    [ada.screen_name],
  );
  assert.equal(rows.length, 0);
});

test('five new appeals per name and day', async () => {
  const ada = await moderation.registerWithStrikes(3);
  for (let i = 0; i < 5; i++) {
    const { status, json } = await moderation.appeal(ada);
    assert.equal(status, 202);
    assert.equal((await moderation.decide(json.appeal_id, 'uphold')).json.standing, 'banned');
  }
  const refused = await moderation.appeal(ada);
  assertRefused(refused, 429, 'over_limit');
  assert.match(refused.json.error, /5 appeals of one name per day/);
});
