import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { done, offer, type Person } from '../../../fixtures/city/jobs/board.ts';
import { callsIn, fillPlaceholders, readCurl } from '../../../harness/printed-calls.ts';
import { uncovered } from '../../../harness/uncovered.ts';
import {
  cheap,
  city,
  join,
  others,
  post,
  poster,
  type Refused,
  sharedWays,
  soldTwice,
  stranger,
  ways,
  worker,
} from './refusal-cases.ts';

const codeOf = (name: string) => (name === 'closed' ? 'job_closed' : name);

/** Fills in a hint as its reader does: names from the claims that it points to, words of its own. */
async function fillIn(reader: Person, hint: string): Promise<string> {
  const [, list] = /GET (\S+\/claims)/.exec(hint) ?? [];
  const { claims = [] } = list ? await done(reader.call('GET', list)) : {};
  const waiting = claims.find(({ status }: { status: string }) => ['accepted', 'submitted'].includes(status));
  return hint
    .replaceAll('<worker>', waiting?.worker)
    .replaceAll('<payer>', waiting?.payer)
    .replaceAll('<your_name>', `hinted_${++hinted}`)
    .replaceAll('<word>', 'research');
}
let hinted = 0;

test('the hint parser of these tests works', () => {
  assert.deepEqual(callsIn('Do it, POST /api/a/1/b {"worker":"x y"}, or see it: GET /api/a?q=1.'), [
    { method: 'POST', path: '/api/a/1/b', body: { worker: 'x y' } },
    { method: 'GET', path: '/api/a?q=1', body: undefined },
  ]);
});

test('every refusal of the board names a next call that works as printed', async (t) => {
  await done(poster.call('POST', '/api/rooms', { name: 'backroom', topic: 'x', private: true }));
  const all = [
    ...Object.entries({ ...ways, ...sharedWays }).flatMap(([name, some]) =>
      some.map((way) => [codeOf(name), way] as const),
    ),
    ...Object.values(others).map((way) => [undefined, way] as const),
  ];
  const covered = new Set<string>();
  const follow = async (code: string | undefined, way: () => Promise<Refused>) => {
    const first = await way();
    const [, { status, headers, json, text }] = first;
    assert.ok([400, 401, 403, 404, 409, 412].includes(status), text);
    if (headers['x-error-code']) covered.add(headers['x-error-code']);
    if (code) assert.equal(headers['x-error-code'], code, text);
    const count = callsIn(json.hint).length;
    assert.ok(count > 0, `hint without a call: ${json.hint}`);
    // A call may change the job, so each starts from a newly caused refusal.
    for (let i = 0; i < count; i++) {
      const [person, again] = i === 0 ? first : await way();
      const { method, path, body } = callsIn(await fillIn(person, again.json.hint))[i]!;
      const followed = await person.call(method, path, fillPlaceholders(body));
      assert.ok(
        followed.status < 300,
        `${again.text}\n${method} ${path} → ${followed.status} ${followed.text}`,
      );
    }
  };
  await Promise.all(all.map(([code, way]) => follow(code, way)));
  assert.deepEqual(await uncovered(city, 'jobs', covered), [], 'a refusal whose hint was not tested');
  t.diagnostic(`${all.length} refusals`);
});

test('a hint names nobody whom the caller did not name, and keeps the caller’s own words', async () => {
  const named = (hint: string) => [poster, worker, stranger].filter(({ name }) => hint.includes(name));
  const hints = await Promise.all(
    [...ways.decide_first, ...ways.worker_needed, ...ways.payer_needed, ...ways.too_many_claims].map(
      async (way) => (await way())[1].json.hint,
    ),
  );
  for (const hint of hints) assert.deepEqual(named(hint), [], hint);
  const id = await soldTwice();
  const own = (await poster.submit(id, 'page 7 of "the" draft')).json.hint;
  assert.ok(
    own.endsWith(`POST /api/exchange/${id}/submit {"proof":"page 7 of \\"the\\" draft","payer":"<payer>"}`),
    own,
  );
});

test('a refusal over the daily limit says when to retry', async () => {
  const eager = await join();
  for (let i = 0; i < 5; i++) await done(eager.post(cheap));
  const { headers, json } = await eager.post(cheap);
  assert.match(json.hint, new RegExp(`^Retry in ${headers['retry-after']} s`));
});

const run = promisify(execFile);
const shell = (command: string, key: string) =>
  run('bash', ['-c', command], { env: { PATH: process.env.PATH ?? '', API_KEY: key } });
const curl = await run('curl', ['--version']).then(
  () => false,
  () => 'there is no curl here to run the printed commands with',
);

test('take_it takes the job when run as printed', { skip: curl }, async () => {
  const asked = await post();
  const sale = await post({ ...offer, price: 1 });
  const listed = await worker.jobs('?limit=200');
  await post({ title: 'For the newcomer' });
  const newcomer = await city.post('/api/register', { screen_name: 'hint_newcomer' });
  const open = await done(city.get(`/api/exchange/${await post()}`));
  const commands: [Person | { key: string }, { id: number; take_it: string }][] = [
    [stranger, listed.find((job) => job.id === asked)],
    [worker, listed.find((job) => job.id === sale)],
    [stranger, open],
    [{ key: newcomer.json.api_key }, newcomer.json.earn_now[0]],
  ];
  for (const [{ key }, job] of commands) {
    const { stdout } = await shell(job.take_it, key);
    const answer = JSON.parse(stdout);
    assert.deepEqual(
      [answer.job?.id, answer.claim?.status],
      [job.id, 'accepted'],
      `${job.take_it}: ${stdout}`,
    );
  }
  assert.deepEqual((await worker.claims(sale))[0].payer, worker.name);
});

test('the command in the hint for an invalid post posts a job', { skip: curl }, async () => {
  const { json } = await stranger.post({ ...cheap, title: "The reader's own", price: 'much' });
  const [command] = /curl .*$/.exec(json.hint)!;
  const { data = '' } = readCurl(command, { API_KEY: stranger.key });
  assert.deepEqual(JSON.parse(data), { ...cheap, title: "The reader's own", price: '<price>' });
  const { stdout } = await shell(command.replace('"<price>"', '3'), stranger.key);
  const { status, title, price } = JSON.parse(stdout);
  assert.deepEqual([status, title, price], ['open', "The reader's own", 3], `${command}: ${stdout}`);
});
