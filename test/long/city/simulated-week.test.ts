import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../../../bench/economy/random.ts';
import { simulateDays } from '../../../bench/sixty-days/simulate.ts';
import { freshDatabase } from '../../harness/database.ts';

test('a week of eight agents and three days of downtime: every invariant holds after each day', async (t) => {
  const { host, port, user, database, drop } = await freshDatabase();
  t.after(drop);
  const random = randomFrom(7);
  const { reports, seen } = await simulateDays({
    databaseAddress: { host, port, user, database },
    firstDay: '2028-02-26',
    days: 7,
    agents: 8,
    jobsPerDay: 4,
    stepsPerDay: 2,
    outages: new Map([[4, 3]]),
    restartEvery: 3,
    random: () => random.below(1_000_000) / 1_000_000,
  });
  assert.equal(reports.length, 7);
  assert.ok(reports.some(({ day }) => day === '2028-02-29'));
  for (const { day, broken } of reports) assert.deepEqual(broken, [], day);
  for (const what of ['webhooks', 'keys that ended', 'open deal rooms']) assert.ok(seen[what], what);
});
