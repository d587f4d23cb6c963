import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadImport, importCashouts } from '../../../src/city/money/cashout.ts';
import type { LedgerEntry } from '../../../src/ledger/proof/entry.ts';
import {
  assertLedgerConsistent,
  grant,
  openTestLedger,
  runningBalances,
  type TestLedger,
  waitUntilSealed,
} from '../../fixtures/ledger/test-ledger.ts';
import { type Answer, type RegisteredAgent, register } from '../../harness/client.ts';
import { freshDatabase } from '../../harness/database.ts';
import { Cluster } from './storm-cluster.ts';
import { agentCount, type Operation, planned, rich } from './storm-plan.ts';

const seed = Number(process.env.KITHTEST_SEED ?? 20_261_117);
const operationCount = 2_000;
const callers = 32;
const killsAt = [0.2, 0.45, 0.7];

/** The outcome of one operation, however often it was sent. */
interface Outcome {
  /** Equal for entries, and for operations, that differ only in the resulting balance. */
  readonly what: string;
  /** The response that reported its effect; the same for every retry. */
  readonly done: { seq?: number; balance: number } | undefined;
  readonly replays: number;
  /** Sent without a key to a server that died before it responded. */
  readonly unknown: boolean;
}

class Storm {
  readonly #cluster: Cluster;
  readonly #testLedger: TestLedger;
  readonly #agents: RegisteredAgent[];
  readonly outcomes: Outcome[] = [];
  readonly pinged = new Map<string, Set<string>>();
  imported = 0;
  badImports = 0;
  lost = 0;
  refused = 0;

  constructor(cluster: Cluster, testLedger: TestLedger, agents: RegisteredAgent[]) {
    this.#cluster = cluster;
    this.#testLedger = testLedger;
    this.#agents = agents;
  }

  async run(operation: Operation): Promise<void> {
    switch (operation.does) {
      case 'tip': {
        const [from, to] = [this.#name(operation.agent), this.#name(operation.to)];
        const label = `tip agent:${from} agent:${to} ${operation.amount}`;
        const body = { to: to.toUpperCase(), amount: operation.amount };
        return this.#post(label, operation, '/api/tip', body);
      }
      case 'spend': {
        const from = this.#name(operation.agent);
        const { what, badge } = operation;
        const subject = what === 'badge' ? badge : from;
        const body = { badge: { badge }, banner: { text: `by ${from}` }, 'feature-agent': {} }[what];
        return this.#post(`spend agent:${from} ${what} ${subject}`, operation, `/api/spend/${what}`, body);
      }
      case 'residency': {
        const label = `residency agent:${this.#name(rich)} ${operation.ap}`;
        const body = { ap: operation.ap };
        return this.#post(label, { agent: rich, keying: operation.keying }, '/api/residency/subscribe', body);
      }
      case 'cancel': {
        const listed = await this.#answered('GET', '/api/cashout/request', operation.owner);
        const requests: { id: number }[] = listed.json.requests;
        const { id } = requests[operation.pick % requests.length] ?? { id: 999_999 };
        // Mostly an agent's own; another agent's does not exist for others.
        const agent = operation.pick % 5 ? operation.owner : operation.agent;
        return this.#post(
          `release held:${id} agent:${this.#name(agent)}`,
          { agent, keying: operation.keying },
          '/api/cashout/cancel',
          { id },
        );
      }
      case 'ping': {
        const { json } = await this.#answered('GET', '/api/ping', operation.agent);
        const days = this.pinged.get(json.screen_name) ?? new Set();
        this.pinged.set(json.screen_name, days.add(json.at.slice(0, 10)));
        return;
      }
      case 'import':
        return this.#import(operation.lines);
    }
  }

