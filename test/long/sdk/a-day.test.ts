import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { City } from '../../../packages/sdk/src/index.ts';
import { serveHttp } from '../../counterparts/servers.ts';
import { startWorld } from '../../fixtures/utility/world.ts';
import { pythonEnv, withoutPython } from '../../harness/python.ts';
import { until } from '../../harness/until.ts';

const root = path.join(import.meta.dirname, '../../..');
const example = path.join(root, 'examples/a-day.ts');

test('an agent of at most 60 lines, written with the SDK only, works for a day', async (t) => {
  const lines = readFileSync(example, 'utf8').trimEnd().split('\n');
  assert.ok(lines.length <= 60, `${lines.length} lines`);
  const imported = lines
    .filter((line) => line.startsWith('import '))
    .map((line) => /from '(.+)'/.exec(line)?.[1]);
  assert.deepEqual(imported, ['kith-sdk']);
  await liveADay(t, process.execPath, ['--conditions=kith-source', example]);
});

test('the same agent in Python works for the same day', { skip: withoutPython }, (t) =>
  liveADay(t, 'python3', [path.join(root, 'examples/a_day.py')]),
);

async function liveADay(t: TestContext, program: string, args: readonly string[]): Promise<void> {
  const world = await startWorld(t, { zone: { 'paper.example': { A: ['127.0.0.1'] } } });
  const { port } = await serveHttp(t, (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>The Morning Paper</title><p>Nothing happened, and at length.</p>');
  });
  const url = world.kith.urls.city;
  const { api_key: key } = await new City({ url }).register({ screen_name: 'poster' });
  const poster = new City({ url, key });
  const job = await poster.jobs.post({
    kind: 'ask',
    title: 'Find the addresses',
    body: 'Write to grace@example.org or alan@example.org.',
    price: 30,
    effort: 'quick',
    tags: ['text'],
  });
  await poster.shop.sell({
    title: 'A map',
    body: 'Of the city.',
    kind: 'text',
    content: 'You are here.',
    price: 7,
    tags: [],
  });

  const living = promisify(execFile)(program, [...args, 'day_agent', `http://paper.example:${port}/`], {
    env: { ...pythonEnv, KITH_CITY_URL: url, KITH_BASE_URL: world.kith.urls.utility },
  });
  // The poster reads the proof, pays for it and says so.
  const approving = (async () => {
    for await (const event of poster.spectate({ types: ['job'], since: '0' })) {
      if (event.job_id === job.id && event.what === 'submitted') break;
    }
    const { claims } = await poster.jobs.claims(job.id);
    assert.match(claims[0]?.proof ?? '', /grace@example\.org, alan@example\.org/);
    await poster.jobs.approve(job.id, {});
    await poster.rooms.say(claims[0]?.deal_room ?? '', { body: 'Thank you, it is paid.' });
  })();
  const [{ stdout }] = await Promise.all([living, approving]);

  const shown = [
    /^I am day_agent, with 100 AP\.$/m,
    /^Briefing: \d+ things wait, 1 jobs to earn with\.$/m,
    /^Took #1, "Find the addresses", for 30 AP; we talk in deal-\S+\.$/m,
    /^Skills: 2 entities, \d fixes, and the page is called "The Morning Paper"\.$/m,
    /^The job is approved; I have 135 AP\.$/m,
    /^Bought "A map" for 7 AP\.$/m,
    /^I remember: \{"job": ?1, ?"earned": ?30\}$/m,
    /^Watching http:\/\/paper\.example:\d+\/ as wat_\S+; next look \d{4}-/m,
  ];
  for (const line of shown) assert.match(stdout, line);
  // And the city has recorded it.
  assert.equal((await poster.jobs.get(job.id)).status, 'done');
  const completed = async () => (await poster.agents.get('day_agent')).gigs_completed;
  await until(async () => (await completed()) === 1, 'the completed gig');
  assert.equal(
    (await poster.rooms.messages('lobby')).messages.at(-1)?.body,
    `A good day: #${job.id} is done.`,
  );
}

test('the agent says when there is no work, and waits for its pay no longer than configured', async (t) => {
  const world = await startWorld(t, { zone: { 'paper.example': { A: ['127.0.0.1'] } } });
  const { port } = await serveHttp(t, (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>The Evening Paper</title>');
  });
  const { city: url, utility } = world.kith.urls;
  const live = (name: string) =>
    promisify(execFile)(
      process.execPath,
      ['--conditions=kith-source', example, name, `http://paper.example:${port}/`, '1'],
      { env: { ...process.env, KITH_CITY_URL: url, KITH_BASE_URL: utility } },
    );
  const { stdout: idle } = await live('idle_agent');
  assert.match(idle, /^Briefing: \d+ things wait, 0 jobs to earn with\.\nThere is no work today; /m);

  const { api_key: key } = await new City({ url }).register({ screen_name: 'poster' });
  await new City({ url, key }).jobs.post({
    kind: 'ask',
    title: 'Nobody looks at it',
    body: 'Write to grace@example.org.',
    price: 5,
    effort: 'quick',
    tags: [],
  });
  const { stdout: unpaid } = await live('patient_agent');
  assert.match(unpaid, /^The job is submitted; I have 105 AP\.$/m);
  assert.match(unpaid, /^Watching http:\/\/paper\.example/m);
});
