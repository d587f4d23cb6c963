import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startVies } from '../../../counterparts/vies-server.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';

const codes = [
  'INVALID_INPUT',
  'INVALID_REQUESTER_INFO',
  'SERVICE_UNAVAILABLE',
  'MS_UNAVAILABLE',
  'VAT_BLOCKED',
  'IP_BLOCKED',
  'GLOBAL_MAX_CONCURRENT_REQ',
  'GLOBAL_MAX_CONCURRENT_REQ_TIME',
  'MS_MAX_CONCURRENT_REQ',
  'MS_MAX_CONCURRENT_REQ_TIME',
];
/** A number in Denmark's format for each code; its checksum does not matter here. */
const failing = Object.fromEntries(codes.map((error, index) => [`DK1000000${index}`, { error }]));

test('vies-check queries the registry, and an outage is never an answer', async (t) => {
  const vies = await startVies(t, {
    BE0202239951: { name: 'Proximus', address: 'Koning Albert II-laan 27\n1030 Schaarbeek' },
    EL094259216: { name: '---', address: '---' },
    XI110305878: { name: 'Harland', address: 'Queens Island, Belfast' },
    ...failing,
    DE136695976: { error: 'TIMEOUT' },
    LU15027442: { error: 'MS_MAX_CONCURRENT_REQ', times: 1 },
    PL8567346215: { raw: '<html>maintenance</html>', status: 200 },
    PT501964843: { raw: '', status: 503 },
    FI20774740: { raw: '{"errorWrappers":[{"error":"VOW-ERR-11"}]}', status: 400 },
    MT11679112: { raw: '{"valid":"yes"}', status: 200 },
  });
  const { utility, ally } = await startWorld(t, { env: { KITH_VIES_URL: vies.url } });
  const check = (vat: string) => utility.get(`/vies-check?vat=${encodeURIComponent(vat)}`, { ally });

  await t.test('a registered number, however it is written', async () => {
    const { status, json } = await check('be 202.239.951');
    assert.equal(status, 200, JSON.stringify(json));
    assert.deepEqual(json, {
      vat: 'BE0202239951',
      country_code: 'BE',
      number: '0202239951',
      valid: true,
      check_digits: true,
      name: 'Proximus',
      address: 'Koning Albert II-laan 27\n1030 Schaarbeek',
      consultation_number: null,
      requester: null,
      requested_at: '2026-11-15T07:30:00.123Z',
      source: 'VIES, European Commission',
    });
    for (const written of [
      'BE\u00a00202\u00a0239\u00a0951',
      '\u200eBE0202239951\u200b',
      'ＢＥ０２０２２３９９５１',
      'be‑0202‑239‑951',
      '(BE) 0202.239.951',
    ])
      assert.equal((await check(written)).json.vat, 'BE0202239951', written);
    const greek = await check('GR 094259216');
    const northern = await check('xi 110 3058 78');
    assert.deepEqual([northern.json.country_code, northern.json.valid], ['XI', true]);
    assert.deepEqual([greek.json.vat, greek.json.valid, greek.json.name], ['EL094259216', true, null]);
  });

  await t.test('a requester gets a consultation number', async () => {
    const { json } = await utility.get('/vies-check?vat=BE0202239951&requester=gr%20094259216', { ally });
    assert.deepEqual(
      [json.valid, json.consultation_number, json.requester],
      [true, 'WAPIAAAAXYZ12345', 'EL094259216'],
    );
    assert.deepEqual(vies.asked.at(-1), {
      countryCode: 'BE',
      vatNumber: '0202239951',
      requesterMemberStateCode: 'EL',
      requesterNumber: '094259216',
    });
    const before = vies.asked.length;
    const refused = await utility.get('/vies-check?vat=BE0202239951&requester=hello', { ally });
    assertRefused(refused, 400, 'invalid_field');
    assert.match(refused.json.error, /^requester /);
    assert.equal(vies.asked.length, before);
  });

  await t.test('the registry decides, and the check digits are reported beside it', async () => {
    const unknown = await check('BE0407139583');
    assert.deepEqual([unknown.json.valid, unknown.json.check_digits, unknown.json.name], [false, true, null]);
    const wrong = await check('BE0407139584');
    assert.deepEqual([wrong.json.valid, wrong.json.check_digits], [false, false]);
    assert.equal(vies.asked.at(-1)?.vatNumber, '0407139584');
    // Birth numbers: 20 may be added to the month since 2004.
    const births = { CZ080127228: true, CZ082127228: false, CZ0421011239: true, CZ8421011236: false };
    for (const [vat, right] of Object.entries(births))
      assert.equal((await check(vat)).json.check_digits, right, vat);
  });

  await t.test('every registry error code reaches the caller as a failure of the registry', async () => {
    for (const [vat, { error }] of Object.entries(failing)) {
      const answer = await check(vat);
      assertRefused(answer, 502, 'upstream_failed', vat);
      assert.match(answer.json.error, new RegExp(`\\b${error}$`));
    }
    const late = await check('DE136695976');
    assertRefused(late, 504, 'upstream_timeout');
    assert.match(late.json.error, /TIMEOUT$/);
    const broken = await check('FI20774740');
    assertRefused(broken, 502, 'upstream_failed');
    assert.match(broken.json.error, /VOW-ERR-11/);
    for (const vat of ['PL8567346215', 'PT501964843', 'MT11679112'])
      assertRefused(await check(vat), 502, 'upstream_failed', vat);
  });

  await t.test('a busy registry is retried once', async () => {
    const before = vies.asked.length;
    const { status, json } = await check('LU15027442');
    assert.deepEqual([status, json.valid, vies.asked.length - before], [200, false, 2]);
  });

  await t.test('an impossible number is not queried', async () => {
    const before = vies.asked.length;
    for (const vat of ['', 'hello', 'GB123456789', 'BE123', 'NL123456789B00', '0202239951', 'ATU1234567'])
      assertRefused(await check(vat), 400, 'invalid_field', vat);
    assert.equal(vies.asked.length, before);
  });
});
