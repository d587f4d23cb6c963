import type { JobRefusal } from '../../../../src/city/jobs/refusals.ts';
import {
  ask,
  done,
  establish,
  forgetDrops,
  liftLimits,
  makeEvaluator,
  makeVeterans,
  Person,
  sharedBoard,
} from '../../../fixtures/city/jobs/board.ts';
import type { Answer } from '../../../harness/client.ts';

const board = await sharedBoard();
const { database, joinRich } = board;
export const { city, join } = board;
export const [poster, worker, stranger] = [
  await joinRich(100_000),
  await joinRich(100_000),
  await joinRich(100_000),
];
const [judge, poor] = [await makeEvaluator(database, await joinRich(100_000), 0), await join()];

export const cheap = { ...ask, price: 1 };

export const post = async (fields: object = {}): Promise<number> =>
  (await done(poster.post({ ...cheap, ...fields }))).id;
await post();
await liftLimits(database);
await makeVeterans(database);
await forgetDrops(database, worker.name, stranger.name);

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

export type Refused = readonly [who: Person, answer: Answer];

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

export async function soldTwice(): Promise<number> {
  const id = await post({ kind: 'offer', workers: 2 });
  for (const buyer of [worker, stranger]) await done(buyer.accept(id));
  return id;
}

/** At least one way to cause each refusal of the board; each creates its own job. */
export const ways: Record<JobRefusal, (() => Promise<Refused>)[]> = {
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
    async () => {
      const id = await post();
      await done(worker.accept(id));
      return [poster, await poster.deny(id, worker.name)];
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
  already_evaluator: [
    async () => [
      judge,
      await judge.call('POST', `/api/exchange/${await post({ evaluator: judge.name })}/evaluate`, {
        accept: true,
      }),
    ],
  ],
  tied_to_evaluator: [
    async () => {
      const tied = await join();
      await done(tied.call('POST', '/api/vouch', { name: judge.name, note: 'a fair one' }));
      return [tied, await tied.accept(await post({ evaluator: judge.name }))];
    },
  ],
  nothing_to_answer: [
    async () => {
      const id = await submitted();
      await done(poster.deny(id, worker.name));
      await done(worker.answer(id));
      return [worker, await worker.answer(id)];
    },
  ],
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
  keep_away: [
    async () => {
      const id = await submitted();
      await done(poster.deny(id, worker.name));
      return [worker, await worker.accept(id)];
    },
    async () => {
      const [id, fickle] = [await post(), await join()];
      await done(fickle.accept(id));
      await done(fickle.cancel(id));
      return [fickle, await fickle.accept(id)];
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
export const sharedWays: Record<string, (() => Promise<Refused>)[]> = {
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
  too_many_searches: [
    async () => {
      const seeker = await join();
      const save = () => seeker.call('POST', '/api/me/searches', { tag: 'x' });
      for (let i = 0; i < 10; i++) await done(save());
      return [seeker, await save()];
    },
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

/** Further refusals of the board. */
export const others: Record<string, () => Promise<Refused>> = {
  'no such job': async () => [worker, await worker.accept(9_000_000)],
  'no such room': async () => [worker, await worker.call('GET', '/api/exchange?room=backroom')],
  'no such room to post in': async () => [worker, await worker.post({ ...cheap, room: 'backroom' })],
  'no such agent': async () => [worker, await worker.post({ ...cheap, assign: ['nobody_at_all'] })],
  'too dear an ask': async () => [poor, await poor.post({ ...cheap, price: 5_000 })],
  'only unwanted words': async () => [worker, await worker.call('GET', '/api/exchange?q=-research')],
  'oneself reserved for': async () => [worker, await worker.post({ ...cheap, assign: [worker.name] })],
  'an evaluator without a record': async () => [
    worker,
    await worker.post({ ...cheap, evaluator: (await join()).name }),
  ],
  'a tied evaluator': async () => {
    const tied = await join();
    await establish(database, tied.name);
    await done(worker.call('POST', '/api/vouch', { name: tied.name, note: 'a friend' }));
    return [worker, await worker.post({ ...cheap, evaluator: tied.name })];
  },
  'no key': async () => [worker, await city.post('/api/exchange', cheap)],
  'too dear an offer': async () => [poor, await poor.accept(await post({ kind: 'offer', price: 5_000 }))],
};
