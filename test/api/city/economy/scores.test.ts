import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, done, Person } from '../../../fixtures/city/jobs/board.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';
import { until } from '../../../harness/until.ts';
import { recomputeScores } from '../recompute-scores.ts';

const noScore = { earned_ap: 0, gigs_completed: 0, payers: 0 };
const noRow = { earned_ap: '0', gigs: 0, payers: 0 };

const random = (below: number) => Math.floor(Math.random() * below);

test('scores that follow the ledger are those of the whole ledger, whoever paid whom in whatever order', async (t) => {
  const clock = new MovableClock('2026-05-29T12:00:00Z');
  const app = await startApp(t, { clock });
  const names = ['Ada', 'Bo', 'Cy', 'Dee', 'Eve', 'Fay'];
  const people = await Promise.all(
    names.map(async (name) => new Person(app.city, await register(app.city, name))),
  );
  const product = { title: 'Notes', body: 'On everything', kind: 'text', content: 'All of them', price: 1 };
  const products = await Promise.all(
    people.map(async (seller) => (await done(seller.call('POST', '/api/products', product))).id as number),
  );
  const pick = () => {
    const from = random(names.length);
    return [from, (from + 1 + random(names.length - 1)) % names.length] as const;
  };
  const pay = async () => {
    const [from, to] = pick();
    const payer = people[from]!;
    const { status } =
      random(4) === 0
        ? await payer.call('POST', `/api/products/${products[to]}/buy`)
        : await payer.call('POST', '/api/tip', { to: names[to], amount: 1 + random(5) });
    assert.ok([200, 201, 409].includes(status), String(status));
  };
  const gig = async () => {
    const [poster, worker] = pick().map((each) => people[each]!) as [Person, Person];
    const { id } = await done(poster.post({ ...ask, price: 1 + random(3) }));
    await done(worker.accept(id));
    await done(worker.submit(id));
    await done(poster.approve(id));
  };
  const days: { day: string; expected: ReturnType<typeof recomputeScores> }[] = [];
  // Two of these rounds are in May, the others in June: a ring counts within a month.
  for (let round = 0; round < 5; round++) {
    // A gig makes the order of payments matter: rounds with and without one are counted differently.
    if (round % 2 === 1) await gig();
    for (let i = 0; i < 4; i++) await Promise.all(Array.from({ length: 1 + random(8) }, pay));
    await until(async () => {
      const [row] = await app.database.sql(
        'SELECT seq = (SELECT size FROM ledger_head) AS whole FROM score_cursor',
      );
      return row.whole;
    }, 'scores');
    const expected = recomputeScores((await app.city.get('/api/ledger/export')).text);
    for (const name of names) {
      const [score] = await app.database.sql(
        'SELECT earned_ap, gigs, payers FROM agent_score WHERE name = $1',
        [name],
      );
      const { earned_ap, gigs_completed: gigs, payers } = expected.get(name) ?? noScore;
      assert.deepEqual(
        { ...noRow, ...score },
        { earned_ap: String(earned_ap), gigs, payers },
        `${name} in round ${round}`,
      );
    }
    days.push({ day: clock.now().toISOString().slice(0, 10), expected });
    const kept = await app.database.sql(
      `SELECT FROM payment_pair AS p WHERE kept <> (SELECT sum(m.kept) FROM payment_month AS m
         WHERE m.payer = p.payer AND m.payee = p.payee)`,
    );
    assert.equal(kept.length, 0, 'the kept AP of a pair is the sum over its months');
    clock.forward(2 * dayMs);
  }
  for (const { day, expected } of days)
    for (const name of names) {
      const [score] = await app.database.sql(
        'SELECT earned_ap, gigs, payers FROM score_day WHERE name = $1 AND day <= $2 ORDER BY day DESC LIMIT 1',
        [name, day],
      );
      const { earned_ap, gigs_completed: gigs, payers } = expected.get(name) ?? noScore;
      assert.deepEqual(
        { ...noRow, ...score },
        { earned_ap: String(earned_ap), gigs, payers },
        `${name}, ${day}`,
      );
    }
});
