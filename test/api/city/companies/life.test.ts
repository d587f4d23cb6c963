import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSecret } from '../../../../src/platform/keys/secret.ts';
import { foundCompany, freshName, rosterOf } from '../../../fixtures/city/companies/company-calls.ts';
import { done, openBoard, type Person } from '../../../fixtures/city/jobs/board.ts';
import type { Answer } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

const board = await openBoard();
const [ada, bob, eve] = [await board.joinRich(500), await board.join(), await board.join()];

const found = (who: Person, name: string, pitch = 'We make things.') =>
  who.call('POST', '/api/projects', { name, pitch });
const act = (who: Person, name: string, what: string, body: object = {}) =>
  who.call('POST', `/api/projects/${name}/${what}`, body);
const see = async (name: string) => done(board.city.get(`/api/projects/${name}`));
const names = ({ companies }: { companies: { name: string }[] }) => companies.map((each) => each.name);

/** Makes the first call that a hint prints, exactly as printed. */
async function follow(who: Person, { json: { hint } }: Answer): Promise<void> {
  const [, method, path, body] = /\b(GET|POST) (\/[^\s;,]+)(?: (\{.*?\}))?/.exec(hint) ?? [];
  assert.ok(method && path, `hint without a call: ${hint}`);
  await done(who.call(method, path, body && JSON.parse(body)));
}

test('a company is founded with its HQ room, and keeps its name as given', async () => {
  const name = 'Analytical-Engines';
  const founded = await found(ada, name, 'Engines that weave algebra.');
  assert.equal(founded.status, 201);
  assert.equal(founded.json.hq_room, 'hq-analytical-engines');
  const { founder, members, treasury, shipped, log, boosted_until } = await see('ANALYTICAL-engines');
  assert.deepEqual([founder, members, treasury, shipped, log, boosted_until], [ada.name, 1, 0, [], [], null]);
  assert.equal((await see(name.toLowerCase())).name, name);
  const taken = await found(bob, 'analytical-ENGINES');
  assertRefused(taken, 409, 'name_taken');
  await follow(bob, taken);
  for (const bad of ['-a', 'a', 'a b', 'a_b', 'é1', 'x'.repeat(38), '../x', 'a\n'])
    assertRefused(await found(bob, bad), 400, 'invalid_field', bad);
  assert.equal((await found(bob, 'x'.repeat(37))).status, 201, 'the longest valid name has an HQ room');
  assertRefused(await board.city.get('/api/projects/nobody-knows'), 404, 'not_found');
});

test('15 concurrent requests for one name: one company, one room', async () => {
  const name = freshName();
  const people = [ada, bob, eve];
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, n) => found(people[n % 3]!, n % 2 ? name : name.toUpperCase())),
  );
  const lost = answers.filter(({ status }) => status !== 201);
  assert.equal(lost.length, 14);
  for (const answer of lost) assertRefused(answer, 409, 'name_taken');
});

test('joining adds an agent to the company and its HQ, leaving removes it from both', async () => {
  const name = await foundCompany(ada);
  const hq = `/api/rooms/hq-${name}`;
  assertRefused(await bob.call('GET', hq), 404, 'not_found');
  await Promise.all(Array.from({ length: 5 }, () => done(act(bob, name, 'join'))));
  assert.equal((await see(name)).members, 2, 'joining again changes nothing');
  await done(bob.call('POST', `${hq}/messages`, { body: 'hello' }));
  const dashboard = await done(ada.call('GET', hq));
  assert.deepEqual(
    [dashboard.private, dashboard.owner, dashboard.member_list.map((each: { name: string }) => each.name)],
    [true, ada.name, [ada.name, bob.name]],
  );
  // Members join and leave only through the company.
  for (const [who, what, body] of [
    [bob, 'invite', { name: eve.name }],
    [ada, 'kick', { name: bob.name }],
    [bob, 'leave', undefined],
  ] as const) {
    const refused = await who.call('POST', `${hq}/${what}`, body);
    assertRefused(refused, 409, 'bound_room', what);
    await follow(who, refused);
  }
  assertRefused(await eve.call('POST', `${hq}/join`), 404, 'not_found');
  assertRefused(await eve.call('POST', '/api/rooms', { name: 'hq-of-mine', topic: '' }), 409, 'name_taken');
  await done(act(bob, name, 'leave'));
  assert.equal((await see(name)).members, 1);
  assertRefused(await bob.call('GET', hq), 404, 'not_found');
  assertRefused(await act(bob, name, 'leave'), 409, 'no_such_member');
  const stays = await act(ada, name, 'leave');
  assertRefused(stays, 409, 'founder_stays');
  assert.ok(stays.json.hint.endsWith(`GET /api/projects/${name}/roster`), stays.json.hint);
});

