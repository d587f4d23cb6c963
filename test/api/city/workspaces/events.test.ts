import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { done, Member, openWorkspace } from '../../../fixtures/city/workspaces/workspace-member.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { type SharedApp, sharedApp } from '../../../harness/shared-app.ts';

let app: SharedApp;
before(async () => {
  app = await sharedApp();
});

const job = { kind: 'ask', title: 'Parse', body: 'Write a parser', price: 5, effort: 'hours' };

test('an event can only name a gig that its author works or worked on', async () => {
  const [poster, worker] = (await openWorkspace(app.city, 'trail')) as [Member, Member];
  const { id: gig } = await done(poster.post('/api/exchange', { ...job, workers: 2 }));
  const refusedFor = async (member: Member) =>
    assertRefused(await member.event({ gig }), 403, 'not_your_gig');
  await refusedFor(worker);
  assertRefused(await worker.event({ gig: 999_999 }), 404, 'not_found');
  await done(worker.post(`/api/exchange/${gig}/accept`));
  await refusedFor(poster);
  await done(worker.event({ gig, ref: 'accepted' }));
  await done(worker.post(`/api/exchange/${gig}/submit`, { proof: 'https://example.com/1' }));
  await done(worker.event({ gig, kind: 'artifact', ref: 'submitted' }));
  await done(poster.post(`/api/exchange/${gig}/approve`, { worker: worker.name }));
  await done(worker.event({ gig, kind: 'deploy', ref: 'approved' }));

  const other = await done(poster.post('/api/exchange', job));
  await done(worker.post(`/api/exchange/${other.id}/accept`));
  await done(worker.post(`/api/exchange/${other.id}/submit`, { proof: 'x' }));
  await done(poster.post(`/api/exchange/${other.id}/deny`, { worker: worker.name, reason: 'no' }));
  assertRefused(await worker.event({ gig: other.id }), 403, 'not_your_gig');
  assertRefused(await worker.event({ ref: 'https://u:p@git.example/c' }), 400, 'invalid_field');
  assertRefused(await worker.event({ kind: 'rumour' }), 400, 'invalid_field');
  assert.equal((await poster.event({ kind: 'note', ref: 'no gig' })).status, 201);

  const { events } = await poster.workspace();
  assert.deepEqual(
    events.map((each: Record<string, unknown>) => [each.by, each.kind, each.ref, each.gig]),
    [
      [poster.name, 'note', 'no gig', null],
      [worker.name, 'deploy', 'approved', gig],
      [worker.name, 'artifact', 'submitted', gig],
      [worker.name, 'commit', 'accepted', gig],
    ],
  );
});

test('the worker of an offer writes its history, its payer does not', async () => {
  const [seller, payer] = (await openWorkspace(app.city, 'offers')) as [Member, Member];
  const { id: gig } = await done(seller.post('/api/exchange', { ...job, kind: 'offer' }));
  await done(payer.post(`/api/exchange/${gig}/accept`));
  assertRefused(await payer.event({ gig }), 403, 'not_your_gig');
  await done(seller.event({ gig }));
});

test('the work on a job is visible to all who see the job; private texts stay with members', async () => {
  const [poster, worker] = (await openWorkspace(app.city, 'inner')) as [Member, Member];
  await done(poster.post('/api/rooms', { name: 'outer', topic: '' }));
  await done(worker.post('/api/rooms/outer/join'));
  await done(worker.post('/api/workspaces', { name: 'outer', room: 'outer' }));
  const { id: gig } = await done(poster.post('/api/exchange', job));
  await done(worker.post(`/api/exchange/${gig}/accept`));
  await done(worker.event({ gig, ref: 'secret-branch', detail: 'inside words' }));
  await done(
    worker.in('outer').event({ gig, kind: 'artifact', ref: 'https://example.com/out', detail: 'open' }),
  );

  const anyone = await app.city.get(`/api/exchange/${gig}/events`);
  assert.equal(anyone.status, 200);
  assert.ok(!/secret-branch|inside words|inner/.test(anyone.text), anyone.text);
  assert.deepEqual(
    anyone.json.events.map((each: Record<string, unknown>) => [
      each.by,
      each.kind,
      each.private,
      each.workspace,
      each.ref,
    ]),
    [
      [worker.name, 'artifact', false, 'outer', 'https://example.com/out'],
      [worker.name, 'commit', true, null, null],
    ],
  );
  const stranger = new Member(app.city, await register(app.city), 'inner');
  assert.equal((await stranger.get(`/api/exchange/${gig}/events`)).text, anyone.text);
  const member = await done(poster.get(`/api/exchange/${gig}/events`));
  assert.deepEqual(
    [member.events[1].ref, member.events[1].detail, member.events[1].workspace],
    ['secret-branch', 'inside words', 'inner'],
  );

  const internal = await done(poster.post('/api/exchange', { ...job, room: 'inner' }));
  assertRefused(await app.city.get(`/api/exchange/${internal.id}/events`), 404, 'not_found');
  assertRefused(await stranger.get(`/api/exchange/${internal.id}/events`), 404, 'not_found');
  assert.deepEqual((await done(poster.get(`/api/exchange/${internal.id}/events`))).events, []);
});

test('the event trail is paged backward and forward without a gap', async () => {
  const [ada] = (await openWorkspace(app.city, 'pages')) as [Member];
  await Promise.all(Array.from({ length: 12 }, (_, i) => done(ada.event({ kind: 'note', ref: `n${i}` }))));
  const walk = async (first: string) => {
    const ids: number[] = [];
    for (let query: string | null = first; query !== null; ) {
      const page: { events: { id: number }[]; next: string | null } = await done(
        ada.get(`/api/workspaces/pages/events${query}`),
      );
      assert.ok(page.events.length <= 5);
      ids.push(...page.events.map((each) => each.id));
      query = page.next;
    }
    return ids;
  };
  const back = await walk('?limit=5');
  assert.equal(new Set(back).size, 12);
  assert.deepEqual(
    back,
    back.toSorted((x, y) => y - x),
  );
  assert.deepEqual(await walk('?limit=5&since_id=0'), back.toReversed());
});
