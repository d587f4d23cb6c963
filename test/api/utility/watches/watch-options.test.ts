import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionIn, firstNumber } from '../../../../src/utility/watches/kinds/condition.ts';
import { endpointKind, expiryChange } from '../../../../src/utility/watches/kinds/endpoint.ts';
import { readCurl } from '../../../harness/printed-calls.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';
import { startWatchedSite } from './watched-site.ts';

const page = (price: string, more = '') =>
  `<!doctype html><title>Shop</title><body><main><p>A long text about the thing that is for sale in this shop.</p>
  <p id="price">${price}</p><p class="ad">${more}</p></main></body>`;

test('the first number of a text, however it is written', () => {
  const cases: [string, number | null][] = [
    ['now 1,234.50 EUR', 1234.5],
    ['1.234,50 €', 1234.5],
    ['1 234', 1234],
    ['12,5 %', 12.5],
    ['1,000', 1000],
    ['0.125', 0.125],
    ['−3 °C', -3],
    ["CHF 1'250.00", 1250],
    ['₹1,23,456.50', 123456.5],
    ['１２，８００円', 12800],
    ['1,2345', 1.2345],
    ['Covid-19 cases', 19],
    ['odds (-.75)', -0.75],
    ['from .125 up', 0.125],
    ['السعر ١٬٢٣٤٫٥٠ ريال', 1234.5],
    ['कीमत ₹१,२३,४५६', 123456],
    ['none', null],
  ];
  assert.deepEqual(
    cases.map(([text]) => firstNumber(text)),
    cases.map(([, number]) => number),
  );
});

test('conditions and expiries are validated', () => {
  assert.equal(conditionIn('Now  IN Stock', { text: 'in stock' }).met, true);
  assert.equal(conditionIn('nothing', { text: 'in stock' }, 'Chairs: in stock').met, true);
  assert.equal(conditionIn('sold out', { text: 'in stock' }).met, false);
  assert.deepEqual(conditionIn('99.5', { below: 100 }), {
    met: true,
    number: 99.5,
    says: '99.5 is below 100',
  });
  assert.equal(conditionIn('100', { below: 100 }).met, false);
  assert.equal(conditionIn('nothing', { above: 1 }).met, false);
  assert.equal(expiryChange('the certificate', 31, 30), 'the certificate expires in 30 days');
  assert.equal(expiryChange('the certificate', 30, 29), undefined);
  assert.equal(expiryChange('the certificate', 3, 80), undefined);
  assert.equal(expiryChange('the domain', 1, -1), 'the domain has expired');
  assert.equal(expiryChange('the domain', null, null), undefined);
});

test('an expiry is reported beside what else changed', () => {
  const { differs, reason } = endpointKind({} as never);
  const up = {
    up: true,
    status: 200,
    status_class: '2xx',
    reason: null,
    certificate_expires_at: null,
    certificate_days: 40,
    domain_expires_at: null,
    domain_days: 31,
    not_read: {},
  };
  const down = { ...up, up: false, status: null, status_class: null, certificate_days: null };
  const back = { ...up, certificate_days: 6 };
  assert.equal(differs(down, back, []), 'up again: it answers 200; the certificate expires in 6 days');
  assert.equal(reason?.(down, back, ''), 'up');
  const both = { ...up, certificate_days: 14, domain_days: 30 };
  assert.equal(differs(up, both, []), 'the certificate expires in 14 days; the domain expires in 30 days');
  assert.equal(differs(up, up, []), undefined);
});

