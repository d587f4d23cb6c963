import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { openEventBus } from '../../../../src/platform/events/open.ts';
import { done, forgetDrops, makeEvaluator, Person, trusting } from '../../../fixtures/city/jobs/board.ts';
import { assertLedgerConsistent, grant, openTestLedger } from '../../../fixtures/ledger/test-ledger.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { dayMs, hourMs, MovableClock } from '../../../harness/clock.ts';
import { freshDatabase, ownBackends } from '../../../harness/database.ts';
import { checkHistories } from '../../../harness/histories.ts';
import { until } from '../../../harness/until.ts';

const price = 20;
const evaluatorFee = 3;
const clock = new MovableClock('2026-05-01T00:00:00Z');
const database = await freshDatabase();
const startCity = () => startApp(undefined, { clock, database, env: trusting });
let app = await startCity();
const testLedger = openTestLedger(undefined, database, { clock, connections: 2 });
const { host, port, user, database: name } = database;
const bus = await openEventBus({ connection: { host, port, user, database: name } }, () => {});
after(async () => {
  await bus.close();
  await testLedger.close();
  await app.stop();
  await database.drop();
});

const verbs = [
  'accept',
  'submit',
  'amend',
  'approve',
  'deny',
  'dispute',
  'uphold',
  'overrule',
  'release',
  'cancel',
  'extend',
  'talk',
  'answer',
  'close',
  'reopen',
] as const;
type Verb = (typeof verbs)[number];

/** What somebody may do next about a claim in each state. */
const nextVerbs: Record<string, readonly Verb[]> = {
  none: ['accept'],
  denied: ['accept', 'answer'],
  released: ['accept'],
  accepted: ['submit', 'submit', 'talk', 'extend', 'release', 'cancel', 'close'],
  submitted: ['amend', 'approve', 'deny', 'deny', 'release'],
  contestable: ['dispute', 'dispute', 'approve'],
  disputed: ['uphold', 'overrule'],
  approved: ['close'],
};

/** A number chooses one of the verbs whose turn it is; `by` is an agent other than the one whose turn it is. */
interface Act {
  readonly verb: Verb | number;
  readonly job: number;
  readonly taker: number;
  readonly by: number | undefined;
}
interface Terms {
  readonly kind: 'ask' | 'offer';
  readonly workers: number;
  readonly isJudged: boolean;
  readonly killFee: number;
}
type Command =
  | ({ readonly is: 'act'; readonly isRepeated: boolean } & Act)
  | { readonly is: 'together'; readonly acts: readonly Act[] }
  | { readonly is: 'wait'; readonly hours: number }
  | {
      readonly is: 'outage';
      readonly hours: number;
      readonly killed: readonly Act[];
      readonly afterMs: number;
    };

/** The agents of one history, their jobs, and how often each kind of decision was answered with success. */
class Market {
  readonly people: readonly Person[];
  readonly jobs: { readonly id: number; readonly kind: 'ask' | 'offer' }[] = [];
  readonly succeeded = new Map<string, number>();
  #calls = 0;

  private constructor(people: readonly Person[]) {
    this.people = people;
  }

  /** The poster of asks, who also buys; the poster of offers, who also works; a worker; an evaluator. */
  static async open(terms: readonly Terms[]): Promise<Market> {
    const joined = await Promise.all(Array.from({ length: 4 }, () => register(app.city)));
    const market = new Market(joined.map((each) => new Person(() => app.city, each)));
    const [poster, seller, worker, judge] = market.people as [Person, Person, Person, Person];
    await testLedger.move(grant(`agent:${poster.name}`, 500), grant(`agent:${worker.name}`, 100));
    await makeEvaluator(database, judge, evaluatorFee);
    await forgetDrops(database, ...market.people.map(({ name }) => name));
    for (const { kind, workers, isJudged, killFee } of terms) {
      const { id } = await done(
        (kind === 'ask' ? poster : seller).post({
          kind,
          title: 'Read',
          body: 'Read three papers',
          price,
          effort: 'hours',
          workers,
          ...(isJudged && { evaluator: judge.name }),
          ...(kind === 'ask' && { kill_fee_pct: killFee }),
        }),
      );
      market.jobs.push({ id, kind });
    }
    return market;
  }

