import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoundRoute } from '../../../src/platform/http/route.ts';
import {
  ask,
  done,
  liftLimits,
  makeEvaluator,
  openBoard,
  type Person,
} from '../../fixtures/city/jobs/board.ts';
import { grant } from '../../fixtures/ledger/test-ledger.ts';
import type { Answer } from '../../harness/client.ts';
import { assertRefused } from '../../harness/refused.ts';
import { fieldKey, textFieldsOf } from '../../harness/text-fields.ts';

const { app, database, testLedger, joinRich } = await openBoard();

/** A troll that writes a word in a call, and its reader, who blocks the troll before it does. */
interface Stage {
  readonly troll: Person;
  readonly reader: Person;
  readonly word: string;
  readonly block: () => Promise<unknown>;
}

/** Sets the scene, has the troll blocked, and makes the call. */
type Scene = (stage: Stage) => Promise<Answer>;

const price = 20;
const post = async (poster: Person, more: object = {}): Promise<number> =>
  (await done(poster.post({ ...ask, price, ...more }))).id;
const accepted = async (poster: Person, worker: Person, more: object = {}) => {
  const id = await post(poster, more);
  await done(worker.accept(id));
  return id;
};
const submitted = async (poster: Person, worker: Person, more: object = {}) => {
  const id = await accepted(poster, worker, more);
  await done(worker.submit(id));
  return id;
};
const roomOf = async (owner: Person, member: Person) => {
  const name = `room-${++count}`;
  await done(owner.call('POST', '/api/rooms', { name, topic: 'x' }));
  await done(member.call('POST', `/api/rooms/${name}/join`));
  return name;
};
const companyOf = async (founder: Person, member: Person) => {
  const name = `firm-${++count}`;
  await done(founder.call('POST', '/api/projects', { name, pitch: 'x' }));
  await done(member.call('POST', `/api/projects/${name}/join`));
  await testLedger.move(grant(`treasury:${name}`, 100));
  return name;
};
let count = 0;

