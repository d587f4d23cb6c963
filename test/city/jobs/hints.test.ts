import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { JobRefusal } from '../../../src/city/jobs/refusals.ts';
import type { Answer } from '../../harness/client.ts';
import { callsIn, readCurl } from '../../harness/printed-calls.ts';
import { uncovered } from '../../harness/uncovered.ts';
import { ask, done, liftLimits, makeVeterans, offer, openBoard, Person } from './board.ts';

const { city, database, join, joinRich } = await openBoard();
const [poster, worker, stranger, judge, poor] = [
  await joinRich(100_000),
  await joinRich(100_000),
  await joinRich(100_000),
  await joinRich(100_000),
  await join(),
];

const cheap = { ...ask, price: 1 };

const post = async (fields: object = {}): Promise<number> =>
  (await done(poster.post({ ...cheap, ...fields }))).id;
await post();
await liftLimits(database);
await makeVeterans(database);

async function submitted(fields: object = {}): Promise<number> {
  const id = await post(fields);
  await done(worker.accept(id));
  await done(worker.submit(id));
  return id;
}

async function paid(): Promise<number> {
  const id = await submitted();
  await done(poster.approve(id));
  return id;
}

async function closed(): Promise<number> {
  const id = await post();
  await done(poster.close(id));
  return id;
}

type Refused = readonly [who: Person, answer: Answer];

async function disputed(): Promise<number> {
  const id = await submitted({ evaluator: judge.name });
  await done(poster.deny(id, worker.name));
  await done(worker.dispute(id));
  return id;
}

async function sold(): Promise<number> {
  const id = await post({ kind: 'offer' });
  await done(worker.accept(id));
  await done(poster.submit(id));
  return id;
}

async function soldTwice(): Promise<number> {
  const id = await post({ kind: 'offer', workers: 2 });
  for (const buyer of [worker, stranger]) await done(buyer.accept(id));
  return id;
}

/** At least one way to cause each refusal of the board; each creates its own job. */
const ways: Record<JobRefusal, (() => Promise<Refused>)[]> = {
  own_job: [async () => [poster, await poster.accept(await post())]],
  already_claimed: [async () => [worker, await worker.accept(await submitted({ workers: 2 }))]],
  not_worker: [async () => [stranger, await stranger.submit(await post())]],
  not_payer: [
    async () => [stranger, await stranger.approve(await submitted())],
    async () => [poster, await poster.approve(await sold())],
  ],
  not_party: [async () => [stranger, await stranger.cancel(await post())]],
  not_poster: [async () => [stranger, await stranger.close(await post())]],
  no_claim: [
    async () => [poster, await poster.approve(await post())],
    async () => [poster, await poster.submit(await post({ kind: 'offer' }))],
  ],
  no_proof: [
    async () => {
      const id = await post();
      await done(worker.accept(id));
      return [poster, await poster.approve(id)];
    },
  ],
  already_submitted: [async () => [worker, await worker.submit(await submitted())]],
  already_approved: [
    async () => [poster, await poster.approve(await paid())],
    async () => [worker, await worker.cancel(await paid())],
  ],
  already_decided: [
    async () => {
      const id = await submitted();
      await done(worker.cancel(id));
      return [poster, await poster.approve(id, worker.name)];
    },
  ],
  decide_first: [
    async () => [poster, await poster.close(await submitted())],
    async () => [poster, await poster.cancel(await submitted({ workers: 2 }))],
    async () => [worker, await worker.cancel(await sold())],
    async () => [poster, await poster.close(await sold())],
  ],
  already_closed: [async () => [poster, await poster.close(await closed())]],
  not_closed: [async () => [poster, await poster.reopen(await post())]],
  all_done: [
    async () => {
      const id = await paid();
      await done(poster.close(id));
      return [poster, await poster.reopen(id)];
    },
  ],
  closed: [async () => [worker, await worker.accept(await closed())]],
  no_slot: [async () => [stranger, await stranger.accept(await submitted())]],
  locked: [
    async () => {
      const needed = await post();
      const id = await post({ depends_on: needed });
      await done(poster.close(id));
      await done(poster.close(needed));
      return [poster, await poster.reopen(id)];
    },
    async () => [worker, await worker.accept(await post({ depends_on: await post() }))],
    // The other job is on a board that this caller cannot see.
    async () => [worker, await worker.accept(await post({ depends_on: await post({ room: 'backroom' }) }))],
  ],
  reserved: [async () => [stranger, await stranger.accept(await post({ assign: [worker.name] }))]],
  payer_needed: [
    async () => [poster, await poster.submit(await soldTwice())],
    async () => {
      const id = await soldTwice();
      for (const { name } of [worker, stranger]) await done(poster.submit(id, 'first', { payer: name }));
      return [poster, await poster.amend(id, 'second')];
    },
  ],
  is_evaluator: [async () => [judge, await judge.accept(await post({ evaluator: judge.name }))]],
  not_evaluator: [async () => [poster, await poster.decide(await disputed(), worker.name, true)]],
  nothing_to_amend: [
    async () => {
      const id = await post();
      await done(worker.accept(id));
      return [worker, await worker.amend(id, 'too early')];
    },
  ],
  no_dispute: [
    async () => {
      const id = await submitted();
      await done(poster.deny(id, worker.name));
      return [worker, await worker.dispute(id)];
    },
    async () => [judge, await judge.decide(await submitted({ evaluator: judge.name }), worker.name, true)],
  ],
  already_disputed: [async () => [worker, await worker.dispute(await disputed())]],
  dispute_open: [async () => [poster, await poster.close(await disputed())]],
  wait_after_denial: [
    async () => {
      const id = await submitted();
      await done(poster.deny(id, worker.name));
      return [worker, await worker.accept(id)];
    },
  ],
  too_many_claims: [
    async () => {
      const eager = await join();
      for (let i = 0; i < 10; i++) await done(eager.accept(await post()));
      return [eager, await eager.accept(await post())];
    },
  ],
  worker_needed: [
    async () => {
      const id = await submitted({ workers: 2 });
      await done(stranger.accept(id));
      await done(stranger.submit(id));
      return [poster, await poster.approve(id)];
    },
    async () => {
      const id = await post({ workers: 2 });
      for (const each of [worker, stranger]) await done(each.accept(id));
      return [poster, await poster.extend(id, 4)];
    },
  ],
};

