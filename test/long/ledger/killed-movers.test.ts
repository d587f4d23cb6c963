import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  assertLedgerConsistent,
  grant,
  openTestLedger,
  ownDatabase,
  runningBalances,
  waitUntilSealed,
} from '../../fixtures/ledger/test-ledger.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/until.ts';

const [a, b, c, d] = ['agent:a', 'agent:b', 'agent:c', 'agent:d'] as const;

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
    // The text after the last newline may be half a line.
    lines: () => text.split('\n').slice(0, -1),
    kill,
    stop: async () => {
      child.stdin.write('stop');
      assert.deepEqual(await ended, [0, null]);
    },
  };
}

test('entries committed but not sealed before kill -9 are sealed by the next process', async (t) => {
  const database = await ownDatabase(t);
  const testLedger = openTestLedger(t, database);
  await testLedger.post(grant(a, 10_000));
  const mover = startMover(t, database, 'never-seal', 7);
  const acknowledged = () => mover.lines().filter((line) => !line.startsWith('-'));
  await until(() => acknowledged().length > 50, 'movements were made');
  await mover.kill();
  const [left] = await database.sql('SELECT count(*)::int AS n FROM ledger_entry WHERE seq IS NULL');
  assert.ok(left.n > 50);
  testLedger.sequencer.watch();
  await waitUntilSealed(database);
  const { entries } = await assertLedgerConsistent(database, testLedger);
  const refs = new Set(entries.map((entry) => entry.ref));
  for (const ref of acknowledged()) assert.ok(refs.has(ref));
});

test('three processes post and move concurrently, killed one by one: one chain, no fork, nothing lost', async (t) => {
  const database = await ownDatabase(t);
  const testLedger = openTestLedger(t, database);
  for (const name of [a, b, c, d]) await testLedger.post(grant(name, 60));
  const movers = [
    startMover(t, database, 'mix', 1),
    startMover(t, database, 'post', 2),
    startMover(t, database, 'mix', 3),
  ];
  await until(() => movers.every((mover) => mover.lines().length > 150), 'all three are at it');
  await movers[0]!.kill();
  await until(() => movers.slice(1).every((mover) => mover.lines().length > 300), 'the others go on');
  await movers[1]!.kill();
  movers.push(startMover(t, database, 'post', 4));
  await until(() => movers.slice(2).every((mover) => mover.lines().length > 150), 'a new one joins');
  await Promise.all(movers.slice(2).map((mover) => mover.stop()));
  testLedger.sequencer.watch();
  await waitUntilSealed(database);

  const { entries } = await assertLedgerConsistent(database, testLedger);
  const balances = runningBalances(entries);
  const byRef = new Map(entries.map((entry) => [entry.ref, entry]));
  let refused = 0;
  for (const line of movers.flatMap((mover) => mover.lines())) {
    const [ref = '', seq, balance] = line.split(' ');
    if (ref.startsWith('-')) {
      refused++;
      assert.ok(!byRef.has(ref.slice(1)), `${line} was refused but exists`);
      continue;
    }
    const entry = byRef.get(ref);
    assert.ok(entry, `${line} was acknowledged but is missing`);
    if (seq === undefined) continue;
    assert.equal(entry.seq, Number(seq));
    assert.equal(balances.get(entry.from)?.get(entry.seq), Number(balance));
  }
  assert.ok(refused > 0, 'some transfers must be refused');
});
