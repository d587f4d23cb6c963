import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import fc from 'fast-check';
import { sql } from 'kysely';
import { sell } from '../../../src/city/x402/sale.ts';
import { SolanaChain } from '../../../src/payments/chain.ts';
import { network } from '../../../src/payments/currency.ts';
import { Facilitator } from '../../../src/payments/facilitator.ts';
import { Payments } from '../../../src/payments/payments.ts';
import { PaymentRecords, pruneUnsentPayments } from '../../../src/payments/records.ts';
import { type Database, openDatabase } from '../../../src/platform/db/database.ts';
import type { Transact, Tx } from '../../../src/platform/db/transaction.ts';
import { Refusal } from '../../../src/platform/http/refusal.ts';
import { ServerKey } from '../../../src/platform/keys/server-key.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createDns } from '../../../src/platform/outbound/dns.ts';
import { createOutbound, type Outbound } from '../../../src/platform/outbound/outbound.ts';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { type PaymentSetup, startPaymentSetup } from '../../fixtures/payments/payment-setup.ts';
import { afterFile } from '../../harness/after-file.ts';
import { dayMs, hourMs, MovableClock, minuteMs } from '../../harness/clock.ts';
import { freshDatabase, type TestDatabase } from '../../harness/database.ts';
import { checkHistories } from '../../harness/histories.ts';

const file = afterFile();
let clock = new MovableClock(new Date().toISOString());
const log = createLog({ level: 'silent' });
const offer = { route: '/tip', does: 'Tips.', priceUsd: '0.25' };
let setup: PaymentSetup;
let database: TestDatabase;
let opened: Database;
let outbound: Outbound;

before(async () => {
  if (noSolana) return;
  setup = await startPaymentSetup(file);
  database = await freshDatabase();
  file.after(() => database.drop());
  const { host, port, user, database: name } = database;
  opened = openDatabase(
    { host, port, user, database: name },
    { name: 'histories', connections: 6, onLost: () => {} },
  );
  file.after(() => opened.close());
  await database.sql('CREATE TABLE effect (transaction text, key text)');
  const dns = createDns({ servers: [] });
  outbound = createOutbound({
    dns,
    userAgent: 'kith/test',
    upstreams: [setup.facilitator.url, setup.rpc.url],
  });
  file.after(() => outbound.close());
});

type Death = { readonly step: number; readonly when: 'before' | 'after' } | undefined;

/** A process that may die at any of its steps: before the step has an effect, or after it without learning of it. */
class MortalProcess {
  readonly payments: Payments;
  readonly died = Promise.withResolvers<'died'>();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #death: Death;
  #steps = 0;
  #isDead = false;

