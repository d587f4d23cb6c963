import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApBudget } from '../../../packages/sdk/src/tools/ap-budget.ts';
import { createTools, type KithTool, type ToolkitOptions } from '../../../packages/sdk/src/tools/toolkit.ts';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { priceUnits, startPaymentSetup } from '../../fixtures/payments/payment-setup.ts';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { app, behind, useSdkApp } from './sdk-app.ts';

useSdkApp();

const named = (tools: readonly KithTool[], name: string): KithTool =>
  tools.find((each) => each.name === name) ?? assert.fail(`no tool ${name}`);

const paidSkill = { skill: 'dns-lookup', params: { domain: 'shop.test' } };

test('AP caps hold for concurrent calls and lost responses; without caps nothing is spent', async (t) => {
  const { city, kith } = await startApp(t);
  const [ada, bob] = [await register(city), await register(city)];
  const tip = (amount: number) => ({ name: 'tip', body: { to: bob.screen_name, amount } });
  const callOf = (spend: ToolkitOptions['spend']) => {
    const options = { key: ada.api_key, city: { url: kith.urls.city }, ...(spend && { spend }) };
    return named(createTools(options), 'call');
  };
  const earned = async () => (await city.get('/api/points', { key: bob.api_key })).json.balance - 100;

  assert.equal((await callOf(undefined).run(tip(1))).code, 'spend_cap');
  const capped = callOf({ ap: { perCall: 10, perDay: 25 } });
  assert.equal((await capped.run(tip(11))).code, 'spend_cap');
  const results = await Promise.all(Array.from({ length: 8 }, () => capped.run(tip(10))));
  assert.equal(results.filter(({ code }) => code === 'spend_cap').length, 6);
  assert.equal(await earned(), 20);
  assert.equal((await capped.run(tip(6))).code, 'spend_cap');
  assert.equal((await capped.run(tip(5))).error, undefined);
  assert.equal(await earned(), 25);
  // What spends nothing is still possible.
  assert.equal((await capped.run({ name: 'points' })).balance, 75);
});

test('a tool call whose response is lost takes effect once, and counts in full', async (t) => {
  const [ada, bob] = [await register(app.city), await register(app.city)];
  const { url } = await behind(t, (seen) => (seen === 0 ? 'lose-after' : undefined));
  const call = named(
    createTools({ key: ada.api_key, city: { url }, spend: { ap: { perCall: 10, perDay: 10 } } }),
    'call',
  );
  assert.equal((await call.run({ name: 'tip', body: { to: bob.screen_name, amount: 4 } })).balance, 96);
  assert.equal((await call.run({ name: 'tip', body: { to: bob.screen_name, amount: 1 } })).code, 'spend_cap');
  assert.equal((await app.city.get('/api/me', { key: ada.api_key })).json.balance, 96);
});

test('a service that cannot be reached is a result too, and an aborted call throws its reason', async () => {
  const [find] = createTools({ city: { url: 'http://127.0.0.1:9', retries: 0 }, only: ['find_work'] });
  assert.equal((await find?.run({}))?.code, 'connection_lost');
  await assert.rejects(
    async () => find?.run({}, { signal: AbortSignal.abort(new Error('enough')) }),
    /enough/,
  );
});

test('only the wanted tools are there', () => {
  assert.deepEqual(
    createTools({ city: false }).map(({ name }) => name),
    ['find_skill', 'call_skill', 'utility_find_call', 'utility_call'],
  );
  const spending = createTools()
    .filter((each) => each.spends)
    .map(({ name }) => name);
  assert.deepEqual(spending, ['take_work', 'call', 'call_skill', 'utility_call']);
});

test('a paid skill is paid for within its caps', { skip: noSolana }, async (t) => {
  const setup = await startPaymentSetup(t);
  const { kith } = await startApp(t, { env: setup.env });
  const payer = async (challenge: object) => ({
    'PAYMENT-SIGNATURE': await setup.payer.sign(challenge as never),
  });
  const skillOf = (perCall: string) =>
    named(
      createTools({ city: false, utility: { url: kith.urls.utility }, spend: { usd: { payer, perCall } } }),
      'call_skill',
    );
  assert.equal((await skillOf('0.002').run(paidSkill)).code, 'over_spend_cap');
  assert.equal(await setup.earned(), 0n);
  assert.equal((await skillOf('0.003').run(paidSkill)).domain, 'shop.test');
  assert.equal(await setup.earned(), priceUnits);
});

test('a budget never allows more than its caps, whatever the order of calls and outcomes', () => {
  const step = fc.record({
    spends: fc.nat(30),
    ends: fc.constantFrom('settled', 'refused', 'unknown'),
    later: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.nat(20), fc.nat(60), fc.array(step, { maxLength: 40 }), (perCall, perDay, steps) => {
      const budget = new ApBudget({ perCall, perDay });
      const open: (() => void)[] = [];
      let spent = 0;
      for (const { spends, ends, later } of steps) {
        const reserved = budget.reserve();
        assert.ok(reserved <= perCall);
        // The server spends at most what was reserved, whether or not we hear of it.
        const took = ends === 'refused' || spends > reserved ? 0 : spends;
        spent += took;
        assert.ok(spent <= perDay, `${spent} of ${perDay}`);
        const settle = () => {
          if (ends !== 'unknown') budget.settle(reserved, took);
        };
        if (later) open.push(settle);
        else settle();
        if (open.length > 3) open.shift()?.();
      }
    }),
  );
});
