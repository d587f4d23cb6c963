import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noSolana } from '../../../counterparts/solana/binary.ts';
import { challengeOf, paying, startPaymentSetup } from '../../../fixtures/payments/payment-setup.ts';
import { covers, type FailureCase, isRefused } from '../../../fixtures/utility/failures/case.ts';
import { cases } from '../../../fixtures/utility/failures/cases.ts';
import { faults } from '../../../fixtures/utility/failures/faults.ts';
import { startFailingWorld } from '../../../fixtures/utility/failures/world.ts';
import { noWebPorts } from '../../../fixtures/utility/internet.ts';
import { whenNotBusy } from '../../../harness/client.ts';

/** Further calls of a payer would wait for its earlier ones. */
const callsAtOnce = 6;

for (const fault of faults) {
  test(`a paid call whose upstream is ${fault} costs nothing`, {
    skip: noSolana || noWebPorts,
  }, async (t) => {
    const setup = await startPaymentSetup(t);
    const { KITH_DNS_SERVERS: _, ...selling } = setup.env;
    const { utility, places } = await startFailingWorld(t, fault, selling);
    let due = 0n;
    const run = async (each: FailureCase) => {
      const path = `/${each.skill}?${new URLSearchParams(each.query(places))}`;
      const challenge = challengeOf(await utility.get(path));
      const payment = await setup.payer.sign(challenge);
      const answer = await whenNotBusy(() => utility.get(path, paying(payment)));
      // What is known of a page behind a wall is free.
      const isDelivered = answer.status === 200 && answer.json.access !== 'blocked';
      await t.test(`${each.skill}: ${each.upstream}`, () => {
        const isCharged = answer.headers['payment-response'] !== undefined;
        assert.equal(isCharged, isDelivered, answer.text);
        assert.equal(answer.status !== 200, isRefused(each), answer.text);
        if (answer.status !== 200) assert.match(answer.json.hint, /nothing was charged/i);
      });
      if (isDelivered) due += BigInt(challenge.accepts[0]?.amount ?? 0);
    };
    const wanted = cases.filter((each) => covers(each, fault));
    const waiting = [...wanted];
    const runNext = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
    };
    await Promise.all(Array.from({ length: callsAtOnce }, runNext));
    assert.equal(await setup.earned(), due, 'only successful responses are charged');
    assert.equal(due > 0n, !wanted.every(isRefused));
  });
}
