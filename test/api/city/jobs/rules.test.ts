import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, done, offer, type Person, sharedBoard } from '../../../fixtures/city/jobs/board.ts';
import { assertRefused } from '../../../harness/refused.ts';

const board = await sharedBoard();
const { join, escrowOf } = board;

const stand = async (person: Person, id: number) => {
  const { status, slots_open } = await person.job(id);
  return [status, slots_open, await escrowOf(id)];
};

test('an ask is escrowed in full when posted, paid per slot, and done when every slot is paid', async () => {
  const [poster, ada, bob] = [await join(), await join(), await join()];
  const job = await done(poster.post({ ...ask, workers: 2, tags: ['Research', 'research', ' Papers '] }));
  const { id } = job;
  assert.deepEqual(
    [job.kind, job.price, job.workers, job.slots_open, job.status, job.room, job.assign, job.depends_on],
    ['ask', 20, 2, 2, 'open', null, [], null],
  );
  assert.deepEqual(
    [job.locked, job.poster, job.pinned_until, job.closed_at],
    [false, poster.name, null, null],
  );
  assert.deepEqual(job.tags, ['research', 'papers']);
  assert.deepEqual([await poster.balance(), await escrowOf(id)], [60, 40]);

  const taken = await done(ada.accept(id));
  assert.deepEqual(
    [taken.claim.worker, taken.claim.payer, taken.claim.status, taken.claim.proof, taken.claim.submitted_at],
    [ada.name, poster.name, 'accepted', null, null],
  );
  assert.deepEqual(await stand(ada, id), ['open', 1, 40]);
  await done(bob.accept(id));
  assert.deepEqual(await stand(ada, id), ['accepted', 0, 40]);
  await done(ada.submit(id, 'three summaries'));
  assert.deepEqual(await stand(ada, id), ['accepted', 0, 40]);
  await done(bob.submit(id));
  assert.deepEqual(await stand(ada, id), ['submitted', 0, 40]);
  const paid = await done(poster.approve(id, ada.name.toUpperCase()));
  assert.deepEqual(
    [paid.claim.worker, paid.claim.status, paid.claim.proof],
    [ada.name, 'approved', 'three summaries'],
  );
  assert.equal((await ada.job(id)).poster_reputation.approved, 1, 'including this decision');
  assert.deepEqual(await stand(ada, id), ['submitted', 0, 20]);
  await done(poster.approve(id));
  assert.deepEqual(await stand(ada, id), ['done', 0, 0]);
  assert.deepEqual([await ada.balance(), await bob.balance(), await poster.balance()], [120, 120, 60]);
});

test('a denial frees the slot, gives the reason and costs the payer nothing', async () => {
  const [poster, worker, other] = [await join(), await join(), await join()];
  const { id } = await done(poster.post(ask));
  await done(worker.accept(id));
  await done(worker.submit(id));
  const { claim, job } = await done(poster.deny(id, worker.name, 'the third paper is missing'));
  assert.deepEqual([claim.status, claim.reason], ['denied', 'the third paper is missing']);
  assert.ok(claim.decided_at);
  assert.deepEqual([job.status, job.slots_open], ['open', 1]);
  assert.deepEqual([await poster.balance(), await escrowOf(id), await worker.balance()], [80, 20, 100]);
  await done(other.accept(id));
  await done(other.submit(id));
  await done(poster.deny(id, other.name, 'too slow'));
  assert.deepEqual(await stand(poster, id), ['open', 1, 20]);
});

test('a worker that was denied or released its slot may claim again, in a new room', async () => {
  const [poster, worker] = [await join(), await join()];
  const { id } = await done(poster.post(ask));
  const rooms = [];
  rooms.push((await done(worker.accept(id))).claim.deal_room);
  await done(worker.submit(id));
  await done(poster.deny(id, worker.name));
  assertRefused(await worker.accept(id), 409, 'keep_away');
  assert.equal((await worker.job(id)).take_it, undefined);
  await board.database.sql(`UPDATE claim SET decided_at = decided_at - interval '1 day' WHERE job_id = $1`, [
    id,
  ]);
  rooms.push((await done(worker.accept(id))).claim.deal_room);
  await done(worker.cancel(id));
  assertRefused(await worker.accept(id), 409, 'keep_away');
  await board.database.sql(`UPDATE claim SET decided_at = decided_at - interval '1 hour' WHERE job_id = $1`, [
    id,
  ]);
  rooms.push((await done(worker.accept(id))).claim.deal_room);
  await done(worker.submit(id));
  await done(poster.approve(id));
  assert.equal(new Set(rooms).size, 3);
  assert.deepEqual(await stand(poster, id), ['done', 0, 0]);
  assert.equal(await worker.balance(), 120);
});

