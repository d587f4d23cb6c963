import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, done, offer, type Person, sharedBoard } from '../../../fixtures/city/jobs/board.ts';
import type { Answer } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const { city, database, join, escrowOf } = await sharedBoard();

async function finish(id: number, poster: Person, worker: Person) {
  await done(worker.accept(id));
  await done(worker.submit(id));
  await done(poster.approve(id, worker.name));
}

test('a reserved job is for the agents it names, in any letter case', async () => {
  const [poster, ada, bob, eve] = [await join(), await join(), await join(), await join()];
  const assign = [ada.name.toUpperCase(), bob.name, bob.name.toUpperCase()];
  const job = await done(poster.post({ ...ask, workers: 2, assign }));
  assert.deepEqual(job.assign.toSorted(), [ada.name, bob.name].toSorted());
  assertRefused(await eve.accept(job.id), 403, 'reserved');
  for (const seen of [await eve.job(job.id), (await city.get(`/api/exchange/${job.id}`)).json])
    assert.deepEqual([seen.actions, seen.take_it, seen.pays], [[], undefined, undefined]);
  assert.equal((await ada.job(job.id)).pays, 20);
  await done(ada.accept(job.id));
  await done(bob.accept(job.id));
  assertRefused(await poster.post({ ...ask, assign: ['nobody_like_this'] }), 404, 'not_found');
  assertRefused(await poster.post({ ...ask, assign: [poster.name] }), 400, 'invalid_field');
  assert.equal(await poster.balance(), 60);
});

test('a job with a dependency is locked until every slot of that job is approved', async () => {
  const [poster, ada, bob] = [await join(), await join(), await join()];
  const first = await done(poster.post({ ...ask, price: 5, workers: 2 }));
  const second = await done(poster.post({ ...ask, price: 5, depends_on: first.id }));
  assert.deepEqual([second.locked, second.depends_on, second.status], [true, first.id, 'open']);
  assertRefused(await ada.accept(second.id), 409, 'locked');
  assert.equal((await ada.job(second.id)).take_it, undefined);
  await finish(first.id, poster, ada);
  assertRefused(await ada.accept(second.id), 409, 'locked', 'one of two slots');
  await finish(first.id, poster, bob);
  const unlocked = await ada.job(second.id);
  assert.deepEqual([unlocked.locked, unlocked.pays], [false, 5]);
  // A finished job is closed; the jobs that waited for it stay open.
  await done(poster.close(first.id));
  assert.equal((await ada.job(second.id)).locked, false);
  await done(ada.accept(second.id));
});

test('a dependency closed unfinished unlocks nothing', async () => {
  const [poster, ada] = [await join(), await join()];
  const first = await done(poster.post({ ...ask, workers: 2, price: 5 }));
  const second = await done(poster.post({ ...ask, price: 5, depends_on: first.id }));
  await finish(first.id, poster, ada);
  await done(poster.close(first.id));
  const tooEarly = await ada.accept(second.id);
  assert.equal(tooEarly.status, 409, tooEarly.text);
  await until(async () => (await ada.job(second.id)).status === 'closed', 'the job that waited is closed');
  assertRefused(await ada.accept(second.id), 409, 'job_closed');
});

test('a job can only depend on an existing one, so no cycle can form', async () => {
  const poster = await join();
  const [{ last }] = await database.sql('SELECT max(id)::int AS last FROM job');
  // The next ids, which include the job's own.
  for (let ahead = 1; ahead <= 4; ahead++)
    assertRefused(await poster.post({ ...ask, depends_on: last + ahead }), 404, 'not_found');
  const chain: { id: number; depends_on: number }[] = [];
  for (let i = 0; i < 3; i++)
    chain.push(await done(poster.post({ ...ask, price: 1, depends_on: chain.at(-1)?.id })));
  assert.ok(chain.every((job, i) => i === 0 || job.depends_on < job.id));
  assertRefused(
    await poster.call('PATCH', `/api/exchange/${chain[0]!.id}`, { depends_on: chain[2]!.id }),
    400,
    'invalid_field',
  );
});

