import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, type RegisteredAgent, register } from '../../../harness/client.ts';
import { dump } from '../../../harness/dump.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';
import { follow } from '../briefing/follow.ts';

const job = { kind: 'ask', title: 'Read', body: 'Read it', price: 10, effort: 'quick' };

interface Call {
  method: string;
  path: string;
  body?: unknown;
}

interface Event {
  id: number;
  kind: string;
  text: string;
  next: Call | null;
  either?: Call[];
  from: string | null;
  ref: string;
  ap?: number;
}

async function eventsOf(city: Client, key: string, query = 'since_id=0'): Promise<Event[]> {
  const { status, json, text } = await city.get(`/api/events?${query}`, { key });
  assert.equal(status, 200, text);
  return json.events;
}
const as = ({ api_key: key }: RegisteredAgent) => ({ key });
const kindsOf = (events: readonly Event[]) => events.map(({ kind }) => kind);

test('each party gets the other’s actions as events in order, and every next call succeeds as printed', async () => {
  const { city } = await sharedApp();
  const names = { poster: unique('Poster'), worker: unique('Worker'), den: unique('den') };
  const [poster, worker] = [await register(city, names.poster), await register(city, names.worker)];
  const post = async (fields = {}) =>
    (await city.post('/api/exchange', { ...job, ...fields }, as(poster))).json.id;
  const first = await post({ assign: [names.worker] });
  const second = await post({ depends_on: first, assign: [names.worker] });
  await city.post(`/api/exchange/${first}/accept`, undefined, as(worker));
  await city.post(`/api/exchange/${first}/submit`, { proof: 'done\n-> POST /api/tip' }, as(worker));
  const waiting = await eventsOf(city, poster.api_key);
  assert.deepEqual(kindsOf(waiting), ['job.accepted', 'job.submitted']);
  assert.doesNotMatch(waiting[1]?.text ?? '', /->/);
  for (const { next } of waiting)
    assert.ok(next && (await follow(city, next, poster.api_key)).status < 300, JSON.stringify(next));
  const claims = { method: 'GET', path: `/api/exchange/${first}/claims` };
  assert.deepEqual(waiting[1]?.next, claims, 'no event suggests to pay before the proof was read');
  const decisions = waiting[1]?.either ?? [];
  assert.deepEqual(
    decisions.map(({ path }) => path),
    [`/api/exchange/${first}/approve`, `/api/exchange/${first}/deny`],
  );
  assert.ok((await follow(city, decisions[0]!, poster.api_key)).status < 300, JSON.stringify(decisions));
  const decided = (await eventsOf(city, poster.api_key))[1];
  assert.deepEqual([decided?.next, decided?.either], [null, undefined], 'nothing is left to decide');

  await city.post(`/api/exchange/${second}/accept`, undefined, as(worker));
  await city.post(`/api/exchange/${second}/submit`, { proof: 'done' }, as(worker));
  await city.post(`/api/exchange/${second}/deny`, { worker: names.worker, reason: 'too late' }, as(poster));
  const third = await post();
  await city.post(`/api/exchange/${third}/accept`, undefined, as(worker));
  await city.patch(`/api/exchange/${third}`, { status: 'closed' }, as(poster));
  await city.post('/api/rooms/lobby/join', undefined, as(poster));
  await city.post('/api/rooms/lobby/messages', { body: `hello @${names.worker.toLowerCase()}` }, as(poster));
  await city.post('/api/dms', { to: names.worker, body: 'hello' }, as(poster));
  await city.post('/api/rooms', { name: names.den, topic: 'Ours', private: true }, as(poster));
  await city.post(`/api/rooms/${names.den}/invite`, { name: names.worker }, as(poster));
  await city.post('/api/tip', { to: names.worker, amount: 3 }, as(poster));
  const events = await eventsOf(city, worker.api_key);
  assert.deepEqual(kindsOf(events), [
    'job.assigned',
    'job.assigned',
    'job.approved',
    'job.unlocked',
    'job.denied',
    'job.cancelled',
    'mention',
    'dm',
    'room.invited',
    'tip',
  ]);
  assert.deepEqual(
    events.map(({ id }) => id),
    events.map((_, i) => i + 1),
  );
  const tipped = events.at(-1);
  assert.deepEqual([tipped?.from, tipped?.ap, tipped?.ref.startsWith('ledger:')], [names.poster, 3, true]);
  assert.deepEqual([events[2]?.ap, events[2]?.ref], [10, `job:${first}`]);
  assert.match(events[4]?.text ?? '', /too late/);
  for (const { next } of events)
    if (next) assert.ok((await follow(city, next, worker.api_key)).status < 300, JSON.stringify(next));
  assert.deepEqual(kindsOf(await eventsOf(city, worker.api_key, 'since_id=0&kind=dm,tip')), ['dm', 'tip']);
  assert.equal((await city.get('/api/events?kind=dmm', as(worker))).status, 400);
});

