import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  buy,
  change,
  detail,
  ids,
  list,
  sampleProduct,
  sell,
} from '../../../fixtures/city/shop/shop-calls.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

/** A city that only some tests of this file fill. */
let quiet: TestApp;

before(async () => {
  quiet = await startApp(undefined);
});
after(() => quiet.stop());

const productsOf = 'SELECT 1 FROM product WHERE seller = $1';

test('a product is returned as created, its payload to its seller only', async () => {
  const { city } = await sharedApp();
  const [ada, bob] = [await register(city), await register(city)];
  const word = unique('review');
  const product = await sell(city, ada, { tags: [' Prompts', word.toUpperCase(), word] });
  const { content, ...shown } = product;
  assert.equal(content, sampleProduct.content);
  assert.deepEqual(shown, {
    id: product.id,
    title: sampleProduct.title,
    body: sampleProduct.body,
    kind: 'text',
    price: 10,
    tags: ['prompts', word],
    room: null,
    status: 'listed',
    seller: ada.screen_name,
    sales: 0,
    created_at: product.created_at,
    updated_at: product.created_at,
  });
  assert.deepEqual((await detail(city, ada, product.id)).json, product);
  assert.deepEqual((await detail(city, bob, product.id)).json, shown);
  const listed = await list(city, `?q=${word}`);
  assert.deepEqual(listed, { products: [shown], count: 1, next: null, epoch: '0' });
  assertRefused(await city.get(`/api/products/${product.id}`), 401, 'no_key');
  assertRefused(await detail(city, bob, product.id + 1), 404, 'not_found');
});

test('payload size, price and the number of products are limited', async () => {
  const { city, database } = await sharedApp();
  const ada = await register(city);
  const offer = (fields: object) =>
    city.post('/api/products', { ...sampleProduct, ...fields }, { key: ada.api_key });
  for (const fields of [
    { price: 0 },
    { price: 1_000_000 },
    { content: 'x'.repeat(65_536) },
    { content: '\u00e9'.repeat(32_768) },
    { kind: 'link', content: 'https://example.com/a?b=c#d' },
    { kind: 'file', content: 'https://example.com/a.zip' },
    { body: '', tags: [] },
  ])
    assert.equal((await offer(fields)).status, 201, JSON.stringify(fields).slice(0, 80));

  const refused: [object, RegExp][] = [
    [{ price: -1 }, /price/],
    [{ price: 1_000_001 }, /price/],
    [{ price: 1.5 }, /price/],
    [{ content: 'x'.repeat(65_537) }, /content/],
    [{ content: '\u00e9'.repeat(32_769) }, /content/],
    [{ content: '' }, /content/],
    [{ kind: 'exe' }, /kind/],
    [{ tags: Array(11).fill('a') }, /tags/],
    ...[
      'http://example.com/a',
      'example.com',
      'javascript:alert(1)',
      'https://',
      'https://a b.example/',
      'ftp://example.com/a',
      `https://example.com/${'x'.repeat(2_048)}`,
      `${city.url}/files/${'0'.repeat(64)}.png`,
    ].flatMap((content): [object, RegExp][] =>
      ['link', 'file'].map((kind) => [{ kind, content }, /content/]),
    ),
  ];
  for (const [fields, names] of refused) {
    const answer = await offer(fields);
    assertRefused(answer, 400, 'invalid_field', JSON.stringify(fields).slice(0, 80));
    assert.match(answer.json.error, names);
  }
  assertRefused(await offer({ room: 'lobby' }), 404, 'not_found', 'a public room has no internal products');
  assertRefused(await offer({ room: 'nowhere' }), 404, 'not_found');
  assert.equal((await database.sql(productsOf, [ada.screen_name])).length, 7);
});

test('a file may be an upload of this city', async () => {
  const { city } = await sharedApp();
  const ada = await register(city);
  const headers = { 'content-type': 'text/markdown' };
  const { json: upload } = await city.call('POST', '/api/upload', {
    key: ada.api_key,
    raw: `# ${unique('goods')}`,
    headers,
  });
  assert.match(upload.url, /^http:/);
  const product = await sell(city, ada, { kind: 'file', content: upload.url });
  assert.equal(product.content, upload.url);
  const link = { ...sampleProduct, kind: 'link', content: upload.url };
  assertRefused(await city.post('/api/products', link, { key: ada.api_key }), 400, 'invalid_field');
});

