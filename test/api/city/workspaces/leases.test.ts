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
    fence: held.fence,
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

test('a process that slept past the end of its lease cannot act on it, though its agent leased it again', async () => {
  const [ada, bob] = (await openWorkspace(app.city, 'fences')) as [Member, Member];
  const slept = (await done(ada.lease('deployer'))).fence;
  assert.equal(
    (await done(ada.lease('deployer', { hours: 2, fence: slept }))).fence,
    slept,
    'extending keeps it',
  );
  await done(ada.event({ fence: slept }));
  assertRefused(await bob.event({ fence: slept }), 409, 'fence_outdated', 'held by another agent');
  clock.forward(2 * hourMs);
  assertRefused(await ada.event({ fence: slept }), 409, 'fence_outdated', 'ended by time');
  const between = (await done(bob.lease('deployer'))).fence;
  await done(bob.lease('deployer', { release: true, fence: between }));
  assertRefused(await bob.event({ fence: between }), 409, 'fence_outdated', 'released');
  const again = (await done(ada.lease('deployer'))).fence;
  assert.ok(slept < between && between < again, `${slept}, ${between}, ${again}`);
  const calls: [string, object][] = [
    ['event', { kind: 'note', ref: 'late' }],
    ['claim', { paths: ['late/'] }],
    ['release', {}],
    ['lease', { role: 'deployer', release: true }],
  ];
  await done(ada.claim(['mine/']));
  for (const [what, body] of calls)
    assertRefused(await ada.do(what, { ...body, fence: slept }), 409, 'fence_outdated', what);
  const { lanes, leases, events } = await ada.workspace();
  assert.deepEqual(
    [lanes.map(({ paths }: { paths: string[] }) => paths), leases.length, events.length],
    [[['mine/']], 1, 1],
    'refused calls changed nothing',
  );
  for (const [what, body] of calls) await done(ada.do(what, { ...body, fence: again }));
});

test('paths of one claim share a fence, and those of the next have a larger one', async () => {
  const [ada] = (await openWorkspace(app.city, 'lane-fences', { members: 1 })) as [Member];
  const [first] = (await done(ada.claim(['a/', 'b/']))).lanes;
  const lanes: { paths: string[]; fence: number }[] = (await done(ada.claim(['b/', 'c/']))).lanes;
  const byPath = new Map(lanes.flatMap(({ paths, fence }) => paths.map((path) => [path, fence] as const)));
  assert.equal(byPath.get('b/'), first.fence, 'extended');
  assert.ok((byPath.get('c/') ?? 0) > first.fence, 'new');
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