async function keyOf(person: Person, scopes: string[]): Promise<Person> {
  const { api_key } = await done(person.call('POST', '/api/keys', { name: 'narrow', scopes }));
  return new Person(city, { screen_name: person.name, api_key, recovery_code: '' });
}

async function blockerOf(person: Person): Promise<Person> {
  const blocker = await join();
  await done(blocker.call('POST', '/api/blocks', { name: person.name }));
  return blocker;
}

const reword = (id: number, headers?: Record<string, string>) =>
  poster.call('PATCH', `/api/exchange/${id}`, { body: 'Read four papers' }, headers);

/** The same for refusals that the board shares with others, or that concern the text of a job. */
const sharedWays: Record<string, (() => Promise<Refused>)[]> = {
  out_of_scope: [
    async () => {
      const owner = await join();
      return [owner, await (await keyOf(owner, ['read'])).accept(await post())];
    },
    // It may work, but an ask puts AP into escrow.
    async () => {
      const owner = await join();
      return [owner, await (await keyOf(owner, ['read', 'work'])).post(cheap)];
    },
  ],
  blocked: [
    async () => {
      const blocker = await blockerOf(worker);
      const { id } = await done(blocker.post(cheap));
      return [worker, await worker.accept(id)];
    },
    async () => [worker, await worker.post({ ...cheap, assign: [(await blockerOf(worker)).name] })],
  ],
  taken: [
    async () => {
      const id = await post();
      await done(worker.accept(id));
      return [poster, await reword(id)];
    },
    // These cannot be closed: a proof is submitted, the denial can be disputed, or it is closed already.
    async () => [poster, await reword(await submitted())],
    async () => [poster, await reword(await disputed())],
    async () => {
      const id = await paid();
      await done(poster.close(id));
      return [poster, await poster.call('DELETE', `/api/exchange/${id}`)];
    },
  ],
  precondition_failed: [
    async () => {
      const id = await post();
      const { headers } = await poster.call('GET', `/api/exchange/${id}`);
      await done(reword(id));
      return [poster, await reword(id, { 'if-match': headers.etag ?? '' })];
    },
  ],
};
const codeOf = (name: string) => (name === 'closed' ? 'job_closed' : name);

/** Further refusals of the board. */
const others: Record<string, () => Promise<Refused>> = {
  'no such job': async () => [worker, await worker.accept(9_000_000)],
  'no such room': async () => [worker, await worker.call('GET', '/api/exchange?room=backroom')],
  'no such room to post in': async () => [worker, await worker.post({ ...cheap, room: 'backroom' })],
  'no such agent': async () => [worker, await worker.post({ ...cheap, assign: ['nobody_at_all'] })],
  'too dear an ask': async () => [poor, await poor.post({ ...cheap, price: 5_000 })],
  'only unwanted words': async () => [worker, await worker.call('GET', '/api/exchange?q=-research')],
  'oneself reserved for': async () => [worker, await worker.post({ ...cheap, assign: [worker.name] })],
  'no key': async () => [worker, await city.post('/api/exchange', cheap)],
  'too dear an offer': async () => [poor, await poor.accept(await post({ kind: 'offer', price: 5_000 }))],
};

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
    const [, { status, headers, json, text }] = await way();
    assert.ok([400, 401, 403, 404, 409, 412].includes(status), text);
    if (headers['x-error-code']) covered.add(headers['x-error-code']);
    if (code) assert.equal(headers['x-error-code'], code, text);
    const count = callsIn(json.hint).length;
    assert.ok(count > 0, `no call in: ${json.hint}`);
    // A call may change the job, so each starts from a newly caused refusal.
    for (let i = 0; i < count; i++) {
      const [person, again] = await way();
      const { method, path, body } = callsIn(await fillIn(person, again.json.hint))[i]!;
      const followed = await person.call(method, path, body);
      assert.ok(
        followed.status < 300,
        `${again.text}\n${method} ${path} → ${followed.status} ${followed.text}`,
      );
    }
  };
  await Promise.all(all.map(([code, way]) => follow(code, way)));
  assert.deepEqual(await uncovered(city, 'jobs', covered), [], 'a refusal whose hint nobody followed');
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
