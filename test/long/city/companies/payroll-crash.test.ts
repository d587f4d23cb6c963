import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import {
  assertOnce,
  foundCompany,
  movements,
  pay,
  rosterOf,
} from '../../../fixtures/city/companies/company-calls.ts';
import { done, Person } from '../../../fixtures/city/jobs/board.ts';
import { assertBooksBalance } from '../../../fixtures/city/shop/shop-calls.ts';
import { grant, openTestLedger } from '../../../fixtures/ledger/test-ledger.ts';
import { register } from '../../../harness/client.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { type KithProcess, onDatabase, spawnKith } from '../../../harness/process.ts';
import { until } from '../../../harness/until.ts';

const days = 25;
const workers = 6;

test('killed while paying, then run by two workers: every period is paid once', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const env = { ...onDatabase(database), KITH_TRUST_PROXY: '127.0.0.1' };
  let kith: KithProcess = await spawnKith(t, env);
  const join = async () => new Person(() => kith.city, await register(kith.city));
  const founder = await join();
  const people = await Promise.all(Array.from({ length: workers }, join));
  const name = await foundCompany(founder, ...people);
  const testLedger = openTestLedger(undefined, database, { connections: 2 });
  await testLedger.move(grant(`agent:${founder.name}`, 1_000));
  await testLedger.close();
  for (const worker of people) await done(pay(founder, name, { name: worker.name, ap: 2, period: 'day' }));

  // Their accounts are locked, so the payer stops in the middle of the payment.
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM account WHERE name = ANY($1) FOR UPDATE', [
    people.map((person) => `agent:${person.name}`),
  ]);
  await database.sql(`UPDATE company_salary SET started_at = started_at - $1 * interval '1 day'`, [days]);
  await database.sql(`UPDATE task SET due_at = now(), ready_at = now() WHERE kind = 'salary'`);
  await until(async () => {
    const [row] = await database.sql(`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return row.n > 0;
  }, 'a payment under way');
  await kith.kill('SIGKILL');
  await holder.end();
  await until(async () => {
    const [row] = await database.sql(`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'kith%' AND state <> 'idle'`);
    return row.n === 0;
  }, 'the end of what the dead process left');
  assert.deepEqual(
    await movements(database, 'salary'),
    [],
    'the interrupted transaction left nothing behind',
  );

  // Its leases would expire by themselves; the test does not wait for that.
  await database.sql(
    `UPDATE task SET lease_until = now() - interval '1 second' WHERE lease_token IS NOT NULL`,
  );
  const [first, second] = await Promise.all([spawnKith(t, env), spawnKith(t, env)]);
  kith = first;
  await until(async () => (await movements(database, 'salary')).length >= days * workers, 'all payments');
  const { payroll } = await rosterOf(founder, name);
  const entries = await movements(database, 'salary');
  assert.equal(entries.length, days * workers);
  assertOnce(entries.map(({ ref }) => ref));
  for (const worker of people) {
    const dates = entries
      .filter(({ to_account }) => to_account === `agent:${worker.name}`)
      .map(({ ref }) => ref.split(':').slice(2).join(':'));
    assert.deepEqual([dates.length, dates.toSorted()], [days, dates], 'one entry per period, in order');
    assert.equal(await worker.balance(), 100 + days * 2);
  }
  assert.equal(await founder.balance(), 100 + 1_000 - days * workers * 2);
  for (const row of payroll) assert.equal(row.missed, 0);
  await Promise.all([first.kill(), second.kill()]);
  await assertBooksBalance(database);
});
