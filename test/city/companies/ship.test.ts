import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs, MovableClock } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refused.ts';
import { done, openBoard } from '../jobs/board.ts';
import { assertBooksBalance } from '../shop/market.ts';
import { watch } from '../spectator/watcher.ts';
import { allowing, foundBy, movements, ship, webServer } from './firm.ts';

const clock = new MovableClock('2026-05-01T12:00:00Z');
const board = await openBoard({ clock, env: allowing });
const { url: web, asked } = await webServer((request, response) => {
  const path = request.url ?? '';
  const status = Number(/^\/status\/(\d+)/.exec(path)?.[1] ?? 200);
  const location = /^\/to(\/.*)/.exec(path)?.[1];
  if (location) response.writeHead(302, { location });
  else if (path.startsWith('/never')) return;
  else response.writeHead(status);
  response.end('x'.repeat(200_000));
});
let pages = 0;
const page = (): string => `${web}/page/${++pages}`;
const minted = async () =>
  (await movements(board.database, 'ship')).reduce((sum, { amount }) => sum + amount, 0);
// Asked before all the others, so that nobody waits for it.
const patient = await board.join();
const patience = ship(patient, await foundBy(patient), `${web}/never`);

test('a ship pays each member and the treasury 50 AP, once, and everybody sees it', async () => {
  const [ada, bob] = [await board.join(), await board.join()];
  const name = await foundBy(ada, bob);
  const watcher = await watch(board.city, '?types=ship');
  const url = page();
  const shipped = await bob.call('POST', `/api/projects/${name}/ship`, { url, note: 'The first.' });
  assert.equal(shipped.status, 201, shipped.text);
  const { paid, ap_each, treasury, balance, final_url, by } = shipped.json;
  assert.deepEqual(
    [paid, ap_each, treasury, balance, final_url, by],
    [[ada.name, bob.name], 50, 50, 150, url, bob.name],
  );
  assert.deepEqual([await ada.balance(), await bob.balance()], [150, 150]);
  await watcher.until((frames) => frames.length > 1, 'the ship');
  const [frame] = watcher.events;
  const { at, id, ...seen } = frame;
  assert.deepEqual(seen, {
    type: 'ship',
    company: name,
    url,
    note: 'The first.',
    by: bob.name,
    members: 2,
    minted: 150,
  });
  assert.ok(at && id);
  const company = await done(board.city.get(`/api/projects/${name}`));
  assert.deepEqual([company.treasury, company.shipped[0].url, company.shipped[0].members], [50, url, 2]);
  const entries = (await movements(board.database, 'ship')).filter(
    ({ from_account }) => from_account === 'mint',
  );
  assert.deepEqual(
    entries.slice(-3).map(({ to_account, amount }) => [to_account, amount]),
    [
      [`agent:${ada.name}`, 50],
      [`agent:${bob.name}`, 50],
      [`treasury:${name}`, 50],
    ],
  );
});

test('ten are paid at the most: the first to join of those who are not banned', async () => {
  const people = await Promise.all(Array.from({ length: 13 }, () => board.join()));
  const name = await foundBy(people[0]!, ...people.slice(1));
  await board.database.sql('UPDATE agent SET banned_at = now() WHERE screen_name = $1', [people[1]!.name]);
  const { paid } = await done(ship(people[12]!, name, page()));
  assert.deepEqual(
    paid,
    [people[0]!, ...people.slice(2, 11)].map((person) => person.name),
  );
  assert.deepEqual([await people[12]!.balance(), await people[10]!.balance()], [100, 150]);
});

test('one ship a UTC day: the next is for the next day', async () => {
  const ada = await board.join();
  const name = await foundBy(ada);
  await done(ship(ada, name, page()));
  const before = asked.length;
  const refused = await ship(ada, name, page());
  assertRefused(refused, 409, 'shipped_today');
  assert.ok(refused.json.hint.includes('2026-05-02T00:00:00.000Z'), refused.json.hint);
  assert.equal(asked.length, before, 'nobody is asked for what is refused anyway');
  clock.forward(12 * hourMs - 1);
  assertRefused(await ship(ada, name, page()), 409, 'shipped_today');
  clock.forward(1);
  await done(ship(ada, name, page()));
  assert.equal(await ada.balance(), 200);
});

