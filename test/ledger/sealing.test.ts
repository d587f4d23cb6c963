import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { type AccountName, AlreadyMoved, InsufficientFunds } from '../../src/ledger/movement.ts';
import { Sequencer } from '../../src/ledger/sequencer.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Transact } from '../../src/platform/db/transaction.ts';
import { Refusal } from '../../src/platform/http/refusal.ts';
import { startApp } from '../harness/app.ts';
import { register } from '../harness/client.ts';
import { freshDatabase, type TestDatabase } from '../harness/database.ts';
import { allSealed, assertWhole, cause, grant, openWorkbench, runningBalances, tip } from './workbench.ts';

const [a, b, c, d] = ['agent:a', 'agent:b', 'agent:c', 'agent:d'] as const;

async function ownDatabase(t: TestContext): Promise<TestDatabase> {
  const database = await freshDatabase();
  t.after(() => database.drop());
  return database;
}

/** Locks the end of the chain, as a sealing process does, until told. */
async function holdHead(database: TestDatabase): Promise<() => Promise<void>> {
  const { host, port, user, database: name } = database;
  const client = new pg.Client({ host, port, user, database: name });
  await client.connect();
  await client.query('BEGIN; SELECT 1 FROM ledger_head FOR UPDATE');
  return () => client.end();
}

test('what a business transaction moves stands in the chain moments later', async (t) => {
  const { city, database } = await startApp(t);
  const { screen_name } = await register(city);
  await allSealed(database);
  const { json } = await city.get(`/api/ledger?account=agent:${screen_name}&verify=1`);
  assert.deepEqual(
    json.entries.map((entry: { kind: string; amount: number }) => [entry.kind, entry.amount]),
    [['welcome', 100]],
  );
  assert.equal(json.verified.ok, true);
});

test('whoever holds the end of the chain is the only sealer; the others leave, and come back', async (t) => {
  const database = await ownDatabase(t);
  const [one, two] = [openWorkbench(t, database), openWorkbench(t, database)];
  const release = await holdHead(database);
  await one.move(grant(a, 10));
  await two.sequencer.seal();
  const posted = two.post(tip(a, b, 3));
  await sleep(100);
  const [waiting] = await database.sql('SELECT count(*)::int AS n FROM ledger_entry WHERE seq IS NULL');
  assert.equal(waiting.n, 1, 'nobody else sealed it');
  await release();
  assert.deepEqual(await posted, { seq: 2, balance: 7 });
  await assertWhole(database, one);
});

test('a process without the worker role seals too, although the chain was busy when it committed', async (t) => {
  const { city, database } = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const release = await holdHead(database);
  await register(city);
  await sleep(200);
  await release();
  await allSealed(database);
});

test('a transaction that commits after a later one is not lost, and leaves no gap', async (t) => {
  const database = await ownDatabase(t);
  const bench = openWorkbench(t, database);
  await bench.move(grant(a, 100), grant(b, 100), grant(c, 100));
  const early = tip(a, d, 1);
  const late = tip(b, d, 2);
  const open = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  // It takes its id now and commits last; d is touched by the other only, or that one would wait for this.
  const slow = bench.transaction(async (tx) => {
    await bench.ledger.transfer(tx, [{ ...early, to: 'sink' }]);
    written.resolve();
    await open.promise;
  });
  await written.promise;
  await bench.move(late);
  assert.deepEqual(await bench.post(tip(c, d, 3)), { seq: 5, balance: 97 });
  open.resolve();
  await slow;
  await allSealed(database);
  const { entries } = await assertWhole(database, bench);
  const ids = await database.sql('SELECT ref, id::int, seq::int FROM ledger_entry');
  const rowOf = (ref: string) => ids.find((row) => row.ref === ref);
  assert.ok(rowOf(early.ref).id < rowOf(late.ref).id);
  assert.ok(rowOf(early.ref).seq > rowOf(late.ref).seq);
  assert.equal(entries.length, 6);
});

test('more than one sealing takes at once is sealed whole', async (t) => {
  const database = await ownDatabase(t);
  const bench = openWorkbench(t, database);
  const release = await holdHead(database);
  await bench.move(...Array.from({ length: 4_500 }, (_, i) => grant(`agent:n${i % 50}`, 1)));
  await release();
  await allSealed(database);
  assert.equal((await assertWhole(database, bench)).entries.length, 4_500);
});

interface Step {
  readonly how: 'post' | 'move' | 'list' | 'calls';
  readonly hops: readonly number[];
  readonly amount: number;
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly bench: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  how: fc.constantFrom('post', 'post', 'move', 'list', 'calls'),
  hops: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 3, maxLength: 3 }),
  amount: fc.integer({ min: 1, max: 25 }),
  beforeMs: fc.constantFrom(0, 0, 1, 3),
  afterMs: fc.constantFrom(0, 0, 0, 1, 3),
  bench: fc.nat({ max: 2 }),
});

