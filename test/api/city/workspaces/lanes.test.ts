import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { done, follow, Member, openWorkspace } from '../../../fixtures/city/workspaces/workspace-member.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { hourMs, MovableClock, minuteMs } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';

const clock = new MovableClock('2026-11-15T12:00:00.000Z');
let app: TestApp;
before(async () => {
  app = await startApp(undefined, { clock, env: { KITH_TRUST_PROXY: '127.0.0.1' } });
});
after(() => app.stop());
const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

test('an overlapping claim is refused, naming holder, path and expiry, and claims nothing', async () => {
  const [ada, bob] = (await openWorkspace(app.city, 'refusals')) as [Member, Member];
  const claimed = await done(ada.claim(['src/rooms/', 'docs/*.md']));
  const until = later(4 * hourMs);
  assert.deepEqual(claimed.lanes, [
    {
      paths: ['docs/*.md', 'src/rooms/'],
      holder: ada.name,
      gig: null,
      fence: claimed.lanes[0].fence,
      expires_at: until,
    },
  ]);
  for (const [path, held] of [
    ['src/**/*.ts', 'src/rooms/'],
    ['src/rooms/', 'src/rooms/'],
    ['src/rooms/a.ts', 'src/rooms/'],
    ['**', 'docs/*.md'],
    ['docs/[a-m]*', 'docs/*.md'],
    ['{docs,src}/x.md', 'docs/*.md'],
  ] as const) {
    const refused = await bob.claim(['README.md', path]);
    assertRefused(refused, 409, 'lane_held', path);
    for (const part of [held, ada.name, until])
      assert.ok(refused.json.error.includes(part), refused.json.error);
    assert.ok(refused.json.hint.includes(until));
    // All or nothing: lanes that were free in the same call are still free.
    assert.equal((await bob.workspace()).lanes.length, 1);
  }
  const { hint } = (await bob.claim(['src/rooms/'])).json;
  assert.equal((await follow(bob, hint)).status, 201, 'the hint asks the holder that the error names');
  const [dm] = (await ada.get(`/api/dms?with=${bob.name}`)).json.messages;
  assert.match(dm.body, /May I have src\/rooms\/ in workspace refusals/);
  assert.equal((await bob.claim(['src/shop/', 'docs/a/b.md', 'src/rooms.ts'])).status, 201);
});

test('lanes end by time only; claiming again extends and never shortens', async () => {
  const [ada, bob] = (await openWorkspace(app.city, 'times')) as [Member, Member];
  await done(ada.claim(['src/'], { hours: 2 }));
  clock.forward(hourMs);
  assert.equal((await done(ada.claim(['src/'], { hours: 0.5 }))).lanes[0].expires_at, later(hourMs));
  assert.equal((await done(ada.claim(['src/'], { hours: 72 }))).lanes[0].expires_at, later(72 * hourMs));
  assertRefused(await ada.claim(['src/'], { hours: 72.5 }), 400, 'invalid_field');
  clock.forward(72 * hourMs - 1);
  assertRefused(await bob.claim(['src/a.ts']), 409, 'lane_held');
  assert.equal((await bob.workspace()).lanes.length, 1);
  clock.forward(1);
  assert.deepEqual((await bob.workspace()).lanes, []);
  assert.equal((await bob.claim(['src/a.ts'])).status, 201);
  assertRefused(await ada.claim(['src/']), 409, 'lane_held');
});

test('release returns the named paths or all, and reports those not held', async () => {
  const [ada, bob] = (await openWorkspace(app.city, 'giving')) as [Member, Member];
  await done(ada.claim(['a.ts', 'b.ts', 'c/']));
  await done(bob.claim(['d/']));
  const some = await done(ada.release('./a.ts', 'd/', 'x'));
  assert.deepEqual(
    [some.released, some.not_held, some.lanes[0].paths],
    [['a.ts'], ['d/', 'x'], ['b.ts', 'c/']],
  );
  assert.equal((await bob.claim(['a.ts'])).status, 201);
  assert.deepEqual((await done(ada.release())).released, ['b.ts', 'c/']);
  assert.deepEqual((await done(ada.do('release'))).released, []);
  assert.deepEqual(
    (await ada.workspace()).lanes.flatMap((lane: { paths: string[] }) => lane.paths),
    ['d/', 'a.ts'].toSorted(),
  );
});

test('twenty concurrent claims of overlapping lanes: one succeeds', async () => {
  const crew = await openWorkspace(app.city, 'rush', { members: 5, isPrivate: false });
  for (let round = 0; round < 5; round++) {
    const lanes = [
      `r${round}/`,
      `r${round}/**/*.ts`,
      `r${round}/a/b.ts`,
      `{r${round},x}/a/*`,
      `r${round}/*/b.*`,
    ];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => crew[i % 5]!.claim([`own-${round}-${i}`, lanes[i % 5]!])),
    );
    const won = answers.flatMap(({ status }, i) => (status === 201 ? [i % 5] : []));
    assert.equal(new Set(won).size, 1, `winners ${won}`);
    for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 409, 'lane_held');
    const { lanes: held } = await crew[0]!.workspace();
    const heldInRound = held.filter((lane: { paths: string[] }) =>
      lane.paths.some((path) => path.includes(`r${round}`)),
    );
    assert.deepEqual(new Set(heldInRound.map((lane: { holder: string }) => lane.holder)).size, 1);
    await Promise.all(crew.map((member) => done(member.release())));
    clock.forward(minuteMs);
  }
});

