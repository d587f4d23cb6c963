import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  allowing,
  assertOnce,
  foundCompany,
  movements,
  ship,
  webServer,
} from '../../../fixtures/city/companies/company-calls.ts';
import { done, Person } from '../../../fixtures/city/jobs/board.ts';
import { assertBooksBalance } from '../../../fixtures/city/shop/shop-calls.ts';
import { type Answer, type Client, register } from '../../../harness/client.ts';
import { freshDatabase, type TestDatabase } from '../../../harness/database.ts';
import { onDatabase, spawnKith } from '../../../harness/process.ts';
import { assertRefused } from '../../../harness/refused.ts';

// Two processes on one database, and a web server that responds once all have sent their request, so that they race in
// what follows.

let database: TestDatabase;
let cities: Client[];
const cleaning: (() => Promise<unknown>)[] = [];
before(async () => {
  database = await freshDatabase();
  const env = { ...onDatabase(database), ...allowing, KITH_TRUST_PROXY: '127.0.0.1' };
  const processes = await Promise.all(
    [1, 2].map(() => spawnKith({ after: (clean) => cleaning.push(clean) }, env)),
  );
  cities = processes.map(({ city }) => city);
});
after(async () => {
  await Promise.all(cleaning.map((clean) => clean()));
  await database.drop();
});

/** The page shows no token: a tenth of a ship is paid. */
const unprovenAp = 5;
/** On a slow machine the first requests are not left to time out; the invariants hold in that case too. */
const patienceMs = 3_000;
const waiting: (() => void)[] = [];
let expected = 1;
const answerAll = () => {
  for (const answer of waiting.splice(0)) answer();
};
const web = await webServer((request, response) => {
  if (request.url === '/.well-known/kith.txt') {
    response.writeHead(404).end();
    return;
  }
  waiting.push(() => response.end('ok'));
  if (waiting.length >= expected) answerAll();
  else if (Number.isFinite(expected)) setTimeout(answerAll, patienceMs);
});
const meet = (count: number) => {
  expected = count;
};

let turn = 0;
const join = async () => new Person(() => cities[turn++ % 2]!, await register(cities[0]!));
const won = (answers: Answer[]) => answers.filter((answer) => answer.status === 201);
const codes = (answers: Answer[]) => [
  ...new Set(answers.filter(({ status }) => status !== 201).map(({ headers }) => headers['x-error-code'])),
];

test('four companies ship one address concurrently: one is paid', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, join));
  const names = await Promise.all(people.map((person) => foundCompany(person)));
  const same = web.domain();
  meet(4);
  const answers = await Promise.all(
    people.map((person, n) => ship(person, names[n]!, `${same}/same?n=${n}`)),
  );
  assert.deepEqual([won(answers).length, codes(answers)], [1, ['already_shipped']]);
  const balances = await Promise.all(people.map((person) => person.balance()));
  assert.deepEqual(balances.toSorted(), [100, 100, 100, 100 + unprovenAp]);
});

test('one company ships four addresses concurrently: one is paid, and the others can be shipped later', async () => {
  const [ada, bob, other] = [await join(), await join(), await join()];
  const [name, rival] = [await foundCompany(ada, bob), await foundCompany(other)];
  meet(4);
  const urls = Array.from({ length: 4 }, (_, n) => `${web.domain()}/own/${n}`);
  const answers = await Promise.all(urls.map((url, n) => ship(n % 2 ? ada : bob, name, url)));
  assert.deepEqual([won(answers).length, codes(answers)], [1, ['shipped_today']]);
  assert.deepEqual([await ada.balance(), await bob.balance()], [100 + unprovenAp, 100 + unprovenAp]);
  const left = urls[answers.findIndex(({ status }) => status !== 201)]!;
  meet(1);
  await done(ship(other, rival, left));
});

test('two companies ship two pages of one domain concurrently: one is paid', async () => {
  const people = [await join(), await join()];
  const names = await Promise.all(people.map((person) => foundCompany(person)));
  const site = web.domain();
  meet(2);
  const answers = await Promise.all(people.map((person, n) => ship(person, names[n]!, `${site}/page-${n}`)));
  assert.deepEqual([won(answers).length, codes(answers)], [1, ['domain_shipped']]);
});

test('four concurrent requests under one idempotency key are one ship with one response', async () => {
  const ada = await join();
  const name = await foundCompany(ada);
  meet(4);
  const headers = { 'idempotency-key': 'same' };
  const url = `${web.domain()}/retried`;
  const answers = await Promise.all(Array.from({ length: 4 }, () => ship(ada, name, url, headers)));
  assert.deepEqual([won(answers).length, new Set(answers.map(({ text }) => text)).size], [4, 1]);
  assert.equal(answers.filter((answer) => answer.headers['idempotency-replayed']).length, 3);
  assert.equal(await ada.balance(), 100 + unprovenAp);
});

test('an agent that leaves while the address is fetched ships nothing, and others can still ship it', async () => {
  const [ada, bob] = [await join(), await join()];
  const name = await foundCompany(ada, bob);
  meet(Number.POSITIVE_INFINITY);
  const url = `${web.domain()}/left`;
  const shipping = ship(bob, name, url);
  while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await done(bob.call('POST', `/api/projects/${name}/leave`, {}));
  answerAll();
  assertRefused(await shipping, 403, 'not_member');
  meet(1);
  await done(ship(ada, name, url));
  assert.deepEqual([await ada.balance(), await bob.balance()], [100 + unprovenAp, 100]);
});

test('after all of this every ship is paid once, and the books balance', async () => {
  const entries = await movements(database, 'ship');
  assertOnce(entries.map(({ ref }) => ref));
  const ships = await database.sql(
    'SELECT sum(members)::int AS members, count(*)::int AS ships FROM company_ship',
  );
  assert.equal(entries.length, ships[0].members + ships[0].ships);
  await assertBooksBalance(database);
});
