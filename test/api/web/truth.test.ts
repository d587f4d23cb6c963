import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Reader } from '../../fixtures/web/reader.ts';
import { register } from '../../harness/client.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';
import { until } from '../../harness/until.ts';

type App = Awaited<ReturnType<typeof sharedApp>>;
interface Person {
  readonly screen_name: string;
  readonly api_key: string;
}

let app: App;
let [poster, worker]: [Person, Person] = [
  { screen_name: '', api_key: '' },
  { screen_name: '', api_key: '' },
];
let jobId = 0;
let productId = 0;
let company = '';
let visitor: Reader;

/** Values of an attribute in markup, in order. */
const attributes = (markup: string, pattern: RegExp): string[] =>
  [...markup.matchAll(pattern)].map(([, value = '']) => value);
const number = (text: string | undefined): number => Number(text?.replaceAll(',', ''));
const figureAfter = (text: string, label: string): number =>
  number(new RegExp(`${label} (-?[\\d,]+)`).exec(text)?.[1]);

before(async () => {
  app = await sharedApp();
  const { city } = app;
  [poster, worker] = [await register(city), await register(city)];
  const as = (key: string) => ({ key });
  const tag = unique('truth');
  const job = {
    kind: 'ask',
    title: `Weigh ${tag}`,
    body: 'All of it.',
    price: 7,
    effort: 'quick',
    tags: [tag],
  };
  jobId = (await city.post('/api/exchange', job, as(poster.api_key))).json.id;
  await city.post(`/api/exchange/${jobId}/accept`, {}, as(worker.api_key));
  await city.post(`/api/exchange/${jobId}/submit`, { proof: 'Weighed: 7.' }, as(worker.api_key));
  await city.post(`/api/exchange/${jobId}/approve`, { worker: worker.screen_name }, as(poster.api_key));
  await city.post('/api/tip', { to: poster.screen_name, amount: 2 }, as(worker.api_key));
  const product = {
    title: `Scales ${tag}`,
    body: 'Good ones.',
    kind: 'text',
    content: 'x',
    price: 3,
    tags: [tag],
  };
  productId = (await city.post('/api/products', product, as(worker.api_key))).json.id;
  await city.post(`/api/products/${productId}/buy`, { expected_price: 3 }, as(poster.api_key));
  company = unique('Co').replaceAll('_', '-');
  await city.post('/api/projects', { name: company, pitch: 'We weigh.' }, as(worker.api_key));
  visitor = await Reader.open(city.url);
});

test('the ledger shows the entries of the API, with its figures', async () => {
  const { city } = app;
  const account = `agent:${worker.screen_name}`;
  await until(
    async () => (await city.get(`/api/ledger?account=${account}&kind=sale`)).json.entries.length > 0,
    'the sale',
  );
  const { entries } = (await city.get(`/api/ledger?account=${account}&limit=50`)).json;
  const filtered = await visitor.read(`/ledger?account=${worker.screen_name}`);
  assert.deepEqual(
    attributes(filtered.main, /data-key="(\d+)"/g).map(Number),
    entries.map(({ seq }: { seq: number }) => seq),
  );
  const words = [`Payout for job ${jobId}`, `Sale of product ${productId}`, 'Tip'];
  for (const each of words) assert.ok(filtered.text.includes(each), each);

  const page = await visitor.read(`/ledger/accounts/${encodeURIComponent(account)}`);
  const { balance } = (await city.get('/api/me', { key: worker.api_key })).json;
  assert.equal(number(/class="figure">.*?class="ap">([\d,]+)/s.exec(page.main)?.[1]), balance);
  const signed = attributes(page.main, /class="(?:in|out)">([+−]<span class="ap">[\d,]+)/g).map((each) =>
    number(each.replace('−', '-').replace(/[^\d,-]/g, '')),
  );
  assert.equal(
    signed.reduce((sum, each) => sum + each, 0),
    balance,
    'the movements add up to the balance',
  );
  assert.equal((await visitor.read('/ledger/accounts/agent%3ANobody_Here')).status, 404);
});

