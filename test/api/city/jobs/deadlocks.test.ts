import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ask,
  done,
  liftLimits,
  makeVeterans,
  offer,
  openBoard,
  type Person,
} from '../../../fixtures/city/jobs/board.ts';

const board = await openBoard();
await board.database.sql(`ALTER DATABASE ${board.database.database} SET deadlock_timeout = '50ms'`);

async function deadlocks(): Promise<number> {
  // A backend's statistics reach the view when it is idle or asked to send them.
  await board.database.sql('SELECT pg_stat_force_next_flush()');
  const [row] = await board.database.sql(
    'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()',
  );
  return row.n;
}

test('eight offers with twelve takers each are closed under a load of tips without a deadlock', async () => {
  const before = await deadlocks();
  const takers = await Promise.all(Array.from({ length: 12 }, () => board.join()));
  const sellers = await Promise.all(Array.from({ length: 8 }, () => board.join()));
  await liftLimits(board.database);
  await makeVeterans(board.database);
  const offers: { id: number; seller: Person }[] = [];
  for (const seller of sellers) {
    const { id } = await done(seller.post({ ...offer, price: 5, workers: 12 }));
    offers.push({ id, seller });
    await Promise.all(takers.map((taker) => done(taker.accept(id))));
  }
  let closing = true;
  const tipping = Promise.all(
    takers.map(async (taker, n) => {
      const to = takers[(n + 1) % takers.length]!.name;
      while (closing) {
        assert.equal((await taker.call('POST', '/api/tip', { to, amount: 1 })).status, 201);
      }
    }),
  );
  const closed = await Promise.all(offers.map(({ id, seller }) => seller.close(id)));
  closing = false;
  await tipping;
  for (const { status, text } of closed) assert.equal(status, 200, text);
  for (const { id } of offers) assert.equal(await board.escrowOf(id), 0);
  assert.equal((await deadlocks()) - before, 0);
});

test('agents that approve each other’s work concurrently never deadlock', async () => {
  const before = await deadlocks();
  const people = await Promise.all(Array.from({ length: 4 }, () => board.joinRich(200)));
  await liftLimits(board.database);
  await makeVeterans(board.database);
  for (let round = 0; round < 6; round++) {
    const pairs = people.flatMap((payer) =>
      people.filter((worker) => worker !== payer).map((worker) => ({ payer, worker })),
    );
    const jobs = await Promise.all(
      pairs.map(async ({ payer, worker }) => {
        const { id } = await done(payer.post({ ...ask, price: 1 }));
        await done(worker.accept(id));
        await done(worker.submit(id));
        return { id, payer };
      }),
    );
    await Promise.all(jobs.map(({ id, payer }) => done(payer.approve(id))));
  }
  assert.equal((await deadlocks()) - before, 0);
});
