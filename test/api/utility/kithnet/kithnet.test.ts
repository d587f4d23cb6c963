import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import canonicalize from 'canonicalize';
import { samples } from '../../../fixtures/city/moderation/samples.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { dump } from '../../../harness/dump.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

const pledge = 'Gladly: I join, and I accept the charter.';

async function ally({ utility }: Pick<TestApp, 'utility'>, agent: string): Promise<string> {
  return (await utility.post('/ally/register', { agent })).json.key;
}
async function member(app: Pick<TestApp, 'utility'>, agent: string): Promise<string> {
  const key = await ally(app, agent);
  const body = { pledge, capability: `what ${agent} can`, needs: `what ${agent} cannot` };
  const { status } = await app.utility.post('/kithnet/join', body, { ally: key });
  assert.equal(status, 201);
  return key;
}

/** A city that only some tests of this file fill. */
let quiet: TestApp;

before(async () => {
  quiet = await startApp(undefined);
});
after(() => quiet.stop());

test('agents join by pledge; joining again updates; the list shows all', async () => {
  const app = quiet;
  const { utility } = app;
  const [name, other] = [unique('Ada'), unique('bob')];
  const { count } = (await utility.get('/kithnet')).json;
  const ada = await ally(app, name);
  const body = { pledge, capability: 'maps', needs: 'French' };
  for (const wrong of ['hello', 'I join', 'I accept the charter', 'I do not accept the charter, but join'])
    assertRefused(
      await utility.post('/kithnet/join', { ...body, pledge: wrong }, { ally: ada }),
      400,
      'invalid_field',
    );
  const joined = (await utility.post('/kithnet/join', body, { ally: ada })).json;
  assert.deepEqual(
    [joined.agent, joined.capability, joined.needs, joined.trades_recorded, joined.charter_version],
    [name, 'maps', 'French', 0, '1.0'],
  );
  const again = await utility.post('/kithnet/join', { ...body, needs: 'Latin' }, { ally: ada });
  assert.deepEqual([again.status, again.json.needs, again.json.since], [201, 'Latin', joined.since]);
  await member(app, other);

  const { json } = await utility.get('/kithnet?limit=1');
  assert.deepEqual(
    [json.name, json.count, json.members.length, json.members[0].agent],
    ['kithnet', count + 2, 1, other],
  );
  assert.ok(json.charter.length >= 3 && json.tagline);
  const next = (await utility.get(`/kithnet${json.next}`)).json;
  assert.deepEqual([next.members[0].agent, next.next !== null], [name, count > 0]);

  assertRefused(await utility.post('/kithnet/join', body), 401, 'no_key');
});

test('city agents are members under their city name, apart from an ally of the same name', async () => {
  const app = quiet;
  const { utility } = app;
  const names = { ada: unique('ada'), bob: unique('bob') };
  const cityName = names.ada.replace('ada', 'Ada');
  const before = (await utility.get('/kithnet')).json.count;
  const [ada, bob] = [await member(app, names.ada), await member(app, names.bob)];
  const { api_key: key } = await register(app.city, cityName);
  const body = { pledge, capability: 'maps', needs: 'French' };
  const { status, json } = await utility.post('/kithnet/join', body, { key });
  assert.deepEqual([status, json.agent, json.identity], [201, cityName, 'city']);
  const { members, count } = (await utility.get('/kithnet')).json;
  assert.equal(count, before + 3);
  assert.deepEqual(
    members.slice(0, 3).map((each: { agent: string; identity: string }) => [each.agent, each.identity]),
    [
      [cityName, 'city'],
      [names.bob, 'ally'],
      [names.ada, 'ally'],
    ],
  );
  const trade = { gave: 'a map', got: 'a poem' };
  const unclear = await utility.post('/kithnet/trade', { with: names.ada, ...trade }, { ally: bob });
  assertRefused(unclear, 400, 'invalid_field');
  assert.match(unclear.json.error, /^with_identity is missing/);
  const known = { with: names.ada, with_identity: 'city', ...trade };
  const first = await utility.post('/kithnet/trade', known, { ally: bob });
  assert.deepEqual([first.status, first.json.with, first.json.with_identity], [201, cityName, 'city']);
  const mirror = { with: names.bob, gave: 'a poem', got: 'a map' };
  assert.equal((await utility.post('/kithnet/trade', mirror, { ally: ada })).json.confirmed_by_other, false);
  const confirmed = await utility.post('/kithnet/trade', mirror, { key });
  assert.deepEqual([confirmed.json.by_identity, confirmed.json.confirmed_by_other], ['city', true]);
  const twin = { with: names.ada, gave: 'a song', got: 'a dance' };
  assert.equal((await utility.post('/kithnet/trade', twin, { key })).json.with_identity, 'ally');
});

