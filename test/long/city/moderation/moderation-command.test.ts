import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type ModerationFixture,
  openModerationFixture,
} from '../../../fixtures/city/moderation/moderation-fixture.ts';
import { type Answer, type RegisteredAgent, register } from '../../../harness/client.ts';
import { onDatabase, runKith } from '../../../harness/process.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

let moderation: ModerationFixture;
before(async () => {
  moderation = await openModerationFixture();
});
after(() => moderation.app.stop());

const admin = (...args: string[]) => runKith(['admin', ...args], onDatabase(moderation.app.database));
const signed = ['--by', 'Grace', '--why', 'It advertises.'];
const as = (who: RegisteredAgent) => ({ key: who.api_key });

/** The command is a separate process: the server caches a key until it is notified of the change. */
const untilMe = (who: RegisteredAgent, is: (answer: Answer) => boolean) =>
  until(async () => {
    const answer = await moderation.app.city.get('/api/me', as(who));
    return is(answer) && answer;
  });
const isRefused = ({ status }: Answer): boolean => status >= 400;

test('the operator moderates with the real command while the server runs', async () => {
  const { city } = moderation.app;
  const [ada, troll] = [await register(city), await register(city)];
  await city.post('/api/rooms/lobby/join', undefined, as(troll));
  const { id } = (await city.post('/api/rooms/lobby/messages', { body: 'buy now' }, as(troll))).json;
  await city.post('/api/reports', { kind: 'message', id, reason: 'An advertisement.' }, as(ada));
  const done = async (...args: string[]) => {
    const ended = await admin(...args, ...signed);
    assert.deepEqual([ended.code, ended.stdout], [0, 'done and recorded\n'], ended.stderr);
  };
  const listed = await admin('reports', '--json');
  const [report] = listed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual([report.agent, report.excerpt], [troll.screen_name, 'buy now']);

  await done('ban', troll.screen_name);
  assertRefused(await untilMe(troll, isRefused), 403, 'banned');
  const unbanned = await admin('unban', troll.screen_name, ...signed, '--json');
  assert.deepEqual(JSON.parse(unbanned.stdout), { ok: true, action: 'unban', target: [troll.screen_name] });
  await untilMe(troll, ({ status }) => status === 200);
  await done('remove', 'message', String(id));
  const { messages } = (await city.get(`/api/rooms/lobby/messages?since_id=${id - 1}`)).json;
  assert.equal(messages[0].body, '');
  const name = troll.screen_name;
  await done('revoke-keys', name);
  assertRefused(await untilMe(troll, isRefused), 401, 'bad_key');
  await done('close-report', String(report.id));
  assert.equal((await admin('reports', '--json')).stdout, '');

  const record = (await admin('actions', '--json')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    record.map(({ action, by, why }) => [action, by, why]),
    ['close_report', 'revoke_keys', 'remove', 'unban', 'ban'].map((action) => [
      action,
      'Grace',
      'It advertises.',
    ]),
  );
  const found = await admin('agents', name, '--json');
  assert.equal(JSON.parse(found.stdout).screen_name, name);
});

test('an action without a name and a reason, or without a target, is not done', async () => {
  const ada = await register(moderation.app.city);
  const unsigned = await admin('ban', ada.screen_name, '--by', 'Grace');
  assert.deepEqual(
    [unsigned.code, unsigned.stderr],
    [1, 'kith: an action is recorded with --by NAME and --why TEXT\n'],
  );
  assert.equal((await moderation.app.city.get('/api/me', as(ada))).status, 200);
  const nobody = await admin('ban', 'nobody_here', ...signed);
  assert.equal(nobody.code, 1);
  assert.match(nobody.stderr, /nobody_here/);
});