test('the deal room is private to the two parties', async () => {
  const [poster, worker, stranger] = [await join(), await join(), await join()];
  const { id } = await done(poster.post(ask));
  const { deal_room } = (await done(worker.accept(id))).claim;
  const members = await board.database.sql(
    `SELECT screen_name FROM room_member JOIN agent ON agent.id = agent_id WHERE room = $1`,
    [deal_room],
  );
  assert.deepEqual(members.map((row) => row.screen_name).toSorted(), [poster.name, worker.name].toSorted());
  const seen = async (person: Person) =>
    (await done(person.call('GET', '/api/rooms'))).rooms.some(
      (room: { name: string; private: boolean }) => room.name === deal_room && room.private,
    );
  assert.deepEqual([await seen(poster), await seen(worker), await seen(stranger)], [true, true, false]);
});

test('an agent holds at most one slot, also after payment, and cannot take its own job', async () => {
  const [poster, worker, late] = [await join(), await join(), await join()];
  const { id } = await done(poster.post({ ...ask, workers: 2 }));
  await done(worker.accept(id));
  assertRefused(await worker.accept(id), 409, 'already_claimed');
  await done(worker.submit(id));
  assertRefused(await worker.accept(id), 409, 'already_claimed');
  await done(poster.approve(id));
  assertRefused(await worker.accept(id), 409, 'already_claimed');
  assertRefused(await poster.accept(id), 409, 'own_job');
  const own = await done(poster.post(offer));
  assertRefused(await poster.accept(own.id), 409, 'own_job');
  const single = await done(poster.post(ask));
  await done(worker.accept(single.id));
  assertRefused(await late.accept(single.id), 409, 'no_slot');
});

test('only the payer decides, and only the poster edits the post', async () => {
  const [poster, worker, stranger] = [await join(), await join(), await join()];
  const { id } = await done(poster.post({ ...ask, workers: 2 }));
  await done(worker.accept(id));
  await done(worker.submit(id));
  for (const person of [worker, stranger]) {
    assertRefused(await person.approve(id, worker.name), 403, 'not_payer');
    assertRefused(await person.complete(id), 403, 'not_payer');
    assertRefused(await person.deny(id, worker.name), 403, 'not_payer');
    assertRefused(await person.close(id), 403, 'not_poster');
    assertRefused(await person.reopen(id), 403, 'not_poster');
  }
  assertRefused(await stranger.submit(id), 403, 'not_worker');
  assertRefused(await poster.submit(id), 403, 'not_worker');
  assertRefused(await stranger.cancel(id), 403, 'not_party');
  assert.deepEqual([await worker.balance(), await escrowOf(id)], [100, 40]);
  const calls = { accept: {}, submit: { proof: 'x' }, approve: {}, complete: {}, cancel: {} };
  for (const [path, body] of Object.entries({ ...calls, deny: { worker: worker.name, reason: 'x' } }))
    assertRefused(await board.city.post(`/api/exchange/${id}/${path}`, body), 401, 'no_key', path);
  assertRefused(await board.city.patch(`/api/exchange/${id}`, { status: 'closed' }), 401, 'no_key');
  assertRefused(await board.city.get(`/api/exchange/${id}/claims`), 401, 'no_key');
});

test('nothing is paid before a proof, and nothing twice', async () => {
  const [poster, worker] = [await join(), await join()];
  const { id } = await done(poster.post({ ...ask, workers: 2 }));
  assertRefused(await poster.approve(id), 409, 'no_claim');
  await done(worker.accept(id));
  assertRefused(await poster.approve(id), 409, 'no_proof');
  assertRefused(await poster.complete(id), 409, 'no_proof');
  assertRefused(await poster.approve(id, 'nobody_at_all'), 409, 'no_claim');
  assert.equal(await worker.balance(), 100);
  await done(worker.submit(id));
  assertRefused(await worker.submit(id, 'another'), 409, 'already_submitted');
  const { claim, job } = await done(poster.complete(id));
  assert.deepEqual([claim.status, job.status], ['approved', 'open']);
  for (const again of [await poster.approve(id, worker.name), await poster.complete(id)])
    assertRefused(again, 409, 'already_approved');
  assertRefused(await poster.deny(id, worker.name), 409, 'already_approved');
  assertRefused(await worker.cancel(id), 409, 'already_approved');
  assert.deepEqual([await worker.balance(), await escrowOf(id)], [120, 20]);
});

test('with several proofs waiting, the payer must name one', async () => {
  const [poster, ada, bob] = [await join(), await join(), await join()];
  const { id } = await done(poster.post({ ...ask, workers: 2 }));
  for (const worker of [ada, bob]) {
    await done(worker.accept(id));
    await done(worker.submit(id));
  }
  assertRefused(await poster.approve(id), 409, 'worker_needed');
  assert.equal((await done(poster.approve(id, bob.name))).claim.worker, bob.name);
  assert.deepEqual([await ada.balance(), await bob.balance()], [100, 120]);
});

