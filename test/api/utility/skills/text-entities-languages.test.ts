import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedWorld } from '../../../fixtures/utility/world.ts';

test('dates in further languages, compound numbers, roubles, rupees, and localhost with a port', async () => {
  const { utility, ally } = await sharedWorld();
  const find = async (text: string) => (await utility.post('/text-entities', { text }, { ally })).json;
  const dated = await find(
    '7 июня 2023 года, 12 de outubro de 2010, 8 września 2015, 3. května 2019, 5 Ağustos 2021, 24 maj 2020',
  );
  assert.deepEqual(dated.dates, [
    '2023-06-07',
    '2010-10-12',
    '2015-09-08',
    '2019-05-03',
    '2021-08-05',
    '2020-05-24',
  ]);
  const { money } = await find('1億2,500万円, 1万2千円, 5万元, 1 500 руб., Rs. 5 lakh');
  assert.deepEqual(money, [
    { text: '1億2,500万円', amount: 125_000_000, currency: 'JPY' },
    { text: '1万2千円', amount: 12_000, currency: 'JPY' },
    { text: '5万元', amount: 50_000, currency: 'CNY' },
    { text: '1 500 руб', amount: 1_500, currency: 'RUB' },
    { text: 'Rs. 5 lakh', amount: 500_000, currency: 'INR' },
  ]);
  const links = await find(
    'Open localhost:3000/app?x=1, then http://localhost:3000; not localhost or :3000.',
  );
  assert.deepEqual(links.urls, ['localhost:3000/app?x=1', 'http://localhost:3000']);
});

test('a path in another script is read to its end, and not into the sentence', async () => {
  const { utility, ally } = await sharedWorld();
  const cases: [text: string, url: string][] = [
    ['詳細は https://example.jp/日本語/ページ を見てください。', 'https://example.jp/日本語/ページ'],
    ['詳しくはhttps://example.jp/abcをご覧ください。', 'https://example.jp/abc'],
    ['詳しくはhttps://example.jp/をご覧ください。', 'https://example.jp/'],
    ['資料はhttps://example.jp/にあります。', 'https://example.jp/'],
    ['https://example.jp/はてな', 'https://example.jp/はてな'],
    ['こちら（https://ja.wikipedia.org/wiki/東京都）です', 'https://ja.wikipedia.org/wiki/東京都'],
    ['https://ja.wikipedia.org/wiki/日本をご覧ください', 'https://ja.wikipedia.org/wiki/日本'],
    ['https://ja.wikipedia.org/wiki/ハリー・ポッター', 'https://ja.wikipedia.org/wiki/ハリー・ポッター'],
    ['「https://example.jp/東京(23区)」', 'https://example.jp/東京(23区)'],
    ['见https://zh.wikipedia.org/wiki/北京市。', 'https://zh.wikipedia.org/wiki/北京市'],
    ['请看 https://example.cn/新闻/2024-01.html，谢谢', 'https://example.cn/新闻/2024-01.html'],
    ['https://zh.wikipedia.org/wiki/𠮷野家 好', 'https://zh.wikipedia.org/wiki/𠮷野家'],
    ['https://ko.wikipedia.org/wiki/서울특별시 참고', 'https://ko.wikipedia.org/wiki/서울특별시'],
    ['주소는 https://example.kr/abc에서 확인', 'https://example.kr/abc'],
    ['https://el.wikipedia.org/wiki/Αθήνα.', 'https://el.wikipedia.org/wiki/Αθήνα'],
    ['https://ar.wikipedia.org/wiki/القاهرة،', 'https://ar.wikipedia.org/wiki/القاهرة'],
    ['https://hi.wikipedia.org/wiki/दिल्ली है', 'https://hi.wikipedia.org/wiki/दिल्ली'],
    ['https://google.com/search?q=東京+天気&hl=ja で', 'https://google.com/search?q=東京+天気&hl=ja'],
    ['https://example.com/search?q=abcという', 'https://example.com/search?q=abc'],
    ['example.jp/日本語', 'example.jp/日本語'],
  ];
  for (const [text, url] of cases) {
    const { json } = await utility.post('/text-entities', { text }, { ally });
    assert.deepEqual(json.urls, [url], text);
  }
});

test('dates, money and telephone numbers are found in further scripts and languages', async () => {
  const { utility, ally } = await sharedWorld();
  const values = async (text: string) => {
    const { json } = await utility.post('/text-entities', { text }, { ally });
    return json.entities.map(({ value }: { value: string }) => value);
  };
  const cases: [string, string[]][] = [
    ['الموعد ٥ مارس ٢٠٢٦ والسعر 1500 ريال سعودي', ['2026-03-05', '1500 SAR']],
    ['הכנס ב-5 במרץ 2026, מחיר 200 שקלים', ['2026-03-05', '200 ILS']],
    ['วันที่ 5 มีนาคม 2569 ราคา 1,500 บาท', ['2026-03-05', '1500 THB']],
    ['ngày 5 tháng 3 năm 2026, giá 5 triệu đồng', ['2026-03-05', '5000000 VND']],
    ['15 अगस्त 1947 को 5 लाख रुपये', ['1947-08-15', '500000 INR']],
    ['2026. március 5., 100 lei la 6 martie 2026', ['2026-03-05', '100 RON', '2026-03-06']],
    ['1.250,75 TL ödendi, toplam 3 milyar dolar', ['1250.75 TRY', '3000000000 USD']],
    ['3,4 Mrd. Euro Umsatz, davon 5 Mio. €', ['3400000000 EUR', '5000000 EUR']],
    ['1,5 млн руб. и 2 тыс. рублей на пример.рф', ['1500000 RUB', '2000 RUB', 'пример.рф']],
    ['電話：03-3210-1234、令和8年11月18日、価格は３，０００円', ['+81332101234', '2026-11-18', '3000 JPY']],
    ['二〇二六年十一月十八日，民國115年3月5日', ['2026-11-18', '2026-03-05']],
    ['Tel.: +49 (0)30 / 123 456-78, Fax:+49 30 12345679', ['+493012345678', '+493012345679']],
    [
      '$1.500,00 MXN, $20 CAD, $1.2tn, $5 mil, 5 mil euros',
      ['1500 MXN', '20 CAD', '1200000000000 USD', '5000000 USD', '5000 EUR'],
    ],
  ];
  for (const [text, wanted] of cases) assert.deepEqual(await values(text), wanted, text);
});
