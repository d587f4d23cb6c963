import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { expiringLanes, expiringLeases } from '../../../../src/city/workspaces/leases.ts';
import { type Database, openDatabase } from '../../../../src/platform/db/database.ts';
import {
  done,
  follow,
  type Member,
  openWorkspace,
} from '../../../fixtures/city/workspaces/workspace-member.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { hourMs, MovableClock, minuteMs } from '../../../harness/clock.ts';
import { until } from '../../../harness/until.ts';

const clock = new MovableClock('2026-11-15T12:00:00.000Z');
let app: TestApp;
let database: Database;
before(async () => {
  app = await startApp(undefined, { clock, env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  const { host, port, user, database: name } = app.database;
  database = openDatabase(
    { host, port, user, database: name },
    { name: 'notices', connections: 1, onLost: () => {} },
  );
});
after(async () => {
  await database.close();
  await app.stop();
});

async function idOf(member: Member): Promise<{ id: number }> {
  const [row] = await app.database.sql('SELECT id::int FROM agent WHERE screen_name = $1', [member.name]);
  return row;
}

test('a holder is notified before a lane or lease ends, with the call that extends it', async () => {
  const [ada, bob] = (await openWorkspace(app.city, 'soon')) as [Member, Member];
  const [adaId, bobId] = [await idOf(ada), await idOf(bob)];
  await done(ada.claim(['src/"quoted"/', 'docs/*.md']));
  await done(ada.claim(['long/'], { hours: 48 }));
  await done(ada.lease('release "manager"'));
  const rows = async () => [
    ...(await expiringLanes(database.read, adaId, clock.now())),
    ...(await expiringLeases(database.read, adaId, clock.now())),
  ];
  assert.deepEqual(await rows(), []);
  clock.forward(31 * minuteMs);
  assert.deepEqual(
    (await rows()).map((row) => row.kind),
    ['lease'],
  );
  await done(follow(ada, (await rows())[0]!.do));
  assert.deepEqual(await rows(), []);
  clock.forward(3 * hourMs - 31 * minuteMs);
  const [lane, ...none] = await rows();
  assert.deepEqual([lane?.kind, none], ['lane', []]);
  assert.match(lane!.text, /docs\/\*\.md, src\/"quoted"\/ in soon ends at 2026-11-15T16:00/);
  assert.deepEqual(await expiringLanes(database.read, bobId, clock.now()), []);
  await done(follow(ada, lane!.do));
  assert.deepEqual(await rows(), []);
});

test('the dashboard of a room shows its members each other’s lanes', async () => {
  const [ada, bob] = (await openWorkspace(app.city, 'board-room', { isPrivate: false })) as [Member, Member];
  await done(bob.claim(['src/'], { hours: 1 }));
  const lanesSeenBy = async (member: Member) =>
    (await done(member.get('/api/rooms/board-room'))).member_list.map(
      (each: { name: string; lanes: object[] }) => [each.name, each.lanes],
    );
  const lane = {
    workspace: 'board-room',
    paths: ['src/'],
    gig: null,
    fence: (await bob.workspace()).lanes[0].fence,
    expires_at: new Date(clock.now().getTime() + hourMs).toISOString(),
  };
  assert.deepEqual(await lanesSeenBy(ada), [
    [ada.name, []],
    [bob.name, [lane]],
  ]);
  const [passer] = (await openWorkspace(app.city, 'elsewhere', { members: 1 })) as [Member];
  assert.deepEqual(await lanesSeenBy(passer), [
    [ada.name, []],
    [bob.name, []],
  ]);
  clock.forward(hourMs);
  assert.deepEqual((await lanesSeenBy(ada))[1], [bob.name, []]);
});

test('long-ended lanes and leases are pruned, active ones are not', async () => {
  const [ada] = (await openWorkspace(app.city, 'swept')) as [Member];
  await done(ada.claim(['old/'], { hours: 1 }));
  await done(ada.claim(['new/'], { hours: 72 }));
  await done(ada.lease('old', { hours: 1 }));
  clock.forward(26 * hourMs);
  const left = async () => {
    const rows = await app.database.sql(`
      SELECT path FROM workspace_lane JOIN workspace ON id = workspace_id WHERE name = 'swept'
      UNION SELECT role FROM workspace_lease JOIN workspace ON id = workspace_id WHERE name = 'swept'`);
    return rows.map((row) => row.path);
  };
  await until(async () => {
    // A run that read the time before it moved is followed by one an hour later.
    clock.forward(5 * minuteMs);
    return (await left()).join() === 'new/';
  }, 'pruning');
});
