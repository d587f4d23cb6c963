import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { noSolana } from '../../counterparts/solana/binary.ts';
import {
  type PaymentSetup,
  paying,
  priceUnits,
  receiptOf,
  signedFor,
  skill,
  startPaymentSetup,
} from '../../fixtures/payments/payment-setup.ts';
import { afterFile } from '../../harness/after-file.ts';
import type { CallOptions } from '../../harness/client.ts';
import { freshDatabase, type TestDatabase } from '../../harness/database.ts';
import { type KithProcess, onDatabase, spawnKith } from '../../harness/process.ts';
import { assertRefused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';

const calls = {
  unsettled: `${skill}&max_age=1`,
  unheard: `${skill}&max_age=2`,
  unanswered: `${skill}&max_age=3`,
};
const unverified = `${skill}&max_age=4`;
const skip = noSolana;
const file = afterFile();
let setup: PaymentSetup;
let database: TestDatabase;
let [doomed, other] = [undefined, undefined] as unknown as [KithProcess, KithProcess];
before(async () => {
  if (noSolana) return;
  setup = await startPaymentSetup(file);
  database = await freshDatabase();
  file.after(() => database.drop());
  // A commit that has begun completes, however slow, although its process is gone.
  await database.sql(`ALTER DATABASE ${database.database} SET client_connection_check_interval = 0`);
  const env = { ...setup.env, ...onDatabase(database) };
  [doomed, other] = await Promise.all([spawnKith(file, env), spawnKith(file, env)]);
});

test('50 concurrent uses of one payment over two processes: one served call, one transfer', {
  skip,
}, async () => {
  const payment = await signedFor(doomed.utility, setup.payer);
  const [earned, runs, landed] = [await setup.earned(), setup.runs(), setup.ledger.landed.length];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? doomed : other).utility.get(skill, paying(payment))),
  );
  const statuses = Map.groupBy(answers, (answer) => answer.status);
  assert.equal(statuses.get(200)?.length, 1, JSON.stringify([...statuses.keys()]));
  for (const answer of statuses.get(409) ?? []) {
    assertRefused(answer, 409, 'payment_in_use');
    assert.equal(answer.headers['retry-after'], '1');
  }
  for (const answer of statuses.get(402) ?? []) assert.match(answer.json.error, /already used/);
  assert.equal((statuses.get(409)?.length ?? 0) + (statuses.get(402)?.length ?? 0), 49);
  assert.equal(await setup.earned(), earned + priceUnits);
  assert.equal(setup.runs(), runs + 1);
  assert.equal(setup.ledger.landed.length, landed + 1);
});

test('kill -9 between run and settle, and between settle and response: served once, charged once', {
  skip,
}, async () => {
  const earned = await setup.earned();
  const landed = setup.ledger.landed.length;
  const { facilitator, payer } = setup;
  const arrived = Promise.withResolvers<void>();
  const settled = Promise.withResolvers<void>();
  const verifying = Promise.withResolvers<void>();
  // One is never settled, one is settled without a response, and one is known to be settled but no response was sent.
  facilitator.behaviour = {
    before: async (path, body) => {
      if (path === '/verify' && body.includes('max_age=4')) {
        verifying.resolve();
        await new Promise(() => {});
      }
      if (path !== '/settle' || !body.includes('max_age=1')) return;
      arrived.resolve();
      await new Promise(() => {});
    },
    after: async (path, answer, body) => {
      if (path !== '/settle' || !body.includes('max_age=2')) return answer;
      settled.resolve();
      return new Promise(() => {});
    },
  };
  // The commit that records it takes a second, in which its process dies: PostgreSQL completes it.
  await database.sql(`CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(1); RETURN NULL; END'`);
  await database.sql(`CREATE CONSTRAINT TRIGGER lingers AFTER UPDATE ON payment DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (new.state = 'settled' AND old.state = 'settling') EXECUTE FUNCTION linger()`);

  const payments = {} as Record<keyof typeof calls, string>;
  for (const [name, path] of Object.entries(calls))
    payments[name as keyof typeof calls] = await signedFor(doomed.utility, payer, path);
  const died = (name: keyof typeof calls) =>
    doomed.utility.get(calls[name], paying(payments[name])).catch(() => 'died');
  // This client forgets the payment it signed, and remembers the key of its call.
  const keyed = async () => ({
    'idempotency-key': 'paid-anew',
    'payment-signature': await signedFor(other.utility, payer, unverified),
  });
  const forgotten = doomed.utility.get(unverified, { headers: await keyed() }).catch(() => 'died');
  const before = [died('unsettled'), died('unheard'), forgotten];
  await Promise.all([arrived.promise, settled.promise, verifying.promise]);
  const last = died('unanswered');
  const lingering = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`;
  while ((await database.sql(lingering)).length === 0);
  assert.equal(await doomed.kill('SIGKILL'), 'SIGKILL');
  assert.deepEqual(await Promise.all([...before, last]), ['died', 'died', 'died', 'died']);
  const states = `SELECT state FROM payment WHERE answered_at IS NULL ORDER BY state`;
  const reached = async () => (await database.sql(states)).map(({ state }) => state).join();
  await until(
    async () => (await reached()) === 'held,settled,settling,settling',
    'the states of the payments',
  );
  await database.sql('DROP TRIGGER lingers ON payment');
  assert.equal(await setup.earned(), earned + 2n * priceUnits);
  facilitator.behaviour = {};

  const runs = setup.runs();
  const retry = (name: keyof typeof calls) => untilFree(calls[name], paying(payments[name]));
  const untilFree = async (path: string, options: CallOptions) => {
    for (;;) {
      const answer = await other.utility.get(path, options);
      if (answer.status !== 409) return answer;
      assert.equal(answer.headers['x-error-code'], 'payment_in_use');
      await new Promise((resolve) => setTimeout(resolve, Number(answer.headers['retry-after']) * 1000));
    }
  };
  const names = Object.keys(calls) as (keyof typeof calls)[];
  for (const answer of await Promise.all(names.map(retry))) {
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json.records.A, ['192.0.2.1']);
    assert.equal(receiptOf(answer).success, true);
  }
  for (const answer of await Promise.all(names.map(retry))) assert.match(answer.json.error, /already used/);
  assert.equal(setup.runs(), runs, 'all responses were stored before the kill');
  assert.equal(await setup.earned(), earned + 3n * priceUnits);
  assert.equal(setup.ledger.landed.length, landed + 3);

  const secondPayment = await untilFree(unverified, { headers: await keyed() });
  assert.equal(secondPayment.status, 200, secondPayment.text);
  assert.equal(await setup.earned(), earned + 4n * priceUnits, 'the first was never sent to be settled');
  const again = await other.utility.get(unverified, { headers: await keyed() });
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [200, 'true'], again.text);
  assert.equal(setup.ledger.landed.length, landed + 4);
});