test('watches with a selector, a condition, a pause and a repeated delivery', async (t) => {
  const { site, at, make, call, changed, waitForChecks, show, receiver } = await startWatchedSite(t);

  await t.test('only the selected part counts, without ignored elements', async () => {
    site['/part'] = page('10 EUR', 'buy now');
    const selected = await make({ kind: 'page', target: at('/part'), selector: '#price' });
    const ignoring = await make({ kind: 'page', target: at('/part'), ignore: ['.ad', '#price'] });
    assert.equal(selected.baseline.text, '10 EUR');
    site['/part'] = page('12 apples', 'buy today');
    const { changes } = await changed(selected.watch_id);
    assert.deepEqual([changes[0].reason, changes[0].after.text], ['text', '12 apples']);
    assert.deepEqual((await waitForChecks(ignoring.watch_id, 2)).changes, []);
    assertRefused(
      await call('POST', '/watch', { kind: 'page', target: at('/part'), selector: '#none' }),
      422,
      'unreadable',
    );
    assertRefused(
      await call('POST', '/watch', { kind: 'page', target: at('/part'), selector: '###' }),
      422,
      'unreadable',
    );
    assertRefused(
      await call('POST', '/watch', { kind: 'endpoint', target: at('/part'), selector: 'p' }),
      400,
      'invalid_field',
    );
  });

  await t.test('a condition fires when it becomes true', async () => {
    site['/price'] = page('150 EUR');
    const body = { kind: 'page', target: at('/price'), selector: '#price' };
    const { watch_id } = await make({ ...body, condition: { below: 100 } });
    site['/price'] = page('120 EUR');
    assert.deepEqual((await waitForChecks(watch_id, 2)).changes, []);
    site['/price'] = page('95 EUR');
    const { changes } = await changed(watch_id);
    assert.deepEqual(
      [changes.length, changes[0].reason, changes[0].summary],
      [1, 'condition', '95 is below 100'],
    );
    site['/price'] = page('90 EUR');
    assert.equal((await waitForChecks(watch_id, 2)).changes.length, 1);
    assertRefused(await call('POST', '/watch', { ...body, condition: {} }), 400, 'invalid_field');
    const blank = await call('POST', '/watch', { ...body, condition: { text: ' ' } });
    assertRefused(blank, 400, 'invalid_field');
    assert.match(blank.json.error, /^condition\.text must not be only white space$/);
  });

  await t.test('any text is stored: NUL, and emoji where the text is cut', async () => {
    const emoji = (first: string) => `x${'😀'.repeat(9_000)} ${first}`;
    for (const [at0, at1] of [
      ['nul \0 here', 'another \0 there'],
      [emoji('one'), `y${emoji('two')}`],
    ] as const) {
      site['/odd'] = page(at0);
      const { watch_id } = await make({ kind: 'page', target: at('/odd'), selector: '#price' });
      site['/odd'] = page(at1);
      const { changes } = await changed(watch_id);
      assert.deepEqual([changes.length, changes[0].reason], [1, 'text']);
    }
  });

  await t.test('a hint for a wrong condition or list is a call that works', async () => {
    site['/hinted'] = page('sold out', 'in stock');
    const hinted = async (fields: object) => {
      const body = { kind: 'page', target: at('/hinted'), ...fields };
      const refused = await call('POST', '/watch', body);
      assertRefused(refused, 400, 'invalid_field');
      return JSON.parse(
        readCurl(refused.json.hint.replace(/^.*?Like this: /, ''), { API_KEY: 'k' }).data ?? '',
      );
    };
    for (const [sent, meant] of [
      [{ condition: 'in stock' }, { condition: { text: 'in stock' } }],
      [{ condition: { contains: 'in stock' } }, { condition: { text: 'in stock' } }],
      [{ condition: { above: '3' } }, { condition: { above: 3 } }],
      [{ ignore: '.ad' }, { ignore: ['.ad'] }],
    ]) {
      const body = await hinted(sent as object);
      assert.deepEqual(body, { kind: 'page', target: at('/hinted'), ...meant });
      await make(body);
    }
    assert.deepEqual((await hinted({ condition: [] })).condition, { text: '<text>' });
    assert.deepEqual((await hinted({ ignore: {} })).ignore, ['<ignore>']);
  });

  await t.test(
    'each change says why: the title, the text, or both; an empty page says that it is',
    async () => {
      site['/title'] = page('apples');
      const { watch_id } = await make({ kind: 'page', target: at('/title') });
      const latest = async (count: number) => (await changed(watch_id, count)).changes[0];
      site['/title'] = page('pears').replace('Shop', 'Shop 12:00:01');
      const text = await latest(1);
      assert.deepEqual(
        [text.reason, text.summary],
        ['title', 'the title is now "Shop ⟨time⟩"; new on the page: "pears"'],
      );
      // The clock in the title is not a change.
      site['/title'] = page('plums').replace('Shop', 'Shop 14:10:01');
      const second = await latest(2);
      assert.deepEqual([second.reason, second.summary], ['text', 'new on the page: "plums"']);
      site['/title'] = '';
      const empty = await latest(3);
      assert.equal(empty.reason, 'title');
      assert.match(empty.summary, /^the title is gone; gone from the page: "A long text/);
      const card = (title: string) =>
        page('figs').replace('</title>', `</title><meta property="og:title" content="${title}">`);
      site['/carded'] = card('Shop');
      const { watch_id: carded } = await make({ kind: 'page', target: at('/carded') });
      // A defacement that leaves the preview as it was, and a preview that changes by itself.
      site['/carded'] = card('Shop').replace('<title>Shop', '<title>Owned');
      assert.equal((await changed(carded)).changes[0].summary, 'the title is now "Owned"');
      site['/carded'] = card('Sale').replace('<title>Shop', '<title>Owned');
      const [preview] = (await changed(carded, 2)).changes;
      assert.deepEqual([preview.reason, preview.summary], ['card', 'the preview is now "og:title Sale"']);
      site['/scripted'] =
        '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>';
      const { baseline } = await make({ kind: 'page', target: at('/scripted') });
      assert.deepEqual([baseline.text, baseline.rendered_only], ['', true]);
    },
  );

  await t.test('a paused watch is not checked until it is resumed', async () => {
    site['/paused'] = page('1');
    const { watch_id } = await make({ kind: 'page', target: at('/paused'), selector: '#price' });
    const paused = (await call('POST', `/watch/${watch_id}/pause`)).json;
    assert.deepEqual([paused.status, paused.next_check_at], ['paused', null]);
    site['/paused'] = page('apples');
    const resumed = (await call('POST', `/watch/${watch_id}/resume`)).json;
    assert.equal(resumed.status, 'active');
    assert.equal((await changed(watch_id)).changes.length, 1);
    assertRefused(await call('POST', '/watch/wat_none/pause'), 404, 'not_found');
  });

  await t.test('every attempt is logged, and a delivery can be sent again', async () => {
    site['/up'] = 'ok';
    const { watch_id } = await make({ kind: 'endpoint', target: at('/up'), notify: receiver.at('/hook') });
    await call('POST', `/watch/${watch_id}/test`);
    const log = await until(async () => {
      const { deliveries } = (await call('GET', `/watch/${watch_id}/deliveries`)).json;
      return deliveries[0]?.status === 'delivered' && deliveries;
    });
    const [{ id, webhook_id, attempts }] = log;
    assert.deepEqual([attempts.length, attempts[0].status, attempts[0].error], [1, 200, null]);
    const again = (await call('POST', `/watch/${watch_id}/deliveries/${id}/redeliver`)).json;
    assert.deepEqual([again.webhook_id, again.status], [webhook_id, 'pending']);
    await until(async () => {
      const { deliveries } = (await call('GET', `/watch/${watch_id}/deliveries`)).json;
      return deliveries[0].attempts.length === 2 && deliveries;
    });
    assertRefused(await call('POST', `/watch/${watch_id}/deliveries/999999/redeliver`), 404, 'not_found');
  });

  await t.test('an endpoint that refuses is down, and one that requires a key is up', async () => {
    const status =
      (code: number): (typeof site)[string] =>
      (_, response) =>
        void response.writeHead(code).end();
    site['/states'] = 'ok';
    const { watch_id, baseline } = await make({ kind: 'endpoint', target: at('/states') });
    assert.deepEqual(
      [baseline.up, baseline.certificate_expires_at, baseline.domain_expires_at],
      [true, null, null],
    );
    assert.match(JSON.stringify(baseline.not_read), /"it answers over http, without a certificate"/);
    site['/states'] = status(404);
    const down = (await changed(watch_id)).changes[0];
    assert.deepEqual([down.reason, down.after.up, down.after.status], ['down', false, 404]);
    site['/states'] = status(401);
    const up = (await changed(watch_id, 2)).changes[0];
    assert.deepEqual([up.reason, up.after.up], ['up', true]);
    assert.equal((await show(watch_id)).current.status, 401);
  });
});