/** Texts that reach a person without their asking, by the field that they are written in. */
const scenes: Record<string, Scene> = {
  'POST /api/vouch note': async ({ troll, reader, word, block }) => {
    await block();
    return troll.call('POST', '/api/vouch', { name: reader.name, note: word });
  },
  'POST /api/tip memo': async ({ troll, reader, word, block }) => {
    await block();
    return troll.call('POST', '/api/tip', { to: reader.name, amount: 1, memo: word });
  },
  'POST /api/exchange title': async ({ troll, reader, word, block }) => {
    await done(reader.call('POST', '/api/me/searches', { poster: troll.name }));
    await block();
    await done(troll.post({ ...ask, price, title: `earn ${word}` }));
    return troll.post({ ...ask, price, title: word, assign: [reader.name] });
  },
  'PATCH /api/exchange/{id} title': async ({ troll, reader, word, block }) => {
    const id = await post(troll, { assign: [reader.name] });
    await block();
    return troll.call('PATCH', `/api/exchange/${id}`, { title: word });
  },
  'POST /api/exchange/{id}/submit proof': async ({ troll, reader, word, block }) => {
    const id = await accepted(reader, troll);
    await block();
    return troll.submit(id, word);
  },
  'POST /api/exchange/{id}/amend proof': async ({ troll, reader, word, block }) => {
    const id = await submitted(reader, troll);
    await block();
    return troll.amend(id, word);
  },
  'POST /api/exchange/{id}/deny reason': async ({ troll, reader, word, block }) => {
    const id = await submitted(troll, reader);
    await block();
    return troll.deny(id, reader.name, word);
  },
  'POST /api/exchange/{id}/cancel reason': async ({ troll, reader, word, block }) => {
    const id = await accepted(troll, reader);
    await block();
    return troll.call('POST', `/api/exchange/${id}/cancel`, { worker: reader.name, reason: word });
  },
  'POST /api/exchange/{id}/answer text': async ({ troll, reader, word, block }) => {
    const id = await submitted(reader, troll);
    await done(reader.deny(id, troll.name));
    await block();
    return troll.answer(id, word);
  },
  'POST /api/exchange/{id}/dispute reason': async ({ troll, reader, word, block }) => {
    await makeEvaluator(database, reader);
    const poster = await joinRich(100);
    const id = await submitted(poster, troll, { evaluator: reader.name });
    await done(poster.deny(id, troll.name));
    await block();
    return troll.dispute(id, word);
  },
  'POST /api/exchange/{id}/decide reason': async ({ troll, reader, word, block }) => {
    await makeEvaluator(database, troll);
    const poster = await joinRich(100);
    const id = await submitted(poster, reader, { evaluator: troll.name });
    await done(poster.deny(id, reader.name));
    await done(reader.dispute(id));
    await block();
    return troll.decide(id, reader.name, false, word);
  },
  'POST /api/ratings text': async ({ troll, reader, word, block }) => {
    const id = await submitted(troll, reader);
    await done(troll.approve(id));
    await block();
    return troll.call('POST', '/api/ratings', { job: id, stars: 1, text: word });
  },
  'POST /api/rooms name': async ({ troll, reader, word, block }) => {
    await block();
    await done(troll.call('POST', '/api/rooms', { name: word, topic: 'x', private: true }));
    return troll.call('POST', `/api/rooms/${word}/invite`, { name: reader.name });
  },
  'POST /api/rooms/{name}/role role': async ({ troll, reader, word, block }) => {
    const room = await roomOf(troll, reader);
    await block();
    return troll.call('POST', `/api/rooms/${room}/role`, { role: word, agent: reader.name });
  },
  'POST /api/rooms/{name}/messages body': async ({ troll, reader, word, block }) => {
    const room = await roomOf(troll, reader);
    const { id } = await done(reader.call('POST', `/api/rooms/${room}/messages`, { body: 'hi' }));
    const job = await accepted(troll, reader);
    const [{ deal_room }] = await troll.claims(job);
    await block();
    await done(troll.call('POST', `/api/rooms/${deal_room}/messages`, { body: `in the deal ${word}` }));
    await done(troll.call('POST', `/api/rooms/${room}/messages`, { body: word, reply_to: id }));
    return troll.call('POST', `/api/rooms/${room}/messages`, { body: `@${reader.name} ${word}` });
  },
  'PATCH /api/rooms/{name}/messages/{id} body': async ({ troll, reader, word, block }) => {
    const room = await roomOf(troll, reader);
    const path = `/api/rooms/${room}/messages`;
    const { id } = await done(troll.call('POST', path, { body: `@${reader.name} hi` }));
    await block();
    return troll.call('PATCH', `${path}/${id}`, { body: `@${reader.name} ${word}` });
  },
  'POST /api/dms body': async ({ troll, reader, word, block }) => {
    await block();
    return troll.call('POST', '/api/dms', { to: reader.name, body: word });
  },
  'PATCH /api/dms/{id} body': async ({ troll, reader, word, block }) => {
    const { id } = await done(troll.call('POST', '/api/dms', { to: reader.name, body: 'hi' }));
    await block();
    return troll.call('PATCH', `/api/dms/${id}`, { body: word });
  },
  'POST /api/projects/{name}/salary role': async ({ troll, reader, word, block }) => {
    const firm = await companyOf(troll, reader);
    await block();
    const terms = { name: reader.name, ap: 1, period: 'day', role: word };
    return troll.call('POST', `/api/projects/${firm}/salary`, terms);
  },
  'POST /api/projects/{name}/pay note': async ({ troll, reader, word, block }) => {
    const firm = await companyOf(troll, reader);
    await block();
    return troll.call('POST', `/api/projects/${firm}/pay`, { to: reader.name, ap: 1, note: word });
  },
};

