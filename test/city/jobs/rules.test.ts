import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../harness/refused.ts';
import { ask, done, offer, openBoard, type Person } from './board.ts';

const board = await openBoard();
const { join, joinRich, pot } = board;

const stand = async (person: Person, id: number) => {
  const { status, slots_open } = await person.job(id);
  return [status, slots_open, await pot(id)];
};

test('an ask: escrowed whole when posted, paid slot by slot, done when every slot is paid', async () => {
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
  assert.deepEqual([await poster.balance(), await pot(id)], [60, 40]);

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
  assert.deepEqual(await stand(ada, id), ['submitted', 0, 20]);
  await done(poster.approve(id));
  assert.deepEqual(await stand(ada, id), ['done', 0, 0]);
  assert.deepEqual([await ada.balance(), await bob.balance(), await poster.balance()], [120, 120, 60]);
});

test('an offer: payer and worker change places, and the taker escrows when they take it', async () => {
  const [seller, buyer] = [await join(), await join()];
  const { id } = await done(seller.post(offer));
  assert.deepEqual([await seller.balance(), await pot(id)], [100, 0]);
  const { claim } = await done(buyer.accept(id));
  assert.deepEqual([claim.worker, claim.payer], [seller.name, buyer.name]);
  assert.deepEqual([await buyer.balance(), await pot(id)], [80, 20]);
  assertRefused(await buyer.submit(id), 403, 'not_worker', 'the payer hands in no proof');
  await done(seller.submit(id));
  assertRefused(await seller.approve(id), 403, 'not_payer', 'the seller does not decide');
  assertRefused(await seller.deny(id, seller.name), 403, 'not_payer');
  assertRefused(await seller.complete(id), 403, 'not_payer');
  await done(buyer.approve(id));
  assert.deepEqual([await seller.balance(), await buyer.balance(), await pot(id)], [120, 80, 0]);
  assert.equal((await seller.job(id)).status, 'done');
});

test('an offer gives the payer their AP back on denial, release and closing', async () => {
  const [seller, buyer] = [await join(), await join()];
  const { id } = await done(seller.post(offer));
  await done(buyer.accept(id));
  await done(seller.submit(id));
  await done(buyer.deny(id, seller.name));
  assert.deepEqual([await buyer.balance(), await pot(id)], [100, 0]);
  await done(buyer.accept(id));
  await done(buyer.cancel(id));
  assert.deepEqual([await buyer.balance(), await pot(id), (await seller.job(id)).status], [100, 0, 'open']);
  await done(buyer.accept(id));
  assert.deepEqual([await buyer.balance(), await pot(id)], [80, 20]);
  await done(seller.close(id));
  assert.deepEqual([await buyer.balance(), await pot(id)], [100, 0]);
  await done(seller.reopen(id));
  assert.deepEqual([await seller.balance(), await pot(id)], [100, 0]);
  const states = (await buyer.claims(id)).map((claim) => claim.status);
  assert.deepEqual(states, ['released', 'released', 'denied']);
});

test('an offer with several slots is sold to several, each proof going to its own payer', async () => {
  const [seller, ada, bob] = [await join(), await join(), await join()];
  const { id } = await done(seller.post({ ...offer, workers: 2 }));
  await done(ada.accept(id));
  await done(bob.accept(id));
  assert.equal(await pot(id), 40);
  await done(seller.submit(id, 'for Ada', { payer: ada.name }));
  assertRefused(await bob.approve(id), 409, 'no_proof', 'the proof is for Ada');
  const { claim } = await done(ada.approve(id));
  assert.equal(claim.proof, 'for Ada');
  assertRefused(await seller.submit(id, 'again', { payer: ada.name }), 409, 'already_approved');
  await done(seller.submit(id, 'for Bob', { payer: bob.name }));
  await done(bob.complete(id));
  assert.deepEqual([await seller.balance(), await pot(id), (await bob.job(id)).status], [140, 0, 'done']);
});

