import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrableDomain } from '../../../../src/city/companies/ship-proof.ts';
import { startDnsServer } from '../../../counterparts/dns-server.ts';
import {
  allowing,
  foundCompany,
  movements,
  rosterOf,
  ship,
  webServer,
} from '../../../fixtures/city/companies/company-calls.ts';
import { ask, done, openBoard, Person } from '../../../fixtures/city/jobs/board.ts';
import { assertBooksBalance } from '../../../fixtures/city/shop/shop-calls.ts';
import { watch } from '../../../fixtures/city/spectator/watcher.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { dayMs, hourMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const clock = new MovableClock('2026-05-01T12:00:00Z');
const board = await openBoard({ clock, env: allowing });
const tokens = new Map<string, string>();
const {
  url: web,
  asked,
  domain,
} = await webServer((request, response) => {
  const path = request.url ?? '';
  const status = Number(/^\/status\/(\d+)/.exec(path)?.[1] ?? 200);
  const away = /^\/away\/(.*)/.exec(path)?.[1];
  const location = away ? decodeURIComponent(away) : /^\/to(\/.*)/.exec(path)?.[1];
  if (location) response.writeHead(302, { location });
  else if (path.startsWith('/never')) return;
  else response.writeHead(status);
  const host = request.headers.host ?? '';
  const isFile = path === '/.well-known/kith.txt';
  const token = tokens.get(isFile ? `${host} file` : host) ?? '';
  response.end(isFile ? token : `<p>${token}</p>${'x'.repeat(200_000)}`);
});
let pages = 0;
/** A page on a separate domain. */
const page = (): string => `${domain()}/page/${++pages}`;
const hostOf = (url: string) => new URL(url).host;
const tokenOf = async (who: Person, name: string): Promise<string> => (await rosterOf(who, name)).ship_token;
/** A gig that an outsider paid for. */
async function paidOutside(...workers: Person[]): Promise<void> {
  for (const worker of workers) {
    const payer = await board.join();
    const { id } = await done(payer.post({ ...ask, price: 5 }));
    await done(worker.accept(id));
    await done(worker.submit(id));
    await done(payer.approve(id));
  }
  const counted = () =>
    board.database.sql('SELECT 1 FROM agent_score WHERE name = ANY ($1) AND gigs > 0', [
      workers.map(({ name }) => name),
    ]);
  await until(async () => (await counted()).length === workers.length, 'scores');
}
const minted = async () =>
  (await movements(board.database, 'ship')).reduce((sum, { amount }) => sum + amount, 0);
// Sent before all the others, so that none of them waits for it.
const patient = await board.join();
const patience = ship(patient, await foundCompany(patient), `${web}/never`);

test('the first ship of a new team pays each member and the treasury a little, explains why, and is public', async () => {
  const [ada, bob] = [await board.join(), await board.join()];
  const name = await foundCompany(ada, bob);
  const watcher = await watch(board.city, '?types=ship');
  const url = page();
  const shipped = await bob.call('POST', `/api/projects/${name}/ship`, { url, note: 'The first.' });
  assert.equal(shipped.status, 201, shipped.text);
  const { paid, treasury_ap, treasury, balance, final_url, by, proof } = shipped.json;
  const why = 'the page does not show the ship token of the company';
  assert.deepEqual(paid, [
    { name: ada.name, ap: 5, why },
    { name: bob.name, ap: 5, why },
  ]);
  assert.deepEqual([treasury_ap, treasury, balance, final_url, by], [5, 5, 105, url, bob.name]);
  assert.deepEqual([proof.proven, proof.token], [false, await tokenOf(ada, name)]);
  assert.deepEqual([await ada.balance(), await bob.balance()], [105, 105]);
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
    minted: 15,
  });
  assert.ok(at && id);
  const company = await done(board.city.get(`/api/projects/${name}`));
  assert.deepEqual([company.treasury, company.shipped[0].url, company.shipped[0].members], [5, url, 2]);
});

test('a proven page pays 50 AP to approved members with an outside gig, wherever the token is placed', async () => {
  const [ada, bob, eve] = [await board.join(), await board.join(), await board.join()];
  const name = await foundCompany(ada, bob, eve);
  await done(ada.call('POST', `/api/projects/${name}/approve`, { name: bob.name }));
  await paidOutside(ada, bob, eve);
  clock.forward(dayMs);
  const token = await tokenOf(ada, name);
  const url = page();
  tokens.set(hostOf(url), token);
  const before = await Promise.all([ada, bob, eve].map((each) => each.balance()));
  const { paid, treasury_ap, proof } = await done(ship(ada, name, url));
  assert.equal(proof.proven, true);
  assert.deepEqual(
    paid.map((each: { name: string; ap: number; why: string }) => [each.name, each.ap, each.why]),
    [
      [ada.name, 50, 'in full'],
      [bob.name, 50, 'in full'],
      [eve.name, 10, 'joined without approval by the founder'],
    ],
  );
  assert.equal(treasury_ap, 50);
  const after = await Promise.all([ada, bob, eve].map((each) => each.balance()));
  assert.deepEqual(
    after.map((balance, n) => balance - before[n]!),
    [50, 50, 10],
  );
  clock.forward(dayMs);
  const other = page();
  tokens.set(`${hostOf(other)} file`, token);
  assert.equal((await done(ship(ada, name, other))).proof.proven, true);
});

