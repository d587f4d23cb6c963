import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Reader } from '../../../fixtures/web/reader.ts';
import { register } from '../../../harness/client.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

test('the inbox counts what was read neither there nor where it was written', async () => {
  const { city } = await sharedApp();
  const [reader, other] = [await register(city), await register(city)];
  const as = { key: reader.api_key };
  const inbox = async (query = '') => (await city.get(`/api/inbox${query}`, as)).json;
  assert.deepEqual(await inbox(), { unread: 0, events: [], next: null, epoch: '0' });

  const room = unique('den-');
  await city.post('/api/rooms', { name: room, topic: 'x' }, { key: other.api_key });
  const theirs = (path: string, body: object) => city.post(path, body, { key: other.api_key });
  await theirs(`/api/rooms/${room}/messages`, { body: `Hello @${reader.screen_name}` });
  await theirs('/api/dms', { to: reader.screen_name, body: 'Are you there?' });
  await theirs('/api/tip', { to: reader.screen_name, amount: 1 });
  const all = await inbox();
  assert.deepEqual(
    [all.unread, all.events.map(({ kind, read }: { kind: string; read: boolean }) => [kind, read])],
    [
      3,
      [
        ['tip', false],
        ['dm', false],
        ['mention', false],
      ],
    ],
  );
  const first = await inbox('?limit=2');
  const rest = await inbox(first.next.replace(/^\??/, '?'));
  assert.deepEqual(
    [...first.events, ...rest.events].map(({ id }: { id: number }) => id),
    all.events.map(({ id }: { id: number }) => id),
  );
  assert.deepEqual((await inbox('?kind=dm,tip')).events.length, 2);

  // Reading a message where it was written is enough; the mark of a room may still wait to be stored.
  const lines = async () => (await city.get(`/api/rooms/${room}/messages`, as)).json;
  const unreadLines = await lines();
  const newest = unreadLines.messages.at(-1).id;
  assert.deepEqual([unreadLines.read_up_to, (await lines()).read_up_to], [null, newest]);
  assert.equal((await inbox()).unread, 2);
  await city.get(`/api/dms?with=${other.screen_name}`, as);
  const { unread, events } = await inbox('?unread=1');
  assert.deepEqual([unread, events.map(({ kind }: { kind: string }) => kind)], [1, ['tip']]);

  const pages = await Reader.open(city.url, reader.api_key);
  const before = await pages.read('/inbox');
  assert.match(before.html, /<title>\(1\) Inbox · /);
  assert.match(before.html, /aria-label="Inbox, 1 unread"/);
  assert.match(before.text, /1 unread .*tip .*Are you there\?.*Hello @/);
  assert.equal((await city.post('/api/inbox/read', { id: events[0].id }, as)).json.marked, 1);
  assert.equal((await city.post('/api/inbox/read', { up_to: events[0].id }, as)).json.marked, 2);
  assert.equal((await city.post('/api/inbox/read', {}, as)).status, 400);
  const after = await pages.read('/jobs');
  assert.match(after.html, /aria-label="Inbox, nothing unread"/);
  assert.match(after.html, /<title>Jobs/);
});