  count(verb: string, job: number): number {
    return this.succeeded.get(`${verb} ${job}`) ?? 0;
  }

  /** Sends one act once, or again with the same Idempotency-Key: the second answer is the first. */
  async act(act: Act, { isRepeated = false } = {}): Promise<void> {
    const send = await this.#prepare(act);
    const answer = await send();
    assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
    if (isRepeated)
      assert.equal((await send()).status, answer.status, 'a repeated call gets the first answer');
    if (answer.status < 300) send.note();
  }

  /** Sends acts while the service dies, and repeats them once it is back. */
  async actThrough(acts: readonly Act[], restart: () => Promise<void>): Promise<void> {
    const sends = await Promise.all(acts.map((act) => this.#prepare(act)));
    const answers = sends.map((send) => send().catch(() => undefined));
    await restart();
    const first = await Promise.all(answers);
    for (const [i, send] of sends.entries()) {
      const answer = await send();
      const heard = first[i];
      assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
      if (heard && heard.status < 300) assert.equal(answer.status, heard.status, 'what was answered is kept');
      if (answer.status < 300) send.note();
    }
  }

  #note(verb: Verb, job: number): void {
    const key = `${verb} ${this.jobs[job]!.id}`;
    this.succeeded.set(key, (this.succeeded.get(key) ?? 0) + 1);
  }

  async #prepare({ verb: wanted, job, taker, by }: Act) {
    const { id, kind } = this.jobs[job]!;
    const [poster, seller, worker, judge] = this.people as [Person, Person, Person, Person];
    const owner = kind === 'ask' ? poster : seller;
    const other = kind === 'ask' ? [seller, worker][taker]! : [poster, worker][taker]!;
    const [payer, does] = kind === 'ask' ? [owner, other] : [other, owner];
    const verb = typeof wanted === 'number' ? await this.#chooseVerb(id, other, wanted) : wanted;
    const turns: Record<Verb, Person> = {
      accept: other,
      submit: does,
      amend: does,
      approve: payer,
      deny: payer,
      dispute: does,
      uphold: judge,
      overrule: judge,
      release: other,
      cancel: owner,
      extend: payer,
      talk: does,
      answer: does,
      close: owner,
      reopen: owner,
    };
    const proof = { proof: `proof of ${does.name}`, ...(kind === 'offer' && { payer: payer.name }) };
    const bodies: Partial<Record<Verb, object>> = {
      submit: proof,
      amend: proof,
      approve: { worker: does.name },
      deny: { worker: does.name, reason: 'half is missing' },
      dispute: { reason: 'it is all there' },
      uphold: { worker: does.name, approve: false, reason: 'half is missing' },
      overrule: { worker: does.name, approve: true, reason: 'it is all there' },
      cancel: { worker: does.name, reason: 'no longer needed' },
      extend: { worker: does.name, hours: 30 },
      talk: { body: 'here is a draft' },
      answer: { text: 'it was all there' },
      close: { status: 'closed' },
      reopen: { status: 'open' },
    };
    const actor = by === undefined ? turns[verb] : this.people[by]!;
    const action = verb === 'uphold' || verb === 'overrule' ? 'decide' : verb === 'release' ? 'cancel' : verb;
    const isPatch = verb === 'close' || verb === 'reopen';
    const room = verb === 'talk' ? await this.#dealRoom(id, other) : undefined;
    const path =
      verb === 'talk' ? `/api/rooms/${room}/messages` : `/api/exchange/${id}${isPatch ? '' : `/${action}`}`;
    const headers = { 'idempotency-key': `act-${++this.#calls}` };
    const send = () => actor.call(isPatch ? 'PATCH' : 'POST', path, bodies[verb] ?? {}, headers);
    return Object.assign(send, { note: () => this.#note(verb, job) });
  }

  async #chooseVerb(id: number, taker: Person, choice: number): Promise<Verb> {
    const [row] = await database.sql(
      `SELECT job.status, (SELECT status FROM claim WHERE job_id = job.id AND taker = $2 ORDER BY id DESC LIMIT 1)
         AS claim FROM job WHERE id = $1`,
      [id, taker.name],
    );
    const choices = row.status === 'closed' ? (['reopen'] as const) : nextVerbs[row.claim ?? 'none']!;
    return choices[choice % choices.length]!;
  }

  async #dealRoom(id: number, taker: Person): Promise<string> {
    const [claim] = await database.sql(
      'SELECT deal_room FROM claim WHERE job_id = $1 AND taker = $2 ORDER BY id DESC LIMIT 1',
      [id, taker.name],
    );
    return claim?.deal_room ?? 'no-such-room';
  }
}

