import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';
import { assertRefused } from '../../../harness/refused.ts';

const figures = `<base href="/list/"><table><caption>Cities<tr><td><th>People<th>Area<th>Share<th>Budget<th>Since<th>Capital<th>Code
<tr><th><a href="bern">Bern</a>[1]<td>134,794<td>51.6<td>1.5%<td>$1,200<td>12 March 1191<td>yes<td>030
<tr><th><a href="javascript:x()">Biel</a><td>55 206<td>–<td>0.6 %<td>$90.50<td>Jan 1, 1141<td>no<td>032
<tr><th>"Thun", lake<td>−3<td>21.6<td>n/a<td><td>2024-02-29<td>no<td>033</table>`;
const european = '<table><tr><th>a<th>b<tr><td>1.234<td>1.234<tr><td>5,6<td>5.6</table>';

test('html-table reads tables as browsers do', async (t) => {
  const { call, at } = await startSite(t, {
    '/open': '<table><thead><tr><th>A<th>B<tbody><tr><td>1<td>2',
    '/no-row': '<table><td>1<td>2<tr><td>3<td>4</table>',
    '/caption': '<table><caption>Prices<tr><th>A<tr><td>1</table><p>after',
    '/corner': '<table><tr><td><th>2025<th>2026<tr><th>Rain<td>1<td>2</table>',
    '/foster': '<table><tr><th>A</th></tr><p>not a cell</p><tr><td>1</td></tr></table>',
    '/template': '<template><table><tr><td>x</table></template><table><tr><th>A<tr><td>1</table>',
    '/two': `${european}<table><caption>Second<tr><th>z<tr><td>1<tr><td>2<tr><td>3</table>`,
    '/layout': `<table role=presentation><tr><th>no<tr><td>no</table><table><tr><td>one cell</table>
<table><tr><td>menu<td>${european}</table>
<table><tr><td><h1>Shop</h1><td>Tea and more<tr><td><a href=/>Home</a><td><p>Welcome.</table>
<table><tr><td>Name<td><input name=name><tr><td>Mail<td><input type=email></table>`,
    '/aria': `<div role="table" aria-label="Fruit"><div role="rowgroup"><div role="row"><span role="columnheader">Kind</span>
<span role="columnheader" aria-colspan="2">Price</span></div></div><div role="row"><span role="cell">Fig</span>
<span role="cell">1</span><span role="cell">2</span></div></div>`,
    '/figures': figures,
    '/moved': (_, response) => response.writeHead(302, { location: '/open' }).end(),
  });
  const rows = async (path: string, more = '') => (await call('html-table', path, more)).json.tables[0];

  await t.test('omitted end tags, rows and captions are handled', async () => {
    const open = await rows('/open');
    assert.deepEqual([open.headers, open.rows], [['A', 'B'], [{ A: '1', B: '2' }]]);
    assert.deepEqual((await rows('/no-row')).rows, [
      { column_1: '1', column_2: '2' },
      { column_1: '3', column_2: '4' },
    ]);
    const caption = await rows('/caption');
    assert.deepEqual([caption.caption, caption.rows], ['Prices', [{ A: '1' }]]);
    const corner = await rows('/corner');
    assert.deepEqual(corner.rows, [{ column_1: 'Rain', 2025: '1', 2026: '2' }]);
    assert.deepEqual((await rows('/foster')).rows, [{ A: '1' }]);
    assert.equal((await call('html-table', '/template')).json.count, 1);
  });

  await t.test('tables for layout are left out, and tables of ARIA roles are tables', async () => {
    const layout = (await call('html-table', '/layout')).json;
    assert.deepEqual([layout.count, layout.tables[0].headers], [1, ['a', 'b']]);
    assert.deepEqual((await rows('/aria')).rows, [{ Kind: 'Fig', Price: '1', Price_2: '2' }]);
  });

  await t.test('the requested and the final URL are returned', async () => {
    const { json } = await call('html-table', '/moved');
    assert.deepEqual([json.url, json.final_url], [at('/moved'), at('/open')]);
  });

  await t.test('cells are typed', async () => {
    const table = await rows('/figures', '&typed=1');
    assert.deepEqual(table.types, [
      'text',
      'integer',
      'number',
      'percent',
      'money',
      'date',
      'boolean',
      'text',
    ]);
    assert.deepEqual(
      table.rows.map((row: Record<string, unknown>) => Object.values(row).slice(1)),
      [
        [134794, 51.6, 1.5, 1200, '1191-03-12', true, '030'],
        [55206, null, 0.6, 90.5, '1141-01-01', false, '032'],
        [-3, 21.6, null, null, '2024-02-29', false, '033'],
      ],
    );
    const untyped = await rows('/figures');
    assert.deepEqual([untyped.types, untyped.rows[0].People], [table.types, '134,794']);
    const two = await rows('/two', '&typed=1');
    assert.deepEqual(two.rows, [
      { a: 1234, b: 1.234 },
      { a: 5.6, b: 5.6 },
    ]);
  });

  await t.test('links of cells are returned', async () => {
    assert.deepEqual((await rows('/figures', '&links=1')).links, [
      { row: 0, column: 'column_1', text: 'Bern', href: at('/list/bern') },
    ]);
  });

  await t.test('one table is found by number and by words', async () => {
    const byNumber = await call('html-table', '/two', '&table=2');
    assert.deepEqual([byNumber.json.count, byNumber.json.tables.length], [2, 1]);
    assert.equal(byNumber.json.tables[0].caption, 'Second');
    assert.equal((await rows('/two', '&table=second')).index, 2);
    assertRefused(await call('html-table', '/two', '&table=3'), 400, 'invalid_field');
  });

  await t.test('rows are paged, and can be CSV', async () => {
    const first = await rows('/two', '&table=2&limit=2');
    assert.deepEqual([first.rows.length, first.row_count, first.next_offset], [2, 3, 2]);
    const last = await rows('/two', '&table=2&limit=2&offset=2');
    assert.deepEqual([last.rows, last.next_offset], [[{ z: '3' }], null]);
    const csv = await rows('/figures', '&format=csv&offset=2');
    assert.deepEqual(csv.rows, []);
    assert.equal(
      csv.csv,
      'column_1,People,Area,Share,Budget,Since,Capital,Code\r\n"""Thun"", lake",−3,21.6,n/a,,2024-02-29,no,033\r\n',
    );
  });
});