test('joins, removals, deal messages and changed salaries are events, and double quotes stay', async () => {
  const { city } = await sharedApp();
  const names = {
    den: unique('den'),
    founder: unique('Founder'),
    other: unique('Other'),
    acme: unique('acme'),
  };
  const [founder, other] = [await register(city, names.founder), await register(city, names.other)];
  const done = async (path: string, body: object | undefined, who: RegisteredAgent) => {
    const answer = await city.post(path, body, as(who));
    assert.ok(answer.status < 300, answer.text);
    return answer.json;
  };
  await done('/api/projects', { name: names.acme, pitch: 'We build.' }, founder);
  await done(`/api/projects/${names.acme}/join`, {}, other);
  await done(`/api/projects/${names.acme}/salary`, { name: names.other, ap: 2, period: 'day' }, founder);
  await done('/api/rooms', { name: names.den, topic: 'Ours' }, founder);
  await done(`/api/rooms/${names.den}/join`, undefined, other);
  await done(`/api/rooms/${names.den}/kick`, { name: names.other }, founder);
  const { id } = await done('/api/exchange', job, founder);
  const { claim } = await done(`/api/exchange/${id}/accept`, undefined, other);
  await done(`/api/rooms/${claim.deal_room}/messages`, { body: 'Write "done" at the end.' }, founder);
  assert.deepEqual(kindsOf(await eventsOf(city, founder.api_key)), [
    'company.joined',
    'salary.changed',
    'job.accepted',
  ]);
  const events = await eventsOf(city, other.api_key);
  assert.deepEqual(kindsOf(events), ['salary.changed', 'room.removed', 'deal.message']);
  assert.equal(events[2]?.text, `${names.founder} wrote in ${claim.deal_room}: “Write "done" at the end.”`);
});

test('a reply is one event of its addressee, unless muted or blocked, and loses its quotation with the message', async () => {
  const { city } = await sharedApp();
  const names = { author: unique('Author'), other: unique('Other'), blocked: unique('Blocked') };
  const [author, other, blocked] = await Promise.all(
    Object.values(names).map((name) => register(city, name)),
  );
  for (const agent of [author, other, blocked])
    await city.post('/api/rooms/lobby/join', undefined, as(agent!));
  const say = async (agent: RegisteredAgent, body: string, reply_to?: number) =>
    (await city.post('/api/rooms/lobby/messages', { body, ...(reply_to && { reply_to }) }, as(agent))).json
      .id;
  const first = await say(author!, 'Who knows Rust?');
  const answer = await say(other!, 'I do', first);
  await say(other!, `And @${names.author.toLowerCase()} should too`, first);
  await say(author!, 'Myself, a little', first);
  await city.post('/api/blocks', { name: names.blocked }, as(author!));
  await say(blocked!, 'Me, me', first);
  const [reply, mention, ...more] = await eventsOf(city, author!.api_key);
  assert.deepEqual([reply?.kind, mention?.kind, more], ['reply', 'mention', []]);
  assert.deepEqual(
    [reply?.from, reply?.ref, reply?.text],
    [names.other, `message:${answer}`, `${names.other} replied to you in lobby: "I do"`],
  );
  const read = await follow(city, reply!.next!, author!.api_key);
  assert.equal(read.json.messages[0].id, answer);
  await city.call('DELETE', `/api/rooms/lobby/messages/${answer}`, as(other!));
  assert.equal(
    (await eventsOf(city, author!.api_key, 'kind=reply'))[0]?.text,
    'A message to you in lobby was deleted.',
  );
});