  #name(agent: number): string {
    return this.#agents[agent]!.screen_name;
  }

  /** A call that changes nothing, or only once, is repeated until it gets a response. */
  async #answered(method: string, path: string, agent: number): Promise<Answer> {
    for (;;) {
      const answer = await this.#cluster.call(method, path, { key: this.#agents[agent]!.api_key });
      if (typeof answer !== 'string') return answer;
      await sleep(20);
    }
  }

  async #post(
    what: string,
    { agent, keying }: { agent: number; keying: 'none' | 'once' | 'thrice' },
    path: string,
    body: object,
  ): Promise<void> {
    const headers: Record<string, string> = keying === 'none' ? {} : { 'idempotency-key': randomUUID() };
    const send = async (): Promise<Answer | 'unknown'> => {
      for (;;) {
        const key = this.#agents[agent]!.api_key;
        const answer = await this.#cluster.call('POST', path, { key, body, headers });
        if (typeof answer !== 'string') return answer;
        if (answer === 'lost') this.lost++;
        if (answer === 'lost' && keying === 'none') return 'unknown';
        await sleep(20);
      }
    };
    const sent = await Promise.all(Array.from({ length: keying === 'thrice' ? 3 : 1 }, send));
    const answers = sent.filter((answer) => answer !== 'unknown');
    const done = answers.filter((answer) => answer.status < 300);
    for (const answer of answers)
      assert.ok(
        answer.status < 500,
        `${path} → ${answer.status} ${answer.text} (request ${answer.headers['x-request-id']})`,
      );
    for (const answer of done)
      assert.deepEqual(answer.json, done[0]?.json, 'a retry gets the first response');
    const replays = done.filter((answer) => answer.headers['idempotency-replayed'] === 'true').length;
    assert.ok(done.length - replays <= 1, 'at most one response is the original');
    if (done.length === 0) this.refused++;
    this.outcomes.push({ what, done: done[0]?.json, replays, unknown: sent.includes('unknown') });
  }

  async #import(lines: { agent: number; ap: number; id: number }[]): Promise<void> {
    const text = lines
      .map(({ agent, ap, id }) =>
        JSON.stringify({
          id: `old-${id}`,
          screen_name: this.#name(agent),
          ap,
          status: id % 7 ? 'pending' : 'paid',
          requested_at: '2025-01-01T00:00:00.000Z',
        }),
      )
      .join('\n');
    try {
      const { imported } = await importCashouts(text, this.#testLedger);
      this.imported += imported;
    } catch (error) {
      assert.ok(error instanceof BadImport, String(error));
      this.badImports++;
    }
  }
}

