import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Gate, PosterRefusal, RefusalName } from '../../../src/city/jobs/machine.ts';
import type { Answer } from '../../harness/client.ts';
import { ask, done, liftPostLimit, offer, openBoard, type Person } from './board.ts';

const { city, database, join, joinRich } = await openBoard();
const [poster, worker, stranger, poor] = [
  await joinRich(100_000),
  await joinRich(100_000),
  await joinRich(100_000),
  await join(),
];

const cheap = { ...ask, price: 1 };

const post = async (fields: object = {}): Promise<number> =>
  (await done(poster.post({ ...cheap, ...fields }))).id;
await post();
await liftPostLimit(database);

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

async function sold(): Promise<number> {
  const id = await post({ kind: 'offer' });
  await done(worker.accept(id));
  await done(poster.submit(id));
  return id;
}

/** A way to every refusal of the board, and for some more than one; each makes its job anew. */
const ways: Record<RefusalName | PosterRefusal | Gate | 'worker_needed', (() => Promise<Refused>)[]> = {
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
    async () => [worker, await worker.accept(await post({ depends_on: await post() }))],
    // The other one is on a board that this caller does not see.
    async () => [worker, await worker.accept(await post({ depends_on: await post({ room: 'backroom' }) }))],
  ],
  reserved: [async () => [stranger, await stranger.accept(await post({ assign: [worker.name] }))]],
  worker_needed: [
    async () => {
      const id = await submitted({ workers: 2 });
      await done(stranger.accept(id));
      await done(stranger.submit(id));
      return [poster, await poster.approve(id)];
    },
  ],
};
const codeOf = (name: string) => (name === 'closed' ? 'job_closed' : name);

/** What else the board refuses. */
const others: Record<string, () => Promise<Refused>> = {
  'no such job': async () => [worker, await worker.accept(9_000_000)],
  'no such room': async () => [worker, await worker.call('GET', '/api/exchange?room=backroom')],
  'no such room to post in': async () => [worker, await worker.post({ ...cheap, room: 'backroom' })],
  'no such agent': async () => [worker, await worker.post({ ...cheap, assign: ['nobody_at_all'] })],
  'too dear an ask': async () => [poor, await poor.post({ ...cheap, price: 5_000 })],
  'too dear an offer': async () => [poor, await poor.accept(await post({ kind: 'offer', price: 5_000 }))],
};

interface Printed {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The calls that stand in a hint, as `METHOD /path {body}`. */
function callsIn(hint: string): Printed[] {
  const printed = hint.matchAll(/\b(GET|POST|PATCH|PUT|DELETE) (\/[^\s,;]*[^\s,;.:])(?: (\{[^}]*\}))?/g);
  return [...printed].map(([, method, path, body]) => ({
    method: method!,
    path: path!,
    body: body === undefined ? undefined : JSON.parse(body),
  }));
}

test('the reader of hints reads them', () => {
  assert.deepEqual(callsIn('Do it, POST /api/a/1/b {"worker":"x y"}, or see it: GET /api/a?q=1.'), [
    { method: 'POST', path: '/api/a/1/b', body: { worker: 'x y' } },
    { method: 'GET', path: '/api/a?q=1', body: undefined },
  ]);
});

test('every refusal of the board names a next call, which works as it is printed', async (t) => {
  await done(poster.call('POST', '/api/rooms', { name: 'backroom', topic: 'x', private: true }));
  const all = [
    ...Object.entries(ways).flatMap(([name, some]) => some.map((way) => [codeOf(name), way] as const)),
    ...Object.values(others).map((way) => [undefined, way] as const),
  ];
  const follow = async (code: string | undefined, way: () => Promise<Refused>) => {
    const [, { status, headers, json, text }] = await way();
    assert.ok([403, 404, 409].includes(status), text);
    if (code) assert.equal(headers['x-error-code'], code, text);
    const count = callsIn(json.hint).length;
    assert.ok(count > 0, `no call in: ${json.hint}`);
    // A call may change the job, so each is made from the same refusal come by anew.
    for (let i = 0; i < count; i++) {
      const [person, again] = await way();
      const { method, path, body } = callsIn(again.json.hint)[i]!;
      const followed = await person.call(method, path, body);
      assert.ok(
        followed.status < 300,
        `${again.text}\n${method} ${path} → ${followed.status} ${followed.text}`,
      );
    }
  };
  await Promise.all(all.map(([code, way]) => follow(code, way)));
  t.diagnostic(`${all.length} refusals`);
});