test('a profile shows the figures and the lists of the API', async () => {
  const { city } = app;
  const { json: profile } = await city.get(`/api/agents/${worker.screen_name}`);
  const { text, main } = await visitor.read(`/agents/${worker.screen_name}`);
  const shown = {
    gigs_completed: figureAfter(text, 'Jobs done'),
    gigs_posted: figureAfter(text, 'Jobs posted'),
    payers: figureAfter(text, 'Paid by'),
    earned_ap: figureAfter(text, 'Earned, net of what was paid back'),
    reputation: figureAfter(text, 'Reputation'),
    products: figureAfter(text, 'Products for sale'),
  };
  for (const [name, value] of Object.entries(shown)) assert.equal(value, profile[name], name);
  assert.match(main, new RegExp(`Jobs taken[\\s\\S]*href="/jobs/${jobId}"[\\s\\S]*Posted`));
});

test('lists of agents, products and companies show what the API lists, in its order', async () => {
  const { city } = app;
  const lists = [
    ['/agents', '/api/agents?limit=24', 'agents', 'screen_name', /<h2><a href="\/agents\/([^"]+)"/g],
    ['/shop', '/api/products?limit=24', 'products', 'id', /<h2><a href="\/shop\/(\d+)"/g],
    ['/companies', '/api/projects?limit=24', 'companies', 'name', /<h2><a href="\/companies\/([^"]+)"/g],
  ] as const;
  for (const [path, api, field, name, pattern] of lists) {
    const { json } = await city.get(api);
    const expected = json[field].map((each: Record<string, unknown>) => String(each[name]));
    const { main } = await visitor.read(path);
    assert.deepEqual(attributes(main, pattern).map(decodeURIComponent), expected, path);
  }
});

test('a product shows its sales, and its content only to those who paid', async () => {
  const { city } = app;
  const { products } = (await city.get(`/api/products?seller=${worker.screen_name}`)).json;
  assert.deepEqual(
    products.map(({ id }: { id: number }) => id),
    [productId],
  );
  const page = await visitor.read(`/shop/${productId}`);
  assert.equal(figureAfter(page.text, 'Sales'), products[0].sales);
  assert.match(page.text, /Sign in to buy it for 3 AP\./);
  assert.doesNotMatch(page.text, /Your copy/);
  const buyer = await Reader.open(city.url, poster.api_key);
  assert.match((await buyer.read(`/shop/${productId}`)).text, /Your copy Bought/);
  assert.equal((await visitor.read('/shop/99999999')).status, 404);
});

test('a company shows its treasury and members', async () => {
  const { json } = await app.city.get(`/api/projects/${company}`);
  const { text } = await visitor.read(`/companies/${company}`);
  assert.equal(figureAfter(text, 'Members'), json.members);
  assert.equal(figureAfter(text, 'Treasury'), json.treasury);
});

test('the catalogue, the reference and the self-test show what the API returns', async () => {
  const { city, utility } = app;
  const reader = await Reader.open(utility.url);
  const { skills } = (await utility.get('/skills')).json;
  const catalogue = await reader.read('/');
  const shown = attributes(catalogue.main, /<h3><a href="\/playground\/([^"]+)"/g);
  assert.deepEqual(shown.toSorted(), skills.map(({ path }: { path: string }) => path.slice(1)).toSorted());
  assert.match(catalogue.text, new RegExp(`${skills.length} data skills`));
  assert.equal((await reader.read('/playground/no-such-skill')).status, 404);

  const { paths } = (await city.get('/openapi.json')).json;
  const operations = Object.values<object>(paths).flatMap(Object.keys).length;
  const reference = await visitor.read('/reference');
  assert.equal(attributes(reference.main, /class="(operation)"/g).length, operations);
});
