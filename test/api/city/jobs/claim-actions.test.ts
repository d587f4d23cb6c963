import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ask,
  done,
  forgetDrops,
  liftLimits,
  makeVeterans,
  offer,
  openBoard,
  type Person,
} from '../../../fixtures/city/jobs/board.ts';
import type { Answer } from '../../../harness/client.ts';
import type { PrintedCall } from '../../../harness/printed-calls.ts';
import { fillPlaceholders } from '../../../harness/printed-calls.ts';

const { city, database, join, joinRich } = await openBoard();
const [poster, worker, stranger] = [
  await joinRich(100_000),
  await joinRich(100_000),
  await joinRich(100_000),
];

const post = async (fields: object = {}): Promise<number> =>
  (await done(poster.post({ ...ask, price: 1, ...fields }))).id;
await post();
await liftLimits(database);
await makeVeterans(database);
await forgetDrops(database, worker.name, stranger.name);

/** The states of a job, each newly created; `taker` is the worker of an ask and the payer of an offer. */
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

/** Every call that could be tried, and the names under which it would be listed. */
const tries: [listedAs: string[], go: (who: Person, id: number, worked: string) => Promise<Answer>][] = [
  [['accept'], (who, id) => who.accept(id)],
  [['submit'], (who, id) => who.submit(id)],
  [['amend'], (who, id) => who.amend(id, 'a corrected proof')],
  [['answer'], (who, id) => who.answer(id)],
  [['extend'], (who, id, worked) => who.extend(id, 2, worked)],
  [['approve'], (who, id, worked) => who.approve(id, worked)],
  [['approve'], (who, id) => who.complete(id)],
  [['deny'], (who, id, worked) => who.deny(id, worked)],
  [['release', 'close'], (who, id) => who.cancel(id)],
  [['close'], (who, id) => who.close(id)],
  [['reopen'], (who, id) => who.reopen(id)],
];

interface Action extends PrintedCall {
  readonly action: string;
}

for (const kind of ['ask', 'offer'] as const)
  test(`for an ${kind}, each caller sees exactly the actions it may take`, async () => {
    const worked = kind === 'ask' ? worker.name : poster.name;
    const listedActions = new Set<string>();
    const made = await Promise.all(
      Object.entries(states).map(async ([state, make]) => ({ state, make, id: await make(kind) })),
    );
    const statuses = new Set(
      (await Promise.all(made.map(({ id }) => poster.job(id)))).map((job) => job.status),
    );
    const readLists = async (person: Person) =>
      (await Promise.all([...statuses].map((status) => person.jobs(`?limit=200&status=${status}`)))).flat();
    const lists = new Map(
      await Promise.all(
        [poster, worker, stranger].map(async (person) => [person, await readLists(person)] as const),
      ),
    );
    const tryAll = async ({ state, make, id }: (typeof made)[number]) => {
      const seen = new Map<Person, Action[]>();
      for (const person of [poster, worker, stranger]) {
        const { actions, take_it, pays, costs } = await person.job(id);
        const label = `${person === poster ? 'poster' : person === worker ? 'taker' : 'stranger'}, ${state}`;
        const names = actions.map((each: Action) => each.action);
        assert.equal(new Set(names).size, names.length, label);
        assert.deepEqual(
          [kind === 'ask' ? pays : costs, kind === 'ask' ? costs : pays, take_it !== undefined],
          names.includes('accept') ? [1, undefined, true] : [undefined, undefined, false],
        );
        const listed = lists.get(person)!.find((job) => job.id === id);
        // In a listing, take_it says that the job can be accepted; without other actions there is no actions field.
        const others = actions.filter((each: Action) => each.action !== 'accept');
        assert.deepEqual(listed.actions ?? [], others, `${label}: the list shows the same actions`);
        assert.equal(listed.take_it, take_it, label);
        seen.set(person, actions);
        // A refused call changes nothing, so one job serves for every attempt.
        for (const [names_, go] of tries) {
          if (names_.some((name) => names.includes(name))) continue;
          const { status: refused, text } = await go(person, id, worked);
          assert.ok(refused === 403 || refused === 409, `${label}: ${names_} was not listed → ${text}`);
        }
      }
      for (const [person, actions] of seen)
        for (const { action } of actions) {
          const copy = await make(kind);
          const fresh: Action[] = (await person.job(copy)).actions;
          const { method, path, body } = fresh.find((each) => each.action === action)!;
          const answer = await person.call(method, path, fillPlaceholders(body) ?? undefined);
          assert.ok(
            answer.status < 300,
            `${state}: ${method} ${path} ${JSON.stringify(body)} → ${answer.text}`,
          );
          listedActions.add(action);
        }
      const anonymous = (await city.get(`/api/exchange/${id}`)).json.actions;
      assert.deepEqual(
        anonymous,
        seen.get(stranger)!.filter((each) => each.action === 'accept'),
        `${state}: other agents see only the public actions`,
      );
    };
    await Promise.all(made.map(tryAll));
    assert.deepEqual([...listedActions].toSorted(), [
      'accept',
      'amend',
      'answer',
      'approve',
      ...(kind === 'ask' ? ['cancel'] : []),
      'close',
      'deny',
      'extend',
      'release',
      'reopen',
      'submit',
    ]);
  });

test('a job that the reader may not claim is not offered to it', async () => {
  const [blocker, newcomer] = [await joinRich(1_000), await join()];
  await liftLimits(database);
  const blocked = (await done(blocker.post(ask))).id;
  const blockedOffer = (await done(blocker.post(offer))).id;
  const unaffordable = await post({ kind: 'offer', price: 50_000 });
  const free = await post();
  await done(blocker.call('POST', '/api/blocks', { name: newcomer.name }));
  const offered = async () => {
    const { earn_now } = await done(newcomer.call('GET', '/api/briefing'));
    const listed = [...(await newcomer.jobs('?status=open&limit=200')), ...(await newcomer.jobs('?ai=1'))];
    const single = await Promise.all(
      [blocked, blockedOffer, unaffordable, free].map((id) => newcomer.job(id)),
    );
    const ids = [
      ...earn_now.map((job: { id: number }) => job.id),
      ...[...listed, ...single].filter((job) => job.take_it ?? job.do).map((job) => job.id),
      ...single.filter((job) => job.actions.length > 0).map((job) => job.id),
    ];
    return [blocked, blockedOffer, unaffordable, free].filter((id) => ids.includes(id));
  };
  assert.deepEqual(await offered(), [free]);
  const row = (await newcomer.jobs('?status=open&limit=200')).find((job) => job.id === unaffordable);
  assert.equal(row.costs, 50_000, 'the price of an unaffordable offer is shown');
  for (const id of [blocked, blockedOffer]) assert.equal((await newcomer.accept(id)).status, 403);
  assert.equal((await newcomer.accept(unaffordable)).status, 409);

  for (let i = 0; i < 10; i++) await done(newcomer.accept(await post()));
  assert.deepEqual(await offered(), []);
  assert.equal((await newcomer.accept(free)).status, 409);
});
