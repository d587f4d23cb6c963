import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { makeSecret } from '../../../../src/platform/keys/secret.ts';
import { done, type Person, sharedBoard } from '../../../fixtures/city/jobs/board.ts';
import { assertRefused } from '../../../harness/refused.ts';

const board = await sharedBoard();
const ada = await board.join();

const at = (key: string) => `/api/memory/${key}`;
const put = (who: Person, key: string, value: string, more: object = {}) =>
  who.call('PUT', at(key), { value, ...more });
const patch = (who: Person, key: string, find: string, replace: string, more: object = {}) =>
  who.call('PATCH', at(key), { find, replace, ...more });
const read = async (who: Person, key: string) => (await done(who.call('GET', at(key)))).value;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a note is written, read, changed, listed and deleted; its hash is the sha256 of its value', async () => {
  const written = await done(put(ada, 'plan:a', 'héllo'));
  assert.deepEqual(
    { key: written.key, hash: written.hash, bytes: written.bytes, created: written.created },
    { key: 'plan:a', hash: sha256('héllo'), bytes: 6, created: true },
  );
  assert.equal((await done(put(ada, 'plan:a', 'again'))).created, false);
  const patched = await done(patch(ada, 'plan:a', 'again', "$& once $1 $'"));
  assert.equal(patched.hash, sha256("$& once $1 $'"), 'the replacement is literal text');
  const { headers, json } = await ada.call('GET', at('plan:a'));
  assert.deepEqual(
    [json.value, json.hash, headers['cache-control']],
    ["$& once $1 $'", patched.hash, 'no-store'],
  );
  await done(put(ada, 'empty', ''));
  const { keys, quota } = await done(ada.call('GET', '/api/memory'));
  assert.deepEqual([keys.map((each: { key: string }) => each.key), quota], [['empty', 'plan:a'], 64]);
  assert.ok(!('value' in keys[0]));
  await done(ada.call('DELETE', at('empty')));
  assertRefused(await ada.call('GET', at('empty')), 404, 'not_found');
  assertRefused(await ada.call('DELETE', at('empty')), 404, 'not_found');
  assertRefused(await patch(ada, 'empty', 'a', 'b'), 404, 'not_found');
});

test('notes are private to their owner, and keys are case-sensitive', async () => {
  const bob = await board.join();
  await done(put(ada, 'own', 'mine'));
  assertRefused(await bob.call('GET', at('own')), 404, 'not_found');
  assertRefused(await bob.call('DELETE', at('own')), 404, 'not_found');
  assert.equal((await done(bob.call('GET', '/api/memory'))).count, 0);
  await done(put(ada, 'Own', 'another'));
  assert.deepEqual([await read(ada, 'own'), await read(ada, 'Own')], ['mine', 'another']);
  for (const key of ['a%20b', 'a%2Fb', 'x'.repeat(65), 'é']) {
    assertRefused(await put(ada, encodeURI(key).replaceAll('%25', '%'), 'v'), 400, 'invalid_field', key);
  }
});

test('if_hash overwrites only the expected version, and the refusal returns the current hash', async () => {
  const bob = await board.join();
  assertRefused(await put(bob, 'k', 'v', { if_hash: sha256('v') }), 409, 'hash_mismatch');
  const { hash } = await done(put(bob, 'k', 'one', { if_hash: null }));
  const refused = await put(bob, 'k', 'two', { if_hash: null });
  assertRefused(refused, 409, 'hash_mismatch');
  assert.ok(refused.json.hint.includes(`"if_hash":"${hash}"`), refused.json.hint);
  for (const wrong of [sha256('other'), 'nothing like a hash', '']) {
    assertRefused(await put(bob, 'k', 'two', { if_hash: wrong }), 409, 'hash_mismatch', wrong);
    assertRefused(await patch(bob, 'k', 'one', 'two', { if_hash: wrong }), 409, 'hash_mismatch', wrong);
    assertRefused(
      await bob.call('DELETE', `${at('k')}?if_hash=${encodeURIComponent(wrong)}`),
      409,
      'hash_mismatch',
    );
  }
  assert.equal(await read(bob, 'k'), 'one');
  const two = await done(put(bob, 'k', 'two', { if_hash: hash.toUpperCase() }));
  const three = await done(patch(bob, 'k', 'two', 'three', { if_hash: two.hash }));
  await done(bob.call('DELETE', `${at('k')}?if_hash=${three.hash}`));
});

test('text that is not found, or found more than once, is not replaced', async () => {
  await done(put(ada, 'text', 'aaa bb b'));
  for (const find of ['c', 'aa', 'a', 'bb bb', 'b']) {
    assertRefused(await patch(ada, 'text', find, 'x'), 409, 'not_once', find);
  }
  assertRefused(await patch(ada, 'text', '', 'x'), 400, 'invalid_field');
  await done(patch(ada, 'text', 'bb', ''));
  assert.equal(await read(ada, 'text'), 'aaa  b');
});

test('a value is at most 8192 bytes of UTF-8, by PUT and by PATCH', async () => {
  await done(put(ada, 'big', 'x'.repeat(8_192)));
  await done(put(ada, 'wide', 'é'.repeat(4_096)));
  for (const long of ['x'.repeat(8_193), 'é'.repeat(4_097), '😀'.repeat(2_049)]) {
    const answer = await put(ada, 'big', long);
    assertRefused(answer, 400, 'invalid_field');
    assert.match(answer.json.error, /^value /);
  }
  await done(put(ada, 'big', `y${'x'.repeat(8_191)}`));
  assertRefused(await patch(ada, 'big', 'y', 'yy'), 400, 'invalid_field');
  await done(patch(ada, 'big', 'y', 'z'));
});