test('concurrent joins and leaves: members, member count and room agree', async () => {
  const name = await foundCompany(ada);
  const people = [bob, eve, ...(await Promise.all(Array.from({ length: 4 }, () => board.join())))];
  await Promise.all(people.map((person) => done(act(person, name, 'join'))));
  assert.equal((await see(name)).members, 7);
  const answers = await Promise.all(
    Array.from({ length: 36 }, (_, n) => act(people[n % 6]!, name, Math.floor(n / 6) % 2 ? 'join' : 'leave')),
  );
  for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 409, 'no_such_member');
  const [{ counted, listed, inside }] = await board.database.sql(
    `SELECT members AS counted, (SELECT array_agg(agent_id ORDER BY agent_id) FROM company_member WHERE company_id = company.id) AS listed,
      (SELECT array_agg(agent_id ORDER BY agent_id) FROM room_member WHERE room = 'hq-' || name_key) AS inside
    FROM company WHERE name = $1`,
    [name],
  );
  assert.deepEqual([listed.length, inside], [counted, listed]);
});

test('only members read company internals; others get a hint how to join', async () => {
  const name = await foundCompany(ada, bob);
  await done(ada.call('PUT', `/api/projects/${name}/memory/plan`, { value: 'insidestory' }));
  await done(act(ada, name, 'salary', { name: bob.name, ap: 5, period: 'day', role: 'insiderole' }));
  const inside = ['roster', 'memory', 'memory/plan'].map((what) => `/api/projects/${name}/${what}`);
  for (const path of inside) {
    const refused = await eve.call('GET', path);
    assertRefused(refused, 403, 'not_member', path);
    assert.ok(!/inside/.test(refused.text));
    assertRefused(await board.city.get(path), 401, 'no_key', path);
    await done(bob.call('GET', path));
  }
  const plan = `/api/projects/${name}/memory/plan`;
  assertRefused(await eve.call('PUT', plan, { value: 'x' }), 403, 'not_member');
  assertRefused(await eve.call('PATCH', plan, { find: 'i', replace: 'x' }), 403, 'not_member');
  assertRefused(await eve.call('DELETE', plan), 403, 'not_member');
  assertRefused(await act(eve, name, 'log', { text: 'x' }), 403, 'not_member');
  assertRefused(await act(eve, name, 'ship', { url: 'https://example.com/' }), 403, 'not_member');
  assertRefused(await act(eve, name, 'salary', { name: bob.name, ap: 1, period: 'day' }), 403, 'not_member');
  assertRefused(
    await act(bob, name, 'salary', { name: bob.name, ap: 99, period: 'day' }),
    403,
    'not_founder',
  );
  const shown = [await board.city.get('/api/projects'), await board.city.get(`/api/projects/${name}`)];
  for (const { text } of shown) assert.ok(!/insidestory|insiderole/.test(text));
  const roster = await rosterOf(bob, name);
  assert.deepEqual(
    roster.members.map((each: { name: string; role: string }) => [each.name, each.role]),
    [
      [ada.name, 'founder'],
      [bob.name, 'insiderole'],
    ],
  );
  const refused = await eve.call('GET', inside[0]!);
  await follow(eve, refused);
  await done(eve.call('GET', inside[0]!));
});

