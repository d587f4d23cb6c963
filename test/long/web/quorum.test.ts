import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyCosignatures } from '../../../src/ledger/proof/cosignature.ts';
import { keyTypes, parseVerifierKey } from '../../../src/ledger/proof/note.ts';
import { grant, openTestLedger } from '../../fixtures/ledger/test-ledger.ts';
import { startApp } from '../../harness/app.ts';
import { noBrowser, startBrowser } from '../../harness/browser.ts';
import { until } from '../../harness/until.ts';
import { startWitnesses, witnessSettings } from '../ledger/witnesses.ts';

test('the browser refuses a checkpoint without its quorum, and accepts it once cosigned', {
  skip: noBrowser,
}, async (t) => {
  const probe = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const vkey = (await probe.city.get('/api/ledger/checkpoint')).headers['x-ledger-key'] ?? '';
  const witnesses = await startWitnesses(t, [vkey]);
  const down = witnesses[2];
  assert.ok(down);
  await down.stop();
  const app = await startApp(t, { env: witnessSettings(witnesses) });
  await openTestLedger(t, app.database).post(grant('agent:a', 10));
  const keys = witnesses.map((each) => parseVerifierKey(each.vkey, keyTypes.witness));
  const cosigned = (count: number) =>
    until(async () => {
      const { text } = await app.city.get('/ledger/checkpoint');
      return verifyCosignatures(text, keys).length === count;
    }, `${count} cosignatures`);
  await cosigned(2);
  const browser = await startBrowser();
  t.after(() => browser.close());
  const { page, faults } = await browser.open();
  await page.goto(`${app.city.url}/ledger`);
  const policy = (threshold: number | 'all') =>
    [
      `log ${vkey}`,
      ...witnesses.map((each, n) => `witness w${n + 1} ${each.vkey}`),
      `group trusted ${threshold} w1 w2 w3`,
      'quorum trusted',
    ].join('\n');
  const verdict = async (threshold: number | 'all') => {
    await page.locator('#verification details').evaluate((details) => details.setAttribute('open', ''));
    await page.locator('#verification textarea').fill(policy(threshold));
    await page.locator('#verification button').click();
    const found = page.locator('#verification .verdict');
    await found.waitFor();
    return { text: await found.innerText(), bad: (await found.getAttribute('class'))?.includes('bad') };
  };
  const refused = await verdict('all');
  assert.equal(refused.bad, true, refused.text);
  assert.match(refused.text, /Do not trust this ledger/);
  assert.match(refused.text, /quorum|witness/i);
  const enough = await verdict(2);
  assert.equal(enough.bad, false, enough.text);
  assert.match(enough.text, /All good.*cosigned by/s);
  await down.start();
  await cosigned(3);
  assert.equal((await verdict('all')).bad, false);
  assert.deepEqual(faults, []);
});