  constructor(death: Death, effect: (tx: Tx, transaction: string, key: string) => Promise<void>) {
    this.#death = death;
    const transaction: Transact = (work, options) => this.#step(() => opened.transaction(work, options));
    const facilitator = new Facilitator({ url: setup.facilitator.url, outbound, log });
    const { settle, verify } = facilitator;
    facilitator.settle = (...call) => this.#step(() => settle.apply(facilitator, call));
    facilitator.verify = (...call) => this.#step(() => verify.apply(facilitator, call));
    const chain = new SolanaChain({ url: setup.rpc.url, outbound });
    const { findOutcome } = chain;
    chain.findOutcome = (query) => this.#step(() => findOutcome.call(chain, query));
    const records = new PaymentRecords({ transaction, clock, onError: () => {} });
    const serverKey = new ServerKey(Buffer.alloc(32, 7));
    const { payee } = setup;
    this.payments = new Payments({
      transaction,
      serverKey,
      log,
      clock,
      payee,
      outbound,
      facilitator,
      records,
      chain,
    });
    this.payments.whenPaid<{ key: string }>(offer.route, async (tx, { key }, receipt) => {
      await effect(tx, receipt.transaction, key);
      return { bought: key };
    });
    this.end = async () => {
      await Promise.race([this.died.promise, this.#settled()]);
      records.stop();
    };
  }

  readonly end: () => Promise<void>;

  async #settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  #step<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#take(work);
    this.#pending.add(done);
    const forget = () => void this.#pending.delete(done);
    done.then(forget, forget);
    return done;
  }

  async #take<T>(work: () => Promise<T>): Promise<T> {
    const isLast = !this.#isDead && ++this.#steps === this.#death?.step;
    const end = () => {
      this.#isDead = true;
      this.died.resolve('died');
      return new Promise<never>(() => {});
    };
    if (this.#isDead || (isLast && this.#death?.when === 'before')) return end();
    const result = await work().catch((error: unknown) => (isLast ? end() : Promise.reject(error)));
    return isLast ? end() : result;
  }
}

const recordEffect = async (tx: Tx, transaction: string, key: string): Promise<void> => {
  await sql`INSERT INTO effect VALUES (${transaction}, ${key})`.execute(tx);
};
const failing = async (): Promise<void> => {
  throw new Error('the effect fails');
};

type Chain = 'up' | 'down' | 'lagging';

interface Request {
  readonly is: 'request';
  readonly payment: number;
  readonly key: string;
  readonly settles: 'yes' | 'unheard' | 'never' | 'refused';
  readonly chain: Chain;
  readonly effectFails: boolean;
  readonly answerArrives: boolean;
  readonly death: Death;
}
interface Reconcile {
  readonly is: 'reconcile';
  readonly death: Death;
  readonly chain: Chain;
}
type Command =
  | Request
  | { readonly is: 'both'; readonly requests: readonly [Request, Request] }
  | Reconcile
  | { readonly is: 'reorder'; readonly meanwhile: Request | Reconcile }
  | { readonly is: 'wait' }
  | { readonly is: 'expire' };

/** What the facilitator does with a settlement: lose the request, lose the answer, or refuse. */
function behave({ settles, chain }: Pick<Request, 'settles' | 'chain'>): void {
  Object.assign(setup.rpc, { down: chain === 'down', lagging: chain === 'lagging' });
  setup.facilitator.behaviour = {
    before: (at) => {
      if (at !== '/settle') return undefined;
      if (settles === 'refused')
        return { success: false, errorReason: 'insufficient_funds', transaction: '', network };
      return settles === 'never' ? 'drop' : undefined;
    },
    after: (at, answer) => (at === '/settle' && settles === 'unheard' ? 'drop' : answer),
  };
}

async function send(request: Request, payment: string): Promise<void> {
  const { key, effectFails, answerArrives, death } = request;
  const kith = new MortalProcess(death, effectFails ? failing : recordEffect);
  const hash = (text: string) => createHash('sha256').update(text).digest();
  let answered = (_whole: boolean) => {};
  const facts = {
    id: 'r',
    method: 'POST',
    url: '/tip',
    network: '192.0.2.1',
    ip: '192.0.2.1',
    host: 'kith.test',
    headers: { 'payment-signature': payment },
    signal: new AbortController().signal,
    paidBy: () => {},
    whenAnswered: (listener: (whole: boolean) => void) => {
      answered = listener;
    },
  };
  const idempotency = {
    id: hash(key).toString('hex'),
    scope: 'agent:1',
    keyHash: hash(key),
    requestHash: hash(`tip ${key}`),
    seal: undefined,
  };
  const buyer = {
    request: facts,
    body: { key },
    caller: { subject: 'agent:1' },
    idempotency,
    setHeader: () => {},
  };
  const effect = async (tx: Tx, { transaction }: { transaction: string }) => {
    await (effectFails ? failing() : recordEffect(tx, transaction, key));
    return { bought: key };
  };
  const deps = {
    payments: kith.payments,
    read: opened.read,
    urls: { city: 'http://kith.test', utility: '' },
    clock,
    transaction: opened.transaction,
  };
  const sold = sell(deps, buyer as never, { offer, check: async () => {}, effect, order: { key } }).then(
    () => answered(answerArrives),
    () => answered(false),
  );
  await Promise.race([sold, kith.died.promise]);
  await kith.end();
}

async function reconcile(death: Death): Promise<void> {
  const kith = new MortalProcess(death, recordEffect);
  await Promise.race([kith.payments.reconcile().catch(() => {}), kith.died.promise]);
  await kith.end();
}

/** The leases of the processes that died run out. */
const expireLeases = () => database.sql(`UPDATE payment SET held_until = now() - interval '1 second'`);

async function run(command: Command, payments: readonly string[]): Promise<void> {
  switch (command.is) {
    case 'request':
      behave(command);
      await send(command, payments[command.payment]!);
      break;
    case 'both':
      behave(command.requests[0]);
      await Promise.all(command.requests.map((each) => send(each, payments[each.payment]!)));
      break;
    case 'reconcile':
      behave({ settles: 'yes', chain: command.chain });
      await reconcile(command.death);
      break;
    case 'reorder': {
      const landAgain = setup.ledger.reorder();
      await run(command.meanwhile, payments);
      landAgain();
      break;
    }
    case 'wait':
      clock.forward(minuteMs);
      break;
    case 'expire':
      setup.ledger.expireBlockhash();
  }
  await expireLeases();
}

async function sign(): Promise<string> {
  const kith = new MortalProcess(undefined, recordEffect);
  const request = { method: 'POST', url: '/tip' };
  const challenge = await kith.payments.challenge({
    offer: { ...offer, settleFirst: true },
    baseUrl: 'http://kith.test',
    request: request as never,
  });
  assert.ok(challenge instanceof Refusal);
  return setup.payer.sign(decodePaymentRequiredHeader(challenge.headers['payment-required'] ?? ''));
}

// Mostly one payment, one key and a process that lives, so that short histories come back to what was left open.
const death: fc.Arbitrary<Death> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.integer({ min: 1, max: 9 }), when: fc.constantFrom('before', 'after') }),
  },
);
const request: fc.Arbitrary<Request> = fc.record({
  is: fc.constant('request'),
  payment: fc.constantFrom(0, 0, 0, 1),
  key: fc.constantFrom('first', 'first', 'first', 'second'),
  settles: fc.constantFrom('yes', 'unheard', 'unheard', 'never', 'refused'),
  chain: fc.constantFrom('up', 'down', 'lagging'),
  effectFails: fc.constantFrom(false, false, true),
  answerArrives: fc.boolean(),
  death,
});
const reconciling: fc.Arbitrary<Reconcile> = fc.record({
  is: fc.constant('reconcile'),
  death,
  chain: fc.constantFrom('up', 'up', 'down', 'lagging'),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: request },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('both'), requests: fc.tuple(request, request) }) },
  { weight: 2, arbitrary: reconciling },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('reorder'),
      meanwhile: fc.oneof(request, reconciling),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('wait') }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('expire') }) },
);

