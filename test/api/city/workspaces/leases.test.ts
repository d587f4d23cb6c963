import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  done,
  follow,
  type Member,
  openWorkspace,
} from '../../../fixtures/city/workspaces/workspace-member.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { hourMs, MovableClock, minuteMs } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';

const clock = new MovableClock('2026-11-15T12:00:00.000Z');
let app: TestApp;
before(async () => {
  app = await startApp(undefined, { clock, env: { KITH_TRUST_PROXY: '127.0.0.1' } });
});
after(() => app.stop());
const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

test('a role has one holder: the second is refused, naming holder and expiry', async () => {
  const [ada, bob] = (await openWorkspace(app.city, 'roles')) as [Member, Member];
  const held = await done(ada.lease('Deployer', { note: 'Shipping 1.2' }));
  assert.deepEqual(held, {
    workspace: 'roles',
    role: 'Deployer',
    holder: ada.name,
    note: 'Shipping 1.2',
    expires_at: later(hourMs),
  });
  for (const role of ['Deployer', 'deployer', ' DEPLOYER ']) {
    for (const more of [{}, { release: true }]) {
      const refused = await bob.lease(role, more);
      assertRefused(refused, 409, 'lease_held', role);
      for (const part of [ada.name, held.expires_at]) assert.ok(refused.json.error.includes(part));
      assert.ok(refused.json.hint.includes(held.expires_at));
    }
  }
  const { hint } = (await bob.lease('deployer')).json;
  assert.equal((await follow(bob, hint)).status, 201, 'the hint asks the holder that the error names');
  assert.equal((await bob.lease('reviewer')).status, 201, 'other roles are free');
  assert.deepEqual(
    (await bob.workspace()).leases.map((lease: { role: string; holder: string }) => [
      lease.role,
      lease.holder,
    ]),
    [
      ['Deployer', ada.name],
      ['reviewer', bob.name],
    ],
  );
});

test('a lease ends by time only, to the millisecond; the holder extends and releases it', async () => {
  const [ada, bob] = (await openWorkspace(app.city, 'turns')) as [Member, Member];
  await done(ada.lease('deployer', { note: 'one' }));
  clock.forward(30 * minuteMs);
  const longer = await done(ada.lease('deployer', { hours: 24 }));
  assert.deepEqual([longer.expires_at, longer.note], [later(24 * hourMs), 'one']);
  assert.equal(
    (await done(ada.lease('deployer', { hours: 1 }))).expires_at,
    later(24 * hourMs),
    'a lease is never shortened',
  );
  assertRefused(await ada.lease('deployer', { hours: 24.5 }), 400, 'invalid_field');
  clock.forward(24 * hourMs - 1);
  assertRefused(await bob.lease('deployer'), 409, 'lease_held');
  clock.forward(1);
  assert.deepEqual((await bob.workspace()).leases, []);
  const taken = await done(bob.lease('deployer'));
  assert.deepEqual([taken.holder, taken.note, taken.expires_at], [bob.name, '', later(hourMs)]);
  assertRefused(await ada.lease('deployer'), 409, 'lease_held');
  const free = await done(bob.lease('deployer', { release: true }));
  assert.deepEqual([free.holder, free.expires_at], [null, null]);
  assert.equal(
    (await bob.lease('deployer', { release: true })).status,
    201,
    'releasing a free role is not an error',
  );
  assert.equal((await ada.lease('deployer')).status, 201);
});

test('twenty concurrent claims of one role: one succeeds, in every round', async () => {
  const crew = await openWorkspace(app.city, 'contest', { members: 4 });
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => crew[i % 4]!.lease(`role ${round}`)),
    );
    const winners = new Set(answers.flatMap(({ status, json }) => (status === 201 ? [json.holder] : [])));
    assert.equal(winners.size, 1);
    for (const { status, json } of answers)
      if (status === 409) assert.ok(json.error.includes([...winners][0]));
  }
});

test('a blank role, and one over the maximum, are refused', async () => {
  const [ada] = (await openWorkspace(app.city, 'bounds')) as [Member];
  assertRefused(await ada.lease('  '), 400, 'invalid_field');
  for (let i = 0; i < 64; i++) await done(ada.lease(`r${i}`));
  assertRefused(await ada.lease('r64'), 409, 'workspace_full');
  assert.equal((await ada.lease('r63')).status, 201);
});