test('html-table reads accounts, pictures and spans that are wider than the table', async (t) => {
  const { call } = await startSite(t, {
    '/wide': `<table><tr><th>Item<th>2025<tr><td>Rent<td>1<tr><td colspan=99>Source: the city</table>`,
    '/accounts': `<table><tr><th>Item<th>Change<th>Profit<th>Mixed<th>Note
<tr><td>A<td>1,250<td>$ 10.50<td>€ 5<td>(1)<tr><td>B<td>(3,400)<td>($2.25)<td>$ 5<td>(2)
<tr><td>C<td>0<td>-$1<td>€ 7<td>(3)</table>`,
    '/ticks': `<table><tr><th>Plan<th>Support<th>Export<tr><td>Free<td><img src=n.svg alt="No"><td><i aria-label="Yes"></i>
<tr><td>Paid<td><img src=y.svg alt=Yes><td><img src=y.svg alt=Yes></table>`,
  });
  const table = async (path: string) => (await call('html-table', path, '&typed=1')).json.tables[0];
  assert.deepEqual((await table('/wide')).rows, [
    { Item: 'Rent', 2025: '1' },
    { Item: 'Source: the city', 2025: 'Source: the city' },
  ]);
  const accounts = await table('/accounts');
  assert.deepEqual(accounts.types, ['text', 'integer', 'money', 'text', 'text']);
  assert.deepEqual(accounts.rows, [
    { Item: 'A', Change: 1250, Profit: 10.5, Mixed: '€ 5', Note: '(1)' },
    { Item: 'B', Change: -3400, Profit: -2.25, Mixed: '$ 5', Note: '(2)' },
    { Item: 'C', Change: 0, Profit: -1, Mixed: '€ 7', Note: '(3)' },
  ]);
  assert.deepEqual((await table('/ticks')).rows, [
    { Plan: 'Free', Support: false, Export: true },
    { Plan: 'Paid', Support: true, Export: true },
  ]);
});
