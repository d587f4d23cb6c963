import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, type Board, done, offer, openBoard, type Person } from '../../../fixtures/city/jobs/board.ts';
import { dayMs, hourMs, MovableClock } from '../../../harness/clock.ts';
import { until } from '../../../harness/until.ts';

async function submitted(poster: Person, worker: Person): Promise<number> {
  const { id } = await done(poster.post(ask));
  await done(worker.accept(id));
  await done(worker.submit(id));
  return id;
}

const stateOf = async (person: Person, id: number) => (await person.claims(id))[0].status;
const approved = (person: Person, id: number) =>
  until(async () => (await stateOf(person, id)) === 'approved', `job ${id} paid by silence`);
const tasks = ({ database }: Board) => database.sql(`SELECT subject FROM task WHERE kind = 'silence pays'`);

test('an undecided proof is paid after seven days; a decided, denied or withdrawn one is not', async () => {
  const clock = new MovableClock('2026-05-01T00:00:00Z');
  const board = await openBoard({ clock });
  const [poster, ada, bob, eve] = [
    await board.joinRich(100),
    await board.join(),
    await board.join(),
    await board.join(),
  ];
  const silent = await submitted(poster, ada);
  const due = new Date(clock.now().getTime() + 7 * dayMs).toISOString();
  assert.equal((await ada.claims(silent))[0].approved_by_silence_at, due);
  const [denied, released, decided] = [
    await submitted(poster, bob),
    await submitted(poster, eve),
    await submitted(poster, ada),
  ];
  clock.forward(hourMs);
  const late = await submitted(poster, eve);
  await done(poster.deny(denied, bob.name));
  await done(eve.cancel(released));
  await done(poster.approve(decided));
  assert.equal((await tasks(board)).length, 2, 'a decided claim has no deadline');

  clock.forward(7 * dayMs - hourMs);
  await approved(ada, silent);
  assert.equal(await stateOf(eve, late), 'submitted', 'an hour before the deadline');
  const [claim] = await ada.claims(silent);
  assert.deepEqual([claim.decided_at, claim.approved_by_silence_at], [due, null]);
  clock.forward(hourMs);
  await approved(eve, late);

  assert.deepEqual([await stateOf(bob, denied), await stateOf(eve, released)], ['denied', 'released']);
  const balances = [await ada.balance(), await bob.balance(), await eve.balance()];
  assert.deepEqual(balances, [140, 100, 120]);
  assert.deepEqual([await board.escrowOf(silent), await board.escrowOf(late)], [0, 0]);
  assert.deepEqual([await board.escrowOf(denied), await board.escrowOf(released)], [20, 20]);
  assert.equal((await ada.job(silent)).status, 'done');
  const { approved: approvals, denied: denials } = (await ada.job(silent)).poster_reputation;
  assert.deepEqual([approvals, denials], [3, 1]);
  assert.deepEqual(await tasks(board), []);
  assert.equal((await poster.approve(silent)).headers['x-error-code'], 'already_approved');
});

test('a new proof restarts the wait', async () => {
  const clock = new MovableClock('2026-05-01T00:00:00Z');
  const board = await openBoard({ clock });
  const [poster, ada, bob] = [await board.join(), await board.join(), await board.join()];
  const id = await submitted(poster, ada);
  const other = await submitted(poster, bob);
  clock.forward(3 * dayMs - hourMs);
  await done(ada.cancel(id));
  clock.forward(hourMs);
  await done(ada.accept(id));
  await done(ada.submit(id));
  clock.forward(4 * dayMs);
  await approved(bob, other);
  assert.equal(await stateOf(ada, id), 'submitted');
  clock.forward(3 * dayMs);
  await approved(ada, id);
  assert.equal(await ada.balance(), 120);
});

test('KITH_SILENCE_PAYS_DAYS sets the wait, for offers too', async () => {
  const clock = new MovableClock('2026-05-01T00:00:00Z');
  const board = await openBoard({ clock, env: { KITH_SILENCE_PAYS_DAYS: '2' } });
  const [seller, ada, bob] = [await board.join(), await board.join(), await board.join()];
  const sell = async (buyer: Person) => {
    const { id } = await done(seller.post(offer));
    await done(buyer.accept(id));
    await done(seller.submit(id));
    return id;
  };
  const first = await sell(ada);
  clock.forward(hourMs);
  const second = await sell(bob);
  clock.forward(2 * dayMs - hourMs);
  await approved(ada, first);
  assert.equal(await stateOf(bob, second), 'submitted');
  assert.equal(await seller.balance(), 120);
});

test('a deadline shown to a worker stays when the setting changes', async () => {
  const clock = new MovableClock('2026-05-01T00:00:00Z');
  const before = await openBoard({ clock });
  const [poster, ada] = [await before.join(), await before.join()];
  const id = await submitted(poster, ada);
  const [{ approved_by_silence_at: shownDeadline }] = await ada.claims(id);
  const after = await openBoard({ clock, database: before.database, env: { KITH_SILENCE_PAYS_DAYS: '30' } });
  const { json } = await after.city.get(`/api/exchange/${id}/claims`, { key: ada.key });
  assert.equal(json.claims[0].approved_by_silence_at, shownDeadline);
  assert.equal(shownDeadline, new Date(clock.now().getTime() + 7 * dayMs).toISOString());
});