test('a mirror trade confirms, once, in any case and spacing', async () => {
  const app = quiet;
  const { utility } = app;
  const names = { ada: unique('ada'), bob: unique('bob') };
  const [ada, bob] = [await member(app, names.ada), await member(app, names.bob)];
  const trade = (ally: string, other: string, gave: string, got: string) =>
    utility.post('/kithnet/trade', { with: other, gave, got }, { ally });
  const first = await trade(ada, names.bob.toUpperCase(), 'a map', 'a poem');
  const { id } = first.json;
  assert.deepEqual(
    [first.status, first.json.by, first.json.with, first.json.confirmed_by_other],
    [201, names.ada, names.bob, false],
  );
  assert.equal((await trade(bob, names.ada, 'a song', 'a map')).json.confirmed_by_other, false);
  assert.equal((await trade(bob, names.ada, 'A  poem', 'a map ')).json.confirmed_by_other, true);
  assert.equal((await trade(bob, names.ada, 'a poem', 'a map')).json.confirmed_by_other, false);
  const { json } = await utility.get('/kithnet/trades');
  assert.deepEqual(
    json.trades
      .slice(0, 4)
      .map((each: { id: number; confirmed_by_other: boolean }) => [each.id, each.confirmed_by_other]),
    [
      [id + 3, false],
      [id + 2, true],
      [id + 1, false],
      [id, true],
    ],
  );
  const { members } = (await utility.get('/kithnet')).json;
  assert.deepEqual(
    members
      .slice(0, 2)
      .map((each: { agent: string; trades_recorded: number }) => [each.agent, each.trades_recorded]),
    [
      [names.bob, 3],
      [names.ada, 1],
    ],
  );
  assertRefused(await trade(ada, names.ada, 'xx', 'yy'), 400, 'invalid_field');
  assertRefused(await trade(ada, 'nobody', 'xx', 'yy'), 404, 'not_found');
  assertRefused(await trade(await ally(app, unique('carl')), names.ada, 'xx', 'yy'), 403, 'not_a_member');
});

test('concurrent trades form one chain that anyone can verify', async (t) => {
  const app = await startApp(t);
  const other = await startApp(t, { database: app.database });
  const names = ['ada', 'bob', 'eve'];
  const keys = await Promise.all(names.map((name) => member(app, name)));
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => {
      const body = { with: names[(i + 1) % 3], gave: `thing ${i}`, got: `thing ${i + 1}` };
      const headers = { 'idempotency-key': `k-${i % 50}-${i % 3}` };
      return (i % 2 ? app : other).utility.post('/kithnet/trade', body, { ally: keys[i % 3]!, headers });
    }),
  );
  assert.ok(answers.every(({ status }) => status === 201));
  const trades: Record<string, unknown>[] = [];
  for (let next: string | null = '?limit=25'; next; ) {
    const { json } = await app.utility.get(`/kithnet/trades${next}`);
    assert.equal(json.count, 60);
    trades.push(...json.trades);
    next = json.next;
  }
  let before = '0'.repeat(64);
  for (const [i, trade] of trades.reverse().entries()) {
    const { hash, confirmed_by_other: _, ...bare } = trade;
    assert.equal(trade.id, i + 1);
    assert.equal(trade.prev_hash, before);
    assert.equal(
      hash,
      createHash('sha256')
        .update(before + canonicalize(bare))
        .digest('hex'),
    );
    before = String(hash);
  }
});

test('a credential in an ally’s text is refused and not stored; every text field is screened', async () => {
  const app = await sharedApp();
  const { text } = samples(5).find(({ kind }) => kind === 'an AWS access key')!;
  const bob = unique('bob');
  const ada = await member(app, unique('ada'));
  await member(app, bob);
  const join = { pledge, capability: 'maps', needs: 'French' };
  const trade = { with: bob, gave: 'maps', got: 'French' };
  const calls = [
    ['/ally/register', { agent: 'eve', operator: 'Eve', contact: 'eve@example.com', runs: 'a crawler' }],
    ['/kithnet/join', join],
    ['/kithnet/trade', trade],
  ] as const;
  for (const [path, body] of calls) {
    for (const field of Object.keys(body).filter((name) => name !== 'with')) {
      const answer = await app.utility.post(
        path,
        { ...body, [field]: `${pledge} ${text}`.slice(-60) },
        { ally: ada },
      );
      if (field === 'agent') assert.ok(answer.status === 400 || answer.status === 422, answer.text);
      else assertRefused(answer, 422, 'credential', `${path} ${field}`);
    }
  }
  assert.ok(!(await dump(app.database)).includes(text));
  // A text that is neither screened nor listed here is new: screen it, or give the reason.
  const unseen = new Map([
    ['POST /kithnet/trade with', 'a member, looked up'],
    ['POST /watch target', "its owner's alone, and an address may hold a key that it needs"],
    ['POST /watch selector', "its owner's alone, and checked as CSS"],
    ['POST /watch notify', "its owner's alone, and the address of a receiver often is a secret"],
    ['POST /video notify', "its owner's alone, and the address of a receiver often is a secret"],
    ['POST /video language', 'two letters'],
    ['POST /video from', 'a preview, looked up'],
    ['POST /mcp method', 'a word of the protocol'],
    ['POST /mcp params', 'screened by the route that a tool calls with them'],
  ]);
  const { routes } = app.kith.services.find(({ service }) => service.name === 'utility')!.service;
  const open = routes
    .filter(({ method, area }) => method !== 'GET' && area !== 'skills')
    .flatMap(({ method, path, body, screened }) =>
      Object.entries(
        (body as { properties?: Record<string, { type?: string; enum?: unknown }> })?.properties ?? {},
      )
        .filter(([name, schema]) => schema.type === 'string' && !schema.enum && !screened?.includes(name))
        .map(([name]) => `${method} ${path} ${name}`),
    )
    .filter((field) => !unseen.has(field));
  assert.deepEqual(open, []);
});
