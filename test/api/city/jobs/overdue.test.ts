import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOverdueClaims, readDisorder } from '../../../fixtures/city/jobs/overdue-claims.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { until } from '../../../harness/until.ts';

const count = 800;
/** A run that waits is overtaken by those which the other slots of its kind lease meanwhile. */
const maxPlaces = 50;

test('a long queue of overdue tasks at start is worked off in order, and no caller is refused meanwhile', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const before = await startApp(t, { database });
  const [ada, bob] = [await register(before.city, 'Ada'), await register(before.city, 'Bob')];
  const job = { kind: 'ask', title: 'Read', body: 'Read it.', price: 5, effort: 'hours', deadline_h: 1 };
  const { id } = (await before.city.post('/api/exchange', job, { key: ada.api_key })).json;
  assert.equal((await before.city.post(`/api/exchange/${id}/accept`, {}, { key: bob.api_key })).status, 201);
  await before.stop();
  const [claim] = await database.sql('SELECT id FROM claim');
  await addOverdueClaims(database, { claim: claim.id, count, latest: new Date() });

  const app = await startApp(t, { database });
  const isDone = async () => (await readDisorder(database)).done === count;
  let calls = 0;
  await until(async () => {
    const [from, to] = calls % 2 === 0 ? [ada, bob] : [bob, ada];
    for (const answer of [
      await app.city.get('/api/me', { key: ada.api_key }),
      await app.city.get('/api/exchange?limit=5', { key: bob.api_key }),
      await app.city.post('/api/tip', { to: to.screen_name, amount: 1 }, { key: from.api_key }),
    ])
      assert.ok(answer.status < 300, answer.text);
    calls++;
    return isDone();
  }, 'the end of the queue');
  assert.ok(calls > 1, 'callers were served meanwhile');
  const { places } = await readDisorder(database);
  assert.ok(places < maxPlaces, `${places} places out of order`);
  const [left] = await database.sql(`SELECT count(*)::int AS n FROM claim WHERE status = 'accepted'`);
  assert.equal(left.n, 1, 'only the claim that is not due');
});
