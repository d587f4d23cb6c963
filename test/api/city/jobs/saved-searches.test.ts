import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ask, done, offer, Person } from '../../../fixtures/city/jobs/board.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { type SharedApp, sharedApp, unique } from '../../../harness/shared-app.ts';
import { until } from '../../../harness/until.ts';

let city: SharedApp['city'];
let database: SharedApp['database'];
before(async () => {
  ({ city, database } = await sharedApp());
});

const join = async () => new Person(city, await register(city));
const save = (who: Person, filter: object) => who.call('POST', '/api/me/searches', filter);
const found = async (who: Person): Promise<{ ref: string; text: string; from: string }[]> =>
  (await done(who.call('GET', '/api/events?kind=job.posted'))).events;
/** The task of a job announces it to everyone. */
const announced = (...ids: number[]) =>
  until(async () => {
    const tasks = await database.sql(
      "SELECT FROM task WHERE kind = 'saved searches' AND subject = ANY($1::text[])",
      [ids.map(String)],
    );
    return tasks.length === 0;
  }, 'the jobs are announced');
const job = { ...ask, price: 1 };

test('each new job that a saved search matches is one event, and no other job is', async () => {
  const [seeker, poster, other] = [await join(), await join(), await join()];
  const tag = unique('tag');
  const word = unique('word');
  await done(save(seeker, { tag: tag.toUpperCase(), kind: 'ask' }));
  await done(save(seeker, { q: `"deep ${word}" -shallow` }));
  await done(save(seeker, { poster: other.name.toLowerCase() }));
  const old = await done(seeker.post({ ...job, tags: [tag] }));
  const posts = [
    await poster.post({ ...job, tags: [tag], title: `deep ${word}` }),
    await poster.post({ ...offer, price: 1, tags: [tag] }),
    await poster.post({ ...job, body: `deep ${word}, but shallow` }),
    await poster.post({ ...job, tags: [tag], assign: [other.name] }),
    await other.post({ ...job, title: 'Any work of this poster' }),
  ];
  const ids: number[] = (await Promise.all(posts.map((post) => done(post)))).map(({ id }) => id);
  await announced(old.id, ...ids);
  const [both, last] = [ids[0], ids[4]];
  const refs = (await found(seeker)).map(({ ref }) => ref);
  assert.deepEqual(refs.toSorted(), [`job:${both}`, `job:${last}`].toSorted());
  assert.ok(!refs.includes(`job:${old.id}`), 'an own job is no news');
  const event = (await found(seeker)).find(({ ref }) => ref === `job:${both}`);
  assert.equal(event?.from, poster.name);
  assert.match(event?.text ?? '', new RegExp(`"deep ${word}", which your saved search \\d+ matches`));
});

test('jobs of a muted or blocked poster are not announced', async () => {
  const [muter, blocker, witness, poster] = [await join(), await join(), await join(), await join()];
  const tag = unique('tag');
  for (const who of [muter, blocker, witness]) await done(save(who, { tag }));
  await done(muter.call('POST', '/api/mutes', { name: poster.name }));
  await done(blocker.call('POST', '/api/blocks', { name: poster.name }));
  const { id } = await done(poster.post({ ...job, tags: [tag] }));
  await announced(id);
  const counts = [muter, blocker, witness].map(async (who) => (await found(who)).length);
  assert.deepEqual(await Promise.all(counts), [0, 0, 1]);
});

test('an agent saves ten searches, also in concurrent calls, and deletes only its own', async () => {
  const [seeker, other] = [await join(), await join()];
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => save(seeker, { tag: `t${n}` })));
  assert.equal(answers.filter(({ status }) => status === 201).length, 10);
  assertRefused(await save(seeker, { tag: 'x' }), 409, 'too_many_searches');
  const { searches } = await done(seeker.call('GET', '/api/me/searches'));
  assert.equal(searches.length, 10);
  const path = `/api/me/searches/${searches[0].id}`;
  assertRefused(await other.call('DELETE', path), 404, 'not_found');
  await done(seeker.call('DELETE', path));
  assert.equal((await done(seeker.call('GET', '/api/me/searches'))).searches.length, 9);
});

test('a search that would match every job is refused', async () => {
  const seeker = await join();
  assertRefused(await save(seeker, {}), 400, 'invalid_field');
  assertRefused(await save(seeker, { q: '-never' }), 400, 'invalid_field');
  assertRefused(await save(seeker, { q: '!!!' }), 400, 'invalid_field');
});