test('a worker can release only its own slot', async () => {
  const [poster, ada, bob] = [await join(), await join(), await join()];
  const { id } = await done(poster.post({ ...ask, workers: 2 }));
  await done(ada.accept(id));
  await done(bob.accept(id));
  await done(ada.submit(id));
  const { job } = await done(ada.cancel(id));
  assert.deepEqual([job.status, job.slots_open], ['open', 1]);
  assert.deepEqual(
    (await poster.claims(id)).map(({ worker, status }) => [worker, status]),
    [
      [bob.name, 'accepted'],
      [ada.name, 'released'],
    ],
  );
  assertRefused(await ada.cancel(id), 409, 'already_decided');
  assertRefused(await ada.submit(id), 409, 'already_decided');
  assertRefused(await poster.approve(id, ada.name), 409, 'already_decided');
  assert.deepEqual([await poster.balance(), await escrowOf(id)], [60, 40]);
});

for (const how of ['cancel', 'close'] as const)
  test(`the poster's ${how} releases active workers with a message in the deal room, and refunds the rest`, async () => {
    const [poster, ada, bob] = [await join(), await join(), await join()];
    const { id } = await done(poster.post({ ...ask, workers: 3 }));
    for (const worker of [ada, bob]) await done(worker.accept(id));
    await done(ada.submit(id));
    assertRefused(await poster[how](id), 409, 'decide_first');
    assert.deepEqual([await escrowOf(id), (await poster.job(id)).status], [60, 'open']);
    await done(poster.approve(id, ada.name));
    const { job } = await done(poster[how](id));
    assert.deepEqual([job.status, job.slots_open], ['closed', 0]);
    assert.ok(job.closed_at);
    assert.deepEqual([await poster.balance(), await ada.balance(), await escrowOf(id)], [80, 120, 0]);
    const claims = await poster.claims(id);
    assert.deepEqual(
      claims.map(({ worker, status }) => [worker, status]),
      [
        [bob.name, 'released'],
        [ada.name, 'approved'],
      ],
    );
    const notes = async (room: string) =>
      board.database.sql('SELECT from_id, body FROM message WHERE room = $1', [room]);
    const [note, ...more] = await notes(claims[0].deal_room);
    assert.deepEqual([note.from_id, more], [null, []]);
    assert.match(note.body, new RegExp(`${poster.name} closed job ${id}`));
    assert.deepEqual(await notes(claims[1].deal_room), []);
    assertRefused(await bob.accept(id), 409, 'job_closed');
    assertRefused(await bob.submit(id), 409, 'already_decided');
    assertRefused(await poster[how](id), 409, 'already_closed');
  });

test('reopening funds the escrow for every free slot, or is refused entirely', async () => {
  const [poster, worker, sink] = [await join(), await join(), await join()];
  const { id } = await done(poster.post({ ...ask, workers: 3 }));
  await done(worker.accept(id));
  await done(worker.submit(id));
  await done(poster.approve(id));
  assertRefused(await poster.reopen(id), 409, 'not_closed');
  for (let round = 0; round < 2; round++) {
    await done(poster.close(id));
    assert.deepEqual([await poster.balance(), await escrowOf(id)], [80, 0]);
    const { job } = await done(poster.reopen(id));
    assert.deepEqual([job.status, job.slots_open, job.closed_at], ['open', 2, null]);
    assert.deepEqual([await poster.balance(), await escrowOf(id)], [40, 40]);
  }
  await done(poster.close(id));
  await done(poster.call('POST', '/api/tip', { to: sink.name, amount: 41 }));
  assertRefused(await poster.reopen(id), 409, 'not_enough_ap');
  assert.deepEqual(
    [(await poster.job(id)).status, await poster.balance(), await escrowOf(id)],
    ['closed', 39, 0],
  );
  await done(sink.call('POST', '/api/tip', { to: poster.name, amount: 1 }));
  await done(poster.reopen(id));
  assert.deepEqual([await poster.balance(), await escrowOf(id)], [0, 40]);
});

test('a finished post can be closed, refunds nothing and cannot be reopened', async () => {
  const [poster, worker] = [await join(), await join()];
  const { id } = await done(poster.post(ask));
  await done(worker.accept(id));
  await done(worker.submit(id));
  await done(poster.approve(id));
  assert.equal((await done(poster.close(id))).job.status, 'closed');
  assert.deepEqual([await poster.balance(), await worker.balance()], [80, 120]);
  assertRefused(await poster.reopen(id), 409, 'all_done');
});

test('claims show all proofs to any caller with a key', async () => {
  const [poster, worker, reader] = [await join(), await join(), await join()];
  const { id } = await done(poster.post(ask));
  await done(worker.accept(id));
  await done(worker.submit(id, 'see https://example.com/a'));
  const [claim] = await reader.claims(id);
  assert.deepEqual(
    [claim.worker, claim.proof, claim.status],
    [worker.name, 'see https://example.com/a', 'submitted'],
  );
});
