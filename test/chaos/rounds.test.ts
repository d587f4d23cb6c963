import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { randomFrom } from '../../bench/economy/random.ts';
import { backAfter } from '../../chaos/back.ts';
import { checkExactlyOnce } from '../../chaos/checks/exactly-once.ts';
import { checkLedger } from '../../chaos/checks/ledger.ts';
import { killKith } from '../../chaos/faults/kith-processes.ts';
import { restartPostgres } from '../../chaos/faults/postgres.ts';
import { Callers } from '../../chaos/load/caller.ts';
import type { Operation } from '../../chaos/load/operation.ts';
import { payroll } from '../../chaos/load/payroll.ts';
import { type ChaosAgent, populate } from '../../chaos/load/population.ts';
import type { StandingWork } from '../../chaos/load/standing.ts';
import { planRounds } from '../../chaos/plan.ts';
import { runRound } from '../../chaos/round.ts';
import { openSite, type Site } from '../../chaos/site/site.ts';

let site: Site;
let agents: ChaosAgent[];
let standing: StandingWork[];
before(async () => {
  site = await openSite('plain');
  const callers = new Callers(site.processes);
  assert.notEqual(await backAfter(callers, site.processes, []), undefined, 'both processes start');
  agents = await populate(callers, 12);
  standing = [await payroll(site, callers, agents)];
  await callers.close();
});
after(() => site?.close());

for (const [n, fault] of [killKith, restartPostgres].entries()) {
  test(`${fault.name}: every acknowledged operation happened exactly once`, async () => {
    const result = await runRound({ site, agents, standing, fault, round: n + 1, random: randomFrom(n) });
    assert.deepEqual(result.problems, []);
    assert.ok(result.acknowledged > 0, 'operations were acknowledged');
    // How fast depends on the machine; that it does at all must not.
    assert.notEqual(result.backAfterS, undefined, 'every process serves again');
  });
}

test('the checker finds a lost and a doubled operation', async () => {
  const operations = ['r1 never sent', 'r1 said twice', 'r1 nobody knows'].map(
    (mark): Operation => ({
      kind: 'message',
      mark,
      call: { method: 'POST', path: '' },
      answer: mark === 'r1 nobody knows' ? undefined : '{}',
      refused: undefined,
    }),
  );
  await site.sql(`INSERT INTO message (room, body, mentions, at)
    SELECT 'lobby', 'r1 said twice', '{}', now() FROM generate_series(1, 2)`);
  assert.deepEqual(await checkExactlyOnce(site, operations), {
    lost: ['r1 never sent'],
    doubled: ['r1 said twice'],
  });
});

test('the checker finds an account that does not add up', async () => {
  await site.sql(`UPDATE account SET balance = balance + 1 WHERE name = 'agent:${agents[0]?.name}'`);
  const problems = await checkLedger(site);
  assert.ok(problems.includes('the accounts add up to 1'), problems.join('\n'));
  assert.ok(
    problems.some((problem) => problem.startsWith('kith admin audit: ')),
    problems.join('\n'),
  );
});

test('a plan uses every fault before it repeats one, in the order of its seed', () => {
  const faults = [killKith, restartPostgres];
  const names = (seed: number) => planRounds(faults, 5, randomFrom(seed)).map(({ name }) => name);
  assert.equal(names(1).length, 5);
  assert.deepEqual(names(7), names(7));
  assert.equal(new Set(names(1).slice(0, 2)).size, 2);
});