test('only the seller edits a product, and only its editable fields', async () => {
  const { city } = await sharedApp();
  const [ada, bob] = [await register(city), await register(city)];
  const product = await sell(city, ada);
  const refused = await change(city, bob, product.id, { price: 0 });
  assertRefused(refused, 403, 'not_seller');
  assert.equal((await detail(city, bob, product.id)).json.price, 10);

  const fields = { price: 12, body: 'Longer.', content: 'read it three times', status: 'unlisted' };
  const changed = await change(city, ada, product.id, fields);
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.json, { ...product, ...fields, updated_at: changed.json.updated_at });
  assert.deepEqual((await change(city, ada, product.id, {})).json.price, 12);
  for (const wrong of [{ title: '' }, { kind: 'link' }, { sales: 9 }, { status: 'gone' }, { price: -1 }])
    assertRefused(await change(city, ada, product.id, wrong), 400, 'invalid_field');
  const link = await sell(city, ada, { kind: 'link', content: 'https://example.com/a' });
  assertRefused(await change(city, ada, link.id, { content: 'no link' }), 400, 'invalid_field');
});

test('products for sale are listed by tag and by words', async () => {
  const { city } = quiet;
  const [ada, bob] = [await register(city), await register(city)];
  const a = await sell(city, ada, {
    title: 'Crab recipes',
    body: 'From the Baltic',
    tags: ['Food', 'sea-side'],
  });
  const b = await sell(city, bob, { title: 'Maps', body: 'Of the baltic coast', tags: ['maps'] });
  const c = await sell(city, bob, { title: 'Hidden baltic maps', tags: ['maps', 'food'] });
  await change(city, bob, c.id, { status: 'unlisted' });
  const found = async (query: string) => ids(await list(city, query)).filter((id) => id >= a.id);
  assert.deepEqual(await found(''), [b.id, a.id]);
  assert.deepEqual(await found('?tag=food'), [a.id]);
  assert.deepEqual(await found('?tag=%20FOOD'), [a.id]);
  assert.deepEqual(await found('?tag=foo'), []);
  assert.deepEqual(await found('?q=baltic'), [b.id, a.id]);
  assert.deepEqual(await found('?q=BALTIC+crab'), [a.id]);
  assert.deepEqual(await found('?q=seaside'), []);
  assert.deepEqual(await found('?q=sea-side'), [a.id], 'tags are searched too');
  assert.deepEqual(await found('?q=baltic+-maps'), [a.id]);
  assert.deepEqual(await found('?q=%22baltic+coast%22'), [b.id]);
  assert.deepEqual(await found('?q=diff'), [], 'the content is not searched');
  assert.deepEqual(await found('?q=baltic&tag=maps'), [b.id]);
  for (const strange of ["'", '%22', '%26%21', '%3A*', '%5C', '()', '%F0%9F%A6%80', '-'])
    assert.equal((await city.get(`/api/products?q=${strange}`)).status, 200, strange);
});

test('paging through all products returns each once while others are added', async () => {
  const { city } = quiet;
  const ada = await register(city);
  for (const filter of ['', '&tag=prompts', '&q=prompts', '&selling=1']) {
    const allProducts = await Promise.all(Array.from({ length: 12 }, () => sell(city, ada)));
    const seen: number[] = [];
    let next: string | null = `?limit=5${filter}`;
    for (let page = 0; next !== null; page++) {
      assert.ok(page < 40, 'paging ends');
      const [listing]: [{ products: { id: number }[]; count: number; next: string | null }, unknown] =
        await Promise.all([list(city, next, ada), sell(city, ada)]);
      assert.equal(listing.count, listing.products.length);
      seen.push(...ids(listing));
      next = listing.next;
      if (next) assert.ok(next.includes(filter.slice(1)), 'the next page has the same filters');
    }
    assert.deepEqual(
      seen,
      [...new Set(seen)].toSorted((a, b) => b - a),
      'each product once, newest first',
    );
    for (const { id } of allProducts) assert.ok(seen.includes(id));
  }
});

test('rare and common words are found among thousands of products', async () => {
  const { city, database } = quiet;
  const ada = await register(city);
  const rare = await sell(city, ada, { title: 'Narwhal', tags: ['tusk'] });
  await database.sql(`
    INSERT INTO product (seller_id, seller, title, body, kind, content, price, tags, room, status, created_at, updated_at)
    SELECT seller_id, seller, 'Common', body, kind, 'x', price, '{plain}', NULL, status, created_at, updated_at
    FROM product, generate_series(1, 9000) WHERE product.id = ${rare.id}`);
  assert.deepEqual(ids(await list(city, '?q=narwhal')), [rare.id]);
  assert.deepEqual(ids(await list(city, '?tag=tusk')), [rare.id]);
  assert.deepEqual(ids(await list(city, `?tag=tusk&before_id=${rare.id}`)), []);
  assert.equal((await list(city, '?q=common&limit=200')).count, 200);
  assert.equal((await list(city, `?tag=plain&limit=200&before_id=${rare.id + 300}`)).count, 200);
});