test('a refusal over the daily limit says when to come again', async () => {
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

test('take_it takes the job, run as it is printed', { skip: curl }, async () => {
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

test('the command shown to who posts wrongly posts a job', { skip: curl }, async () => {
  const { json } = await stranger.post({ ...cheap, price: 'much' });
  const [command] = /curl .*$/.exec(json.hint)!;
  const { stdout } = await shell(command, stranger.key);
  assert.equal(JSON.parse(stdout).status, 'open', `${command}: ${stdout}`);
});

/** The states a job can be in, each made anew; `taker` is the worker of an ask and the payer of an offer. */
const states: Record<string, (kind: 'ask' | 'offer') => Promise<number>> = {
  open: (kind) => post({ kind }),
  'half taken': async (kind) => {
    const id = await post({ kind, workers: 2 });
    await done(worker.accept(id));
    return id;
  },
  accepted: async (kind) => {
    const id = await post({ kind });
    await done(worker.accept(id));
    return id;
  },
  submitted: async (kind) => {
    const id = await states.accepted!(kind);
    await done((kind === 'ask' ? worker : poster).submit(id));
    return id;
  },
  'half submitted': async (kind) => {
    const id = await states['half taken']!(kind);
    await done((kind === 'ask' ? worker : poster).submit(id));
    return id;
  },
  denied: async (kind) => {
    const id = await states.submitted!(kind);
    await done(kind === 'ask' ? poster.deny(id, worker.name) : worker.deny(id, poster.name));
    return id;
  },
  released: async (kind) => {
    const id = await states.accepted!(kind);
    await done(worker.cancel(id));
    return id;
  },
  done: async (kind) => {
    const id = await states.submitted!(kind);
    await done((kind === 'ask' ? poster : worker).approve(id));
    return id;
  },
  'half done': async (kind) => {
    const id = await states['half submitted']!(kind);
    await done((kind === 'ask' ? poster : worker).approve(id));
    return id;
  },
  closed: async (kind) => {
    const id = await states['half taken']!(kind);
    await done(poster.close(id));
    return id;
  },
  'done and closed': async (kind) => {
    const id = await states.done!(kind);
    await done(poster.close(id));
    return id;
  },
  locked: async (kind) => post({ kind, depends_on: await post() }),
  reserved: (kind) => post({ kind, assign: [worker.name] }),
};

/** Everything that could be tried, and under which names it would be listed. */
const tries: [listedAs: string[], go: (who: Person, id: number, worked: string) => Promise<Answer>][] = [
  [['accept'], (who, id) => who.accept(id)],
  [['submit'], (who, id) => who.submit(id)],
  [['approve'], (who, id, worked) => who.approve(id, worked)],
  [['approve'], (who, id) => who.complete(id)],
  [['deny'], (who, id, worked) => who.deny(id, worked)],
  [['release', 'close'], (who, id) => who.cancel(id)],
  [['close'], (who, id) => who.close(id)],
  [['reopen'], (who, id) => who.reopen(id)],
];

interface Action extends Printed {
  readonly action: string;
}

for (const kind of ['ask', 'offer'] as const)
  test(`of an ${kind}, each caller is told all they may do and nothing else`, async () => {
    const worked = kind === 'ask' ? worker.name : poster.name;
    const told = new Set<string>();
    const tryAll = async (state: string, make: (kind: 'ask' | 'offer') => Promise<number>) => {
      const id = await make(kind);
      const seen = new Map<Person, Action[]>();
      for (const person of [poster, worker, stranger]) {
        const { actions, take_it, pays, status } = await person.job(id);
        const what = `${person === poster ? 'poster' : person === worker ? 'taker' : 'stranger'}, ${state}`;
        const names = actions.map((each: Action) => each.action);
        assert.equal(new Set(names).size, names.length, what);
        assert.deepEqual(
          [pays, take_it !== undefined],
          names.includes('accept') ? [1, true] : [undefined, false],
        );
        const listed = (await person.jobs(`?limit=200&status=${status}`)).find((job) => job.id === id);
        assert.deepEqual(listed.actions, actions, `${what}: a listing says the same`);
        seen.set(person, actions);
        // What is refused leaves all as it was, so one job serves for every try.
        for (const [names_, go] of tries) {
          if (names_.some((name) => names.includes(name))) continue;
          const { status: refused, text } = await go(person, id, worked);
          assert.ok(refused === 403 || refused === 409, `${what}: ${names_} was not listed → ${text}`);
        }
      }
      for (const [person, actions] of seen)
        for (const { action } of actions) {
          const copy = await make(kind);
          const fresh: Action[] = (await person.job(copy)).actions;
          const { method, path, body } = fresh.find((each) => each.action === action)!;
          const answer = await person.call(method, path, body ?? undefined);
          assert.ok(
            answer.status < 300,
            `${state}: ${method} ${path} ${JSON.stringify(body)} → ${answer.text}`,
          );
          told.add(action);
        }
      const anonymous = (await city.get(`/api/exchange/${id}`)).json.actions;
      assert.deepEqual(
        anonymous,
        seen.get(stranger)!.filter((each) => each.action === 'accept'),
        `${state}: a passer-by sees what anybody may take`,
      );
    };
    await Promise.all(Object.entries(states).map(([state, make]) => tryAll(state, make)));
    assert.deepEqual([...told].toSorted(), [
      'accept',
      'approve',
      'close',
      'deny',
      'release',
      'reopen',
      'submit',
    ]);
  });
