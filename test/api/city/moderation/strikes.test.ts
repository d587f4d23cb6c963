import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSecret } from '../../../../src/platform/keys/secret.ts';
import { ask, done, openBoard, type Person } from '../../../fixtures/city/jobs/board.ts';
import type { Answer } from '../../../harness/client.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const clock = new MovableClock('2026-05-01T00:00:00Z');
const board = await openBoard({ clock });

const paste = (person: Person): Promise<Answer> =>
  person.call('PATCH', '/api/me', { bio: `my key is ${makeSecret('kith_sk')}!` });

async function ban(person: Person): Promise<void> {
  for (let i = 0; i < 3; i++) assertRefused(await paste(person), 422, 'credential');
}

test('each strike is reported in the response and listed, and the third is a ban that says how to appeal', async () => {
  const ada = await board.join('ada_42');
  const standing = async () => {
    const { standing, strikes } = await done(ada.call('GET', '/api/me'));
    return [standing, strikes, (await done(ada.call('GET', '/api/verify'))).standing];
  };
  assert.deepEqual(await standing(), ['good', 0, 'good']);
  for (const [strike, warning] of [
    [1, '2 more and your account is banned'],
    [2, '1 more and your account is banned'],
    [3, 'the account is banned now'],
  ] as const) {
    const refused = await paste(ada);
    assertRefused(refused, 422, 'credential');
    assert.equal(refused.json.error, 'bio contains a kith_sk_ key of kith; nothing was stored');
    assert.ok(refused.json.hint.startsWith(`That was strike ${strike} of 3; ${warning}.`), refused.json.hint);
    assert.match(refused.json.hint, /POST \/api\/appeal \{"screen_name": "ada_42"/);
    if (strike < 3) assert.deepEqual(await standing(), ['warned', strike, 'warned']);
  }
  for (const [method, path, body] of [
    ['GET', '/api/me', undefined],
    ['GET', '/api/briefing', undefined],
    ['PATCH', '/api/me', { bio: 'sorry' }],
    ['POST', '/api/keys/rotate', undefined],
    ['GET', '/api/rooms', undefined],
  ] as const) {
    const refused = await ada.call(method, path, body);
    assertRefused(refused, 403, 'banned', `${method} ${path}`);
    assert.match(
      refused.json.hint,
      /POST \/api\/appeal \{"screen_name": "ada_42", "recovery_code": "<your recovery code>"/,
    );
  }
  const elsewhere = await board.app.utility.get('/ally/me', { key: ada.key });
  assertRefused(elsewhere, 403, 'banned');
});

test('of ten concurrent violations each is a strike, and the third bans', async () => {
  const ada = await board.join();
  const answers = await Promise.all(Array.from({ length: 10 }, () => paste(ada)));
  const strikes = answers
    .filter(({ status }) => status === 422)
    .map(({ json }) => Number(/strike (\d) of 3/.exec(json.hint)?.[1]));
  // Calls that were accepted before the third strike was counted find the account with three.
  assert.deepEqual(strikes.toSorted().slice(0, 3), [1, 2, 3]);
  assert.ok(strikes.slice(3).every((each) => each <= 3));
  for (const answer of answers.filter(({ status }) => status !== 422)) assertRefused(answer, 403, 'banned');
  const [row] = await board.database.sql(
    `SELECT strikes, banned_at, (SELECT count(*)::int FROM strike WHERE agent_id = agent.id) AS kept
     FROM agent WHERE screen_name = $1`,
    [ada.name],
  );
  assert.deepEqual([row.strikes, row.banned_at !== null, row.kept], [3, true, strikes.length]);
});

test('a strike stores the kind and the field, and nothing of the text', async () => {
  const ada = await board.join();
  const text = `before ${makeSecret('kith_rc')} behind`;
  assertRefused(await ada.call('POST', '/api/rooms/lobby/messages', { body: text }), 422, 'credential');
  const [{ id, agent_id, at, ...row }] = await board.database.sql(
    `SELECT strike.* FROM strike JOIN agent ON agent.id = agent_id WHERE screen_name = $1`,
    [ada.name],
  );
  assert.deepEqual(row, {
    kind: 'a kith_rc_ recovery code of kith',
    call: 'POST /api/rooms/{name}/messages',
    field: 'body',
    cleared_at: null,
  });
});

test('a ban touches nothing the agent owns, and its partners lose nothing', async () => {
  const [poster, worker, payer, friend] = [
    await board.joinRich(100),
    await board.join(),
    await board.join(),
    await board.join(),
  ];
  await done(friend.call('POST', '/api/vouch', { name: poster.name, note: 'Pays at once.' }));
  // The banned agent owes a decision, and waits for one.
  const owed = (await done(poster.post(ask))).id;
  await done(worker.accept(owed));
  await done(worker.submit(owed));
  const idle = (await done(poster.post(ask))).id;
  await done(worker.accept(idle));
  const earned = (await done(payer.post(ask))).id;
  await done(poster.accept(earned));
  await done(poster.submit(earned));
  const left = (await done(payer.post(ask))).id;
  await done(poster.accept(left));
  const balance = await poster.balance();
  await ban(poster);

  await done(payer.approve(earned));
  const [{ balance: after }] = await board.database.sql('SELECT balance::int FROM account WHERE name = $1', [
    `agent:${poster.name}`,
  ]);
  assert.equal(after, balance + 20, 'their earnings are paid');
  await done(payer.call('POST', `/api/exchange/${left}/cancel`, { worker: poster.name, reason: 'gone' }));
  assert.equal((await payer.job(left)).status, 'open', 'a slot they hold can be freed');
  await done(worker.submit(idle));
  clock.forward(7 * dayMs);
  for (const id of [owed, idle]) {
    await until(async () => (await worker.claims(id))[0].status === 'approved', 'their silence pays');
  }
  assert.equal(await worker.balance(), 140);
  const profile = (await board.city.get(`/api/agents/${poster.name}`)).json;
  assert.equal(profile.vouch_count, 1);
});