test('owned=1 and selling=1 need a key and list the caller’s products, unlisted ones included', async () => {
  const { city } = await sharedApp();
  const [ada, bob] = [await register(city), await register(city)];
  const [a, b] = [await sell(city, ada), await sell(city, ada, { price: 0 })];
  await sell(city, bob);
  for (const query of ['?owned=1', '?selling=1'])
    assertRefused(await city.get(`/api/products${query}`), 401, 'no_key');
  assert.deepEqual((await list(city, '?selling=1', ada)).lifetime, { sales: 0, ap: 0 });

  await buy(city, bob, a.id);
  await buy(city, bob, b.id);
  await change(city, ada, a.id, { status: 'unlisted', price: 99 });
  const owned = await list(city, '?owned=1', bob);
  assert.deepEqual(ids(owned), [b.id, a.id]);
  assert.deepEqual(
    owned.products.map((each: { price_paid: number }) => each.price_paid),
    [0, 10],
  );
  assert.ok(owned.products[1].bought_at);
  assert.equal(owned.products[1].status, 'unlisted');
  assert.deepEqual(ids(await list(city, '?owned=1', ada)), []);
  const selling = await list(city, '?selling=1', ada);
  assert.deepEqual(ids(selling), [b.id, a.id]);
  assert.deepEqual(selling.lifetime, { sales: 2, ap: 10 });
  assert.deepEqual(selling.products[1].lifetime, { sales: 1, ap: 10 });
  assert.ok(!('lifetime' in (await list(city, '', ada))));
});

test('products of a private room are visible to its members only', async () => {
  const { city, database } = await sharedApp();
  const [ada, bob, eve] = [await register(city), await register(city), await register(city)];
  const [den, tag] = [unique('den'), unique('tag')];
  await city.post('/api/rooms', { name: den, topic: '', private: true }, { key: ada.api_key });
  await city.post(`/api/rooms/${den}/invite`, { name: bob.screen_name }, { key: ada.api_key });
  await city.post(`/api/rooms/${den}/join`, undefined, { key: bob.api_key });
  const product = await sell(city, ada, { room: den.toUpperCase(), tags: [tag] });
  assert.equal(product.room, den);

  for (const agent of [undefined, ada, bob, eve]) {
    for (const query of [`?q=${tag}`, `?tag=${tag}`])
      assert.deepEqual(ids(await list(city, query, agent)), []);
    assert.ok(!ids(await list(city, '', agent)).includes(product.id));
  }
  assert.deepEqual(ids(await list(city, `?room=${den}`, bob)), [product.id]);
  assert.deepEqual(ids(await list(city, `?room=${den}&q=${tag}`, bob)), [product.id]);
  assert.deepEqual(ids(await list(city, '?selling=1', ada)), [product.id]);
  for (const key of [undefined, eve.api_key])
    assertRefused(await city.get(`/api/products?room=${den}`, key ? { key } : {}), 404, 'not_found');
  assertRefused(await detail(city, eve, product.id), 404, 'not_found');
  assertRefused(await buy(city, eve, product.id), 404, 'not_found');
  assertRefused(await change(city, eve, product.id, { price: 0 }), 404, 'not_found');
  assertRefused(
    await city.post('/api/products', { ...sampleProduct, room: den }, { key: eve.api_key }),
    404,
    'not_found',
  );
  const hidden = await detail(city, eve, product.id);
  const nothing = await detail(city, eve, product.id + 1);
  assert.equal(hidden.text.replace(`${product.id}`, ''), nothing.text.replace(`${product.id + 1}`, ''));

  assert.equal((await detail(city, bob, product.id)).json.room, den);
  assertRefused(await change(city, bob, product.id, { price: 0 }), 403, 'not_seller');
  assert.equal((await buy(city, bob, product.id)).status, 201);
  assert.deepEqual(ids(await list(city, '?owned=1', bob)), [product.id]);

  // A member who leaves keeps what it bought, and no longer sees the room's products.
  const other = await sell(city, ada, { room: den });
  await database.sql(
    'DELETE FROM room_member WHERE agent_id = (SELECT id FROM agent WHERE screen_name = $1)',
    [bob.screen_name],
  );
  assert.equal((await buy(city, bob, product.id)).json.content, sampleProduct.content);
  assert.equal((await detail(city, bob, product.id)).json.content, sampleProduct.content);
  assertRefused(await city.get(`/api/products?room=${den}`, { key: bob.api_key }), 404, 'not_found');
  assertRefused(await buy(city, bob, other.id), 404, 'not_found');
});

test('a credential in a product is refused and stores nothing', async () => {
  const { city, database } = await sharedApp();
  const [ada, bob] = [await register(city), await register(city)];
  for (const field of ['title', 'body', 'content']) {
    if (field === 'content')
      await database.sql('UPDATE agent SET strikes = 0 WHERE screen_name = $1', [ada.screen_name]);
    const body = { ...sampleProduct, [field]: `here: ${bob.api_key}` };
    assertRefused(await city.post('/api/products', body, { key: ada.api_key }), 422, 'credential');
  }
  assert.equal((await database.sql(productsOf, [ada.screen_name])).length, 0);
});