test('thousands of operations on two servers that are killed repeatedly: nothing lost, doubled or invented', async (t) => {
  t.diagnostic(`seed ${seed}`);
  const database = await freshDatabase();
  t.after(() => database.drop());
  const testLedger = openTestLedger(undefined, database);
  t.after(() => testLedger.close());
  const cluster = await Cluster.start(t, database, 2);
  const agents = await Promise.all(
    Array.from({ length: agentCount }, (_, i) => register(cluster.city, `storm_${i}`)),
  );
  await testLedger.move(
    grant(`agent:storm_${rich}`, 40_000),
    ...agents.slice(1).map(({ screen_name }) => grant(`agent:${screen_name}`, 300)),
  );

  const storm = new Storm(cluster, testLedger, agents);
  await unleash(storm, cluster);

  await waitUntilSealed(database);
  const { text: exported } = await cluster.city.get('/api/ledger/export');
  const { text: checkpoint, headers } = await cluster.city.get('/api/ledger/checkpoint');
  const { entries } = await assertLedgerConsistent(database, testLedger, exported, {
    checkpoint,
    vkey: headers['x-ledger-key']!,
  });
  // As many as were exported: the city may have added an entry of its own since.
  const { json } = await cluster.city.get(`/api/ledger?verify=${entries.length}&limit=1`);
  assert.deepEqual([json.verified.ok, json.verified.checked], [true, entries.length]);

  const [stat] = await database.sql(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  t.diagnostic(`${stat.deadlocks} deadlocks`);
  assertEffects(storm, entries);
  const requests = await database.sql('SELECT id::int, status FROM cashout_request');
  assert.equal(requests.length, storm.imported);
  const held = requests.filter(({ status }) => status !== 'paid').map(({ id }) => `hold:${id}`);
  const refsOf = (kind: string) => entries.filter((entry) => entry.kind === kind).map((entry) => entry.ref);
  assert.deepEqual(refsOf('hold').sort(), held.sort());
  const cancelled = requests.filter(({ status }) => status === 'cancelled').map(({ id }) => `release:${id}`);
  assert.deepEqual(refsOf('release').sort(), cancelled.sort());
  assert.equal(refsOf('welcome').length, agentCount);
  t.diagnostic(
    `${entries.length} entries, ${storm.outcomes.length} writes, ${storm.refused} refused, ${storm.lost} connections lost, ${storm.badImports} imports refused`,
  );
  assert.ok(storm.refused > 200 && storm.outcomes.length - storm.refused > 400 && storm.badImports > 3);
  assert.ok(
    storm.lost > 0 && cluster.kills === killsAt.length,
    'at least one kill must have interrupted an operation',
  );
});

/** Callers work through the plan; a server is killed at regular points of it. */
async function unleash(storm: Storm, cluster: Cluster): Promise<void> {
  const plan = planned(operationCount, seed);
  let next = 0;
  const replacing: Promise<void>[] = [];
  const caller = async () => {
    while (next < plan.length) {
      const operation = plan[next++]!;
      const kill = killsAt.findIndex((share) => next === Math.floor(share * plan.length));
      if (kill >= 0) replacing.push(Promise.all(replacing).then(() => cluster.replace(kill % 2)));
      await storm.run(operation);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await Promise.all(replacing);
}

/**
 * Every movement of an account's AP is one entry, and in the chain's order that entry leaves exactly the balance that
 * the caller was given. So each acknowledged operation has its own entry, and every entry has an operation.
 */
function assertEffects(storm: Storm, entries: readonly LedgerEntry[]): void {
  const running = runningBalances(entries);
  const left = new Map<string, number[]>();
  for (const entry of entries) {
    const movement = whatOf(entry);
    if (!movement) continue;
    const list = left.get(movement.what) ?? [];
    left.set(movement.what, [...list, running.get(movement.account)!.get(entry.seq)!]);
  }
  const unknown = new Map<string, number>();
  for (const outcome of storm.outcomes)
    if (outcome.unknown && !outcome.done) unknown.set(outcome.what, (unknown.get(outcome.what) ?? 0) + 1);

  const seqs = new Set<number>();
  for (const { what, done } of storm.outcomes) {
    if (!done) continue;
    const at = left.get(what)?.indexOf(done.balance) ?? -1;
    assert.ok(at >= 0, `acknowledged but not in the chain: ${what} leaving ${done.balance}`);
    left.get(what)!.splice(at, 1);
    if (done.seq === undefined) continue;
    assert.ok(!seqs.has(done.seq), `two operations have seq ${done.seq}`);
    seqs.add(done.seq);
    const entry = entries[done.seq - 1]!;
    assert.equal(whatOf(entry)?.what, what);
    assert.equal(running.get(entry.from)?.get(entry.seq), done.balance);
  }
  for (const [what, balances] of left)
    assert.ok(balances.length <= (unknown.get(what) ?? 0), `in the chain but never acknowledged: ${what}`);

  for (const [name, days] of storm.pinged) {
    const paid = entries.filter(({ kind, to }) => kind === 'daily' && to === `agent:${name}`);
    assert.deepEqual(
      paid.map(({ at }) => at.slice(0, 10)).sort(),
      [...days].sort(),
      `${name}'s daily grants`,
    );
  }
}

/** How an operation of the plan would identify this entry, and whose balance its caller was given. */
function whatOf({
  kind,
  from,
  to,
  amount,
  memo,
}: LedgerEntry): { what: string; account: string } | undefined {
  if (kind === 'tip') return { what: `tip ${from} ${to} ${amount}`, account: from };
  if (kind === 'spend') return { what: `spend ${from} ${memo}`, account: from };
  if (kind === 'residency') return { what: `residency ${from} ${amount}`, account: from };
  if (kind === 'release') return { what: `release ${from} ${to}`, account: to };
  return undefined;
}
