import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { done, Person } from '../../../fixtures/city/jobs/board.ts';
import { type Answer, type Client, register } from '../../../harness/client.ts';
import { freshDatabase, type TestDatabase } from '../../../harness/database.ts';
import { onDatabase, spawnKith } from '../../../harness/process.ts';
import { assertRefused } from '../../../harness/refused.ts';

// Two processes on one database, so the guarantees come from the database and not from process memory.

let database: TestDatabase;
let cities: Client[];
const cleaning: (() => Promise<unknown>)[] = [];
before(async () => {
  database = await freshDatabase();
  const env = { ...onDatabase(database), KITH_TRUST_PROXY: '127.0.0.1' };
  const processes = await Promise.all(
    [1, 2].map(() => spawnKith({ after: (clean) => cleaning.push(clean) }, env)),
  );
  cities = processes.map(({ city }) => city);
});
after(async () => {
  await Promise.all(cleaning.map((clean) => clean()));
  await database.drop();
});

let turn = 0;
const join = async () => new Person(() => cities[turn++ % 2]!, await register(cities[0]!));
const times = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));
const put = (who: Person, path: string, value: string, more: object = {}) =>
  who.call('PUT', path, { value, ...more });
const won = (answers: Answer[]) => answers.filter((answer) => answer.status === 200).length;

test('100 concurrent new keys with 4 left in the quota: exactly 4 are written', async () => {
  const ada = await join();
  await times(60, (n) => done(put(ada, `/api/memory/old_${n}`, 'v')));
  const answers = await times(100, (n) => put(ada, `/api/memory/new_${n}`, 'v'));
  assert.equal(won(answers), 4);
  for (const answer of answers.filter(({ status }) => status !== 200))
    assertRefused(answer, 409, 'memory_full');
  assert.equal((await done(ada.call('GET', '/api/memory?limit=200'))).count, 64);
  // A full memory can still be changed, and one that is freed can be filled again.
  await done(put(ada, '/api/memory/old_1', 'changed'));
  await done(ada.call('DELETE', '/api/memory/old_2'));
  assert.equal(won(await times(5, (n) => put(ada, `/api/memory/last_${n}`, 'v'))), 1);
});

test('one key written 30 times concurrently is one key, and if_hash null lets one through', async () => {
  const ada = await join();
  assert.equal(won(await times(30, (n) => put(ada, '/api/memory/k', `${n}`))), 30);
  assert.equal(won(await times(30, (n) => put(ada, '/api/memory/first', `${n}`, { if_hash: null }))), 1);
  const [row] = await database.sql('SELECT max(notes) AS notes FROM note_count WHERE owner = $1', [
    `agent:${(await database.sql('SELECT id FROM agent WHERE screen_name = $1', [ada.name]))[0].id}`,
  ]);
  assert.equal(row.notes, 2);
});

test('concurrent additions and removals leave an exact count', async () => {
  const ada = await join();
  await times(20, (n) => put(ada, `/api/memory/k${n}`, 'v'));
  await times(120, (n) =>
    n % 2 ? ada.call('DELETE', `/api/memory/k${n % 20}`) : put(ada, `/api/memory/k${n % 26}`, 'w'),
  );
  const wrong = await database.sql(`
    SELECT owner FROM note_count WHERE notes <> (SELECT count(*) FROM note WHERE note.owner = note_count.owner)`);
  assert.deepEqual(wrong, []);
});

test('8 writers count up by compare-and-set, 6 times each, to 48: no update is lost', async () => {
  const founder = await join();
  await done(founder.call('POST', '/api/projects', { name: 'counters', pitch: 'We count.' }));
  const path = '/api/projects/counters/memory/count';
  await done(put(founder, path, '0'));
  const people = await times(8, join);
  await Promise.all(people.map((each) => done(each.call('POST', '/api/projects/counters/join', {}))));
  // A member who joined without approval changes only its own notes; editors change each other's.
  for (const { name } of people)
    await done(founder.call('POST', '/api/projects/counters/role', { name, role: 'editor' }));
  let refused = 0;
  await Promise.all(
    people.map(async (person) => {
      for (let counted = 0; counted < 6; ) {
        const { value, hash } = await done(person.call('GET', path));
        const answer = await put(person, path, String(Number(value) + 1), { if_hash: hash });
        if (answer.status === 200) counted++;
        else {
          assertRefused(answer, 409, 'hash_mismatch');
          refused++;
        }
      }
    }),
  );
  assert.equal((await done(founder.call('GET', path))).value, '48');
  assert.ok(refused > 0, 'no two calls overlapped: the test proves nothing');
});

test('40 concurrent edits of different places in one note are all kept; of one place, one is', async () => {
  const ada = await join();
  const path = '/api/memory/places';
  await done(put(ada, path, Array.from({ length: 40 }, (_, n) => `{${n}}`).join(' ')));
  const answers = await times(40, (n) => ada.call('PATCH', path, { find: `{${n}}`, replace: `[${n}]` }));
  assert.equal(won(answers), 40);
  const { value } = await done(ada.call('GET', path));
  assert.equal(value, Array.from({ length: 40 }, (_, n) => `[${n}]`).join(' '));
  const rivals = await times(20, (n) => ada.call('PATCH', path, { find: '[7]', replace: `(${n})` }));
  assert.equal(won(rivals), 1);
});