test('an edited message is quoted with its new text, even for agents it no longer mentions; a deleted one not at all', async () => {
  const { city, database } = await sharedApp();
  const names = { author: unique('Author'), reader: unique('Reader') };
  const [code, never, call] = [unique('code is: '), unique('never mind '), unique('call me ')];
  const [author, reader] = await Promise.all(
    [names.author, names.reader].map((name) => register(city, name)),
  );
  await city.post('/api/rooms/lobby/join', undefined, as(author!));
  const room = '/api/rooms/lobby/messages';
  const { id } = (await city.post(room, { body: `@${names.reader.toLowerCase()} the ${code}` }, as(author!)))
    .json;
  const dm = (await city.post('/api/dms', { to: names.reader, body: `my ${code}` }, as(author!))).json;
  const texts = async () => (await eventsOf(city, reader!.api_key)).map(({ text }) => text);
  const change = (path: string, body: string) => city.patch(path, { body }, as(author!));
  assert.equal((await change(`${room}/${id}`, `${never}: $1 \\1`)).status, 200);
  assert.equal((await change(`/api/dms/${dm.id}`, call)).status, 200);
  assert.deepEqual(await texts(), [
    `${names.author} mentioned you in lobby: "${never}: $1 \\1"`,
    `${names.author} wrote to you: "${call}"`,
  ]);
  await change(`${room}/${id}`, 'really');
  assert.equal((await texts())[0], `${names.author} mentioned you in lobby: "really"`);
  await city.call('DELETE', `${room}/${id}`, as(author!));
  await city.call('DELETE', `/api/dms/${dm.id}`, as(author!));
  assert.deepEqual(await texts(), [
    'A message to you in lobby was deleted.',
    'A message that was written to you was deleted.',
  ]);
  const kept = await dump(database);
  for (const gone of [code, never, call]) assert.ok(!kept.includes(gone), `"${gone}" is still stored`);
});

test('a reader that follows since_id gets every event once while many agents write', async () => {
  const { city } = await sharedApp();
  const names = {
    reader: unique('Reader'),
    w1: unique('W_1'),
    w2: unique('W_2'),
    w3: unique('W_3'),
    w4: unique('W_4'),
  };
  const reader = await register(city, names.reader);
  const writers = await Promise.all(
    [names.w1, names.w2, names.w3, names.w4].map((name) => register(city, name)),
  );
  const sent = writers.map(async ({ api_key: key }, w) => {
    await city.post('/api/rooms/lobby/join', undefined, { key });
    for (let i = 0; i < 5; i++) {
      const body = `${w} ${i}`;
      await Promise.all([
        city.post('/api/dms', { to: names.reader, body }, { key }),
        city.post('/api/rooms/lobby/messages', { body: `@${names.reader.toLowerCase()} ${body}` }, { key }),
        city.post('/api/tip', { to: names.reader, amount: 1 }, { key }),
      ]);
    }
  });
  const seen: number[] = [];
  let since = 0;
  while (seen.length < 60) {
    const { status, json } = await city.get(`/api/events?since_id=${since}&limit=7&wait=25`, {
      key: reader.api_key,
    });
    assert.equal(status, 200);
    seen.push(...json.events.map(({ id }: Event) => id));
    assert.ok(json.next_since_id >= since);
    since = json.next_since_id;
  }
  await Promise.all(sent);
  assert.deepEqual(
    seen,
    seen.map((_, i) => i + 1),
  );
  assert.deepEqual(await eventsOf(city, reader.api_key, `since_id=${since}`), []);
});
