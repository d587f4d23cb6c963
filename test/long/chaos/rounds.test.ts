import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { decodePaymentRequiredHeader, decodePaymentSignatureHeader } from '@x402/core/http';
import { randomFrom } from '../../../bench/economy/random.ts';
import { checkExactlyOnce } from '../../../chaos/checks/exactly-once.ts';
import { checkLedger } from '../../../chaos/checks/ledger.ts';
import { checkPayments, readPaymentTotals } from '../../../chaos/checks/payments.ts';
import { checkUploads } from '../../../chaos/checks/uploads.ts';
import { killKith } from '../../../chaos/faults/kith-processes.ts';
import { restartPostgres } from '../../../chaos/faults/postgres.ts';
import { Callers } from '../../../chaos/load/caller.ts';
import type { Operation } from '../../../chaos/load/operation.ts';
import type { Purchase } from '../../../chaos/load/payments.ts';
import { payroll } from '../../../chaos/load/payroll.ts';
import { type ChaosAgent, populate } from '../../../chaos/load/population.ts';
import type { ScheduledWork } from '../../../chaos/load/scheduled-work.ts';
import { planRounds } from '../../../chaos/plan.ts';
import { measureRecovery } from '../../../chaos/recovery.ts';
import { runRound } from '../../../chaos/round.ts';
import { openSite, type Site } from '../../../chaos/site/site.ts';
import { noSolana } from '../../counterparts/solana/binary.ts';

/** Settles a payment without kith. */
async function settle(facilitator: string, payment: string): Promise<void> {
  const paymentPayload = decodePaymentSignatureHeader(payment);
  const body = { x402Version: 2, paymentPayload, paymentRequirements: paymentPayload.accepted };
  const answer = await fetch(`${facilitator}/settle`, { method: 'POST', body: JSON.stringify(body) });
  const said = (await answer.json()) as { success: boolean };
  assert.ok(said.success, JSON.stringify(said));
}

let site: Site;
let agents: ChaosAgent[];
let standing: ScheduledWork[];
before(async () => {
  site = await openSite('plain');
  const callers = new Callers(site.processes);
  assert.notEqual(await measureRecovery({ callers, site }), undefined, 'both processes start');
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
    // How fast it recovers depends on the machine; that it recovers does not.
    assert.notEqual(result.backAfterS, undefined, 'every process serves again');
  });
}

test('the checker finds a lost and a doubled operation', async () => {
  const operations = ['r1 never paid', 'r1 paid twice', 'r1 nobody knows'].map(
    (mark): Operation => ({
      kind: 'sponsorship',
      mark,
      call: { method: 'POST', path: '' },
      answer: mark === 'r1 nobody knows' ? undefined : '{}',
      refused: undefined,
    }),
  );
  await site.sql(`INSERT INTO room_sponsor (room, agent_id, note, from_at, until_at, transaction)
    SELECT 'lobby', 1, 'r1 paid twice', now(), now() + interval '1 hour', 'none' FROM generate_series(1, 2)`);
  assert.deepEqual(await checkExactlyOnce(site, operations), {
    lost: ['r1 never paid'],
    doubled: ['r1 paid twice'],
  });
});

test('the checker finds a payment without a response, a double charge and an unpaid response', {
  skip: noSolana,
}, async () => {
  const { paymentSetup: setup } = site;
  assert.ok(setup);
  const books = await readPaymentTotals(setup);
  const challenge = decodePaymentRequiredHeader(
    (await fetch(`${site.processes[0]?.utility}/dns-lookup?domain=shop.test`)).headers.get(
      'payment-required',
    ) ?? '',
  );
  const price = BigInt(challenge.accepts[0]?.amount ?? 0);
  const purchase = async (mark: string, charged: number, answer?: string): Promise<Purchase> => {
    const payments: string[] = [];
    for (let n = 0; n < Math.max(charged, 1); n++)
      payments.push((await setup.payers[0]?.sign(challenge)) ?? '');
    for (const payment of payments.slice(0, charged)) await settle(setup.facilitator.url, payment);
    const receipt = setup.ledger.landed[0]?.signature;
    const call = { method: 'GET', path: '' } as const;
    return {
      operation: { kind: 'paid call', mark, call, answer, refused: undefined },
      payments,
      price,
      receipt,
    };
  };
  const purchases = [
    await purchase('answered', 1, '{}'),
    await purchase('unanswered', 1),
    await purchase('twice', 2, '{}'),
    await purchase('free', 0, '{}'),
  ];
  const { lost, doubled, problems } = await checkPayments(site, setup, books, purchases);
  assert.deepEqual(lost, ['unanswered', 'free']);
  assert.deepEqual(doubled, ['twice']);
  assert.deepEqual(
    problems.map((problem) => problem.split(':')[0]),
    ['twice', 'free'],
    'their receipts name another transaction',
  );
  const unasked = await checkPayments(site, setup, books, purchases.slice(1));
  assert.match(unasked.problems.join('\n'), /was settled and nobody had asked for it/);
});

test('the checker finds a file that does not read back', async () => {
  const callers = new Callers(site.processes);
  const bytes = Buffer.from('These bytes were acknowledged.');
  const upload = (mark: string, answer: string): Operation => ({
    kind: 'upload',
    mark,
    call: { method: 'POST', path: '/api/upload' },
    answer,
    refused: undefined,
  });
  const kept = await callers.call({
    method: 'POST',
    path: '/api/upload',
    key: agents[0]?.key ?? '',
    bytes,
  });
  const hash = createHash('sha256').update(bytes).digest('hex');
  const answers = [upload(hash, kept?.text ?? ''), upload('other bytes', kept?.text ?? '')];
  const gone = JSON.stringify({ url: `${site.processes[0]?.city}/files/${'0'.repeat(64)}.txt` });
  assert.deepEqual(await checkUploads(callers, [...answers, upload('gone', gone)]), ['other bytes', 'gone']);
  await callers.close();
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
