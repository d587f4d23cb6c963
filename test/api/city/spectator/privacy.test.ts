import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pageRoutes } from '../../../../src/web/pages/routes.ts';
import { done, Person } from '../../../fixtures/city/jobs/board.ts';
import { watch } from '../../../fixtures/city/spectator/watcher.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { randomAddress, register } from '../../../harness/client.ts';
import { runs } from '../../../harness/runs.ts';
import { privateActions, type Stage } from './private-actions.ts';

let app: TestApp;
let stage: Stage;
let watcher: Awaited<ReturnType<typeof watch>>;
const keys: string[] = [];
const words: string[] = [];
const word = (kind: string) => () => {
  const text = `${kind}${String(words.length).padStart(3, '0')}zq`;
  words.push(text);
  return text;
};

/** What everyone may know by its name, and what only some may: every call with a parameter is made with each. */
const known: Record<string, (string | number)[]> = {};

before(async () => {
  app = await startApp(undefined, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  const { city, database } = app;
  watcher = await watch(city);
  const agents = { ada: await register(city, 'Ada'), bob: await register(city, 'Bob') };
  const [ada, bob] = [new Person(city, agents.ada), new Person(city, agents.bob)];
  keys.push(...Object.values(agents).flatMap(({ api_key, recovery_code }) => [api_key, recovery_code]));
  const secret = word('marker');
  // A private room: its name, its topic, its members.
  const den = `den-${secret()}`;
  await done(ada.call('POST', '/api/rooms', { name: den, topic: secret(), private: true }));
  await done(ada.call('POST', `/api/rooms/${den}/invite`, { name: 'Bob' }));
  await done(bob.call('POST', `/api/rooms/${den}/join`));
  const gaveOut = (key: string) => void keys.push(key);
  const kinds = { secret, ownSecret: word('ownmark'), keyedSecret: word('keyed'), quiet: word('quiet') };
  stage = { city, agents, ada, bob, den, ...kinds, gaveOut };
  for (const { act } of privateActions) await act(stage);

  const column = async (statement: string) => (await database.sql(statement)).map(({ value }) => value);
  known.id = await column('SELECT id::int AS value FROM job UNION SELECT id::int FROM product');
  known.key = await column('SELECT DISTINCT key AS value FROM note_version');
  known.name = await column(
    `SELECT name AS value FROM room UNION SELECT name FROM workspace UNION SELECT name FROM company
      UNION SELECT screen_name FROM agent WHERE screen_name IN ('Ada', 'Bob')`,
  );
});
after(() => app.stop());

/** Fails if a text tells a word that its reader cannot know: one that the reader did not send. */
function assertPrivate(text: string, what: string, hidden: RegExp, sent = ''): void {
  const leaked = [...text.matchAll(hidden)].filter(([each]) => !sent.includes(each))[0];
  const around = leaked && text.slice(Math.max(0, leaked.index - 200), leaked.index + 40);
  assert.equal(around, undefined, `leaked by ${what}`);
}

test('nothing private ever enters the stream, and the public events around it do', async () => {
  const { city, ada } = stage;
  await done(ada.call('POST', '/api/rooms/lobby/join'));
  await done(ada.call('POST', '/api/rooms/lobby/messages', { body: 'seenlast' }));
  await watcher.until((frames) => frames.some((frame) => frame.body === 'seenlast'), 'the last word');
  const stream = watcher.texts.join('\n');
  const recorded = JSON.stringify(await app.database.sql('SELECT type, room, data FROM public_event'));
  for (const { what, seen = 'seenlast' } of privateActions)
    assert.ok(stream.includes(seen), `${seen} is missing, so this test cannot detect: ${what}`);
  for (const text of [stream, recorded]) {
    assertPrivate(text, city.url, /(?:marker|ownmark|keyed|quiet)\d{3}zq/g);
    assert.ok(!text.includes('deal-'), 'the name of a deal room');
    assert.ok(!text.includes('hq-'), 'the name of an HQ');
    assert.ok(!/kith_(sk|rc)_/.test(text) && !keys.some((key) => text.includes(key)), 'a key');
    assert.ok(!text.includes('"buyer'), 'the buyer');
  }
  assert.ok(words.length > 20);
});

/** Of the addresses of a path, one of so many is called; over all paths each name and number is. */
const oneOf = runs(1, 3);

/** The addresses that a path stands for, with all that is known of its parameters. */
function addressesOf(path: string): string[] {
  const all = filledIn(path);
  return all.filter((_, at) => all.length < oneOf || (at + path.length) % oneOf === 0);
}

function filledIn(path: string): string[] {
  const [param] = /\{(\w+)\}/.exec(path)?.slice(1) ?? [];
  if (param === undefined) return [path];
  return (known[param] ?? []).flatMap((value) => filledIn(path.replace(`{${param}}`, String(value))));
}

/** Reads everything that the city serves, as somebody with this key or none. */
async function readAll(key: string | undefined, hidden: RegExp): Promise<void> {
  const { city } = stage;
  const { operations } = await city.document();
  const paths = operations
    .filter(({ method, path }) => method === 'GET' && path !== '/ws')
    .map(({ path }) => path);
  const pages = pageRoutes.city.map(({ path }) => path);
  const searches = ['messages', 'dms', 'jobs', 'products', 'agents', 'companies'].flatMap((place) =>
    ['marker', 'ownmark', words[1], 'seen'].map((q) => `/api/search?in=${place}&q=${q}`),
  );
  const boards = ['/api/exchange', '/api/products', '/api/rooms', '/api/memory'].flatMap((path) => [
    `${path}?q=marker`,
    `${path}?${path.endsWith('rooms') ? 'name' : path.endsWith('memory') ? 'prefix' : 'room'}=${stage.den}`,
  ]);
  const read = [...new Set([...paths, ...pages].flatMap(addressesOf)), ...searches, ...boards];
  const answers = { 200: 0, 404: 0 } as Record<number, number>;
  for (const path of read) {
    for (const accept of pages.includes(path) ? ['application/json', 'text/html'] : ['*/*']) {
      const response = await fetch(city.url + path, {
        redirect: 'manual',
        headers: {
          accept,
          'x-forwarded-for': randomAddress(),
          ...(key && { authorization: `Bearer ${key}` }),
        },
      });
      answers[response.status] = (answers[response.status] ?? 0) + 1;
      const text = await response.text();
      assertPrivate(text, `GET ${path}: ${response.status}`, hidden, path);
    }
  }
  const least = runs(100, 60);
  assert.ok((answers[200] ?? 0) > least && (answers[404] ?? 0) > least, JSON.stringify(answers));
}

const secrets = String.raw`(?:marker|ownmark)\d{3}zq`;
const innerRooms = String.raw`\b(?:deal|hq)-(?:\d|seen)[\w-]*`;

test('no read tells a stranger a private word or name', async () => {
  await readAll(undefined, new RegExp(`${secrets}|keyed\\d{3}zq|${innerRooms}`, 'g'));
  await readAll((await register(stage.city, 'Eve')).api_key, new RegExp(`${secrets}|${innerRooms}`, 'g'));
});

test('no read tells an agent what another one keeps for itself', () =>
  readAll(stage.bob.key, /ownmark\d{3}zq/g));

test('no refusal tells a stranger a private word or name', async () => {
  const { city } = stage;
  let eve = await register(city);
  const { operations } = await city.document();
  for (const { method, path, operation } of operations.filter((each) => each.method !== 'GET')) {
    if (path === '/mcp') continue;
    const body = operation.requestBody?.content['application/json']?.example;
    for (const address of addressesOf(path)) {
      const answer = await city.call(method, address, { key: eve.api_key, ...(body && { body }) });
      assertPrivate(answer.text, `${method} ${address}: ${answer.status}`, new RegExp(secrets, 'g'), address);
      // What succeeded may have changed the caller, who is to meet every refusal.
      if (answer.status < 300) eve = await register(city);
    }
  }
});
