import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startKith } from '../src/app/kith.ts';
import { readConfig } from '../src/app/settings.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { noSolana } from '../test/counterparts/solana/binary.ts';

/**
 * `npm run demo:pay`: a paid call from its challenge to its receipt, without real money. The chain is a
 * Solana virtual machine in this process, the facilitator and the payer use the official x402 packages, and
 * kith runs in its production configuration.
 */
const say = (text = '') => process.stdout.write(`${text}\n`);
const ends: (() => Promise<unknown>)[] = [];

async function demo(): Promise<void> {
  const { startPaymentSetup, skill } = await import('../test/fixtures/payments/payment-setup.ts');
  const setup = await startPaymentSetup({ after: (end) => void ends.push(end) });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'kith-pay-'));
  ends.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
  const config = readConfig({
    ...setup.env,
    KITH_DATA_DIR: dataDir,
    KITH_CITY_PORT: '0',
    KITH_SELFTEST_INTERVAL_S: '0',
    KITH_VIDEO_SAMPLES: '0',
    KITH_UTILITY_PORT: '0',
  });
  const kith = await startKith(config, {
    log: createLog({ level: 'silent' }),
    clock: systemClock,
  });
  ends.push(() => kith.stop());
  const { ledger, payer, payee } = setup;
  const balances = async (title: string) =>
    say(
      `${title}: payer ${await ledger.balanceOf(payer.wallet)}, payee ${await ledger.balanceOf(payee)} (millionths of a USDC)`,
    );
  const decoded = (header: string | null) =>
    JSON.stringify(JSON.parse(Buffer.from(header ?? '', 'base64').toString()), null, 2);

  say('A Solana virtual machine, a facilitator of the official packages, and kith are up.');
  await balances('Before');
  const url = kith.urls.utility + skill;
  say(`\n1. GET ${skill} without a payment`);
  const unpaid = await fetch(url);
  say(`   ${unpaid.status}; PAYMENT-REQUIRED holds:`);
  say(decoded(unpaid.headers.get('payment-required')));

  say('\n2. The same with the official client, which signs and calls again');
  let header = '';
  const watched: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    header = request.headers.get('payment-signature') ?? header;
    return fetch(request);
  };
  const paid = await payer.fetchWith(watched)(url);
  say(`   ${paid.status}, paid by ${paid.headers.get('x-kith-paid-by')}: ${await paid.text()}`);
  say('   PAYMENT-RESPONSE holds the receipt:');
  say(decoded(paid.headers.get('payment-response')));
  await balances('After');

  say('\n3. The same payment once more');
  const again = await fetch(url, { headers: { 'payment-signature': header } });
  say(
    `   ${again.status} ${again.headers.get('x-error-code')}: ${((await again.json()) as { error: string }).error}`,
  );

  say('\n4. POST /api/x402/priority-register, settled before it is done');
  const register = await payer.fetch(`${kith.urls.city}/api/x402/priority-register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'demo' },
    body: JSON.stringify({ screen_name: 'ada_42' }),
  });
  const { screen_name, balance } = (await register.json()) as { screen_name: string; balance: number };
  say(`   ${register.status}: ${screen_name} has ${balance} AP and a diamond`);
  await balances('At the end');
}

if (noSolana) say(noSolana);
else
  await demo().finally(async () => {
    for (const end of ends.reverse()) await end();
  });