test('nobody takes an offer that they cannot pay', async () => {
  const [seller, buyer] = [await join(), await join()];
  const { id } = await done(seller.post({ ...offer, price: 101 }));
  assertRefused(await buyer.accept(id), 409, 'not_enough_ap');
  assert.deepEqual([await buyer.claims(id), (await buyer.job(id)).slots_open], [[], 1]);
});

test('a denial frees the slot, tells the reason and costs the payer nothing', async () => {
  const [poster, worker, other] = [await join(), await join(), await join()];
  const { id } = await done(poster.post(ask));
  await done(worker.accept(id));
  await done(worker.submit(id));
  const { claim, job } = await done(poster.deny(id, worker.name, 'the third paper is missing'));
  assert.deepEqual([claim.status, claim.reason], ['denied', 'the third paper is missing']);
  assert.ok(claim.decided_at);
  assert.deepEqual([job.status, job.slots_open], ['open', 1]);
  assert.deepEqual([await poster.balance(), await pot(id), await worker.balance()], [80, 20, 100]);
  await done(other.accept(id));
  await done(poster.deny(id, other.name, 'too slow'));
  assert.deepEqual(await stand(poster, id), ['open', 1, 20]);
});

test('who was denied or gave back may claim again, in a room of its own', async () => {
  const [poster, worker] = [await join(), await join()];
  const { id } = await done(poster.post(ask));
  const rooms = [];
  rooms.push((await done(worker.accept(id))).claim.deal_room);
  await done(worker.submit(id));
  await done(poster.deny(id, worker.name));
  rooms.push((await done(worker.accept(id))).claim.deal_room);
  await done(worker.cancel(id));
  rooms.push((await done(worker.accept(id))).claim.deal_room);
  await done(worker.submit(id));
  await done(poster.approve(id));
  assert.equal(new Set(rooms).size, 3);
  assert.deepEqual(await stand(poster, id), ['done', 0, 0]);
  assert.equal(await worker.balance(), 120);
});

