import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, before, test } from 'node:test';
import { generateKeyPairSigner, getBase58Decoder } from '@solana/kit';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { Payer } from '../../counterparts/solana/payer.ts';
import { challengeOf, type PaymentSetup, startPaymentSetup } from '../../fixtures/payments/payment-setup.ts';
import { afterFile } from '../../harness/after-file.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type CallOptions, register } from '../../harness/client.ts';
import { MovableClock, minuteMs } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';

const file = afterFile();
const clock = new MovableClock(new Date().toISOString());
const path = '/api/x402/tip';
const body = { to: 'bob', amount_usd: 0.25 };
const quarter = 250_000n;
let setup: PaymentSetup;
let app: TestApp;
let key: string;
let wallet: string;

before(async () => {
  if (noSolana) return;
  setup = await startPaymentSetup(file);
  app = await startApp(undefined, { env: setup.env, clock });
  file.after(() => app.stop());
  key = (await register(app.city, 'ada')).api_key;
  const bobs = (await register(app.city, 'bob')).api_key;
  wallet = (await generateKeyPairSigner()).address;
  await setup.ledger.fund(wallet, 0n);
  assert.equal((await app.city.patch('/api/me', { wallet }, { key: bobs })).status, 200);
});
afterEach(async () => {
  if (!setup) return;
  setup.facilitator.behaviour = {};
  await app.database.sql('DELETE FROM payment');
});
const skip = noSolana;

async function signed(intent?: string, payer = setup.payer): Promise<CallOptions> {
  const challenge = challengeOf(await app.city.post(path, body, { key }));
  const payment = await payer.sign(challenge);
  const headers = { 'payment-signature': payment, ...(intent && { 'idempotency-key': intent }) };
  return { key, headers };
}

/** A tip that was sent to be settled and did not land, with nobody waiting for it. */
async function leaveSettling(intent?: string, payer = setup.payer): Promise<CallOptions> {
  const options = await signed(intent, payer);
  setup.facilitator.behaviour = { before: (at) => (at === '/settle' ? 'drop' : undefined) };
  assertRefused(await app.city.post(path, body, options), 503, 'settlement_unknown');
  setup.facilitator.behaviour = {};
  return options;
}

/** Adds transactions of the payer's token account that are not this payment. */
function addHistory(count: number, at: number): void {
  const landed = setup.ledger.landed.at(-1);
  assert.ok(landed, 'a transaction has landed');
  for (let i = 0; i < count; i++)
    setup.ledger.landed.unshift({
      ...landed,
      signature: getBase58Decoder().decode(randomBytes(64)),
      at,
    });
}

/** Runs the reconciler once, and waits until its round is over. */
async function reconcile(): Promise<void> {
  clock.forward(2 * minuteMs);
  const isDone = async () => {
    const [task] = await app.database.sql(
      `SELECT due_at FROM task WHERE kind = 'payments reconcile' AND lease_token IS NULL`,
    );
    return task && task.due_at > clock.now();
  };
  await until(isDone, 'a round of the reconciler');
}

const payments = () => app.database.sql('SELECT * FROM payment ORDER BY created_at');
const tips = () => app.database.sql('SELECT transaction FROM usdc_tip');

/** Older copies of the only payment, with other ids. */
const copyPayment = (count: number) =>
  app.database.sql(
    `INSERT INTO payment SELECT copy.* FROM payment, generate_series(1, ${count}) AS n,
      jsonb_populate_record(payment, jsonb_build_object('id', '\\x' || encode(sha256(n::text::bytea), 'hex'),
        'intent_key', NULL, 'created_at', created_at - interval '1 hour')) AS copy`,
  );

test('a settled tip is executed in the first round beside 500 stuck payments, each of which is asked about', {
  skip,
}, async () => {
  const newcomer = await Payer.create(setup.rpc.url);
  await setup.ledger.fund(newcomer.wallet, 1_000_000n);
  await leaveSettling(undefined, newcomer);
  await copyPayment(500);
  const before = (await tips()).length;
  await app.database.sql('ALTER TABLE usdc_tip ADD CONSTRAINT refused CHECK (false) NOT VALID');
  assert.equal((await app.city.post(path, body, await signed())).status, 500);
  await app.database.sql('ALTER TABLE usdc_tip DROP CONSTRAINT refused');
  await reconcile();
  assert.equal((await tips()).length, before + 1);
  const stuck = async () => (await payments()).filter(({ state }) => state === 'settling');
  for (let round = 1; (await stuck()).some(({ attempts }) => attempts === 0); round++) {
    assert.ok(round < 10, 'a payment waits behind others');
    await reconcile();
  }
  const all = await stuck();
  assert.deepEqual([all.length, all.filter(({ holder }) => holder !== null).length], [501, 0]);
  assert.ok(
    all.every(({ attempts }) => attempts <= 2),
    'none is examined a third time before another is examined',
  );
});

test('a payment that never landed ends and frees its key, whatever the payer did before and since', {
  skip,
}, async () => {
  assert.equal((await app.city.post(path, body, await signed())).status, 201);
  const seconds = Math.floor(Date.now() / 1000);
  addHistory(150, seconds - 7_200);
  await leaveSettling('never-landed');
  addHistory(1_234, seconds);
  setup.ledger.expireBlockhash();
  await reconcile();
  assert.equal((await payments()).filter(({ state }) => state === 'settling').length, 0);
  const again = await app.city.post(path, body, await signed('never-landed'));
  assert.equal(again.status, 201, again.text);
});

test('a payment that landed is found below a thousand later transactions of its payer', {
  skip,
}, async () => {
  const before = (await tips()).length;
  const balance = await setup.ledger.balanceOf(wallet);
  const options = await signed('landed');
  setup.rpc.down = false;
  setup.facilitator.behaviour = {
    after: (at, answer) => {
      if (at !== '/settle') return answer;
      setup.rpc.down = true;
      return 'drop';
    },
  };
  assertRefused(await app.city.post(path, body, options), 503, 'settlement_unknown');
  setup.rpc.down = false;
  addHistory(2_345, Math.floor(Date.now() / 1000));
  setup.ledger.expireBlockhash();
  await reconcile();
  assert.equal((await tips()).length, before + 1);
  const answer = await app.city.post(path, body, options);
  assert.equal(answer.status, 201, answer.text);
  assert.equal((await setup.ledger.balanceOf(wallet)) - balance, quarter);
});

test('a history longer than one turn of the reconciler is read in several', { skip }, async () => {
  await leaveSettling('busy');
  addHistory(21_000, Math.floor(Date.now() / 1000) + 60);
  setup.ledger.expireBlockhash();
  await reconcile();
  assert.deepEqual(await payments(), []);
});

test('an error about one payment leaves no other held', { skip }, async () => {
  await leaveSettling();
  await copyPayment(2);
  const [{ id: broken }] = await payments();
  await app.database.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'this row is refused'; END $$`);
  await app.database.sql(`CREATE TRIGGER refused BEFORE UPDATE ON payment FOR EACH ROW
    WHEN (OLD.id = '\\x${broken.toString('hex')}' AND NEW.holder IS NULL) EXECUTE FUNCTION refuse()`);
  await reconcile();
  const held = (await payments()).filter(({ holder }) => holder !== null).map(({ id }) => id);
  assert.deepEqual(held, [broken]);
  await app.database.sql('DROP TRIGGER refused ON payment');
  const isFree = async () =>
    (await app.database.sql('SELECT FROM payment WHERE held_until > clock_timestamp()')).length === 0;
  await until(isFree, 'its lease ends too');
});
