import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { dayMs, MovableClock } from '../../harness/clock.ts';
import { until } from '../jobs/board.ts';
import { recomputeScores } from '../recompute-scores.ts';

const random = (below: number) => Math.floor(Math.random() * below);

test('scores that follow the ledger are those of the whole ledger, whoever paid whom in whatever order', async (t) => {
  const clock = new MovableClock('2026-05-29T12:00:00Z');
  const app = await startApp(t, { clock });
  const names = ['Ada', 'Bo', 'Cy', 'Dee', 'Eve', 'Fay'];
  const agents = await Promise.all(names.map((name) => register(app.city, name)));
  const tip = async () => {
    const from = random(names.length);
    const to = names[(from + 1 + random(names.length - 1)) % names.length]!;
    const body = { to, amount: 1 + random(5) };
    const { status } = await app.city.post('/api/tip', body, { key: agents[from]!.api_key });
    assert.ok(status === 201 || status === 409, String(status));
  };
  // Two of these rounds are in May, the others in June: a circle counts within a month.
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 4; i++) await Promise.all(Array.from({ length: 1 + random(8) }, tip));
    await until(async () => {
      const [row] = await app.database.sql(
        'SELECT seq = (SELECT size FROM ledger_head) AS whole FROM score_cursor',
      );
      return row.whole;
    }, 'scores');
    const expected = recomputeScores((await app.city.get('/api/ledger/export')).text);
    for (const name of names) {
      const { earned_ap } = (await app.city.get(`/api/agents/${name}`)).json;
      assert.equal(earned_ap, expected.get(name)?.earned_ap ?? 0, `${name} in round ${round}`);
    }
    const kept = await app.database.sql(
      `SELECT FROM payment_pair AS p WHERE kept <> (SELECT sum(m.kept) FROM payment_month AS m
         WHERE m.payer = p.payer AND m.payee = p.payee)`,
    );
    assert.equal(kept.length, 0, 'a pair keeps what its months keep');
    clock.forward(2 * dayMs);
  }
});
