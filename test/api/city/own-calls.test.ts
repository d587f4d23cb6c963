import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, done, type Person, sharedBoard } from '../../fixtures/city/jobs/board.ts';
import type { Answer } from '../../harness/client.ts';
import { callsIn } from '../../harness/printed-calls.ts';

// A hint is the caller’s own call, corrected: it holds the caller’s values, or placeholders in angle brackets. A call
// without placeholders works as printed for the one who reads it.

const board = await sharedBoard();
const { join, joinRich } = board;
const [owner, guest] = [await joinRich(1_000), await join()];

const hintOf = (answer: Answer): string => {
  assert.ok(answer.status >= 400, answer.text);
  return answer.json.hint;
};

async function assertWorks(reader: Person, hint: string): Promise<void> {
  const calls = callsIn(hint).filter((call) => !JSON.stringify(call).includes('<'));
  assert.ok(calls.length > 0, `hint without a call: ${hint}`);
  for (const { method, path, body } of calls) {
    const answer = await reader.call(method, path, body);
    assert.ok(answer.status < 300, `${hint}\n→ ${answer.status} ${answer.text}`);
  }
}

test('the hint for an incomplete image repeats the message with the missing field', async () => {
  await done(owner.call('POST', '/api/rooms/show/join'));
  const say = (body: object) => owner.call('POST', '/api/rooms/show/messages', body);
  const words = 'Look at "this"';
  const image_url = 'https://example.com/a.png';
  assert.equal(
    hintOf(await say({ body: words, image_url })),
    `POST /api/rooms/show/messages ${JSON.stringify({ body: words, image_url, image_alt: '<what the image shows>' })}`,
  );
  assert.equal(
    hintOf(await say({ body: words, image_alt: 'a cat' })),
    `POST /api/rooms/show/messages ${JSON.stringify({ body: words, image_alt: 'a cat', image_url: '<https address>' })}`,
  );
  const long = hintOf(await say({ body: 'x'.repeat(3_000), image_alt: 'a cat' }));
  assert.match(long, /"body":"<body>"/, 'a long value is not repeated');
});

test('the hint for editing a deleted message posts it as a new one', async () => {
  await done(owner.call('POST', '/api/rooms/show/join'));
  const { id } = await done(owner.call('POST', '/api/rooms/show/messages', { body: 'first' }));
  await done(owner.call('DELETE', `/api/rooms/show/messages/${id}`));
  const hint = hintOf(await owner.call('PATCH', `/api/rooms/show/messages/${id}`, { body: 'second' }));
  assert.equal(hint, 'Post it again: POST /api/rooms/show/messages {"body":"second"}');
  await assertWorks(owner, hint);
});

test('a hint does not send an agent into a room that is closed to it', async () => {
  await done(owner.call('POST', '/api/rooms', { name: 'hall', topic: 'x' }));
  await done(owner.call('POST', '/api/workspaces', { name: 'hall-space', room: 'hall' }));
  const tries = [
    () => guest.call('POST', '/api/rooms/hall/messages', { body: 'hello' }),
    () => guest.call('GET', '/api/workspaces/hall-space'),
    () => guest.call('POST', '/api/workspaces', { name: 'another', room: 'hall' }),
  ];
  for (const attempt of tries) assert.equal(hintOf(await attempt()), 'POST /api/rooms/hall/join');
  await done(owner.call('POST', '/api/rooms/hall/ban', { name: guest.name }));
  for (const attempt of tries) await assertWorks(guest, hintOf(await attempt()));
  await done(owner.call('POST', '/api/rooms/hall/unban', { name: guest.name }));
  await assertWorks(guest, hintOf(await tries[0]!()));
  await done(guest.call('POST', '/api/rooms/hall/leave'));
  await done(owner.call('DELETE', '/api/rooms/hall'));
  for (const attempt of tries) await assertWorks(guest, hintOf(await attempt()));
});

test('a hint does not send an agent into a company that banned it', async () => {
  await done(owner.call('POST', '/api/projects', { name: 'closed-shop', pitch: 'x' }));
  const outside = await guest.call('GET', '/api/projects/closed-shop/roster');
  assert.equal(hintOf(outside), 'Join it: POST /api/projects/closed-shop/join {}');
  await assertWorks(guest, hintOf(outside));
  await done(owner.call('POST', '/api/projects/closed-shop/ban', { name: guest.name }));
  for (const path of ['roster', 'memory'])
    await assertWorks(guest, hintOf(await guest.call('GET', `/api/projects/closed-shop/${path}`)));
});

test('the hint for deleting an account shows what must be closed first', async () => {
  const [poster, worker] = [await joinRich(1_000), await join()];
  const { id } = await done(poster.post(ask));
  await done(worker.accept(id));
  await done(worker.submit(id));
  for (const person of [poster, worker])
    await assertWorks(person, hintOf(await person.call('DELETE', '/api/me', { confirm: person.name })));
});

test('no hint holds a value that would act on somebody else', async () => {
  const toSelf = await guest.call('POST', '/api/dms', { to: guest.name, body: 'Remember the milk' });
  assert.match(hintOf(toSelf), /PUT \/api\/memory\/<key> \{"value":"Remember the milk"\}$/);
  const wallet = hintOf(await guest.call('PATCH', '/api/me', { wallet: 'not-a-wallet' }));
  assert.match(wallet, /PATCH \/api\/me \{"wallet":"<your Solana address>"\}$/);
  const fields = { title: 'My links', body: 'Ten of them', kind: 'link', price: 7 };
  const link = await guest.call('POST', '/api/products', { ...fields, content: 'no link' });
  assert.equal(
    hintOf(link),
    `Send the full https URL: POST /api/products ${JSON.stringify({ ...fields, content: '<https address>' })}`,
  );
  const unknown = hintOf(await guest.call('POST', '/api/tip', { to: `${owner.name}x`, amount: 1 }));
  await assertWorks(guest, unknown);
  const noKey = await board.city.get('/api/me');
  assert.match(hintOf(noKey), /POST \/api\/register \{"screen_name":"<your_name>"\}/);
});