test('in the order of the chain nobody ever overdraws, however postings and business transactions interleave', async (t) => {
  const names: AccountName[] = [a, b, c, d];
  const seed = 20_261_114;
  t.diagnostic(`seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 300, maxLength: 300 }), async (steps) => {
      const database = await freshDatabase();
      const benches = [0, 1, 2].map(() => openWorkbench(undefined, database, { connections: 10 }));
      try {
        // So little that nearly every movement needs one that was made a moment ago.
        await benches[0]!.post(grant(a, 30));
        const run = async ({ how, hops, amount, beforeMs, afterMs, bench: at }: Step) => {
          const bench = benches[at]!;
          // Two calls lock in the order of the calls: against that order they would only wait for each other.
          const path = how === 'calls' ? hops.toSorted() : hops;
          const [first, second, third] = path.map((hop) => names[hop]!) as [
            AccountName,
            AccountName,
            AccountName,
          ];
          const there = tip(first, second, amount);
          const onward = tip(second, third, amount);
          if (how === 'post') {
            const { seq, balance } = await bench.post(there);
            answered.push({ account: first, seq, balance });
            return;
          }
          await bench.transaction(async (tx) => {
            await sleep(beforeMs);
            if (how === 'calls') {
              await bench.ledger.transfer(tx, [there]);
              await sleep(afterMs);
              await bench.ledger.transfer(tx, [onward]);
            } else await bench.ledger.transfer(tx, how === 'list' ? [there, onward] : [there]);
            await sleep(afterMs);
          });
        };
        const answered: { account: string; seq: number; balance: number }[] = [];
        let moved = 0;
        const rest = [...steps];
        const caller = async () => {
          for (let next = rest.pop(); next; next = rest.pop()) {
            await run(next).then(
              () => moved++,
              (error) => assert.ok(error instanceof InsufficientFunds, String(error)),
            );
          }
        };
        let running = true;
        const sealer = async () => {
          while (running) await Promise.all([benches[2]!.sequencer.seal(), sleep(2)]);
        };
        const sealing = sealer();
        await Promise.all(Array.from({ length: 18 }, caller));
        running = false;
        await sealing;
        await allSealed(database);
        const { entries } = await assertWhole(database, benches[0]!);
        assert.ok(moved > 50 && moved < steps.length, `${moved} moved: some must, and some must not`);
        const balances = runningBalances(entries);
        for (const { account, seq, balance } of answered)
          assert.equal(balances.get(account)?.get(seq), balance, `${account} at ${seq}`);
        for (const { errors } of benches) assert.deepEqual(errors, []);
      } finally {
        await Promise.all(benches.map((bench) => bench.close()));
        await database.drop();
      }
    }),
    { numRuns: 2, seed, endOnFailure: true },
  );
});

interface Mover {
  readonly lines: () => string[];
  stop(): Promise<void>;
  kill(): Promise<void>;
}

function startMover(t: TestContext, database: TestDatabase, how: string, seed: number): Mover {
  const { host, port, user, database: name } = database;
  const child = spawn(
    process.execPath,
    [
      path.join(import.meta.dirname, 'mover-process.ts'),
      how,
      JSON.stringify({ host, port, user, database: name }),
      String(seed),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'close');
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  t.after(kill);
  return {
    // What follows the last newline may be half a line.
    lines: () => text.split('\n').slice(0, -1),
    kill,
    stop: async () => {
      child.stdin.write('stop');
      assert.deepEqual(await ended, [0, null]);
    },
  };
}

async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !holds(); await sleep(5)) assert.ok(Date.now() < end, what);
}

test('what a process committed and could not seal before kill -9, the next one seals', async (t) => {
  const database = await ownDatabase(t);
  const bench = openWorkbench(t, database);
  await bench.post(grant(a, 10_000));
  const mover = startMover(t, database, 'never-seal', 7);
  const acknowledged = () => mover.lines().filter((line) => !line.startsWith('-'));
  await until('movements were made', () => acknowledged().length > 50);
  await mover.kill();
  const [left] = await database.sql('SELECT count(*)::int AS n FROM ledger_entry WHERE seq IS NULL');
  assert.ok(left.n > 50);
  bench.sequencer.watch();
  await allSealed(database);
  const { entries } = await assertWhole(database, bench);
  const refs = new Set(entries.map((entry) => entry.ref));
  for (const ref of acknowledged()) assert.ok(refs.has(ref));
});

test('three processes post and move at once, killed one after the other: one chain, no fork, nothing lost', async (t) => {
  const database = await ownDatabase(t);
  const bench = openWorkbench(t, database);
  for (const name of [a, b, c, d]) await bench.post(grant(name, 60));
  const movers = [
    startMover(t, database, 'mix', 1),
    startMover(t, database, 'post', 2),
    startMover(t, database, 'mix', 3),
  ];
  await until('all three are at it', () => movers.every((mover) => mover.lines().length > 150));
  await movers[0]!.kill();
  await until('the others go on', () => movers.slice(1).every((mover) => mover.lines().length > 300));
  await movers[1]!.kill();
  movers.push(startMover(t, database, 'post', 4));
  await until('a new one joins', () => movers.slice(2).every((mover) => mover.lines().length > 150));
  await Promise.all(movers.slice(2).map((mover) => mover.stop()));
  bench.sequencer.watch();
  await allSealed(database);

  const { entries } = await assertWhole(database, bench);
  const balances = runningBalances(entries);
  const byRef = new Map(entries.map((entry) => [entry.ref, entry]));
  let refused = 0;
  for (const line of movers.flatMap((mover) => mover.lines())) {
    const [ref = '', seq, balance] = line.split(' ');
    if (ref.startsWith('-')) {
      refused++;
      assert.ok(!byRef.has(ref.slice(1)), `${line} was refused and is there`);
      continue;
    }
    const entry = byRef.get(ref);
    assert.ok(entry, `${line} was acknowledged and is not there`);
    if (seq === undefined) continue;
    assert.equal(entry.seq, Number(seq));
    assert.equal(balances.get(entry.from)?.get(entry.seq), Number(balance));
  }
  assert.ok(refused > 0, 'some must be refused');
});

test('a movement that cannot be spoils nobody else of its batch', async (t) => {
  const database = await ownDatabase(t);
  const bench = openWorkbench(t, database);
  await bench.post({ ...grant(a, 1_000), ref: 'used before' });
  const good = () => tip(a, b, 1);
  const batch = [
    good(),
    { ...good(), ref: 'used before' },
    good(),
    { ...good(), ref: 'twice' },
    { ...good(), ref: 'twice' },
    tip(c, b, 5),
    good(),
    tip(a, a, 1),
    tip(a, b, 0),
    tip(a, b, 1.5),
    { ...good(), memo: 'half of a pair: \ud800' },
    { ...good(), memo: 'a NUL: \0' },
    { ...good(), memo: 'x'.repeat(70_000) },
    good(),
  ];
  const settled = await Promise.allSettled(batch.map((transfer) => bench.post(transfer)));
  const outcomes = settled.map((each) => (each.status === 'fulfilled' ? 'moved' : each.reason.constructor));
  const made = outcomes.filter((outcome) => outcome === 'moved').length;
  assert.equal(made, 5, String(outcomes));
  for (const i of [0, 2, 3, 6, 13]) assert.equal(outcomes[i], 'moved', `${i}`);
  for (const i of [1, 4]) assert.equal(outcomes[i], AlreadyMoved);
  assert.equal(outcomes[5], InsufficientFunds);
  const { entries } = await assertWhole(database, bench);
  assert.equal(entries.length, 1 + made);
});

test('what could never be sealed is refused where it is written, not found by the sealer', async (t) => {
  const database = await ownDatabase(t);
  const bench = openWorkbench(t, database);
  await bench.move(grant(a, 100));
  for (const bad of [
    { ...tip(a, b, 1), memo: 'half of a pair: \ud800' },
    { ...tip(a, b, 1), memo: 'x'.repeat(70_000) },
    tip(a, a, 1),
    tip(a, b, -1),
    tip(a, b, 2 ** 53),
  ])
    await assert.rejects(bench.move(bad));
  await bench.move(tip(a, b, 1));
  await allSealed(database);
  assert.equal((await assertWhole(database, bench)).entries.length, 2);
});

test('all movements of a cause or none', async (t) => {
  const database = await ownDatabase(t);
  const bench = openWorkbench(t, database);
  await bench.move(grant(a, 10));
  await assert.rejects(bench.move(tip(a, b, 6), tip(a, c, 6)), InsufficientFunds);
  const ref = cause();
  await assert.rejects(bench.move({ ...tip(a, b, 1), ref }, { ...tip(a, c, 1), ref }), AlreadyMoved);
  const many = await Promise.allSettled(
    Array.from({ length: 20 }, () => bench.move({ ...tip(a, b, 1), ref: 'once' })),
  );
  assert.equal(many.filter((each) => each.status === 'fulfilled').length, 1);
  for (const each of many)
    if (each.status === 'rejected') assert.ok(each.reason instanceof AlreadyMoved, String(each.reason));
  await allSealed(database);
  const { verified } = await assertWhole(database, bench);
  assert.deepEqual([verified.balances?.get(a), verified.balances?.get(b)], [9, 1]);
});

test('a queue that is full refuses with 503 and a retry-after, and takes again once it drains', async () => {
  const gate = Promise.withResolvers<void>();
  const stuck: Transact = async () => {
    await gate.promise;
    throw new Error('the database is away');
  };
  const sequencer = new Sequencer({
    transaction: stuck,
    clock: systemClock,
    onError: () => {},
    onSealed: () => {},
  });
  const post = () =>
    sequencer
      .post({ transfer: tip(a, b, 1), claim: undefined, status: 201, answer: () => ({}) })
      .catch((error: unknown) => error);
  const first = Array.from({ length: 10_000 }, post);
  const refused = await post();
  assert.ok(refused instanceof Refusal);
  assert.equal(refused.kind.status, 503);
  assert.equal(refused.headers['retry-after'], '1');
  gate.resolve();
  for (const outcome of await Promise.all(first)) assert.match(String(outcome), /the database is away/);
  assert.match(String(await post()), /the database is away/);
});