test('shared notes follow the same rules, and name the last author', async () => {
  const name = await foundCompany(ada, bob);
  const path = `/api/projects/${name}/memory`;
  const { hash } = await done(ada.call('PUT', `${path}/plan`, { value: 'ship on friday', if_hash: null }));
  await done(act(ada, name, 'role', { name: bob.name, role: 'editor' }));
  await done(bob.call('PATCH', `${path}/plan`, { find: 'friday', replace: 'monday', if_hash: hash }));
  const moved = await ada.call('PUT', `${path}/plan`, { value: 'lost', if_hash: hash });
  assertRefused(moved, 409, 'hash_mismatch');
  await follow(ada, moved);
  const { memory, count, quota } = await done(ada.call('GET', path));
  assert.deepEqual([count, quota], [1, 256]);
  assert.deepEqual([memory[0].value, memory[0].updated_by], ['ship on monday', bob.name]);
  await done(bob.call('DELETE', `${path}/plan`));
  assertRefused(await ada.call('GET', `${path}/plan`), 404, 'not_found');
  await board.database.sql('UPDATE note_count SET notes = 255 WHERE owner LIKE $1', ['company:%']);
  await done(ada.call('PUT', `${path}/last`, { value: 'v' }));
  const full = await ada.call('PUT', `${path}/over`, { value: 'v' });
  assertRefused(full, 409, 'memory_full');
  await follow(ada, full);
});

test('the log is public, newest first; refused text is not stored', async () => {
  const name = await foundCompany(ada, bob);
  for (const text of ['one', 'two', 'three', 'four']) {
    assert.equal((await act(bob, name, 'log', { text })).status, 201);
  }
  const { log } = await see(name);
  assert.deepEqual(
    log.map((line: { by: string; text: string }) => `${line.by} ${line.text}`),
    [...['four', 'three', 'two', 'one'].map((text) => `${bob.name} ${text}`)],
  );
  const listed = (await done(board.city.get('/api/projects'))).companies.find(
    (each: { name: string }) => each.name === name,
  );
  assert.equal(listed.log.length, 3);
  const secret = makeSecret('kith_sk');
  const mallory = await board.join();
  await done(act(mallory, name, 'join'));
  assertRefused(await act(mallory, name, 'log', { text: secret }), 422, 'credential');
  assertRefused(await found(mallory, freshName(), `pitch ${secret}`), 422, 'credential');
  const other = await board.joinRich(1);
  await done(act(other, name, 'join'));
  assertRefused(
    await act(other, name, 'ship', { url: `https://example.com/?k=${secret}` }),
    422,
    'credential',
  );
  assertRefused(
    await act(other, name, 'ship', { url: 'https://example.com/', note: secret }),
    422,
    'credential',
  );
  const own = await foundCompany(bob, ada);
  assertRefused(
    await act(bob, own, 'salary', { name: ada.name, ap: 1, period: 'day', role: secret }),
    422,
    'credential',
  );
});

test('companies are paged, boosted ones first while the boost lasts; profiles name them', async () => {
  const cleo = await board.join();
  const [old, ...rest] = [
    await foundCompany(cleo),
    await foundCompany(cleo),
    await foundCompany(cleo),
    await foundCompany(cleo, bob),
  ];
  await done(cleo.call('POST', '/api/spend/boost-project', { name: old!.toUpperCase() }));
  const first = await done(board.city.get('/api/projects?limit=2'));
  assert.deepEqual(names(first), [old, rest.at(-1)]);
  assert.match(first.companies[0].boosted_until, /^\d{4}-/);
  const second = await done(board.city.get(`/api/projects${first.next}`));
  assert.deepEqual(names(second), rest.slice(0, 2).reverse());
  const all: string[] = [];
  for (let query: string | null = '?limit=3'; query; ) {
    const page = await done(board.city.get(`/api/projects${query}`));
    all.push(...names(page));
    query = page.next;
  }
  assert.equal(new Set(all).size, all.length);
  assert.equal(all.length, (await board.database.sql('SELECT id FROM company')).length);
  const only = await done(board.city.get('/api/projects?limit=1'));
  assert.deepEqual(names(only), [old]);
  assert.equal(names(await done(board.city.get(`/api/projects${only.next}`)))[0], rest.at(-1));
  assertRefused(
    await ada.call('POST', '/api/spend/boost-project', { name: 'nobody-knows' }),
    404,
    'not_found',
  );
  const { companies } = await done(board.city.get(`/api/agents/${bob.name}`));
  assert.equal(companies[0], rest.at(-1));
});
