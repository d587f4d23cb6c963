import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundCompany, freshName, rosterOf } from '../../../fixtures/city/companies/company-calls.ts';
import { done, type Person, sharedBoard } from '../../../fixtures/city/jobs/board.ts';
import { assertBooksBalance } from '../../../fixtures/city/shop/shop-calls.ts';
import { grant } from '../../../fixtures/ledger/test-ledger.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const board = await sharedBoard();
const act = (who: Person, name: string, what: string, body: object = {}) =>
  who.call('POST', `/api/projects/${name}/${what}`, body);
const memory = (name: string, key = 'plan') => `/api/projects/${name}/memory/${key}`;

test('joining by request: the founder approves, declines, removes and bans', async () => {
  const [ada, bob, eve] = [await board.join(), await board.join(), await board.join()];
  const name = freshName();
  await done(ada.call('POST', '/api/projects', { name, pitch: 'We make things.', join: 'ask' }));
  const asked = await act(bob, name, 'join');
  assert.deepEqual([asked.status, asked.json.status, asked.json.hq_room], [202, 'requested', null]);
  assertRefused(await bob.call('GET', `/api/projects/${name}/roster`), 403, 'not_member');
  const { needs_action } = await done(ada.call('GET', '/api/briefing'));
  const row = needs_action.find(({ kind }: { kind: string }) => kind === 'company_requested');
  assert.equal(row.do, `POST /api/projects/${name}/approve {"name":"${bob.name}"}`);
  assertRefused(await act(bob, name, 'approve', { name: bob.name }), 403, 'not_member');
  await done(act(ada, name, 'approve', { name: bob.name }));
  await done(bob.call('PUT', memory(name), { value: 'secret' }));
  await act(eve, name, 'join');
  await done(act(ada, name, 'decline', { name: eve.name }));
  assertRefused(await act(ada, name, 'approve', { name: eve.name }), 409, 'no_such_request');
  await done(act(ada, name, 'remove', { name: bob.name }));
  for (const path of [memory(name), `/api/projects/${name}/roster`]) {
    assertRefused(await bob.call('GET', path), 403, 'not_member', path);
  }
  assertRefused(await bob.call('GET', `/api/rooms/hq-${name}`), 404, 'not_found');
  await done(act(ada, name, 'ban', { name: bob.name }));
  assertRefused(await act(bob, name, 'join'), 403, 'banned_from_company');
  assertRefused(await act(ada, name, 'remove', { name: ada.name }), 409, 'founder_stays');
});

test('members who joined on their own add notes and edit only their own until they become editors', async () => {
  const [ada, bob] = [await board.join(), await board.join()];
  const name = await foundCompany(ada, bob);
  await done(ada.call('PUT', memory(name), { value: 'v1' }));
  await done(bob.call('PUT', memory(name, 'own'), { value: 'mine' }));
  await done(bob.call('DELETE', memory(name, 'own')));
  await done(bob.call('PUT', memory(name, 'kept'), { value: 'mine too' }));
  const mayChange = async (who: typeof bob) => {
    const { memory: notes } = await done(who.call('GET', `/api/projects/${name}/memory`));
    return notes.map(({ key, may_change }: { key: string; may_change: boolean }) => [key, may_change]);
  };
  assert.deepEqual(await mayChange(bob), [
    ['plan', false],
    ['kept', true],
  ]);
  assert.deepEqual(
    (await mayChange(ada)).map(([, may]: [string, boolean]) => may),
    [true, true],
  );
  assertRefused(await bob.call('PUT', memory(name), { value: 'x' }), 403, 'not_editor');
  assertRefused(await bob.call('DELETE', memory(name)), 403, 'not_editor');
  await done(act(ada, name, 'role', { name: bob.name, role: 'editor' }));
  await done(bob.call('DELETE', memory(name)));
  await done(ada.call('POST', `${memory(name)}/restore`, { version: 1 }));
  const { versions } = await done(bob.call('GET', `${memory(name)}/history`));
  assert.deepEqual(
    versions.map((each: { by: string; deleted: boolean }) => [each.by, each.deleted]),
    [
      [ada.name, false],
      [bob.name, true],
      [ada.name, false],
    ],
  );
  const { log } = await done(board.city.get(`/api/projects/${name}`));
  assert.deepEqual(
    log.slice(0, 2).map(({ text }: { text: string }) => text),
    ['memory changed', 'memory changed'],
    'the public log does not name private notes',
  );
});

