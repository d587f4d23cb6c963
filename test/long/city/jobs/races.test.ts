import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ask,
  done,
  forgetDrops,
  liftLimits,
  makeVeterans,
  offer,
  Person,
  trusting,
} from '../../../fixtures/city/jobs/board.ts';
import {
  assertLedgerConsistent,
  grant,
  openTestLedger,
  type TestLedger,
  waitUntilSealed,
} from '../../../fixtures/ledger/test-ledger.ts';
import { type Answer, type Client, PatientClient, register } from '../../../harness/client.ts';
import { freshDatabase, type TestDatabase } from '../../../harness/database.ts';
import { onDatabase, spawnKith } from '../../../harness/process.ts';

/** Rounds per race; KITHTEST_ROUNDS changes it. The rounds of a batch run concurrently, each on its own job. */
const rounds = Number(process.env.KITHTEST_ROUNDS ?? 200);
const batch = 20;
/** Rounds of races with fifty callers, and of variants whose main race runs in full. */
const fewer = Math.min(rounds, 50);
/** Fifty callers per round, so one round at a time: otherwise calls wait for a connection until they are refused. */
const crowdBatch = 1;
const price = 3;

let database: TestDatabase;
let testLedger: TestLedger;
let cities: Client[];
let turn = 0;
/** Consecutive calls alternate between the two servers. */
const city = () => cities[turn++ % cities.length]!;
let posters: Person[];
let workers: Person[];
const ended: (() => Promise<unknown>)[] = [];

async function people(count: number, ap = 0): Promise<Person[]> {
  const all: Person[] = [];
  for (let made = 0; made < count; made += 10) {
    const some = Array.from(
      { length: Math.min(10, count - made) },
      async () => new Person(city, await register(city())),
    );
    all.push(...(await Promise.all(some)));
  }
  if (ap > 0) await testLedger.move(...all.map((person) => grant(`agent:${person.name}`, ap)));
  return all;
}

before(async () => {
  database = await freshDatabase();
  const env = { ...onDatabase(database), ...trusting, KITH_LOG_LEVEL: 'warn', KITH_ROLES: 'city,worker' };
  const scope = { after: (clean: () => Promise<unknown>) => void ended.push(clean) };
  const servers = await Promise.all([spawnKith(scope, env), spawnKith(scope, env)]);
  cities = servers.map((server) => new PatientClient(server.city.url));
  testLedger = openTestLedger(undefined, database, { connections: 2 });
  posters = await people(batch, 100_000);
  workers = await people(50);
  await Promise.all(posters.map((poster) => done(poster.post({ ...offer, price }))));
  await liftLimits(database);
  await makeVeterans(database);
  await forgetDrops(database, ...workers.map(({ name }) => name));
});

after(async () => {
  await Promise.all(ended.map((clean) => clean()));
  await testLedger.close();
  await database.drop();
});

interface Round {
  readonly id: number;
  readonly poster: Person;
  readonly worker: Person;
  readonly i: number;
}

/** Invariants of a round's claims at the end. */
type Check = (claims: string[]) => void;

/** Many concurrent rounds, each on a job that its own poster just posted. */
async function race(
  fields: object,
  prepare: (round: Round) => Promise<unknown>,
  run: (round: Round) => Promise<Check>,
  [all, size] = [rounds, batch],
): Promise<void> {
  for (let from = 0; from < all; from += size) {
    const ready = posters.slice(0, Math.min(size, all - from)).map(async (poster, i) => {
      const { id } = await done(poster.post({ ...ask, price, ...fields }));
      const round = { id, poster, worker: workers[i % workers.length]!, i: from + i };
      await prepare(round);
      return round;
    });
    const started = await Promise.all(ready);
    const checks = await Promise.all(started.map(run));
    const claims = await claimsOf(started.map((round) => round.id));
    for (const [i, check] of checks.entries()) check(claims.get(started[i]!.id) ?? []);
    await assertEscrow();
  }
}

