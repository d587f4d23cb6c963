import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noSolana } from '../../counterparts/solana/binary.ts';
import {
  paying,
  priceUnits,
  signedFor,
  skill,
  startPaymentSetup,
} from '../../fixtures/payments/payment-setup.ts';
import { startApp } from '../../harness/app.ts';
import { dayMs, MovableClock } from '../../harness/clock.ts';
import { freshDatabase } from '../../harness/database.ts';
import { onDatabase, spawnKith } from '../../harness/process.ts';
import { until } from '../../harness/until.ts';

test('a payment left by a dead process is pruned after a day if it was never sent to be settled, and only then', {
  skip: noSolana,
}, async (t) => {
  const setup = await startPaymentSetup(t);
  const database = await freshDatabase();
  t.after(() => database.drop());
  const paths = { unsent: `${skill}&max_age=1`, sent: `${skill}&max_age=2` };
  const [verifying, settling] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  setup.facilitator.behaviour = {
    before: async (path, body) => {
      if (path === '/verify' && body.includes('max_age=1')) verifying.resolve();
      else if (path === '/settle') settling.resolve();
      else return;
      await new Promise(() => {});
    },
  };
  const killedProcess = await spawnKith(t, { ...setup.env, ...onDatabase(database) });
  const unsent = await signedFor(killedProcess.utility, setup.payer, paths.unsent);
  const sent = await signedFor(killedProcess.utility, setup.payer, paths.sent);
  const died = [
    killedProcess.utility.get(paths.unsent, paying(unsent)).catch(() => 'died'),
    killedProcess.utility.get(paths.sent, paying(sent)).catch(() => 'died'),
  ];
  await Promise.all([verifying.promise, settling.promise]);
  assert.equal(await killedProcess.kill('SIGKILL'), 'SIGKILL');
  assert.deepEqual(await Promise.all(died), ['died', 'died']);
  const count = async (condition: string): Promise<number> =>
    (await database.sql(`SELECT 1 FROM payment WHERE ${condition}`)).length;
  const untilLeft = (condition: string, left: number) =>
    until(async () => (await count(condition)) === left, condition);
  await untilLeft('held_until < clock_timestamp()', 2);
  assert.equal(await count(`state = 'held'`), 1);
  assert.equal(await count(`state = 'settling'`), 1);

  // The chain cannot be reached: whether the other payment settled stays unknown.
  setup.rpc.down = true;
  setup.facilitator.behaviour = {};
  const clock = new MovableClock(new Date(Date.now() + dayMs).toISOString());
  const app = await startApp(t, { database, env: setup.env, clock });
  await untilLeft(`state = 'held'`, 0);
  assert.equal(await count(`state = 'settling'`), 1);

  setup.rpc.down = false;
  const earned = await setup.earned();
  const again = await app.utility.get(paths.unsent, paying(unsent));
  assert.equal(again.status, 200, again.text);
  assert.equal(
    await setup.earned(),
    earned + priceUnits,
    'its record is deleted, and the payment is still valid',
  );
});