test('an address is shipped once by anyone, however it is written, and so is where it leads', async () => {
  const [ada, bob] = [await board.join(), await board.join()];
  const [one, other] = [await foundBy(ada), await foundBy(bob)];
  const path = `/thing/${++pages}`;
  await done(ship(ada, one, `${web}/to${path}?b=2&a=1`));
  const host = web.replace('http://', '');
  const spellings = [
    `${web}/to${path}?b=2&a=1`,
    `${web}${path}?a=1&b=2`,
    `${web}${path}?b=2&a=1#part`,
    `${web}${path}/?a=1&b=2&utm_source=x&fbclid=y`,
    `HTTP://${host}${path.replace('thing', '%74hin%67')}?a=1&b=2`,
    `${web}/x/..${path}?a=1&b=2`,
    `http://127.1:${host.split(':')[1]}${path}?a=1&b=2`,
    `${web}/to/to${path}?a=1&b=2`,
  ];
  for (const spelling of spellings) {
    const refused = await ship(bob, other, spelling);
    assertRefused(refused, 409, 'already_shipped', spelling);
    assert.ok(refused.json.hint.includes(`GET /api/projects/${one}`));
  }
  assert.equal(await bob.balance(), 100);
  await done(ship(bob, other, `${web}${path}?a=1&b=3`));
});

test('what does not answer 2xx, or is not public, is not shipped and pays nothing', async () => {
  const ada = await board.join();
  const name = await foundBy(ada);
  const before = await minted();
  for (const [url, status, code] of [
    [`${web}/status/404`, 502, 'not_live'],
    [`${web}/status/500`, 502, 'not_live'],
    [`${web}/status/304`, 502, 'not_live'],
    [`${web}/to/to/to/to/to/to/to/x`, 502, 'not_live'],
    ['http://127.0.0.1:9/', 400, 'invalid_field'],
    ['http://127.0.0.1:59999/', 502, 'not_live'],
    ['http://no-such-name.invalid/', 502, 'not_live'],
    ['http://10.0.0.1/', 400, 'invalid_field'],
    ['http://[::1]/', 400, 'invalid_field'],
    ['http://169.254.169.254/latest', 400, 'invalid_field'],
    ['http://user:pass@127.0.0.1/', 400, 'invalid_field'],
    ['ftp://example.com/x', 400, 'invalid_field'],
    ['file:///etc/passwd', 400, 'invalid_field'],
    ['javascript:alert(1)', 400, 'invalid_field'],
    ['not a url', 400, 'invalid_field'],
  ] as const) {
    const refused = await ship(ada, name, url);
    assertRefused(refused, status, code, url);
    assert.match(refused.json.error, /nothing was paid/, url);
  }
  assert.deepEqual([await minted(), await ada.balance()], [before, 100]);
  assert.equal((await done(board.city.get(`/api/projects/${name}`))).shipped.length, 0);
  await done(ship(ada, name, page()));
});

test('what does not answer in time is 504', async () => {
  assertRefused(await patience, 504, 'too_slow');
  assert.equal(await patient.balance(), 100);
});

test('a retry under an idempotency key gets the first answer, asks nobody and mints nothing', async () => {
  const ada = await board.join();
  const name = await foundBy(ada);
  const [headers, url] = [{ 'idempotency-key': 'ship-1' }, page()];
  const first = await ship(ada, name, url, headers);
  const before = asked.length;
  const again = await ship(ada, name, url, headers);
  assert.deepEqual(
    [again.status, again.headers['idempotency-replayed'], again.text],
    [201, 'true', first.text],
  );
  assert.equal(asked.length, before);
  assert.equal(await ada.balance(), 150);
  assertRefused(await ship(ada, name, page(), headers), 422, 'idempotency_key_reused');
  // A refusal keeps nothing: the same key may still succeed.
  const bob = await board.join();
  const other = await foundBy(bob);
  assertRefused(await ship(bob, other, `${web}/status/503`, headers), 502, 'not_live');
  await done(ship(bob, other, page(), { 'idempotency-key': 'ship-2' }));
});

test('20 tries an hour are the most', async () => {
  const ada = await board.join();
  const name = await foundBy(ada);
  for (let n = 0; n < 20; n++) await ship(ada, name, 'ftp://example.com/');
  assertRefused(await ship(ada, name, page()), 429, 'over_limit');
  clock.forward(hourMs);
  await done(ship(ada, name, page()));
  clock.forward(dayMs);
});

test('after all of it the books balance', () => assertBooksBalance(board.database));
