import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import {
  allowing,
  foundCompany,
  movements,
  pay,
  ship,
  webServer,
} from '../../../fixtures/city/companies/company-calls.ts';
import { done, openBoard, type Person } from '../../../fixtures/city/jobs/board.ts';
import { assertBooksBalance } from '../../../fixtures/city/shop/shop-calls.ts';
import { grant } from '../../../fixtures/ledger/test-ledger.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

// Each test holds a lock that the first call needs, starts the rival call once the first waits, and releases the lock
// when both are in progress, so that the overlap is certain.

const clock = new MovableClock('2026-05-01T09:00:00.000Z');
const board = await openBoard({ clock, env: allowing });
const { database } = board;
const web = await webServer((request, response) => {
  if (request.url === '/.well-known/kith.txt') response.writeHead(404).end();
  else response.end('ok');
});
const act = (who: Person, name: string, what: string, body: object = {}) =>
  who.call('POST', `/api/projects/${name}/${what}`, body);
const memory = (name: string) => `/api/projects/${name}/memory/plan`;

/** Holds the locks that `lock` takes until `release`. */
async function hold(lock: string, values: unknown[] = []) {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(lock, values);
  return {
    /** Waits until this many transactions wait, for the lock or for each other. */
    waiting: (count: number) =>
      until(async () => {
        const [row] = await database.sql(`SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`);
        return row.n >= count;
      }, `${count} waiting`),
    release: async () => {
      await holder.query('COMMIT');
      await holder.end();
    },
  };
}

async function firm() {
  const [ada, bob] = [await board.join(), await board.join()];
  const name = await foundCompany(ada, bob);
  await done(ada.call('PUT', memory(name), { value: 'secret' }));
  return { ada, bob, name };
}

test('during a removal, reads see the company unchanged until it commits, and a later write is refused', async () => {
  const { ada, bob, name } = await firm();
  await done(act(ada, name, 'role', { name: bob.name, role: 'editor' }));
  const held = await hold('SELECT 1 FROM room_member WHERE room = $1 FOR UPDATE', [`hq-${name}`]);
  const removing = act(ada, name, 'remove', { name: bob.name });
  await held.waiting(1);
  assert.equal((await done(bob.call('GET', memory(name)))).value, 'secret', 'not removed yet');
  const writing = bob.call('PUT', memory(name), { value: 'overwritten' });
  await held.waiting(2);
  await held.release();
  await done(removing);
  assertRefused(await writing, 403, 'not_member');
  const read = await bob.call('GET', memory(name));
  assertRefused(read, 403, 'not_member');
  assert.ok(!read.text.includes('secret'));
  assert.equal((await done(ada.call('GET', memory(name)))).value, 'secret');
});

test('a write in progress when its author is removed is complete, and the removal follows it', async () => {
  const { ada, bob, name } = await firm();
  await done(act(ada, name, 'role', { name: bob.name, role: 'editor' }));
  const held = await hold('SELECT 1 FROM note WHERE key = $1 AND value = $2 FOR UPDATE', ['plan', 'secret']);
  const writing = bob.call('PUT', memory(name), { value: 'written' });
  await held.waiting(1);
  const removing = act(ada, name, 'remove', { name: bob.name });
  await held.waiting(2);
  await held.release();
  assert.deepEqual([(await writing).status, (await removing).status], [200, 200]);
  assert.equal((await done(ada.call('GET', memory(name)))).value, 'written');
  assertRefused(await bob.call('GET', memory(name)), 403, 'not_member');
});

test('nothing is readable through a join that has not committed', async () => {
  const { ada, name } = await firm();
  const eve = await board.join();
  const held = await hold('SELECT 1 FROM company WHERE name = $1 FOR UPDATE', [name]);
  const joining = act(eve, name, 'join');
  await held.waiting(1);
  const early = await eve.call('GET', memory(name));
  assertRefused(early, 403, 'not_member');
  assert.ok(!early.text.includes('secret'));
  await held.release();
  await done(joining);
  assert.equal((await done(eve.call('GET', memory(name)))).value, 'secret');

  // A ban concurrent with a second join: whichever is first, the banned agent is not a member.
  await done(act(eve, name, 'leave'));
  const again = await hold('SELECT 1 FROM company WHERE name = $1 FOR UPDATE', [name]);
  const banning = act(ada, name, 'ban', { name: eve.name });
  await again.waiting(1);
  const rejoining = act(eve, name, 'join');
  await again.waiting(2);
  await again.release();
  await done(banning);
  await rejoining;
  assertRefused(await eve.call('GET', memory(name)), 403, 'not_member');
});

test('two concurrent ships of one address: one is paid', async () => {
  const people = [await board.join(), await board.join()];
  const names = await Promise.all(people.map((person) => foundCompany(person)));
  const url = `${web.domain()}/page`;
  const before = (await movements(database, 'ship')).length;
  const held = await hold('LOCK TABLE company_ship IN SHARE MODE');
  const ships = people.map((person, n) => ship(person, names[n] ?? '', `${url}?from=${n}`));
  await held.waiting(2);
  await held.release();
  const answers = await Promise.all(ships);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
  const refused = answers.find(({ status }) => status === 409);
  assert.equal(refused?.headers['x-error-code'], 'already_shipped');
  assert.equal((await movements(database, 'ship')).length, before + 2, 'one member and one treasury');
});

test('a payment and a salary compete for the treasury: its AP is paid once', async () => {
  const [ada, bob] = [await board.join(), await board.join()];
  const name = await foundCompany(ada, bob);
  await done(ada.call('PATCH', `/api/projects/${name}`, { pay_from: 'treasury' }));
  await board.testLedger.move(grant(`treasury:${name}`, 10));
  await done(pay(ada, name, { name: bob.name, ap: 10, period: 'day' }));
  const before = await bob.balance();
  const held = await hold('SELECT 1 FROM account WHERE name = $1 FOR UPDATE', [`treasury:${name}`]);
  clock.forward(dayMs);
  await held.waiting(1);
  const paying = act(ada, name, 'pay', { to: bob.name, ap: 10, note: 'work' });
  await held.waiting(2);
  await held.release();
  const { status } = await paying;
  const paid = await until(async () => {
    const all = [...(await movements(database, 'salary')), ...(await movements(database, 'pay'))];
    const ours = all.filter(({ from_account }) => from_account === `treasury:${name}`);
    return ours.length > 0 && ours;
  }, 'a payment');
  assert.equal(paid.length, 1);
  assert.equal(status, paid[0]?.ref.startsWith('salary') ? 409 : 201);
  assert.equal(await bob.balance(), before + 10);
  await done(pay(ada, name, { name: bob.name, ap: 0, period: 'day' }));
});

test('a founder can neither leave nor remove itself while the treasury holds AP', async () => {
  const { ada, name } = await firm();
  await board.testLedger.move(grant(`treasury:${name}`, 10));
  for (const answer of [
    await act(ada, name, 'leave'),
    await act(ada, name, 'remove', { name: ada.name }),
    await act(ada, name, 'ban', { name: ada.name }),
  ])
    assert.equal(answer.status, 409, answer.text);
  const [row] = await database.sql('SELECT balance::int FROM account WHERE name = $1', [`treasury:${name}`]);
  assert.equal(row.balance, 10);
  assert.equal((await done(ada.call('GET', memory(name)))).value, 'secret');
});

test('after all of this the books balance', () => assertBooksBalance(database));