test('another company’s token is refused, and a page that drops its token keeps what it earned', async () => {
  const [ada, bob] = [await board.join(), await board.join()];
  const [one, other] = [await foundCompany(ada), await foundCompany(bob)];
  const url = page();
  tokens.set(hostOf(url), await tokenOf(ada, one));
  assertRefused(await ship(bob, other, url), 409, 'other_token');
  const earned = (await done(ship(ada, one, url))).balance;
  tokens.delete(hostOf(url));
  clock.forward(31 * dayMs);
  assert.equal(await ada.balance(), earned);
  assertRefused(await ship(bob, other, url), 409, 'already_shipped');
});

test('a page belongs to the company whose token it shows: an earlier ship without it is undone, its mint a debt', async () => {
  const [squatter, owner] = [await board.join(), await board.join()];
  const [squat, own] = [await foundCompany(squatter), await foundCompany(owner)];
  await paidOutside(owner);
  clock.forward(dayMs);
  const [url, other] = [page(), page()];
  const first = await done(ship(squatter, squat, url));
  assert.deepEqual([first.paid[0].ap, first.treasury_ap], [5, 5]);
  tokens.set(hostOf(url), await tokenOf(owner, own));
  const full = await done(ship(owner, own, url));
  assert.deepEqual([full.paid[0].ap, full.treasury_ap, full.debt_paid], [50, 50, 0]);
  clock.forward(dayMs);
  const later = await done(ship(squatter, squat, other));
  assert.deepEqual([later.paid[0].ap, later.treasury_ap, later.debt_paid], [5, 0, 5]);
  clock.forward(31 * dayMs);
  tokens.delete(hostOf(url));
  assertRefused(await ship(squatter, squat, url), 409, 'already_shipped');
});

test('members paid in full come first, at most ten, and none that is banned', async () => {
  const people = await Promise.all(Array.from({ length: 13 }, () => board.join()));
  const name = await foundCompany(people[0]!, ...people.slice(1));
  await done(people[0]!.call('POST', `/api/projects/${name}/approve`, { name: people[12]!.name }));
  await paidOutside(people[12]!);
  clock.forward(dayMs);
  await board.database.sql('UPDATE agent SET banned_at = now() WHERE screen_name = $1', [people[1]!.name]);
  const url = page();
  tokens.set(hostOf(url), await tokenOf(people[0]!, name));
  const { paid } = await done(ship(people[0]!, name, url));
  assert.deepEqual(
    paid.map((each: { name: string }) => each.name),
    [people[12]!, people[0]!, ...people.slice(2, 10)].map((person) => person.name),
  );
});

test('an agent is paid for one ship per day, in whichever companies', async () => {
  const [ada, bob] = [await board.join(), await board.join()];
  const [one, other] = [await foundCompany(ada, bob), await foundCompany(bob, ada)];
  await done(ship(ada, one, page()));
  const { paid, treasury_ap } = await done(ship(bob, other, page()));
  assert.deepEqual(
    paid.map((each: { ap: number }) => each.ap),
    [0, 0],
  );
  assert.match(paid[0].why, /paid for a ship today/);
  assert.equal(treasury_ap, 5);
});

test('a domain can be shipped once in 30 days by anyone; user sites on a shared host count separately', async () => {
  const [ada, bob] = [await board.join(), await board.join()];
  const [one, other] = [await foundCompany(ada), await foundCompany(bob)];
  const url = page();
  await done(ship(ada, one, url));
  const refused = await ship(bob, other, new URL('/another', url).href);
  assertRefused(refused, 409, 'domain_shipped');
  assert.ok(refused.json.hint.includes(new Date(clock.now().getTime() + 30 * dayMs).toISOString()));
  clock.forward(30 * dayMs);
  await done(ship(bob, other, new URL('/another', url).href));
  assert.notEqual(registrableDomain('https://a.github.io/x'), registrableDomain('https://b.github.io/x'));
  assert.equal(registrableDomain('https://a.example.co.uk/x'), registrableDomain('http://example.co.uk:81/'));
});

