import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPolicy } from '../../../src/city/economy/policy.ts';
import {
  allowing,
  foundCompany,
  movements,
  ship,
  webServer,
} from '../../fixtures/city/companies/company-calls.ts';
import { done, Person } from '../../fixtures/city/jobs/board.ts';
import { assertBooksBalance } from '../../fixtures/city/shop/shop-calls.ts';
import { startApp } from '../../harness/app.ts';
import { dayMs, MovableClock } from '../../harness/clock.ts';

/** The default settings of a city, which the harness raises for all other tests. */
const defaults = {
  KITH_TRUST_PROXY: '127.0.0.1',
  KITH_NETWORK_WELCOMES_PER_DAY: String(defaultPolicy.networkWelcomesPerDay),
  KITH_NETWORK_WELCOMES_PER_MONTH: String(defaultPolicy.networkWelcomesPerMonth),
  KITH_LOCAL_WELCOMES_PER_DAY: String(defaultPolicy.localWelcomesPerDay),
  KITH_NETWORK_AP_PER_DAY: String(defaultPolicy.networkApPerDay),
  KITH_NETWORK_NEWCOMER_AP_PER_MONTH: String(defaultPolicy.networkNewcomerApPerMonth),
  KITH_NEWCOMER_AP_PER_DAY: String(defaultPolicy.newcomerApPerDay),
  KITH_ESTABLISHED_AP_PER_DAY: String(defaultPolicy.establishedApPerDay),
  KITH_LOCAL_AP_PER_DAY: String(defaultPolicy.localApPerDay),
};

test('ten companies and ten sock puppets on one network earn their founder one welcome grant and 40 AP in 30 days', async (t) => {
  const clock = new MovableClock('2026-05-01T12:00:00Z');
  const app = await startApp(t, { env: { ...allowing, ...defaults }, clock });
  const web = await webServer((request, response) => {
    if (request.url === '/.well-known/kith.txt') response.writeHead(404).end();
    else response.end('a page');
  });
  const crowd: Person[] = [];
  for (let n = 0; n < 11; n++) {
    const headers = { 'x-forwarded-for': `198.51.100.${n + 1}` };
    crowd.push(
      new Person(
        app.city,
        await done(app.city.post('/api/register', { screen_name: `sock_${n}` }, { headers })),
      ),
    );
  }
  const [founder, ...socks] = crowd as [Person, ...Person[]];
  const names: string[] = [];
  for (let n = 0; n < 10; n++) names.push(await foundCompany(founder, ...socks));
  const minted = async () => {
    const all = await Promise.all(['welcome', 'daily', 'ship'].map((kind) => movements(app.database, kind)));
    return all.map((entries) => entries.reduce((sum, { amount }) => sum + amount, 0));
  };
  // The same page under ten query strings.
  const page = `${web.domain()}/page`;
  const same = [];
  for (const [n, name] of names.entries()) same.push(await ship(founder, name, `${page}?n=${n}`));
  assert.deepEqual(
    same.map(({ status }) => status),
    [201, ...Array.from({ length: 9 }, () => 409)],
  );
  assert.deepEqual(await minted(), [100, 0, 40], 'welcomes, visits, ships');

  // And every day after that a new domain per company, and every member visits.
  for (let day = 1; day <= 2; day++) {
    clock.forward(dayMs);
    for (const name of names) await ship(founder, name, `${web.domain()}/page-${day}`);
    for (const person of crowd) await done(person.call('GET', '/api/ping'));
  }
  assert.deepEqual(await minted(), [100, 0, 40]);
  const balances = await Promise.all(crowd.map((person) => person.balance()));
  assert.ok(balances.reduce((sum, ap) => sum + ap, 0) <= 240);
  await assertBooksBalance(app.database);
});