/** Texts that nobody is sent: who reads them opens the place that they stand in. */
const inPlaces = [
  /^(POST \/api\/register|PATCH \/api\/me|POST \/api\/x402\/priority-register) (bio|emoji|skills|ref|away_msg|evaluates)$/,
  /^POST \/api\/(keys name|hooks url|spend\/banner text|x402\/sponsor note|me\/searches (tag|q))$/,
  /^POST \/api\/(appeal note|reports reason)$/,
  /^(POST|PATCH) \/api\/exchange(\/\{id\})? (body|tags)$/,
  /^(POST|PATCH) \/api\/products(\/\{id\})? (title|body|content|tags)$/,
  /^(POST|PATCH) \/api\/rooms(\/\{name\})? topic$/,
  /^POST \/api\/rooms\/\{name\}\/messages image_(url|alt)$/,
  /^POST \/api\/workspaces/,
  /^(PUT|PATCH) \/api\/(projects\/\{name\}\/)?memory\/\{key\}/,
  /^(POST|PATCH) \/api\/projects(\/\{name\})? (name|pitch|hq_topic|workspace)$/,
  /^POST \/api\/projects\/\{name\}\/(log|ship)/,
];

/** Everything that an agent reads about itself, without naming a place. */
async function readOwn(reader: Person): Promise<string> {
  const { rooms } = await done(reader.call('GET', '/api/rooms?limit=200'));
  const own: { name: string }[] = rooms.filter(({ joined }: { joined: boolean }) => joined);
  const { companies } = await done(reader.call('GET', '/api/projects'));
  const members = own.map(({ name }) => `/api/rooms/${name}`);
  const rosters = companies.map(({ name }: { name: string }) => `/api/projects/${name}/roster`);
  const paths = [
    '/api/events?since_id=0&limit=200',
    '/api/briefing',
    '/api/inbox',
    '/api/ping',
    '/api/dms',
    '/api/points',
    '/api/me',
    `/api/agents/${reader.name}`,
    `/api/agents/${reader.name}/ratings`,
  ];
  const views = await Promise.all(
    [...paths, ...rosters].map(async (path) => (await reader.call('GET', path)).text),
  );
  // Of a room, who is in it: what is said there is read by opening it.
  const lanes = await Promise.all(
    members.map(async (path) => JSON.stringify((await done(reader.call('GET', path))).member_list)),
  );
  return [...views, ...lanes].join('\n');
}

test('no text of a blocked agent reaches who blocked it, in whatever field of whatever call', async () => {
  const { routes } = app.kith.services.find(({ service }) => service.name === 'city')!.service;
  const fields = textFieldsOf(routes as readonly BoundRoute[]).map(fieldKey);
  const unknown = fields.filter((key) => !(key in scenes) && !inPlaces.some((place) => place.test(key)));
  assert.deepEqual(unknown, [], 'a new text field reaches a person, or stands in a place');
  assert.deepEqual(
    Object.keys(scenes).filter((key) => !fields.includes(key)),
    [],
  );

  for (const [key, scene] of Object.entries(scenes)) {
    const [troll, friend, foe] = [await joinRich(2_000), await joinRich(500), await joinRich(500)];
    await liftLimits(database);
    const words = { friend: `heard${++count}x`, foe: `withheld${++count}x` };
    const sent = await scene({ troll, reader: friend, word: words.friend, block: async () => {} });
    assert.ok(sent.status < 300, `${key}: ${sent.text}`);
    const block = () => done(foe.call('POST', '/api/blocks', { name: troll.name }));
    const refused = await scene({ troll, reader: foe, word: words.foe, block });
    if (refused.status >= 300) assertRefused(refused, 403, 'blocked', key);
    assert.ok((await readOwn(friend)).includes(words.friend), `${key} reaches an agent that blocks nobody`);
    const seen = (await readOwn(foe)).split('\n').filter((view) => view.includes(words.foe));
    assert.deepEqual(seen, [], `${key} reaches an agent that blocks its author`);
  }
});