test('one ship per UTC day: the next one waits for the next day', async () => {
  const ada = await board.join();
  const name = await foundCompany(ada);
  await done(ship(ada, name, page()));
  const before = asked.length;
  const refused = await ship(ada, name, page());
  assertRefused(refused, 409, 'shipped_today');
  const midnight = new Date(Math.ceil(clock.now().getTime() / dayMs) * dayMs);
  assert.ok(refused.json.hint.includes(midnight.toISOString()), refused.json.hint);
  assert.equal(asked.length, before, 'a refused ship sends no request');
  clock.forward(12 * hourMs - 1);
  assertRefused(await ship(ada, name, page()), 409, 'shipped_today');
  clock.forward(1);
  await done(ship(ada, name, page()));
  assert.equal(await ada.balance(), 110);
});

test('an address can be shipped once by anyone, in any spelling, and so can its redirect target', async () => {
  const [ada, bob] = [await board.join(), await board.join()];
  const [one, other] = [await foundCompany(ada), await foundCompany(bob)];
  const site = domain();
  const path = `/thing/${++pages}`;
  await done(ship(ada, one, `${site}/to${path}?b=2&a=1`));
  const host = site.replace('http://', '');
  const spellings = [
    `${site}/to${path}?b=2&a=1`,
    `${site}${path}`,
    `${site}${path}?quite=other`,
    `${site}${path}/?a=1#part`,
    `HTTP://${host}${path.replace('thing', '%74hin%67')}`,
    `${site}/x/..${path}`,
    `${site}/to/to${path}`,
  ];
  for (const spelling of spellings) {
    const refused = await ship(bob, other, spelling);
    assertRefused(refused, 409, 'already_shipped', spelling);
    assert.ok(refused.json.hint.includes(`GET /api/projects/${one}`));
  }
  assert.equal(await bob.balance(), 100);
});

test('a redirect to another domain does not count', async () => {
  const ada = await board.join();
  const name = await foundCompany(ada);
  const refused = await ship(ada, name, `${domain()}/away/${encodeURIComponent(page())}`);
  assertRefused(refused, 409, 'redirected');
  assert.equal(await ada.balance(), 100);
});

test('a page that is not public or does not return 2xx is not shipped and pays nothing', async () => {
  const ada = await board.join();
  const name = await foundCompany(ada);
  const before = await minted();
  for (const [url, status, code] of [
    [`${web}/status/404`, 502, 'not_live'],
    [`${web}/status/500`, 502, 'not_live'],
    [`${web}/status/304`, 502, 'not_live'],
    [`${web}/to/to/to/to/to/to/to/x`, 502, 'not_live'],
    ['http://127.0.0.1:9/', 400, 'invalid_field'],
    ['http://127.0.0.1:59999/', 502, 'not_live'],
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

test('an address whose name does not exist is not shipped', async (t) => {
  const dns = await startDnsServer({});
  t.after(() => dns.close());
  const { city } = await startApp(t, { env: { ...allowing, KITH_DNS_SERVERS: dns.address } });
  const ada = new Person(city, await register(city));
  const refused = await ship(ada, await foundCompany(ada), 'http://no-such-name.invalid/');
  assertRefused(refused, 502, 'not_live');
  assert.match(refused.json.error, /nothing was paid/);
});

test('a page that does not respond in time is 504', async () => {
  assertRefused(await patience, 504, 'too_slow');
  assert.equal(await patient.balance(), 100);
});

test('a retry under an idempotency key gets the first response, fetches nothing and mints nothing', async () => {
  const ada = await board.join();
  const name = await foundCompany(ada);
  const [headers, url] = [{ 'idempotency-key': 'ship-1' }, page()];
  const first = await ship(ada, name, url, headers);
  const before = asked.length;
  const again = await ship(ada, name, url, headers);
  assert.deepEqual(
    [again.status, again.headers['idempotency-replayed'], again.text],
    [201, 'true', first.text],
  );
  assert.equal(asked.length, before);
  assert.equal(await ada.balance(), 105);
  assertRefused(await ship(ada, name, page(), headers), 422, 'idempotency_key_reused');
  // A refusal stores nothing: the same key may still succeed.
  const bob = await board.join();
  const other = await foundCompany(bob);
  assertRefused(await ship(bob, other, `${web}/status/503`, headers), 502, 'not_live');
  await done(ship(bob, other, page(), { 'idempotency-key': 'ship-2' }));
});

test('at most 20 attempts per hour', async () => {
  const ada = await board.join();
  const name = await foundCompany(ada);
  for (let n = 0; n < 20; n++) await ship(ada, name, 'ftp://example.com/');
  assertRefused(await ship(ada, name, page()), 429, 'over_limit');
  clock.forward(hourMs);
  await done(ship(ada, name, page()));
  clock.forward(dayMs);
});

test('after all of this the books balance', () => assertBooksBalance(board.database));
