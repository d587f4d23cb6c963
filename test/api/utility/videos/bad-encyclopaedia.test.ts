import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { serveHttp } from '../../../counterparts/servers.ts';
import { startApp } from '../../../harness/app.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { assertRefused } from '../../../harness/refused.ts';

const json = { 'content-type': 'application/json' };

/** What a wiki returns, by a word of the topic, and what the refusal then says. */
const faults: Record<string, { readonly answer: (to: ServerResponse) => void; readonly says: RegExp }> = {
  silentia: { answer: () => {}, says: /did not answer/ },
  // A byte now and then: the time is limited as a whole, not between two bytes.
  slowia: {
    answer: (to) => {
      to.writeHead(200, json).write('{');
      const writing = setInterval(() => to.write(' '), 500);
      to.on('close', () => clearInterval(writing));
    },
    says: /did not answer/,
  },
  pagia: {
    answer: (to) => void to.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
    says: /in a form that cannot be read/,
  },
  brokia: { answer: (to) => void to.writeHead(500).end('oops'), says: /status 500/ },
  cutia: { answer: (to) => void to.writeHead(200, json).end('{"pages":[{"key":"A'), says: /cannot be read/ },
  loopia: {
    answer: (to) => void to.writeHead(302, { location: '/w/again?q=loopia' }).end(),
    says: /did not answer/,
  },
  vastia: {
    answer: (to) => void to.writeHead(200, json).end(`{"pages":["${'x'.repeat(10_000_000)}"]}`),
    says: /did not answer/,
  },
};

test('with an encyclopaedia that fails in any way the next source writes, the job says so, and nothing is used up', async (t) => {
  const { port } = await serveHttp(t, (request, response) => {
    const fault = Object.entries(faults).find(([word]) => request.url?.toLowerCase().includes(word))?.[1];
    if (fault) fault.answer(response);
    else response.writeHead(500).end();
  });
  const app = await startApp(t, {
    env: {
      KITH_ROLES: 'city,utility',
      KITH_OUTBOUND_ALLOW: '127.0.0.0/8',
      KITH_VIDEO_REQUIRE_ANSWER: '1',
      KITH_ENCYCLOPAEDIA_URL: `http://127.0.0.1:${port}`,
      KITH_WIKIDATA_URL: `http://127.0.0.1:${port}`,
      KITH_DATA_DIR: await freshDataDir(t),
    },
  });
  const { key } = (await app.utility.post('/ally/register', { agent: 'reader' })).json;
  const me = { ally: key as string };
  await Promise.all(
    Object.entries(faults).map(async ([word, { says }]) => {
      const refused = await app.utility.post('/video', { topic: `When did zorbing begin in ${word}?` }, me);
      assertRefused(refused, 422, 'unanswered', word);
      assert.match(refused.text, /the encyclopaedia was not used/, word);
      assert.match(refused.text, says, word);
    }),
  );
  // The free render is still there, and the dictionary writes what the encyclopaedia did not.
  const made = await app.utility.post('/video', { topic: 'What is serendipity?' }, me);
  assert.equal(made.status, 200, made.text);
  const job = (await app.utility.get(`/video/${made.json.job_id}`, me)).json;
  assert.deepEqual([job.script_by, job.answers_topic], ['dictionary', true]);
  assert.match(job.notes.join(' '), /the encyclopaedia was not used: .*status 500/);
});

test('an emoji alone is the topic that its name says', async (t) => {
  const app = await startApp(t, {
    env: {
      KITH_ROLES: 'city,utility',
      KITH_VIDEO_REQUIRE_ANSWER: '1',
      KITH_ENCYCLOPAEDIA_URL: 'http://127.0.0.1:9',
      KITH_DATA_DIR: await freshDataDir(t),
    },
  });
  const { key } = (await app.utility.post('/ally/register', { agent: 'drawer' })).json;
  const me = { ally: key as string };
  const made = await app.utility.post('/video', { topic: '🐙' }, me);
  assert.equal(made.status, 200, made.text);
  const job = (await app.utility.get(`/video/${made.json.job_id}`, me)).json;
  assert.deepEqual([job.script_by, job.answers_topic], ['almanac', true]);
  assert.match(job.script[0], /octopus/i);
  assertRefused(await app.utility.post('/video', { topic: '!!' }, me), 400, 'invalid_field');
});
