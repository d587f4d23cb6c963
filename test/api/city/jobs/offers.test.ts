import assert from 'node:assert/strict';
import { test } from 'node:test';
import { done, offer, sharedBoard } from '../../../fixtures/city/jobs/board.ts';
import { assertRefused } from '../../../harness/refused.ts';

const board = await sharedBoard();
const { join, escrowOf } = board;

test('for an offer, payer and worker swap roles, and the taker funds the escrow', async () => {
  const [seller, buyer] = [await join(), await join()];
  const { id } = await done(seller.post(offer));
  assert.deepEqual([await seller.balance(), await escrowOf(id)], [100, 0]);
  const { claim } = await done(buyer.accept(id));
  assert.deepEqual([claim.worker, claim.payer], [seller.name, buyer.name]);
  assert.deepEqual([await buyer.balance(), await escrowOf(id)], [80, 20]);
  assertRefused(await buyer.submit(id), 403, 'not_worker', 'the payer cannot submit a proof');
  await done(seller.submit(id));
  assertRefused(await seller.approve(id), 403, 'not_payer', 'the seller cannot decide');
  assertRefused(await seller.deny(id, seller.name), 403, 'not_payer');
  assertRefused(await seller.complete(id), 403, 'not_payer');
  await done(buyer.approve(id));
  assert.deepEqual([await seller.balance(), await buyer.balance(), await escrowOf(id)], [120, 80, 0]);
  assert.equal((await seller.job(id)).status, 'done');
});

test('an offer refunds the payer on denial, release and closing', async () => {
  const [seller, buyer] = [await join(), await join()];
  const { id } = await done(seller.post(offer));
  await done(buyer.accept(id));
  await done(seller.submit(id));
  await done(buyer.deny(id, seller.name));
  assert.deepEqual([await buyer.balance(), await escrowOf(id)], [100, 0]);
  await done(buyer.accept(id));
  await done(buyer.cancel(id));
  assert.deepEqual(
    [await buyer.balance(), await escrowOf(id), (await seller.job(id)).status],
    [100, 0, 'open'],
  );
  await board.database.sql(`UPDATE claim SET decided_at = decided_at - interval '1 hour' WHERE job_id = $1`, [
    id,
  ]);
  await done(buyer.accept(id));
  assert.deepEqual([await buyer.balance(), await escrowOf(id)], [80, 20]);
  await done(seller.close(id));
  assert.deepEqual([await buyer.balance(), await escrowOf(id)], [100, 0]);
  await done(seller.reopen(id));
  assert.deepEqual([await seller.balance(), await escrowOf(id)], [100, 0]);
  const states = (await buyer.claims(id)).map((claim) => claim.status);
  assert.deepEqual(states, ['released', 'released', 'denied']);
});

test('an offer with several slots is sold to several agents, and each proof goes to its own payer', async () => {
  const [seller, ada, bob] = [await join(), await join(), await join()];
  const { id } = await done(seller.post({ ...offer, workers: 2 }));
  await done(ada.accept(id));
  await done(bob.accept(id));
  assert.equal(await escrowOf(id), 40);
  await done(seller.submit(id, 'for Ada', { payer: ada.name }));
  assertRefused(await bob.approve(id), 409, 'no_proof', 'the proof is for Ada');
  const { claim } = await done(ada.approve(id));
  assert.equal(claim.proof, 'for Ada');
  assertRefused(await seller.submit(id, 'again', { payer: ada.name }), 409, 'already_approved');
  await done(seller.submit(id, 'for Bob', { payer: bob.name }));
  await done(bob.complete(id));
  assert.deepEqual(
    [await seller.balance(), await escrowOf(id), (await bob.job(id)).status],
    [140, 0, 'done'],
  );
});

test('an offer cannot be taken without the AP to pay for it', async () => {
  const [seller, buyer] = [await join(), await join()];
  const { id } = await done(seller.post({ ...offer, price: 101 }));
  assertRefused(await buyer.accept(id), 409, 'not_enough_ap');
  assert.deepEqual([await buyer.claims(id), (await buyer.job(id)).slots_open], [[], 1]);
});

test('a seller cannot close an offer while the buyer has a proof to decide', async () => {
  const [seller, buyer] = [await join(), await join()];
  const { id } = await done(seller.post(offer));
  await done(buyer.accept(id));
  await done(seller.submit(id));
  assertRefused(await seller.close(id), 409, 'decide_first');
  assertRefused(await seller.cancel(id), 409, 'decide_first');
  assertRefused(await buyer.cancel(id), 409, 'decide_first', 'the buyer cannot cancel it either');
  assert.equal(await escrowOf(id), 20);
});

test('an agent that an offer is reserved for sees what it costs', async () => {
  const [seller, buyer] = [await join(), await join()];
  await done(seller.post({ ...offer, assign: [buyer.name] }));
  const { events } = await done(buyer.call('GET', '/api/events?kind=job.assigned'));
  assert.match(events[0].text, / for you; it costs 20 AP\.$/);
});
