import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';

const things = `<script type="application/ld+json"><!-- {"@context":"https://schema.org","@graph":[
{"@type":"Article","headline":"One\ttwo",},{"@type":["Person","https://schema.org/Patient"],"name":"Ann"}]} // end
--></script><script type="application/ld+json">{"@type": broken</script>
<div itemscope itemtype="https://schema.org/Product" itemref="more"><span itemprop="name">Lamp</span>
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><data itemprop="price" value="9.50">cheap</data></div></div>
<p id="more"><a itemprop="url" href="/lamp">Lamp</a></p>
<p vocab="http://schema.org/" typeof="Event"><b property="name">Fair</b> <time property="startDate">2026-05-01</time></p>`;

test('structured-data', async (t) => {
  const { call, at, site } = await startSite(t, { '/things': things });

  await t.test('each format is read into items', async () => {
    const { json } = await call('structured-data', '/things');
    assert.deepEqual(json.types, ['Article', 'Person', 'Patient', 'Product', 'Event']);
    assert.equal(json.count, json.items.length);
    assert.match(json.errors.join(), /^A JSON-LD script is not JSON \(script 2, line 1, column 11\)/);
    const [graph, person, product] = json.items;
    assert.deepEqual(graph, {
      format: 'json-ld',
      type: 'Article',
      data: { '@context': 'https://schema.org', '@type': 'Article', headline: 'One\ttwo' },
    });
    assert.equal(person.type, 'Person');
    assert.deepEqual(product.data.properties, {
      name: ['Lamp'],
      offers: [{ type: ['https://schema.org/Offer'], properties: { price: ['9.50'] } }],
      url: [at('/lamp')],
    });
    assert.deepEqual(json.items.at(-1).data['http://schema.org/startDate'], [
      { '@value': '2026-05-01', '@type': 'http://www.w3.org/2001/XMLSchema#date' },
    ]);
  });

  await t.test('one shape, faults with their place, what rich results need', async () => {
    site['/rich'] = `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[
        {"@type":"NewsArticle","headline":"News","author":{"@id":"#ada"},"datePublished":"12 May 2026"},
        {"@type":"Person","@id":"#ada","name":"Ada"},
        {"@type":["Product","Thing"],"name":"Lamp","image":["/a.png","/b.png"],"offers":{"@type":"Offer","price":"9.50","priceCurrency":"EUR"}},
        {"@type":"VideoObject","name":"Film"},
        {"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"Why?","acceptedAnswer":{"@type":"Answer"}}]}]}</script>
      <script type="application/ld+json">{"@type": "Event", "name": "Fair",}</script>
      <script type="application/ld+json">\n{"@type": "Event" "name": 1}</script>
      <div itemscope itemtype="https://schema.org/Product"><span itemprop=name>Lamp</span>
        <span itemprop=offers itemscope itemtype="https://schema.org/Offer"><meta itemprop=price content="9,50"></span></div>
      <div vocab="http://schema.org/" typeof="Recipe"><span property="name">Soup</span><img property="image" src="/s.png"></div>`;
    const { json } = await call('structured-data', '/rich');
    assert.deepEqual(json.objects.length, json.items.length);
    const lamps = json.objects.filter(({ type }: { type: string }) => type === 'Product');
    assert.deepEqual(lamps[0], {
      type: 'Product',
      types: ['Product', 'Thing'],
      properties: {
        name: ['Lamp'],
        image: ['/a.png', '/b.png'],
        offers: [{ type: 'Offer', properties: { price: ['9.50'], priceCurrency: ['EUR'] } }],
      },
    });
    assert.deepEqual(lamps[1], {
      type: 'Product',
      properties: { name: ['Lamp'], offers: [{ type: 'Offer', properties: { price: ['9,50'] } }] },
    });
    const soup = json.objects.find(({ type }: { type: string }) => type === 'Recipe');
    assert.deepEqual([soup.properties.name, soup.properties.image], [['Soup'], [at('/s.png')]]);
    const verdicts = json.rich_results.map((each: Record<string, unknown>) => [
      each.type,
      each.eligible,
      each.missing_required,
    ]);
    assert.deepEqual(verdicts, [
      ['NewsArticle', false, []],
      ['Product', true, []],
      ['VideoObject', false, ['thumbnailUrl', 'uploadDate']],
      ['FAQPage', false, ['mainEntity.acceptedAnswer.text']],
      ['Event', false, ['@context', 'startDate', 'location']],
      ['Product', false, []],
      ['Recipe', true, []],
    ]);
    const [news] = json.rich_results;
    assert.deepEqual(news.invalid, [
      { property: 'datePublished', value: '12 May 2026', reason: 'Not an ISO 8601 date.' },
    ]);
    assert.deepEqual(news.missing_recommended, ['image', 'author.url', 'dateModified']);
    const faults = json.invalid.map((each: Record<string, unknown>) => [
      each.script,
      each.line,
      each.repaired,
    ]);
    assert.deepEqual(faults, [
      [2, 1, true],
      [3, 2, false],
    ]);
    assert.match(json.errors.join(), /^A JSON-LD script is not JSON \(script 3, line 2, column 19\)/);
  });

  await t.test('what search engines ignore is not eligible', async () => {
    const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
    const article = '"@type":"Article","headline":"News"';
    const offer = '"name":"Lamp","offers":{"@type":"Offer","price":"9.50","priceCurrency":"€"}';
    site['/ignored'] = [
      `{"@context":"https://schema.org",${article}}`,
      `{${article}}`,
      `{"@context":"https://schema.org",${article},}`,
      `{"@type":"https://schema.org/Article","headline":"News"}`,
      `{"@context":{"@vocab":"http://schema.org/"},"@type":"Product",${offer}}`,
    ]
      .map(script)
      .join('');
    const { json } = await call('structured-data', '/ignored');
    assert.deepEqual(
      json.rich_results.map((each: Record<string, unknown>) => [
        each.eligible,
        each.missing_required,
        each.note,
      ]),
      [
        [true, [], null],
        [false, ['@context'], null],
        [false, [], 'The script is not valid JSON: search engines ignore it.'],
        [true, [], null],
        [false, [], null],
      ],
    );
    assert.deepEqual(json.rich_results[4].invalid, [
      { property: 'offers.priceCurrency', value: '€', reason: 'Not a code of ISO 4217, such as EUR.' },
    ]);
  });
});