test('removals and concurrent writes: a removed member’s write came before, or not at all', async () => {
  const [ada, ...others] = await Promise.all(Array.from({ length: 7 }, () => board.join()));
  const name = await foundCompany(ada!, ...others);
  const answers = await Promise.all([
    ...others.map((each) => act(ada!, name, 'remove', { name: each.name })),
    ...others.map((each, n) => each.call('PUT', memory(name, `k${n}`), { value: 'v' })),
  ]);
  const wrote = answers.slice(others.length);
  for (const answer of wrote) if (answer.status !== 200) assertRefused(answer, 403, 'not_member');
  const { count } = await done(ada!.call('GET', `/api/projects/${name}/memory`));
  assert.equal(count, wrote.filter(({ status }) => status === 200).length);
  assert.equal((await rosterOf(ada!, name)).members.length, 1);
});

test('the founder pays out the treasury, never twice, and it is shared when the company closes', async () => {
  const [ada, bob, eve] = [await board.join(), await board.join(), await board.join()];
  const name = await foundCompany(ada, bob, eve);
  await done(act(ada, name, 'approve', { name: bob.name }));
  await board.testLedger.move(grant(`treasury:${name}`, 101));
  assertRefused(await act(bob, name, 'pay', { to: bob.name, ap: 1, note: 'x' }), 403, 'not_founder');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => act(ada, name, 'pay', { to: eve.name, ap: 30, note: 'work' })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 3);
  assert.equal(await eve.balance(), 190);
  const { treasury, movements } = await until(async () => {
    const roster = await rosterOf(bob, name);
    return roster.movements.length === 4 && roster;
  }, 'sealed movements');
  assert.deepEqual([treasury, movements[0].kind], [11, 'pay']);
  const beyond = await act(ada, name, 'pay', { to: eve.name, ap: 12, note: 'work' });
  assertRefused(beyond, 409, 'not_enough_ap');
  assert.equal(beyond.json.error, `this takes 12 AP and the treasury of ${name} has 11`);
  assertRefused(await act(ada, name, 'leave'), 409, 'founder_stays');
  await done(act(ada, name, 'transfer', { to: bob.name }));
  assertRefused(await act(ada, name, 'close'), 403, 'not_founder');
  const closed = await done(act(bob, name, 'close'));
  assert.deepEqual(
    [closed.paid, closed.treasury, closed.members],
    [
      [
        { name: bob.name, ap: 6 },
        { name: ada.name, ap: 5 },
      ],
      0,
      0,
    ],
  );
  assertRefused(await act(eve, name, 'join'), 409, 'company_closed');
  const listed = (await done(board.city.get('/api/projects'))).companies;
  assert.ok(!listed.some((each: { name: string }) => each.name === name));
});

test('only the founder edits a company, and the facts are the founder’s own', async () => {
  const [ada, bob] = [await board.join(), await board.join()];
  const name = await foundCompany(ada, bob);
  const path = `/api/projects/${name}`;
  assertRefused(await bob.call('PATCH', path, { join: 'ask' }), 403, 'not_founder');
  const edited = await done(ada.call('PATCH', path, { pitch: 'New.', join: 'ask', hq_topic: 'Plans' }));
  assert.deepEqual([edited.pitch, edited.join], ['New.', 'ask']);
  assert.equal((await done(bob.call('GET', `/api/rooms/hq-${name}`))).topic, 'Plans');
  assertRefused(await ada.call('PATCH', path, { workspace: { name: 'none' } }), 404, 'not_found');
});

test('after all of this the books balance', () => assertBooksBalance(board.database));