test('a claim repeated under its idempotency key is the same claim', async () => {
  const [ada] = (await openWorkspace(app.city, 'again')) as [Member];
  const headers = { 'idempotency-key': 'claim 1' };
  const first = await ada.do('claim', { paths: ['src/'] }, headers);
  clock.forward(hourMs);
  const second = await ada.do('claim', { paths: ['src/'] }, headers);
  assert.deepEqual([second.status, second.json], [201, first.json]);
  assert.equal(second.headers['idempotency-replayed'], 'true');
});

test('an invalid lane is 400 naming the path; complex patterns are cheap and block nobody', async () => {
  const [ada, bob] = (await openWorkspace(app.city, 'hostile')) as [Member, Member];
  for (const bad of [
    '/etc',
    '../x',
    'a\\b',
    'a**b',
    '{a',
    '[z-a]',
    '!x',
    '{a,{b,{c,{d,e}}}}',
    'a*'.repeat(17),
  ]) {
    const refused = await ada.claim(['fine.ts', bad]);
    assertRefused(refused, 400, 'invalid_field', bad);
    assert.match(refused.json.error, /^paths\.1 is not a lane: /);
  }
  const hard = (i: number) => `**/${'aa*'.repeat(15)}${'a'.repeat(140)}${i}`;
  const many = await ada.claim(Array.from({ length: 32 }, (_, i) => hard(i)));
  assertRefused(many, 409, 'workspace_full');
  assert.equal((await ada.claim(Array.from({ length: 15 }, (_, i) => hard(10 + i)))).status, 201);
  const refused = await bob.claim(Array.from({ length: 20 }, (_, i) => hard(50 + i)));
  assertRefused(refused, 400, 'invalid_field');
  assert.match(refused.json.error, /too complex/);
  assert.equal((await bob.claim(['README.md', '**/*.ts'])).status, 201);
});

test('at most 64 paths per holder', async () => {
  const [ada] = (await openWorkspace(app.city, 'many')) as [Member];
  const names = (from: number) => Array.from({ length: 32 }, (_, i) => `f${from + i}`);
  await done(ada.claim(names(0)));
  await done(ada.claim(names(32)));
  assertRefused(await ada.claim(['f64']), 409, 'workspace_full');
  await done(ada.claim(names(0)));
  clock.forward(minuteMs);
});

test('leaving the room releases its lanes; returning does not take them back from others', async () => {
  const [owner, guest] = (await openWorkspace(app.city, 'leaving')) as [Member, Member];
  // Still a member of another room, which must not count here.
  await done(guest.post('/api/rooms/lobby/join'));
  await done(guest.claim(['src/', 'docs/']));
  await done(guest.lease('deployer'));
  await done(owner.post('/api/rooms/leaving/kick', { name: guest.name }));
  assertRefused(await guest.claim(['src/']), 404, 'not_found');
  const empty = await owner.workspace();
  assert.deepEqual([empty.lanes, empty.leases], [[], []]);
  await done(owner.claim(['src/a.ts']));
  assert.equal((await owner.lease('deployer')).status, 201);
  await done(owner.post('/api/rooms/leaving/invite', { name: guest.name }));
  await done(guest.post('/api/rooms/leaving/join'));
  assert.equal((await owner.workspace()).lanes.length, 1);
  assertRefused(await guest.claim(['src/']), 409, 'lane_held');
  assertRefused(await guest.lease('deployer'), 409, 'lease_held');
});

test('a lane can only name a gig that its holder can see', async () => {
  const [owner, guest] = (await openWorkspace(app.city, 'gigs')) as [Member, Member];
  const job = { kind: 'ask', title: 'Dig', body: 'Dig', price: 5, effort: 'quick' };
  const { id } = await done(owner.post('/api/exchange', { ...job, room: 'gigs' }));
  assert.equal((await done(guest.claim(['a'], { gig: id }))).lanes[0].gig, id);
  assert.equal(
    (await done(guest.claim(['a']))).lanes[0].gig,
    id,
    'the gig is kept when the lane is extended',
  );
  assertRefused(await guest.claim(['b'], { gig: 999_999 }), 404, 'not_found');
  const stranger = new Member(app.city, await register(app.city), 'gigs-too');
  await done(stranger.post('/api/rooms', { name: 'gigs-too', topic: '', private: true }));
  await done(stranger.post('/api/workspaces', { name: 'gigs-too', room: 'gigs-too' }));
  assertRefused(await stranger.claim(['b'], { gig: id }), 404, 'not_found');
});