test('a private board is visible to members of its room only', async () => {
  const [owner, member, stranger] = [await join(), await join(), await join()];
  await done(owner.call('POST', '/api/rooms', { name: 'night-shift', topic: 'x', private: true }));
  await done(owner.call('POST', '/api/rooms/night-shift/invite', { name: member.name }));
  await done(member.call('POST', '/api/rooms/night-shift/join'));
  const secret = 'zanzibar';
  const fields = { ...ask, title: `Map ${secret}`, tags: ['hidden'], room: 'Night-Shift' };
  assertRefused(await stranger.post(fields), 404, 'not_found');
  const job = await done(owner.post({ ...fields, workers: 2 }));
  assert.equal(job.room, 'night-shift');

  const boards = [
    '',
    '?limit=200',
    '?status=open',
    '?kind=ask',
    `?q=${secret}`,
    '?tag=hidden',
    `?poster=${owner.name}`,
  ];
  const lists = async (path: string, ask: (path: string) => Promise<Answer>) =>
    (await ask(`/api/exchange${path}`)).text;
  for (const path of boards) {
    assert.ok(!(await lists(path, (url) => city.get(url))).includes(secret), path);
    for (const person of [owner, member, stranger])
      assert.ok(
        !(await lists(path, (url) => person.call('GET', url))).includes(secret),
        `${person.name} ${path}`,
      );
  }
  for (const path of [
    '?room=night-shift',
    `?room=NIGHT-SHIFT&q=${secret}`,
    '?room=night-shift&status=open&tag=hidden',
  ]) {
    assertRefused(await city.get(`/api/exchange${path}`), 404, 'not_found');
    assertRefused(await stranger.call('GET', `/api/exchange${path}`), 404, 'not_found');
    assert.deepEqual(
      (await member.jobs(path)).map((each) => each.id),
      [job.id],
    );
  }
  const { id } = job;
  assertRefused(await city.get(`/api/exchange/${id}`), 404, 'not_found');
  const asStranger = (there: number) => [
    stranger.call('GET', `/api/exchange/${there}`),
    stranger.call('GET', `/api/exchange/${there}/claims`),
    stranger.accept(there),
    stranger.submit(there),
    stranger.approve(there),
    stranger.complete(there),
    stranger.deny(there, member.name),
    stranger.cancel(there),
    stranger.close(there),
    stranger.reopen(there),
    stranger.post({ ...ask, depends_on: there }),
    stranger.call('POST', '/api/spend/pin-post', { id: there }),
  ];
  const [hidden, missing] = [await Promise.all(asStranger(id)), await Promise.all(asStranger(9_000_001))];
  for (const [i, answer] of hidden.entries()) {
    assertRefused(answer, 404, 'not_found');
    // The exact text that is returned for a job that does not exist.
    assert.equal(answer.text.replaceAll(String(id), 'N'), missing[i]?.text.replaceAll('9000001', 'N'));
  }

  await done(member.accept(id));
  await done(member.submit(id, 'the map'));
  assert.equal((await member.claims(id))[0].proof, 'the map');
  assert.deepEqual((await stranger.jobs(`?worker=${member.name}`)).length, 0);
  assert.deepEqual((await owner.jobs(`?room=night-shift&worker=${member.name}`)).length, 1);
  await done(owner.approve(id));
  assert.deepEqual([await member.balance(), await escrowOf(id)], [120, 20]);
});

test('a public room has no board, and only members post on a private one', async () => {
  const [poster, owner] = [await join(), await join()];
  assertRefused(await poster.post({ ...ask, room: 'lobby' }), 404, 'not_found');
  assertRefused(await poster.post({ ...ask, room: 'no-such-room' }), 404, 'not_found');
  await done(owner.call('POST', '/api/rooms', { name: 'shut', topic: 'x', private: true }));
  const [there, nowhere] = [
    await poster.call('GET', '/api/exchange?room=shut'),
    await poster.call('GET', '/api/exchange?room=ajar'),
  ];
  assertRefused(there, 404, 'not_found');
  assert.equal(there.text.replaceAll('shut', 'N'), nowhere.text.replaceAll('ajar', 'N'));
});

test('an agent that dealt on a private board still sees the deal after leaving the room', async () => {
  const [owner, member] = [await join(), await join()];
  await done(owner.call('POST', '/api/rooms', { name: 'brief-stay', topic: 'x', private: true }));
  await done(owner.call('POST', '/api/rooms/brief-stay/invite', { name: member.name }));
  await done(member.call('POST', '/api/rooms/brief-stay/join'));
  const { id } = await done(owner.post({ ...ask, room: 'brief-stay' }));
  await done(member.accept(id));
  await database.sql(
    `DELETE FROM room_member WHERE room = 'brief-stay' AND agent_id = (SELECT id FROM agent WHERE screen_name = $1)`,
    [member.name],
  );
  await done(member.submit(id));
  await done(owner.approve(id));
  assert.equal((await member.job(id)).status, 'done');
  assertRefused(await member.call('GET', '/api/exchange?room=brief-stay'), 404, 'not_found');
});

test('the name of a deal room cannot be taken in advance', async () => {
  const [poster, worker, squatter] = [await join(), await join(), await join()];
  const { id } = await done(poster.post(ask));
  const [{ last }] = await database.sql('SELECT coalesce(max(id), 0)::int AS last FROM claim');
  for (let ahead = 1; ahead <= 3; ahead++) {
    const name = `deal-${id}-${last + ahead}`;
    const answer = await squatter.call('POST', '/api/rooms', { name, topic: 'mine', private: true });
    assertRefused(answer, 409, 'name_taken', name);
  }
  const { claim } = await done(worker.accept(id));
  assert.match(claim.deal_room, new RegExp(`^deal-${id}-\\d+$`));
});

test('an offer can be reserved, private and dependent, like an ask', async () => {
  const [seller, buyer, eve] = [await join(), await join(), await join()];
  const first = await done(seller.post({ ...ask, price: 1 }));
  const { id } = await done(seller.post({ ...offer, assign: [buyer.name], depends_on: first.id }));
  assertRefused(await buyer.accept(id), 409, 'locked');
  await finish(first.id, seller, eve);
  assertRefused(await eve.accept(id), 403, 'reserved');
  await done(buyer.accept(id));
  assert.equal(await escrowOf(id), 20);
});
