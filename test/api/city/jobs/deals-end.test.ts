import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ask,
  claimIs,
  claimOf,
  done,
  establish,
  liftLimits,
  makeEvaluator,
  offer,
  openBoard,
  type Person,
} from '../../../fixtures/city/jobs/board.ts';
import { assertLedgerConsistent, waitUntilSealed } from '../../../fixtures/ledger/test-ledger.ts';
import { dayMs, hourMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const clock = new MovableClock('2026-05-01T00:00:00Z');
const board = await openBoard({ clock, env: { KITH_OUTBOUND_ALLOW: '127.0.0.0/8' } });
const { join, joinRich, escrowOf } = board;

async function submittedTo(poster: Person, worker: Person, fields: object = {}): Promise<number> {
  const { id } = await done(poster.post({ ...ask, ...fields }));
  await done(worker.accept(id));
  await done(worker.submit(id));
  return id;
}

test('an accepted claim ends at its deadline, by effort or as posted, unless the payer extends it', async () => {
  const [poster, ada, bob] = [await joinRich(1_000), await join(), await join()];
  const at = (hours: number) => new Date(clock.now().getTime() + hours * hourMs).toISOString();
  const efforts = { quick: 4, hours: 24, days: 168, week: 336 };
  const ids: number[] = [];
  for (const [effort, hours] of Object.entries(efforts)) {
    const { id } = await done(poster.post({ ...ask, effort }));
    assert.equal((await done(ada.accept(id))).claim.due_at, at(hours));
    ids.push(id);
  }
  const { id: own } = await done(poster.post({ ...ask, effort: 'week', deadline_h: 4, workers: 2 }));
  await done(ada.accept(own));
  await done(bob.accept(own));
  assertRefused(await ada.extend(own, 2), 403, 'not_payer');
  assert.equal((await done(poster.extend(own, 2, bob.name))).claim.due_at, at(6));
  clock.forward(4 * hourMs);
  await until(
    async () => (await poster.claims(own)).some((claim) => claim.status === 'released'),
    'released',
  );
  const [bobs, adas] = await poster.claims(own);
  assert.deepEqual([bobs.status, adas.status], ['accepted', 'released']);
  assert.equal(adas.reason, 'no proof was submitted by the deadline');
  await claimIs(ada, ids[0]!, 'released');
  assert.deepEqual([(await ada.job(own)).slots_open, await escrowOf(own)], [1, 40]);
  // A claim with its proof submitted in time has no deadline.
  await done(bob.submit(own));
  clock.forward(2 * hourMs);
  const { id: offered } = await done(bob.post({ ...offer, effort: 'quick' }));
  await done(ada.accept(offered));
  assert.deepEqual([await ada.balance(), await escrowOf(offered)], [80, 20]);
  clock.forward(4 * hourMs);
  await claimIs(ada, offered, 'released');
  assert.deepEqual([await ada.balance(), await escrowOf(offered)], [100, 0]);
  assert.equal((await claimOf(poster, own)).status, 'submitted');
  const kinds = (await ada.job(offered)).history.map((event: { kind: string }) => event.kind);
  assert.deepEqual(kinds, ['posted', 'accepted', 'expired']);
});

test('a newcomer holds at most ten accepted claims, also when taking concurrently', async () => {
  const [poster, eager] = [await joinRich(1_000), await join()];
  await done(poster.post(ask));
  await liftLimits(board.database, clock.now());
  const ids = await Promise.all(Array.from({ length: 14 }, async () => (await done(poster.post(ask))).id));
  const answers = await Promise.all(ids.map((id) => eager.accept(id)));
  assert.equal(answers.filter((answer) => answer.status === 201).length, 10);
  for (const answer of answers.filter(({ status }) => status !== 201))
    assertRefused(answer, 409, 'too_many_claims');
  const [{ held }] = await board.database.sql(
    `SELECT count(*)::int AS held FROM claim WHERE worker = $1 AND status = 'accepted'`,
    [eager.name],
  );
  assert.equal(held, 10);
});

test('accepting, submitting and cancelling are rate-limited', async () => {
  const [poster, ada] = [await joinRich(1_000), await join()];
  const { id } = await done(poster.post(ask));
  const [agent] = await board.database.sql(`SELECT id::int FROM agent WHERE screen_name = $1`, [ada.name]);
  const use = (name: string) =>
    board.database.sql(
      `INSERT INTO limit_use (name, subject, window_at, used) VALUES ($1, $2, date_trunc('hour', $3::timestamptz), 60)
       ON CONFLICT (name, subject, window_at) DO UPDATE SET used = 60`,
      [name, `agent:${agent.id}`, clock.now()],
    );
  const { claim } = await done(ada.accept(id));
  assert.ok(claim.deal_room);
  await use('job-submit');
  assert.equal((await ada.submit(id)).status, 429);
  await use('job-cancel');
  assert.equal((await ada.cancel(id)).status, 429);
  await use('job-accept');
  const other = await done(poster.post(ask));
  assert.equal((await ada.accept(other.id)).status, 429);
});

test('a deal room leaves the lists when its claim ends, and becomes read-only after 30 days', async () => {
  const [poster, ada] = [await joinRich(1_000), await join()];
  const { id } = await done(poster.post(ask));
  const { deal_room } = (await done(ada.accept(id))).claim;
  const lists = async (person: Person) =>
    (await done(person.call('GET', '/api/rooms'))).rooms.some(
      (room: { name: string }) => room.name === deal_room,
    );
  await done(poster.call('POST', `/api/rooms/${deal_room}/messages`, { body: 'hello' }));
  assert.equal(await lists(ada), true);
  assert.equal((await done(ada.call('GET', '/api/ping'))).unread.rooms, 1);
  await done(ada.submit(id));
  await done(poster.approve(id));
  assert.deepEqual([await lists(ada), await lists(poster)], [false, false]);
  assert.equal((await done(ada.call('GET', '/api/ping'))).unread.rooms, 0);
  await done(ada.call('POST', `/api/rooms/${deal_room}/messages`, { body: 'thanks' }));
  clock.forward(30 * dayMs);
  assertRefused(
    await ada.call('POST', `/api/rooms/${deal_room}/messages`, { body: 'late' }),
    409,
    'room_archived',
  );
  assert.equal((await done(ada.call('GET', `/api/rooms/${deal_room}/messages`))).messages.length, 2);
});

test('a blank proof is refused; a submitted one can be amended until it is decided', async () => {
  const [poster, ada] = [await joinRich(1_000), await join()];
  const { id } = await done(poster.post(ask));
  await done(ada.accept(id));
  const blanks = [' \n\t', '\u200b\u2060', '\ufeff', '\u00ad\u200e', '\u3164', '\u2800', '\u{e0020}'];
  for (const blank of blanks) {
    const refused = await ada.submit(id, blank);
    assertRefused(refused, 400, 'invalid_field');
    assert.equal(refused.json.error, 'proof must not be only white space');
  }
  await done(ada.submit(id, 'first'));
  const before = (await claimOf(ada, id)).approved_by_silence_at;
  clock.forward(6.5 * dayMs);
  const { claim } = await done(ada.amend(id, 'second'));
  assert.ok(claim.amended_at > claim.submitted_at, 'an amended proof has its own time');
  assert.deepEqual([claim.proof, claim.status], ['second', 'submitted']);
  assert.ok(claim.approved_by_silence_at > before, 'the payer has a day to review the new proof');
  await done(poster.approve(id));
  assertRefused(await ada.amend(id, 'third'), 409, 'already_approved');
  const { history } = await ada.job(id);
  assert.deepEqual(
    history.map((event: { kind: string; text?: string }) => [event.kind, event.text]),
    [
      ['posted', undefined],
      ['accepted', undefined],
      ['submitted', 'first'],
      ['amended', 'second'],
      ['approved', `${ada.name} was paid 20 AP`],
    ],
  );
  const anonymous = (await done(board.city.get(`/api/exchange/${id}`))).history;
  assert.ok(
    anonymous.every((event: object) => !('text' in event)),
    'proofs are only returned to callers with a key',
  );
});

test('a job whose dependency is closed unfinished is closed too, and its escrow is refunded', async () => {
  const [poster, other] = [await joinRich(1_000), await joinRich(1_000)];
  const { id: needed } = await done(poster.post(ask));
  const { id: middle } = await done(other.post({ ...ask, depends_on: needed }));
  const { id: last } = await done(other.post({ ...ask, depends_on: middle, workers: 2 }));
  const before = await other.balance();
  await done(poster.close(needed));
  await until(async () => (await other.job(last)).status === 'closed', 'the chain is closed');
  assert.equal((await other.job(middle)).status, 'closed');
  assert.equal((await other.balance()) - before, 60);
  assert.deepEqual([await escrowOf(middle), await escrowOf(last)], [0, 0]);
  const event = (await other.job(last)).history.at(-1);
  assert.deepEqual([event.kind, event.by], ['closed', null]);
  assert.match(event.text, new RegExp(`job ${middle}, which this job depends on, was closed unfinished`));
});

test('a job cannot wait for one that was closed unfinished, when posted or reopened', async () => {
  const poster = await joinRich(1_000);
  const { id: needed } = await done(poster.post(ask));
  const { id: waiting } = await done(poster.post({ ...ask, depends_on: needed }));
  await done(poster.close(needed));
  await until(async () => (await poster.job(waiting)).status === 'closed', 'it is closed too');
  const before = await poster.balance();
  const refused = await poster.post({ ...ask, depends_on: needed });
  assertRefused(refused, 400, 'invalid_field');
  assert.match(refused.json.error, /closed unfinished/);
  assert.deepEqual((await poster.job(waiting)).actions, []);
  assertRefused(await poster.reopen(waiting), 409, 'locked');
  assert.equal(await poster.balance(), before);
  await done(poster.reopen(needed));
  await done(poster.reopen(waiting));
  assert.equal((await poster.job(waiting)).status, 'open');
});

test('a job posted while the one it waits for is closed never keeps its escrow', async () => {
  const poster = await joinRich(1_000);
  for (let round = 0; round < 4; round++) {
    await liftLimits(board.database, clock.now());
    const { id: needed } = await done(poster.post(ask));
    const [posted] = await Promise.all([poster.post({ ...ask, depends_on: needed }), poster.close(needed)]);
    if (posted.status === 400) continue;
    const { id } = await done(posted);
    await until(async () => (await poster.job(id)).status === 'closed', 'the escrow was refunded');
    assert.equal(await escrowOf(id), 0);
  }
});

test('contradicting assign and workers are refused', async () => {
  const [poster, ada, bob] = [await joinRich(1_000), await join(), await join()];
  assertRefused(
    await poster.post({ ...ask, workers: 3, assign: [ada.name, bob.name] }),
    400,
    'invalid_field',
  );
  await done(poster.post({ ...ask, workers: 2, assign: [ada.name, bob.name] }));
});

test('an evaluator decides a disputed denial once, paid by the poster, with the reason in the history', async () => {
  const [poster, ada, judge] = [await joinRich(1_000), await join(), await join()];
  await makeEvaluator(board.database, judge, 4);
  const fields = { evaluator: judge.name };
  const won = await submittedTo(poster, ada, fields);
  const lost = await submittedTo(poster, ada, fields);
  const idle = await submittedTo(poster, ada, fields);
  for (const id of [won, lost, idle]) await done(poster.deny(id, ada.name, 'not enough'));
  assert.deepEqual(
    [(await ada.job(won)).slots_open, await escrowOf(won), await poster.balance()],
    [0, 24, 1_028],
    'the slot, its escrow and the fee stay reserved',
  );
  assertRefused(await poster.close(won), 409, 'dispute_open');
  assert.equal((await claimOf(ada, won)).status, 'denied');
  const offered = (await ada.job(won)).actions.find(({ action }: { action: string }) => action === 'dispute');
  assert.equal(offered.costs, 0);
  const { events: denials } = await done(ada.call('GET', '/api/events?kind=job.denied'));
  assert.match(denials[0].text, new RegExp(`costs you nothing; ${judge.name} decides within 48 hours`));
  for (const id of [won, lost]) await done(ada.dispute(id, 'it is all there'));
  assert.deepEqual([await ada.balance(), await escrowOf(won)], [100, 24], 'the worker deposits nothing');
  const actions = (await judge.job(won)).actions.map((action: { action: string }) => action.action);
  assert.deepEqual(actions, ['decide']);
  const leave = judge.call('DELETE', '/api/me', { confirm: judge.name });
  assertRefused(await leave, 409, 'open_obligations');
  const { needs_action: waiting } = await done(judge.call('GET', '/api/briefing'));
  assert.deepEqual(
    waiting.map((row: { kind: string; do: string }) => [row.kind, row.do]),
    [won, lost].map((id) => ['dispute', `GET /api/exchange/${id}`]),
  );

  const verdicts = await Promise.all([
    judge.decide(won, ada.name, true, 'page two has it'),
    judge.decide(won, ada.name, true, 'page two has it'),
    judge.decide(won, ada.name, false, 'no'),
  ]);
  assert.equal(verdicts.filter((answer) => answer.status === 200).length, 1);
  const isPaid = (await claimOf(ada, won)).decision === 'approved';
  await done(judge.decide(lost, ada.name, false, 'half is missing'));
  assert.equal((await judge.balance()) - 105, 8, 'the fee is paid for any decision');
  assert.equal(await ada.balance(), isPaid ? 120 : 100);
  assert.deepEqual([await escrowOf(won), await escrowOf(lost)], [isPaid ? 0 : 20, 20]);
  assert.deepEqual([(await ada.job(lost)).slots_open, (await claimOf(ada, lost)).decision], [1, 'denied']);
  const { evaluators } = await done(board.city.get('/api/evaluators'));
  assert.deepEqual(
    evaluators.find(({ name }: { name: string }) => name === judge.name),
    {
      name: judge.name,
      price: 4,
      skills: [],
      decided: 2,
      upheld: isPaid ? 1 : 2,
      worker_share: isPaid ? 0.5 : 0,
      undecided: 0,
    },
  );
  const { evaluator_accepted, evaluator_record } = await ada.job(lost);
  assert.deepEqual(
    [evaluator_accepted, evaluator_record.decided],
    [false, 2],
    'the fee of this slot is spent',
  );
  const readers = [await ada.job(lost), await done(board.city.get(`/api/exchange/${lost}`))];
  for (const { history } of readers) {
    const event = history.at(-1);
    assert.deepEqual(
      [event.kind, event.by, event.text],
      ['decided', judge.name, `${ada.name} was denied: half is missing`],
    );
  }
  for (const reader of [ada, poster]) {
    const { events } = await done(reader.call('GET', '/api/events?kind=job.decided'));
    const decided = events.find((event: { ref: string }) => event.ref === `job:${lost}`);
    assert.deepEqual([decided.from, /stands: "half is missing"$/.test(decided.text)], [judge.name, true]);
  }
  assert.deepEqual((await done(judge.call('GET', '/api/briefing'))).needs_action, []);

  clock.forward(dayMs);
  await until(async () => (await ada.job(idle)).slots_open === 1, 'the window to dispute is over');
  assertRefused(await ada.dispute(idle), 409, 'no_dispute');
  await done(poster.close(idle));
  assert.equal(await escrowOf(idle), 0, 'an unspent fee goes back to the poster');
  await waitUntilSealed(board.database);
  await assertLedgerConsistent(board.database, board.testLedger);
});

test('a dispute that is not decided within 48 hours pays the worker and refunds the fee', async () => {
  const [poster, seller, ada, judge] = [
    await joinRich(1_000),
    await join(),
    await joinRich(100),
    await join(),
  ];
  await makeEvaluator(board.database, judge, 4);
  const asked = await submittedTo(poster, ada, { evaluator: judge.name });
  const { id: sold } = await done(seller.post({ ...offer, evaluator: judge.name }));
  assert.equal((await ada.job(sold)).costs, 24);
  await done(ada.accept(sold));
  await done(seller.submit(sold));
  await done(poster.deny(asked, ada.name));
  await done(ada.deny(sold, seller.name));
  await done(ada.dispute(asked));
  await done(seller.dispute(sold));
  assert.deepEqual([await escrowOf(asked), await escrowOf(sold)], [24, 24]);
  clock.forward(2 * dayMs);
  for (const id of [asked, sold]) {
    await claimIs(ada, id, 'approved');
    assert.equal(await escrowOf(id), 0);
  }
  assert.deepEqual([await poster.balance(), await seller.balance(), await ada.balance()], [1_080, 120, 200]);
  const { events } = await done(ada.call('GET', '/api/events?kind=job.decided'));
  assert.match(events[0].text, /paid for job \d+: the evaluator did not decide within 48 hours/);
  assert.equal((await ada.job(asked)).evaluator_record.undecided, 2);
});

test('an evaluator decides only after it took the duty; a decline refunds its fee', async () => {
  const [poster, ada, bob, judge] = [await joinRich(1_000), await join(), await join(), await join()];
  await establish(board.database, judge.name);
  const { id } = await done(poster.post({ ...ask, workers: 2, evaluator: judge.name, evaluator_fee: 4 }));
  const { events } = await done(judge.call('GET', '/api/events?kind=job.evaluation'));
  assert.equal(events[0].next.path, `/api/exchange/${id}/evaluate`);
  assert.deepEqual([await escrowOf(id), (await ada.job(id)).evaluator_accepted], [48, false]);
  await done(ada.accept(id));
  await done(judge.call('POST', `/api/exchange/${id}/evaluate`, { accept: true }));
  await done(bob.accept(id));
  for (const worker of [ada, bob]) {
    await done(worker.submit(id));
    await done(poster.deny(id, worker.name));
  }
  // Ada took the job before it had an evaluator, so her denial is final and can only be answered.
  assertRefused(await ada.dispute(id), 409, 'no_dispute');
  await done(ada.answer(id, 'the list has every entry'));
  assertRefused(await ada.answer(id), 409, 'nothing_to_answer');
  const { history } = await done(board.city.get(`/api/exchange/${id}`));
  assert.deepEqual(history.at(-1).text, 'the list has every entry', 'readable without a key');
  await done(bob.dispute(id));

  const { id: declined } = await done(poster.post({ ...ask, evaluator: judge.name }));
  assert.equal(await escrowOf(declined), 22);
  await done(judge.call('POST', `/api/exchange/${declined}/evaluate`, { accept: false }));
  assert.deepEqual([await escrowOf(declined), (await ada.job(declined)).evaluator], [20, null]);
});

test('a standing offer is a duty accepted in advance, for the jobs that pay its price', async () => {
  const [poster, judge] = [await joinRich(1_000), await join()];
  await establish(board.database, judge.name);
  const offers = async (evaluates: object | null) =>
    (await done(judge.call('PATCH', '/api/me', { evaluates }))).evaluates;
  const fee = async (fields: object) => {
    const job = await done(poster.post({ ...ask, evaluator: judge.name, ...fields }));
    return [job.evaluator_fee, job.evaluator_accepted, await escrowOf(job.id)];
  };
  assert.deepEqual(await offers({ price: 4, skills: [' Python ', 'python'] }), {
    price: 4,
    skills: ['python'],
  });
  assert.deepEqual((await done(judge.call('GET', '/api/me'))).evaluates, { price: 4, skills: ['python'] });
  assert.deepEqual(await fee({}), [4, true, 24]);
  assert.deepEqual(await fee({ evaluator_fee: 4, workers: 2 }), [4, true, 48]);
  assert.deepEqual(await fee({ evaluator_fee: 3 }), [3, false, 23], 'it is asked for less than it offered');
  await liftLimits(board.database, clock.now());
  assert.deepEqual(await fee({ price: 19 }), [2, false, 21], 'its price is over 20 %: asked for the default');
  const dear = await poster.post({ ...ask, evaluator: judge.name, evaluator_fee: 5 });
  assertRefused(dear, 400, 'invalid_field');
  assert.match(dear.json.error, /evaluator_fee must be at most 20 % of the price: 4 AP/);
  assert.equal(await offers(null), null);
  assert.deepEqual(await fee({}), [2, false, 22]);
  const { evaluators } = await done(board.city.get('/api/evaluators'));
  assert.ok(!evaluators.some(({ name }: { name: string }) => name === judge.name));
});

test('before a proof the poster can only cancel with notice, and pays the kill fee once the work has begun', async () => {
  const [poster, ada, bob, cal] = [await joinRich(1_000), await join(), await join(), await join()];
  const { id } = await done(poster.post({ ...ask, workers: 3, kill_fee_pct: 50 }));
  assert.equal((await ada.job(id)).kill_fee_pct, 50, 'takers see it');
  for (const worker of [ada, bob, cal]) await done(worker.accept(id));
  assertRefused(await poster.deny(id, ada.name), 409, 'no_proof');
  const { deal_room } = (await ada.claims(id)).find(({ worker }) => worker === ada.name);
  await done(ada.call('POST', `/api/rooms/${deal_room}/messages`, { body: 'here is a draft' }));
  const cancel = (worker: Person) =>
    poster.call('POST', `/api/exchange/${id}/cancel`, { worker: worker.name, reason: 'no longer needed' });
  await done(cancel(ada));
  await done(cancel(bob));
  assert.deepEqual(
    [await ada.balance(), await bob.balance(), await poster.balance(), await escrowOf(id)],
    [110, 100, 1_030, 60],
    'the draft is paid half, an untouched claim nothing, and every slot is offered in full again',
  );
  const { events } = await done(ada.call('GET', '/api/events?kind=job.cancelled'));
  assert.match(events[0].text, /no longer needed/);
  clock.forward(12 * hourMs);
  await done(poster.close(id));
  assert.deepEqual([await cal.balance(), await poster.balance(), await escrowOf(id)], [110, 1_080, 0]);
  const { record } = await done(board.city.get(`/api/agents/${poster.name}`));
  assert.deepEqual([record.as_poster.cancelled, record.as_poster.denied], [3, 0]);
  assert.equal((await ada.job(id)).poster_reputation.cancelled, 3);
});

test('a dropped claim keeps its taker away for a growing time, and many of them cost slots', async () => {
  const [poster, squatter, ada] = [await joinRich(10_000), await join(), await join()];
  await done(poster.post(ask));
  await liftLimits(board.database, clock.now());
  const { id } = await done(poster.post({ ...ask, effort: 'quick' }));
  for (const hours of [1, 4, 16]) {
    await done(squatter.accept(id));
    clock.forward(4 * hourMs);
    await claimIs(poster, id, 'released');
    const refused = await squatter.accept(id);
    assertRefused(refused, 409, 'keep_away');
    const until = new Date(clock.now().getTime() + hours * hourMs).toISOString();
    assert.ok(refused.json.error.includes(until), refused.json.error);
    assert.equal((await squatter.job(id)).take_it, undefined);
    clock.forward(hours * hourMs);
  }
  await done(ada.accept(id));
  const { id: fourth } = await done(poster.post(ask));
  await done(squatter.accept(fourth));
  await done(squatter.cancel(fourth));
  const more = await Promise.all(Array.from({ length: 5 }, async () => (await done(poster.post(ask))).id));
  const answers = await Promise.all(more.map((job) => squatter.accept(job)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 3);
  const refused = answers.find(({ status }) => status !== 201)!;
  assertRefused(refused, 409, 'too_many_claims');
  assert.match(refused.json.error, /4 of yours expired or were given up within 7 days/);
  const { record } = await done(board.city.get(`/api/agents/${squatter.name}`));
  assert.deepEqual(record, {
    completed: 0,
    expired: 3,
    cancelled: 1,
    denied: 0,
    as_poster: { approved: 0, denied: 0, cancelled: 0, hours_to_decide: null },
  });
  const { earn_now } = await done(ada.call('GET', '/api/briefing'));
  assert.match(earn_now[0].poster_record, /^\d+\/\d+\/\d+$/);
});

test('proofs for several slots are sealed until decided, and a copied proof is marked to the payer', async () => {
  const [poster, ada, rival] = [await joinRich(1_000), await join(), await join()];
  const { id } = await done(poster.post({ ...ask, workers: 2 }));
  for (const worker of [ada, rival]) await done(worker.accept(id));
  await done(ada.submit(id, 'See https://site.example/report/ and be glad'));
  const proofOf = async (reader: Person) =>
    (await reader.claims(id)).find(({ worker }) => worker === ada.name);
  const texts = async (reader: Person) =>
    (await reader.job(id)).history.flatMap(({ text = '' }: { text?: string }) => text);
  assert.deepEqual([(await proofOf(rival)).proof, (await proofOf(rival)).sealed], [null, true]);
  assert.ok(!(await texts(rival)).join('').includes('site.example'));
  for (const party of [ada, poster]) {
    assert.match((await proofOf(party)).proof, /site\.example/);
    assert.match((await texts(party)).join(''), /site\.example/);
  }
  await done(poster.approve(id, ada.name));
  assert.match((await proofOf(rival)).proof, /site\.example/);
  await done(rival.submit(id, 'my own work: http://site.example/report#top'));
  const copied = (await poster.claims(id)).find(({ worker }) => worker === rival.name);
  assert.deepEqual(copied.same_as, { job: id, worker: ada.name });
  const { events } = await done(poster.call('GET', '/api/events?kind=job.submitted'));
  assert.match(events.at(-1).text, /link of an earlier proof by another worker/);
  assert.equal((await rival.claims(id)).find(({ worker }) => worker === rival.name).same_as, null);
});

test('one call lists undecided claims by deadline', async () => {
  const [poster, ada] = [await joinRich(1_000), await join()];
  const [slow, quick] = [await done(poster.post(ask)), await done(poster.post({ ...ask, effort: 'quick' }))];
  for (const { id } of [slow, quick]) await done(ada.accept(id));
  const { claims } = await done(ada.call('GET', '/api/me/claims'));
  assert.deepEqual(
    claims.map(({ job, as, status, other }: Record<string, unknown>) => [job, as, status, other]),
    [quick, slow].map(({ id }) => [id, 'worker', 'accepted', poster.name]),
  );
  assert.equal(claims[0].deadline_at, new Date(clock.now().getTime() + 4 * hourMs).toISOString());
  await done(ada.submit(quick.id));
  await done(poster.approve(quick.id));
  assert.equal((await done(poster.call('GET', '/api/me/claims'))).claims.length, 1);
});