const plain: Request = {
  is: 'request',
  payment: 0,
  key: 'first',
  settles: 'yes',
  chain: 'up',
  effectFails: false,
  answerArrives: true,
  death: undefined,
};
const settledUnheardThenRefused: Command[] = [
  { ...plain, settles: 'unheard', chain: 'lagging' },
  { ...plain, settles: 'refused' },
];
const diedAfterSettling: Command[] = [
  { ...plain, death: { step: 5, when: 'after' } },
  { ...plain, payment: 1 },
  { is: 'reconcile', death: { step: 3, when: 'before' }, chain: 'up' },
];
const reorderedWhileUnknown: Command[] = [
  { ...plain, settles: 'unheard', chain: 'down' },
  { is: 'reorder', meanwhile: { is: 'reconcile', death: undefined, chain: 'up' } },
  { is: 'reorder', meanwhile: { ...plain, settles: 'unheard' } },
];

test(
  'in every history each payment ends: charged with its effect once, or not charged and its key free',
  {
    skip: noSolana,
  },
  () =>
    checkHistories(
      fc.asyncProperty(fc.array(command, { minLength: 2, maxLength: 8 }), async (commands) => {
        // The chain has a clock of its own, and both are compared.
        clock = new MovableClock(new Date().toISOString());
        await database.sql('TRUNCATE payment, effect, idempotency');
        await setup.ledger.fund(setup.payer.wallet, 10_000_000n);
        const payments = [await sign(), await sign()];
        const landedBefore = setup.ledger.landed.length;
        for (const each of commands) await run(each, payments);
        // Everything works again, and the payments that were not sent can no longer land.
        behave({ settles: 'yes', chain: 'up' });
        setup.ledger.expireBlockhash();
        for (let round = 0; round < 3; round++) {
          clock.forward(hourMs);
          await reconcile(undefined);
        }
        clock.forward(2 * dayMs);
        await expireLeases();
        await pruneUnsentPayments(opened.transaction, clock);

        const landed = setup.ledger.landed
          .slice(0, setup.ledger.landed.length - landedBefore)
          .map(({ signature }) => signature);
        const effects = await database.sql('SELECT transaction, key FROM effect');
        assert.deepEqual(
          effects.map(({ transaction }) => transaction).sort(),
          landed.toSorted(),
          'one effect for each charge',
        );
        const keys = effects.map(({ key }) => key);
        assert.equal(new Set(keys).size, keys.length, 'one charge for each idempotency key');
        const open = await database.sql(`SELECT state, transaction FROM payment
        WHERE state <> 'settled' OR (answer IS NULL AND answered_at IS NULL)`);
        assert.deepEqual(open, [], 'every payment has ended');
        const kept = await database.sql('SELECT transaction FROM payment');
        assert.deepEqual(
          kept.map(({ transaction }) => transaction).sort(),
          landed.toSorted(),
          'and is on record',
        );
      }),
      { runs: 12, examples: [[settledUnheardThenRefused], [diedAfterSettling], [reorderedWhileUnknown]] },
    ),
);
