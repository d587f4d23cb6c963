import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';

test('entities of a text are found, sent as query or body', async () => {
  const { utility, ally } = await sharedWorld();
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
  const { entities, ...lists } = sent.json;
  assert.deepEqual(lists, wanted);
  assert.equal(entities.length, wanted.count);
  for (const { text: written, offset, length } of entities)
    assert.equal(text.slice(offset, offset + length), written);
  assert.deepEqual(await find(text), sent.json);

  assert.deepEqual((await find('bel 02 212 26 37', 'be')).phones, ['+3222122637']);
  assert.deepEqual((await find('bel 02 212 26 37')).phones, []);
  assert.deepEqual((await find('+32 2- 2122637, 00 32 2/ 2122637')).phones, ['+3222122637', '+3222122637']);
  assert.deepEqual(
    (await find('1,234.56 EUR; 1.234,56 EUR; 1 234,56 EUR; -£3.50; CHF 1’000')).money.map(amountOf),
    ['1234.56 EUR', '1234.56 EUR', '1234.56 EUR', '-3.5 GBP', '1000 CHF'],
  );
  const built = await find('Built 20240315T101500Z on http://[::1]:3000/a and http://[2001:db8::1].');
  assert.deepEqual(built.dates, ['2024-03-15T10:15:00Z']);
  assert.deepEqual(built.urls, ['http://[::1]:3000/a', 'http://[2001:db8::1]']);
  assert.deepEqual((await find('20240315T1015XY 20241399T101500Z http://[zz] http://[1:2]')).urls, []);
  const nothing = await find(
    'order 123456789012, version 1.2.3.4.5, 10:20:30, 2025-02-30, 300.1.1.1, a@b, file.tar.bz2, #1, e.g. this',
  );
  assert.equal(nothing.count, 0, JSON.stringify(nothing));

  // Hostile texts cost no more than long texts.
  for (const bit of [
    'http://',
    '.',
    'a.',
    '@a',
    'http://a.co/(',
    '1 ',
    '1.1.',
    '#',
    '€1,',
    '(',
    '日.',
    'one ',
    'two hundred and ',
    ':a@',
    '1,11,',
  ])
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

test('URLs are found as people write them, and no false ones', async () => {
  const { utility, ally } = await sharedWorld();
  const find = async (text: string) => (await utility.post('/text-entities', { text }, { ally })).json;
  for (const url of [
    'http://localhost:3000',
    'http://localhost:3000/a#b',
    'https://user:token@example.com/x',
    'ftp://example.com/file',
    'http://example.com#part',
    'http://example.com/a_[b]',
    'https://bücher.example.de/ä',
  ]) {
    const { urls, emails } = await find(`see ${url}, please`);
    assert.deepEqual([urls, emails], [[url], []], url);
  }
  for (const none of [
    'README.md',
    'foo.bar()',
    'this.name',
    'path:to:file.pm',
    'example.com:500000',
    'http://.',
  ])
    assert.deepEqual((await find(`look at ${none} here`)).urls, [], none);
  assert.deepEqual((await find('git clone user:tok@example.com')).emails, []);
  assert.deepEqual((await find('mailto:ada@example.com')).emails, ['ada@example.com']);
});

test('dates are marked when day and month could be swapped, and a country decides', async () => {
  const { utility, ally } = await sharedWorld();
  const find = async (text: string, country?: string) =>
    (await utility.post('/text-entities', { text, ...(country && { country }) }, { ally })).json;
  const { dates, entities } = await find('3/4/2026 and 13/4/2026 and 3.4.26');
  assert.deepEqual(dates, ['2026-03-04', '2026-04-13', '2026-04-03']);
  assert.deepEqual(
    entities.map((each: { ambiguous?: boolean }) => each.ambiguous ?? false),
    [true, false, true],
  );
  assert.deepEqual((await find('3/4/2026', 'BE')).dates, ['2026-04-03']);
  assert.deepEqual(
    (
      await find(
        'the twenty-second of June 2017; Jan twenty two, 2018; on the tenth of September, two thousand',
      )
    ).dates,
    ['2017-06-22', '2018-01-22', '2000-09-10'],
  );
});

test('money is found in words, by country, in lakhs, and in Chinese, Japanese and Korean text', async () => {
  const { utility, ally } = await sharedWorld();
  const find = async (text: string) => (await utility.post('/text-entities', { text }, { ally })).json;
  const amounts = async (text: string) => (await find(text)).money.map(amountOf);
  assert.deepEqual(await amounts('about c $ 16.4 million, 10 us dollars, 5 Swiss francs and mxn$ 15'), [
    '16400000 CAD',
    '10 USD',
    '5 CHF',
    '15 MXN',
  ]);
  assert.deepEqual(await amounts('₹1,23,456.50, 35 lakh rupees, five million yen, 120 MEUR'), [
    '123456.5 INR',
    '3500000 INR',
    '5000000 JPY',
    '120000000 EUR',
  ]);
  assert.deepEqual(await amounts('thirteen dollars and forty-five cents; 17 USD 25.'), [
    '13.45 USD',
    '17.25 USD',
  ]);
  const cjk = await find('2026年3月4日に1,000円、5億円。電話は03-1234-5678まで');
  assert.deepEqual(
    [cjk.dates, cjk.money.map(amountOf), cjk.phones],
    [['2026-03-04'], ['1000 JPY', '500000000 JPY'], ['+81312345678']],
  );
  const korean = await find('2026년 3월 4일, 3만 원, 02-2123-4567');
  assert.deepEqual(
    [korean.dates, korean.money.map(amountOf), korean.phones],
    [['2026-03-04'], ['30000 KRW'], ['+82221234567']],
  );
});

test('a repeated value is one entity with a count', async () => {
  const { utility, ally } = await sharedWorld();
  const text = 'ada@example.com wrote to ada@example.com';
  const { json } = await utility.post('/text-entities', { text }, { ally });
  assert.deepEqual(json.entities, [
    { type: 'email', value: 'ada@example.com', text: 'ada@example.com', offset: 0, length: 15, count: 2 },
  ]);
  assert.equal(json.count, 2);
});

test('handles of the fediverse, prices in kr, lakh crore, names of local networks', async () => {
  const { utility, ally } = await sharedWorld();
  const find = async (text: string, country?: string) =>
    (await utility.post('/text-entities', { text, ...(country && { country }) }, { ally })).json;

  const handles = await find('Ask @ada@mastodon.social, @b.c-d@chaos.social! or @x@nowhere.zzz');
  assert.deepEqual(handles.handles, ['ada@mastodon.social', 'b.c-d@chaos.social']);
  assert.deepEqual([handles.emails, handles.urls, handles.mentions], [[], [], []]);
  assert.ok(!('handles' in (await find('@ada'))), 'only if there are some');

  const kr = async (text: string, country?: string) =>
    (await find(text, country)).entities.map((each: { value: string; ambiguous?: true }) => [
      each.value,
      each.ambiguous ?? false,
    ]);
  assert.deepEqual(await kr('Kostar 499 kr idag'), [['499 SEK', true]]);
  assert.deepEqual(await kr('499 kr', 'no'), [['499 NOK', false]]);
  assert.deepEqual(await kr('Prisen er kr 1.250,50 på søndag'), [['1250.5 NOK', true]]);
  assert.deepEqual(await kr('Køb nu: 3.500 kr. og 25,- kr/md', 'dk'), [
    ['3500 DKK', false],
    ['25 DKK', false],
  ]);
  const values = async (text: string) => (await kr(text)).map(([value]: [string]) => value);
  assert.deepEqual(await values('₹2.5 lakh crore, Rs 3 lakh'), ['2500000000000 INR', '300000 INR']);
  assert.deepEqual(await values("1.299,– € oder CHF 1'250.-; 4 milliards d'euros; 5 quid"), [
    '1299 EUR',
    '1250 CHF',
    '4000000000 EUR',
    '5 GBP',
  ]);
  assert.deepEqual(await values('2024. 3. 15.에 만나요'), ['2024-03-15']);
  const local = 'see https://api.example/v1, http://nas.local:5000/x and ftp://u:p@files.test. Not nas.local';
  assert.deepEqual((await find(local)).urls, [
    'https://api.example/v1',
    'http://nas.local:5000/x',
    'ftp://u:p@files.test',
  ]);
});

test('releases, interfaces, headings, repositories and accounts are not taken for something else', async () => {
  const { utility, ally } = await sharedWorld();
  const text =
    'npm i lodash@4.17.21 on eth0: version 10.2.21, version 1.2.3.4. TOP 10 tips, try 5 of PHP 8, 5 top tips. git@github.com:user/repo.git';
  const { json } = await utility.post('/text-entities', { text }, { ally });
  assert.deepEqual(json.entities, []);
});
