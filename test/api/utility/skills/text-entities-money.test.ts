import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedWorld } from '../../../fixtures/utility/world.ts';

test('both ends of a range have the currency and scale of the whole', async () => {
  const { utility, ally } = await sharedWorld();
  const find = async (text: string, country?: string) => {
    const { json } = await utility.post('/text-entities', { text, ...(country && { country }) }, { ally });
    return json.money.map((each: Record<string, unknown>) => `${each.text}: ${each.amount} ${each.currency}`);
  };
  const cases: [string, string[]][] = [
    ['It costs $5-10 a month', ['$5: 5 USD', '10: 10 USD']],
    ['€2–3 million', ['€2: 2000000 EUR', '3 million: 3000000 EUR']],
    ['£10-12k a year', ['£10: 10000 GBP', '12k: 12000 GBP']],
    ['$5M-10M', ['$5M: 5000000 USD', '10M: 10000000 USD']],
    ['between 5-10 USD', ['5: 5 USD', '10 USD: 10 USD']],
    ['500〜600円', ['500: 500 JPY', '600円: 600 JPY']],
    ['$400-$500', ['$400: 400 USD', '$500: 500 USD']],
    ['$5-10% of it', ['$5: 5 USD']],
    ['$5-a-day', ['$5: 5 USD']],
    ['call 1-800-10 USD', ['10 USD: 10 USD']],
    ['on $3-4-2020', []],
    ['only 99¢ each, or 50 ¢', ['99¢: 0.99 USD', '50 ¢: 0.5 USD']],
    ['S/ 50, S/.20 y S/50.00', ['S/ 50: 50 PEN', 'S/.20: 20 PEN', 'S/50.00: 50 PEN']],
    ['an IBM S/390, SAP S/4HANA, files/ 50, w/s/ 50', []],
  ];
  for (const [text, wanted] of cases) assert.deepEqual(await find(text), wanted, text);
  assert.deepEqual(await find('cuesta S/50', 'PE'), ['S/50: 50 PEN']);
});
