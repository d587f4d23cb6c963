import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../harness/refused.ts';
import { startWorld } from '../world.ts';

test('what a text names, in a query or a body', async (t) => {
  const { utility, ally } = await startWorld(t);
  const find = async (text: string, country?: string) =>
    (await utility.post('/text-entities', { text, ...(country && { country }) }, { ally })).json;

  const text =
    "Mail ada@example.com or 'john.o.neil+x@sub.example.co.uk', call +32 2 212 26 37 or (415) 555-2671, " +
    'see https://example.com/a_(b)?c=1. and example.org/x, from 2001:db8::1 or 192.0.2.7, due 31 March 2026 ' +
    '(2026-04-01T10:00:00Z, 5.4.2026): €1.250,50, USD 3 million, 20 euro, #deal ＃取引 by @ada.';
  const sent = await utility.get(`/text-entities?text=${encodeURIComponent(text)}`, { ally });
  const wanted = {
    emails: ['ada@example.com', 'john.o.neil+x@sub.example.co.uk'],
    urls: ['https://example.com/a_(b)?c=1', 'example.org/x'],
    ips: ['2001:db8::1', '192.0.2.7'],
    phones: ['+3222122637', '+14155552671'],
    dates: ['2026-03-31', '2026-04-01T10:00:00Z', '2026-04-05'],
    hashtags: ['deal', '取引'],
    mentions: ['ada'],
    money: [
      { text: '€1.250,50', amount: 1250.5, currency: 'EUR' },
      { text: 'USD 3 million', amount: 3_000_000, currency: 'USD' },
      { text: '20 euro', amount: 20, currency: 'EUR' },
    ],
    count: 17,
  };
  assert.deepEqual(sent.json, wanted);
  assert.deepEqual(await find(text), wanted);

  assert.deepEqual((await find('bel 02 212 26 37', 'be')).phones, ['+3222122637']);
  assert.deepEqual((await find('bel 02 212 26 37')).phones, []);
  assert.deepEqual(
    (await find('1,234.56 EUR; 1.234,56 EUR; 1 234,56 EUR; -£3.50; CHF 1’000')).money.map(amountOf),
    ['1234.56 EUR', '1234.56 EUR', '1234.56 EUR', '-3.5 GBP', '1000 CHF'],
  );
  const nothing = await find(
    'order 123456789012, version 1.2.3.4.5, 10:20:30, 2025-02-30, 300.1.1.1, a@b, file.tar.bz2, #1, e.g. this',
  );
  assert.equal(nothing.count, 0, JSON.stringify(nothing));

  // Hostile texts cost what long texts cost.
  for (const bit of ['http://', '.', 'a.', '@a', 'http://a.co/(', '1 ', '1.1.', '#', '€1,', '(', '日.'])
    assert.equal(typeof (await find(bit.repeat(200_000 / bit.length))).count, 'number', bit);

  assertRefused(await utility.get('/text-entities?text=', { ally }), 400, 'invalid_field');
  assertRefused(await utility.get('/text-entities?text=a&country=ZZ', { ally }), 400, 'invalid_field');
  assertRefused(
    await utility.post('/text-entities', { text: 'a'.repeat(500_001) }, { ally }),
    400,
    'invalid_field',
  );
});

const amountOf = ({ amount, currency }: { amount: number; currency: string }) => `${amount} ${currency}`;