async function claimsOf(ids: number[]): Promise<Map<number, string[]>> {
  const rows = await database.sql(
    'SELECT job_id::int AS id, array_agg(status ORDER BY id) AS states FROM claim WHERE job_id = ANY ($1) GROUP BY job_id',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.states]));
}

async function takeAndSubmit({ id, worker }: Round) {
  await done(worker.accept(id));
  await done(worker.submit(id));
}

/** Wins and losses: every call that had no effect was refused by the rules, with a next step. */
function count(answers: readonly Answer[]): number {
  for (const { status, text, json } of answers) {
    assert.ok(status < 300 || status === 409 || status === 403, `${status} ${text}`);
    if (status >= 300) assert.ok(json.hint.length > 0, text);
  }
  return answers.filter((answer) => answer.status < 300).length;
}

/**
 * Whenever nothing is in progress: no slot is held twice, no claim is paid twice, and every escrow holds exactly what
 * is open.
 */
async function assertEscrow() {
  const wrong = await database.sql(`
    WITH counted AS (
      SELECT job.id, job.kind, job.status, job.price, job.workers, job.slots_open,
        count(claim.id) FILTER (WHERE claim.status IN ('accepted', 'submitted', 'approved')) AS held,
        count(DISTINCT taker_id) FILTER (WHERE claim.status IN ('accepted', 'submitted', 'approved')) AS holders,
        count(claim.id) FILTER (WHERE claim.status IN ('accepted', 'submitted')) AS active,
        count(claim.id) FILTER (WHERE claim.status = 'approved') AS approved
      FROM job LEFT JOIN claim ON claim.job_id = job.id GROUP BY job.id),
    paid AS (SELECT from_account, count(*) AS times FROM ledger_entry WHERE kind = 'payout' GROUP BY from_account)
    SELECT counted.*, balance AS escrow, times FROM counted
    LEFT JOIN account ON account.name = 'escrow:' || id LEFT JOIN paid ON from_account = 'escrow:' || id
    WHERE held > workers OR holders <> held OR slots_open <> workers - held OR coalesce(times, 0) <> approved
      OR (status = 'closed' AND active > 0)
      OR coalesce(balance, 0) <> price * CASE WHEN status = 'closed' THEN 0 WHEN kind = 'ask' THEN workers - approved ELSE active END`);
  assert.deepEqual(wrong, []);
}

test('fifty workers and three slots: exactly three get one', async () => {
  await race(
    { workers: 3 },
    async () => {},
    async ({ id }) => {
      const answers = await Promise.all(workers.map((worker) => worker.accept(id)));
      assert.equal(count(answers), 3);
      for (const answer of answers)
        if (answer.status !== 201) assert.equal(answer.headers['x-error-code'], 'no_slot', answer.text);
      return (claims) => assert.deepEqual(claims, ['accepted', 'accepted', 'accepted']);
    },
    [fewer, crowdBatch],
  );
});

test('approval, denial, cancel and release of one proof race: exactly one happens', async () => {
  const outcomes = new Map<string, number>();
  await race({}, takeAndSubmit, async ({ id, poster, worker, i }) => {
    const moves = [
      () => poster.approve(id, worker.name),
      () => poster.deny(id, worker.name),
      () => poster.cancel(id),
      () => worker.cancel(id),
    ];
    // Each agent is first once.
    const order = moves.map((_, at) => (at + i) % moves.length);
    const answers = await Promise.all(order.map((at) => moves[at]!()));
    // The poster may also close a job that was decided a moment ago.
    const closed = answers[order.indexOf(2)]!.status < 300;
    assert.equal(count(answers), closed ? 2 : 1, answers.map((answer) => answer.text).join('\n'));
    return (claims) => {
      const [status = '', ...more] = claims;
      assert.ok(['approved', 'denied', 'released'].includes(status), status);
      assert.deepEqual(more, []);
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
    };
  });
  assert.ok(outcomes.size >= 2, `every race had the same outcome, so nothing was tested: ${[...outcomes]}`);
});