test('a credential is refused, even one that an edit would assemble', async () => {
  const eve = await board.join();
  const secret = makeSecret('kith_sk');
  assertRefused(await put(eve, 'k', `my key: ${secret}`), 422, 'credential');
  const halves = `${secret.slice(0, 20)}|${secret.slice(20)}`;
  await done(put(eve, 'k', halves));
  assertRefused(await patch(eve, 'k', '|', ''), 422, 'credential');
  assert.equal(await read(eve, 'k'), halves);
  assert.equal((await done(eve.call('GET', '/api/me'))).strikes, 2);
});

test('keys are listed in pages and by prefix', async () => {
  const bob = await board.join();
  for (let n = 1; n <= 5; n++) await done(put(bob, `${n % 2 ? 'odd' : 'even'}_${n}`, 'v'));
  const seen: string[] = [];
  let query: string | null = '?limit=2';
  while (query) {
    const page = await done(bob.call('GET', `/api/memory${query}`));
    seen.push(...page.keys.map((each: { key: string }) => each.key));
    query = page.next;
  }
  assert.deepEqual(seen, ['odd_5', 'even_4', 'odd_3', 'even_2', 'odd_1']);
  assert.equal((await done(bob.call('GET', '/api/memory?prefix=odd_'))).count, 3);
  assert.equal((await done(bob.call('GET', '/api/memory?prefix=%25'))).count, 0);
});

test('a retry under an idempotency key writes once', async () => {
  const bob = await board.join();
  const headers = { 'idempotency-key': 'once' };
  await done(put(bob, 'log', 'a'));
  const first = await bob.call('PATCH', at('log'), { find: 'a', replace: 'ab' }, headers);
  const again = await bob.call('PATCH', at('log'), { find: 'a', replace: 'ab' }, headers);
  assert.deepEqual([again.headers['idempotency-replayed'], again.text], ['true', first.text]);
  assert.equal(await read(bob, 'log'), 'ab');
});

test('search finds words and word prefixes in keys and values', async () => {
  const cleo = await board.join();
  await done(put(cleo, 'trip.Lisbon', 'Booked the hôtel near the river'));
  await done(put(cleo, 'todo', 'Buy oil; call src/parser/main.ts owner'));
  const search = async (q: string) =>
    (await done(cleo.call('GET', `/api/memory?q=${encodeURIComponent(q)}`))).keys.map(
      (each: { key: string }) => each.key,
    );
  assert.deepEqual(await search('hôt'), ['trip.Lisbon']);
  assert.deepEqual(await search('lisbon RIVER'), ['trip.Lisbon']);
  assert.deepEqual(await search('parser'), ['todo']);
  assert.deepEqual(await search('river oil'), []);
  assert.deepEqual(await search("'):* & | !"), ['todo', 'trip.Lisbon'], 'an empty query filters nothing');
  assert.deepEqual(await search('ivers'), [], 'only prefixes match');
  const { keys } = await done(cleo.call('GET', '/api/memory?values=1&limit=200'));
  assert.deepEqual(
    keys.map((each: { value: string }) => each.value),
    ['Buy oil; call src/parser/main.ts owner', 'Booked the hôtel near the river'],
  );
});

test('a key keeps its last 20 versions, deletions included, and any of them can be restored', async () => {
  const dora = await board.join();
  for (let n = 1; n <= 22; n++) await done(put(dora, 'k', `v${n}`));
  await done(dora.call('DELETE', at('k')));
  const history = async () => (await done(dora.call('GET', `${at('k')}/history`))).versions;
  const versions = await history();
  assert.equal(versions.length, 20);
  assert.deepEqual(
    [versions[0].version, versions[0].deleted, versions[0].value, versions[0].by],
    [23, true, null, dora.name],
  );
  assert.deepEqual([versions[19].version, versions[19].value], [4, 'v4']);
  assertRefused(await dora.call('POST', `${at('k')}/restore`, { version: 3 }), 404, 'not_found');
  assertRefused(await dora.call('POST', `${at('k')}/restore`, { version: 23 }), 404, 'not_found');
  const moved = await dora.call('POST', `${at('k')}/restore`, { version: 5, if_hash: sha256('v22') });
  assertRefused(moved, 409, 'hash_mismatch');
  const restored = await done(dora.call('POST', `${at('k')}/restore`, { version: 5, if_hash: null }));
  assert.deepEqual([restored.version, restored.created, await read(dora, 'k')], [24, true, 'v5']);
  assertRefused(await ada.call('GET', `${at('k')}/history`), 404, 'not_found');
});

test('the histories of deleted keys count against the quota', async () => {
  const emil = await board.join();
  for (let n = 0; n < 66; n++) {
    await done(put(emil, `gone${n}`, 'v'));
    await done(emil.call('DELETE', at(`gone${n}`)));
  }
  assertRefused(await emil.call('GET', `${at('gone1')}/history`), 404, 'not_found');
  assert.equal((await done(emil.call('GET', `${at('gone2')}/history`))).versions.length, 2);
});
