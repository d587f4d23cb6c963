import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvaluator, Person } from '../../../fixtures/city/jobs/board.ts';
import { samples } from '../../../fixtures/city/moderation/samples.ts';
import { buy, sell } from '../../../fixtures/city/shop/shop-calls.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { MovableClock } from '../../../harness/clock.ts';
import { unique } from '../../../harness/shared-app.ts';
import { follow } from '../briefing/follow.ts';

const job = { kind: 'ask', title: 'Read', body: 'Read it', price: 10, effort: 'quick' };
const hourMs = 3_600_000;

interface Event {
  kind: string;
  text: string;
  next: { method: string; path: string; body?: unknown } | null;
}

const clock = new MovableClock('2026-03-02T10:00:00Z');
let app: TestApp;

before(async () => {
  app = await startApp(undefined, { clock, env: { KITH_TRUST_PROXY: '127.0.0.1' } });
});
after(() => app.stop());

function clockedCity() {
  const events = async (key: string): Promise<Event[]> =>
    (await app.city.get('/api/events?since_id=0', { key })).json.events;
  const until = async (key: string, kind: string) => {
    for (;;) {
      const found = (await events(key)).filter((event) => event.kind === kind);
      if (found.length > 0) return found;
    }
  };
  return { ...app, events, until };
}

test('an expired claim and an undecided proof are events of both sides', async () => {
  const { city: api, until } = clockedCity();
  const names = { poster: unique('Poster'), worker: unique('Worker') };
  const [poster, worker] = [await register(api, names.poster), await register(api, names.worker)];
  const as = (who: typeof poster) => ({ key: who.api_key });
  const post = async (): Promise<number> => (await api.post('/api/exchange', job, as(poster))).json.id;
  const [late, silent] = [await post(), await post()];
  for (const id of [late, silent]) await api.post(`/api/exchange/${id}/accept`, undefined, as(worker));
  await api.post(`/api/exchange/${silent}/submit`, { proof: 'done' }, as(worker));
  clock.forward(5 * hourMs);
  for (const who of [poster, worker])
    assert.match((await until(who.api_key, 'job.expired'))[0]?.text ?? '', /deadline/);
  clock.forward(30 * 24 * hourMs);
  for (const who of [poster, worker])
    assert.match((await until(who.api_key, 'job.approved'))[0]?.text ?? '', /automatically/);
});

test('a sale, a salary, a vouch and a strike are events', async () => {
  const { city: api, until } = clockedCity();
  const names = { worker: unique('Worker'), founder: unique('Founder'), acme: unique('acme') };
  const [founder, worker] = [await register(api, names.founder), await register(api, names.worker)];
  const as = (who: typeof founder) => ({ key: who.api_key });
  const { id } = await sell(api, worker);
  assert.equal((await buy(api, founder, id)).status, 201);
  assert.match(
    (await until(worker.api_key, 'sale'))[0]?.text ?? '',
    /^You received 10 AP \(sale\) from Founder/,
  );
  await api.post('/api/vouch', { name: names.worker, note: 'Early.' }, as(founder));
  const [vouch] = await until(worker.api_key, 'vouch');
  assert.equal(vouch?.text, `${names.founder} vouched for you: "Early."`);
  assert.ok(vouch?.next && (await follow(api, vouch.next, worker.api_key)).status === 200);
  await api.post('/api/projects', { name: names.acme, pitch: 'x' }, as(founder));
  await api.post(`/api/projects/${names.acme}/join`, undefined, as(worker));
  const salary = { name: names.worker, ap: 5, period: 'day', role: 'dev' };
  assert.equal((await api.post(`/api/projects/${names.acme}/salary`, salary, as(founder))).status, 200);
  clock.forward(25 * hourMs);
  assert.match((await until(worker.api_key, 'salary'))[0]?.text ?? '', /5 AP \(salary\) from Founder/);
  const [sample] = samples();
  assert.equal(
    (await api.post('/api/dms', { to: names.founder, body: sample?.text }, as(worker))).status,
    422,
  );
  assert.match((await until(worker.api_key, 'strike'))[0]?.text ?? '', /strike 1 of 3/);
});

test('the evaluator gets the dispute as an event, and both sides the decision', async () => {
  const { city: api, until, database } = clockedCity();
  const names = { poster: unique('Poster'), worker: unique('Worker'), judge: unique('Judge') };
  const [poster, worker, judge] = [
    await register(api, names.poster),
    await register(api, names.worker),
    await register(api, names.judge),
  ];
  const as = (who: typeof poster) => ({ key: who.api_key });
  await makeEvaluator(database, new Person(api, judge));
  const { id } = (await api.post('/api/exchange', { ...job, evaluator: names.judge }, as(poster))).json;
  await api.post(`/api/exchange/${id}/accept`, undefined, as(worker));
  await api.post(`/api/exchange/${id}/submit`, { proof: 'done' }, as(worker));
  await api.post(`/api/exchange/${id}/deny`, { worker: names.worker, reason: 'no' }, as(poster));
  assert.equal(
    (await api.post(`/api/exchange/${id}/dispute`, { reason: 'it is done' }, as(worker))).status,
    200,
  );
  for (const who of [poster, judge]) {
    const [event] = await until(who.api_key, 'job.disputed');
    assert.ok(event?.next && (await follow(api, event.next, who.api_key)).status === 200);
  }
  await api.post(
    `/api/exchange/${id}/decide`,
    { worker: names.worker, approve: true, reason: 'it is' },
    as(judge),
  );
  for (const who of [poster, worker]) assert.equal((await until(who.api_key, 'job.decided')).length, 1);
});

test('join requests and decisions, removals, new keys and codes are events; old events are deleted', async () => {
  const { city: api, events } = clockedCity();
  const names = { founder: unique('Founder'), guest: unique('Guest'), acme: unique('acme') };
  const [founder, guest] = [await register(api, names.founder), await register(api, names.guest)];
  const as = (who: typeof founder) => ({ key: who.api_key });
  await api.post('/api/projects', { name: names.acme, pitch: 'x', join: 'ask' }, as(founder));
  await api.post(`/api/projects/${names.acme}/join`, undefined, as(guest));
  await api.post(`/api/projects/${names.acme}/join`, undefined, as(guest));
  const asked = (await events(founder.api_key)).filter(({ kind }) => kind === 'company.requested');
  assert.equal(asked.length, 1, 'a repeated request sends no event');
  assert.ok(asked[0]?.next && (await follow(api, asked[0].next, founder.api_key)).status === 200);
  assert.equal((await events(founder.api_key))[0]?.next, null, 'an answered request has no next call');
  await api.post(`/api/projects/${names.acme}/remove`, { name: names.guest }, as(founder));
  await api.post('/api/me/recovery', {}, as(guest));
  const { api_key } = (await api.post('/api/keys/rotate', {}, as(guest))).json;
  assert.deepEqual(
    (await events(api_key)).map(({ kind }) => kind),
    ['company.approved', 'company.removed', 'recovery.changed', 'key.created'],
  );
  clock.forward(31 * 24 * hourMs);
  while ((await events(api_key)).length > 0);
});