test('two approvals of one claim pay once, with and without idempotency keys', async () => {
  await race({}, takeAndSubmit, async ({ id, poster, worker, i }) => {
    const headers: Record<string, string> = i % 2 ? { 'idempotency-key': `pay-${id}` } : {};
    const answers = await Promise.all([
      poster.approve(id, worker.name, headers),
      poster.approve(id, undefined, i % 2 ? { 'idempotency-key': `other-${id}` } : {}),
      poster.approve(id, worker.name, headers),
      poster.complete(id),
    ]);
    const won = count(answers);
    const replays = answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true').length;
    assert.equal(won - replays, 1, answers.map((answer) => answer.text).join('\n'));
    assert.ok(replays <= (i % 2 ? 1 : 0));
    return (claims) => assert.deepEqual(claims, ['approved']);
  });
});

test('closing races accepting: no claim outlives the job', async () => {
  await race(
    { workers: 2 },
    async () => {},
    async ({ id, poster, i }) => {
      const takers = [0, 1, 2].map((at) => workers[(i + at) % workers.length]!);
      const [closed, ...taken] = await Promise.all([
        poster.close(id),
        ...takers.map((taker) => taker.accept(id)),
      ]);
      assert.equal(closed!.status, 200, closed!.text);
      assert.ok(count(taken) <= 2);
      return (claims) => assert.deepEqual(claims, Array(count(taken)).fill('released'));
    },
  );
});

test('reopening races accepting: the escrow is funded once, and slots are filled only from it', async () => {
  await race(
    { workers: 2 },
    ({ id, poster }) => poster.close(id),
    async ({ id, poster, i }) => {
      const takers = [0, 1, 2].map((at) => workers[(i + at) % workers.length]!);
      const [one, two, ...taken] = await Promise.all([
        poster.reopen(id),
        poster.reopen(id),
        ...takers.map((taker) => taker.accept(id)),
      ]);
      assert.equal(count([one!, two!]), 1);
      assert.ok(count(taken) <= 2);
      return (claims) => assert.deepEqual(claims, Array(count(taken)).fill('accepted'));
    },
    [fewer, batch],
  );
});

test('an agent that can pay for one offer takes one of two concurrently', async () => {
  const buyers = await people(batch, 0);
  await testLedger.move(
    ...buyers.map(
      (buyer) => ({ ...grant('sink', 0), from: `agent:${buyer.name}`, amount: 100 - price }) as never,
    ),
  );
  for (let from = 0; from < rounds; from += batch) {
    const sales = await Promise.all(
      posters.slice(0, rounds - from).map(async (seller) => {
        const [a, b] = [
          await done(seller.post({ ...offer, price })),
          await done(seller.post({ ...offer, price })),
        ];
        return [a.id as number, b.id as number] as const;
      }),
    );
    await Promise.all(
      sales.map(async ([a, b], i) => {
        const buyer = buyers[i]!;
        // The same offer twice, and another one: one slot each, with AP for only one.
        const answers = await Promise.all([
          buyer.accept(a),
          buyer.accept(b),
          buyer.accept(a),
          buyer.accept(b),
        ]);
        assert.equal(count(answers), 1, answers.map((answer) => answer.text).join('\n'));
        assert.equal(await buyer.balance(), 0);
        const taken = answers.findIndex((answer) => answer.status === 201) % 2 ? b : a;
        await done(buyer.cancel(taken));
        assert.equal(await buyer.balance(), price);
      }),
    );
    await assertEscrow();
  }
});

test('an ask for the last AP, posted twice concurrently, is posted once', async () => {
  const poorPeople = await people(fewer);
  await Promise.all(
    poorPeople.map(async (poster) => {
      const whole = { ...ask, price: 50, workers: 2 };
      const answers = await Promise.all([poster.post(whole), poster.post(whole)]);
      assert.equal(count(answers), 1);
      assert.equal(await poster.balance(), 0);
      await done(poster.close(answers.find((answer) => answer.status === 201)!.json.id));
    }),
  );
  await assertEscrow();
});

test('after all of this the books balance', async () => {
  await waitUntilSealed(database);
  await assertLedgerConsistent(database, testLedger);
  const [{ sum }] = await database.sql('SELECT sum(balance)::int AS sum FROM account');
  assert.equal(sum, 0);
});