/** Waits until no task of a claim is due: the rules about deadlines have been applied. */
async function settle(): Promise<void> {
  await until(async () => {
    bus.publish('task.due', { kind: 'claim deadline', due_ms: clock.now().getTime() });
    const due = await database.sql(
      `SELECT kind, last_error FROM task WHERE kind IN ('silence pays', 'claim deadline', 'claim dispute')
       AND due_at <= $1`,
      [clock.now()],
    );
    assert.deepEqual(
      due.filter(({ last_error }) => last_error !== null),
      [],
    );
    return due.length === 0;
  }, 'claims whose time is up have ended');
}

async function run(market: Market, command: Command): Promise<void> {
  switch (command.is) {
    case 'act':
      return market.act(command, command);
    case 'together':
      await Promise.all(command.acts.map((act) => market.act(act)));
      return;
    case 'wait':
      clock.forward(command.hours * hourMs);
      return settle();
    case 'outage':
      await market.actThrough(command.killed, async () => {
        await sleep(command.afterMs);
        await database.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name NOT LIKE 'ledger-test%'
            AND application_name <> '${ownBackends}'`);
        await app.stop();
        clock.forward(command.hours * hourMs);
        app = await startCity();
      });
      return settle();
  }
}

/** In every committed state the escrow of a job holds exactly what is still to be paid, and AP is conserved. */
async function assertConserved(market: Market): Promise<void> {
  const ids = market.jobs.map(({ id }) => id);
  const rows = await database.sql(
    `SELECT job.id, coalesce(account.balance, 0)::int AS held,
       (CASE WHEN job.kind = 'offer' THEN price * open.n
         WHEN closed_at IS NULL THEN price * (workers - paid.n) + evaluator_fee * fees_held ELSE 0 END
         + fees.ap)::int AS owed,
       (SELECT sum(balance)::int FROM account) AS total
     FROM job LEFT JOIN account ON account.name = 'escrow:' || job.id,
       LATERAL (SELECT count(*) AS n FROM claim WHERE job_id = job.id AND claim.status = 'approved') AS paid,
       LATERAL (SELECT count(*) AS n FROM claim WHERE job_id = job.id
         AND claim.status IN ('accepted', 'submitted', 'contestable', 'disputed')) AS open,
       LATERAL (SELECT coalesce(sum(fee_held), 0) AS ap FROM claim WHERE job_id = job.id) AS fees
     WHERE job.id = ANY($1)`,
    [ids],
  );
  for (const { id, held, owed, total } of rows) {
    assert.equal(held, owed, `escrow of job ${id}`);
    assert.equal(total, 0, 'all accounts add up to zero');
  }
}

/** No claim is open, each was paid or refunded once, and each payment has a reason that allows it. */
async function assertEnded(market: Market): Promise<void> {
  for (const { id, kind } of market.jobs) {
    const claims = await database.sql(
      `SELECT claim.*, extract(epoch FROM decided_at - submitted_at)::float / 3600 AS silent_h,
         extract(epoch FROM decided_at - disputed_at)::float / 3600 AS disputed_h, kill_fee_pct, evaluator_fee
       FROM claim JOIN job ON job.id = job_id WHERE job_id = $1`,
      [id],
    );
    const entries = await database.sql(
      `SELECT kind, from_account, to_account, amount::int, ref FROM ledger_entry
       WHERE from_account = $1 OR to_account = $1`,
      [`escrow:${id}`],
    );
    const events = await database.sql('SELECT kind, by FROM job_event WHERE job_id = $1', [id]);
    const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
    const into = entries.filter(({ to_account }) => to_account === `escrow:${id}`);
    assert.equal(sumOf(into) * 2, sumOf(entries), `what went into the escrow of job ${id} came out`);
    assert.equal(
      new Set(entries.map(({ ref }) => ref)).size,
      entries.length,
      'every movement has its own ref',
    );
    for (const claim of claims) {
      const ended = ['approved', 'denied', 'released'].includes(claim.status);
      assert.ok(ended, `claim ${claim.id} of ${claim.worker} is ${claim.status} for good`);
      const paidTo = (ref: string) =>
        entries
          .filter((each) => each.ref === `${ref}:${claim.id}`)
          .map((each) => [each.to_account, each.amount]);
      const isPaid = claim.status === 'approved';
      assert.deepEqual(paidTo('payout:claim'), isPaid ? [[`agent:${claim.worker}`, price]] : []);
      const isRefunded = kind === 'offer' && !isPaid;
      assert.deepEqual(paidTo('refund:claim'), isRefunded ? [[`agent:${claim.payer}`, price]] : []);
      const killFees = paidTo('kill-fee:claim');
      if (killFees.length > 0) {
        assert.deepEqual(killFees, [
          [`agent:${claim.worker}`, Math.floor((price * claim.kill_fee_pct) / 100)],
        ]);
        assert.deepEqual([claim.status, claim.proof], ['released', null]);
      }
      const isDecided = claim.decision !== null;
      const fee = [[`agent:${claim.evaluator}`, evaluatorFee]];
      assert.deepEqual(paidTo('evaluation:claim'), isDecided ? fee : [], 'the fee is for a decision');
      const isOverdue = claim.silent_h >= 7 * 24 || claim.disputed_h >= 48;
      if (isPaid) assert.ok(claim.proof, 'nothing is paid without a proof');
      Object.assign(claim, { isOverdue });
    }
    const paid = claims.filter(({ status }) => status === 'approved');
    const bySilence = events.filter((each) => each.kind === 'auto_approved').length;
    const byDefault = events.filter((each) => each.kind === 'decided' && each.by === null).length;
    assert.equal(
      paid.length,
      market.count('approve', id) + market.count('overrule', id) + bySilence + byDefault,
      'every payment was decided by somebody or by a deadline',
    );
    const byPerson = market.count('approve', id) + market.count('overrule', id);
    assert.ok(
      paid.filter(({ isOverdue }) => isOverdue).length >= paid.length - byPerson,
      'no deadline ran early',
    );
  }
  const wrong = await database.sql(
    `SELECT agent.screen_name, completed, approved, paid.n, given.n FROM agent
     JOIN job_record ON job_record.agent_id = agent.id,
     LATERAL (SELECT count(*) AS n FROM claim WHERE worker_id = agent.id AND status = 'approved') AS paid,
     LATERAL (SELECT count(*) AS n FROM claim WHERE payer_id = agent.id AND status = 'approved') AS given
     WHERE screen_name = ANY($1) AND (completed <> paid.n OR approved <> given.n)`,
    [market.people.map(({ name }) => name)],
  );
  assert.deepEqual(wrong, [], 'records count what happened');
}

const act: fc.Arbitrary<Act> = fc.record({
  verb: fc.oneof(
    { weight: 5, arbitrary: fc.nat({ max: 20 }) },
    { weight: 2, arbitrary: fc.constantFrom(...verbs) },
  ),
  job: fc.constantFrom(0, 0, 1),
  taker: fc.constantFrom(0, 0, 1),
  by: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 }) },
  ),
});
/** Several steps of one claim, so that short histories reach its late states. */
const steps: fc.Arbitrary<Command[]> = fc
  .record({
    job: fc.constantFrom(0, 1),
    taker: fc.constantFrom(0, 1),
    picks: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 6 }),
  })
  .map(({ picks, ...rest }): Command[] =>
    picks.map((verb) => ({ is: 'act', isRepeated: false, verb, by: undefined, ...rest })),
  );
const command: fc.Arbitrary<Command[]> = fc.oneof(
  { weight: 4, arbitrary: steps },
  {
    weight: 4,
    arbitrary: fc
      .tuple(act, fc.boolean())
      .map(([each, isRepeated]): Command[] => [{ is: 'act', isRepeated, ...each }]),
  },
  {
    weight: 3,
    arbitrary: fc
      .array(act, { minLength: 2, maxLength: 4 })
      .map((acts): Command[] => [{ is: 'together', acts }]),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(1, 13, 25, 49, 169).map((hours): Command[] => [{ is: 'wait', hours }]),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        hours: fc.constantFrom(0, 1, 30, 300),
        killed: fc.array(act, { maxLength: 3 }),
        afterMs: fc.integer({ min: 0, max: 20 }),
      })
      .map((outage): Command[] => [{ is: 'outage', ...outage }]),
  },
);
const terms: fc.Arbitrary<Terms> = fc.record({
  kind: fc.constantFrom('ask', 'ask', 'offer'),
  workers: fc.constantFrom(1, 2),
  isJudged: fc.boolean(),
  killFee: fc.constantFrom(0, 50),
});

const judged: Terms = { kind: 'ask', workers: 2, isJudged: true, killFee: 50 };
const act0 = (verb: Verb): Act => ({ verb, job: 0, taker: 0, by: undefined });
const inTurn = (...done: readonly Verb[]): Command[] =>
  done.map((verb) => ({ is: 'act', isRepeated: true, ...act0(verb) }));
const racedAtTheEnd: Command[] = [
  ...inTurn('accept', 'submit', 'deny', 'dispute'),
  { is: 'together', acts: [act0('uphold'), act0('overrule'), act0('approve'), act0('close')] },
];
const overdueWhileDown: Command[] = [
  ...inTurn('accept', 'submit'),
  { is: 'outage', hours: 300, killed: [act0('deny')], afterMs: 3 },
  ...inTurn('dispute'),
  { is: 'wait', hours: 49 },
];
const cancelledUnderWay: Command[] = [
  ...inTurn('accept', 'talk', 'cancel', 'accept'),
  { is: 'wait', hours: 13 },
  { is: 'together', acts: [act0('close'), act0('submit')] },
];

test('in every history each claim ends, paid with a reason or refunded, and its escrow holds what is owed', async () => {
  await checkHistories(
    fc.asyncProperty(
      fc.tuple(terms, terms),
      fc.array(command, { minLength: 3, maxLength: 8 }),
      async (posted, commands) => {
        const market = await Market.open(posted);
        for (const each of commands.flat()) {
          await run(market, each);
          await assertConserved(market);
        }
        // Every deadline passes, and nobody acts.
        clock.forward(10 * dayMs);
        await settle();
        await assertConserved(market);
        for (const { id, kind } of market.jobs) await market.people[kind === 'ask' ? 0 : 1]!.close(id);
        await assertEnded(market);
        await assertConserved(market);
      },
    ),
    {
      runs: 5,
      examples: [
        [[judged, judged], [racedAtTheEnd]],
        [[judged, judged], [overdueWhileDown]],
        [[judged, judged], [cancelledUnderWay]],
      ],
    },
  );
  await assertLedgerConsistent(database, testLedger);
});