test('the deal room is private, and holds the two who deal', async () => {
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

test('one agent holds one slot, before and after it is paid; nobody takes their own', async () => {
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

test('only the payer decides and only the poster changes the post', async () => {
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
  assert.deepEqual([await worker.balance(), await pot(id)], [100, 40]);
  const calls = { accept: {}, submit: { proof: 'x' }, approve: {}, complete: {}, cancel: {} };
  for (const [path, body] of Object.entries({ ...calls, deny: { worker: worker.name, reason: 'x' } }))
    assertRefused(await board.city.post(`/api/exchange/${id}/${path}`, body), 401, 'no_key', path);
  assertRefused(await board.city.patch(`/api/exchange/${id}`, { status: 'closed' }), 401, 'no_key');
  assertRefused(await board.city.get(`/api/exchange/${id}/claims`), 401, 'no_key');
});

test('nothing is paid before there is proof, and nothing twice', async () => {
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
  assert.deepEqual([await worker.balance(), await pot(id)], [120, 20]);
});

test('where several proofs wait, the payer says whose', async () => {
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

test('a worker gives back their own slot and no other', async () => {
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
  assert.deepEqual([await poster.balance(), await pot(id)], [60, 40]);
});

for (const how of ['cancel', 'close'] as const)
  test(`the poster's ${how} releases whoever was at work, with a word in the deal room, and refunds the rest`, async () => {
    const [poster, ada, bob] = [await join(), await join(), await join()];
    const { id } = await done(poster.post({ ...ask, workers: 3 }));
    for (const worker of [ada, bob]) await done(worker.accept(id));
    await done(ada.submit(id));
    assertRefused(await poster[how](id), 409, 'decide_first');
    assert.deepEqual([await pot(id), (await poster.job(id)).status], [60, 'open']);
    await done(poster.approve(id, ada.name));
    const { job } = await done(poster[how](id));
    assert.deepEqual([job.status, job.slots_open], ['closed', 0]);
    assert.ok(job.closed_at);
    assert.deepEqual([await poster.balance(), await ada.balance(), await pot(id)], [80, 120, 0]);
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

test('a seller does not close over a proof that the buyer has not decided', async () => {
  const [seller, buyer] = [await join(), await join()];
  const { id } = await done(seller.post(offer));
  await done(buyer.accept(id));
  await done(seller.submit(id));
  assertRefused(await seller.close(id), 409, 'decide_first');
  assertRefused(await seller.cancel(id), 409, 'decide_first');
  assertRefused(await buyer.cancel(id), 409, 'decide_first', 'nor does the buyer run away from it');
  assert.equal(await pot(id), 20);
});

test('reopening escrows for every free slot again, or is refused whole', async () => {
  const [poster, worker, sink] = [await join(), await join(), await join()];
  const { id } = await done(poster.post({ ...ask, workers: 3 }));
  await done(worker.accept(id));
  await done(worker.submit(id));
  await done(poster.approve(id));
  assertRefused(await poster.reopen(id), 409, 'not_closed');
  for (let round = 0; round < 2; round++) {
    await done(poster.close(id));
    assert.deepEqual([await poster.balance(), await pot(id)], [80, 0]);
    const { job } = await done(poster.reopen(id));
    assert.deepEqual([job.status, job.slots_open, job.closed_at], ['open', 2, null]);
    assert.deepEqual([await poster.balance(), await pot(id)], [40, 40]);
  }
  await done(poster.close(id));
  await done(poster.call('POST', '/api/tip', { to: sink.name, amount: 41 }));
  assertRefused(await poster.reopen(id), 409, 'not_enough_ap');
  assert.deepEqual([(await poster.job(id)).status, await poster.balance(), await pot(id)], ['closed', 39, 0]);
  await done(sink.call('POST', '/api/tip', { to: poster.name, amount: 1 }));
  await done(poster.reopen(id));
  assert.deepEqual([await poster.balance(), await pot(id)], [0, 40]);
});

test('a finished post is closed, pays nothing back and cannot be opened again', async () => {
  const [poster, worker] = [await join(), await join()];
  const { id } = await done(poster.post(ask));
  await done(worker.accept(id));
  await done(worker.submit(id));
  await done(poster.approve(id));
  assert.equal((await done(poster.close(id))).job.status, 'closed');
  assert.deepEqual([await poster.balance(), await worker.balance()], [80, 120]);
  assertRefused(await poster.reopen(id), 409, 'all_done');
});

test('a retry under one idempotency key posts, takes and pays once', async () => {
  const [poster, worker] = [await join(), await join()];
  const headers = { 'idempotency-key': 'post-1' };
  const posted = [await done(poster.post(ask, headers)), await done(poster.post(ask, headers))];
  assert.deepEqual(posted[0], posted[1]);
  assert.equal(await poster.balance(), 80);
  const { id } = posted[0];
  assert.deepEqual(await done(worker.accept(id, headers)), await done(worker.accept(id, headers)));
  await done(worker.submit(id));
  assertRefused(await poster.approve(id, worker.name, headers), 422, 'idempotency_key_reused');
  const paid = await poster.approve(id, worker.name, { 'idempotency-key': 'pay-1' });
  const replayed = await poster.approve(id, worker.name, { 'idempotency-key': 'pay-1' });
  assert.equal(paid.json.claim.status, 'approved', paid.text);
  assert.deepEqual([paid.status, paid.json], [replayed.status, replayed.json]);
  assert.equal(replayed.headers['idempotency-replayed'], 'true');
  assert.equal(await worker.balance(), 120);
});

test('claims show all proofs to whoever has a key', async () => {
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

test('five posts a day; a refused post counts for nothing', async () => {
  const [poster, rich] = [await join(), await joinRich(1_000)];
  assertRefused(await poster.post({ ...ask, price: 101 }), 409, 'not_enough_ap');
  assertRefused(await poster.post({ ...ask, price: 51, workers: 2 }), 409, 'not_enough_ap');
  assert.equal(await poster.balance(), 100);
  for (let left = 4; left >= 0; left--) {
    const answer = await poster.post({ ...ask, price: 1 });
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(
      [answer.headers['ratelimit-limit'], answer.headers['ratelimit-remaining']],
      ['5', String(left)],
    );
  }
  const over = await poster.post({ ...ask, price: 1 });
  assertRefused(over, 429, 'over_limit');
  assert.ok(Number(over.headers['retry-after']) > 0);
  assert.equal(await poster.balance(), 95);
  await done(rich.post(ask));
});

test('what a post must be is checked, and the error names the field', async () => {
  const poster = await joinRich(1_000);
  const { kind, title, body, price, effort } = ask;
  const wrong: [string, object][] = [
    ['kind', { title, body, price, effort }],
    ['title', { kind, body, price, effort }],
    ['body', { kind, title, price, effort }],
    ['price', { kind, title, body, effort }],
    ['effort', { kind, title, body, price }],
    ['kind', { ...ask, kind: 'gift' }],
    ['title', { ...ask, title: '' }],
    ['title', { ...ask, title: 'x'.repeat(141) }],
    ['price', { ...ask, price: 0 }],
    ['price', { ...ask, price: -5 }],
    ['price', { ...ask, price: 1.5 }],
    ['price', { ...ask, price: '20' }],
    ['price', { ...ask, price: 1e9 }],
    ['effort', { ...ask, effort: 'month' }],
    ['tags', { ...ask, tags: 'x' }],
    ['tags', { ...ask, tags: Array(11).fill('x') }],
    ['workers', { ...ask, workers: 0 }],
    ['workers', { ...ask, workers: 101 }],
    ['depends_on', { ...ask, depends_on: 'one' }],
    ['depends_on', { ...ask, depends_on: 1e300 }],
    ['depends_on', { ...ask, depends_on: 2 ** 63 }],
    ['salary', { ...ask, salary: 1 }],
    ['status', { ...ask, status: 'done' }],
  ];
  for (const [field, fields] of wrong) {
    const answer = await poster.post(fields);
    assertRefused(answer, 400, 'invalid_field', JSON.stringify(fields).slice(0, 100));
    assert.match(answer.json.error, new RegExp(`\\b${field}\\b`));
  }
  assert.equal(await poster.balance(), 1_100);
});

test('the other calls check what they are sent too, and an unknown job is not there', async () => {
  const [poster, worker] = [await join(), await join()];
  const { id } = await done(poster.post(ask));
  await done(worker.accept(id));
  const wrong: [string, string, object][] = [
    ['proof', 'submit', {}],
    ['proof', 'submit', { proof: '' }],
    ['proof', 'submit', { proof: 7 }],
    ['worker', 'approve', { worker: 1 }],
    ['reason', 'deny', { worker: worker.name }],
    ['worker', 'deny', { reason: 'x' }],
    ['reason', 'deny', { worker: worker.name, reason: '' }],
    ['force', 'cancel', { force: true }],
    ['force', 'accept', { force: true }],
  ];
  for (const [field, path, body] of wrong) {
    const answer = await worker.call('POST', `/api/exchange/${id}/${path}`, body);
    assertRefused(answer, 400, 'invalid_field', `${path} ${JSON.stringify(body)}`);
    assert.match(answer.json.error, new RegExp(`\\b${field}\\b`), path);
  }
  assertRefused(await poster.call('PATCH', `/api/exchange/${id}`, { status: 'done' }), 400, 'invalid_field');
  for (const unknown of [9_999_999, 2 ** 53 - 1]) {
    for (const answer of [
      await worker.accept(unknown),
      await worker.submit(unknown),
      await worker.approve(unknown),
      await worker.complete(unknown),
      await worker.deny(unknown, 'x'),
      await worker.cancel(unknown),
      await worker.close(unknown),
      await worker.call('GET', `/api/exchange/${unknown}`),
      await worker.call('GET', `/api/exchange/${unknown}/claims`),
    ])
      assertRefused(answer, 404, 'not_found');
  }
  for (const odd of ['0', '-1', '1.5', 'x', '9223372036854775808', '1e300'])
    assertRefused(await worker.call('GET', `/api/exchange/${odd}`), 400, 'invalid_field', odd);
});
