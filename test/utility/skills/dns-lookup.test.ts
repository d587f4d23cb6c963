import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../harness/refused.ts';
import { startWorld } from '../world.ts';

const zone = {
  'shop.test': {
    A: ['192.0.2.7', '192.0.2.5'],
    AAAA: ['2001:db8::5'],
    MX: [
      { exchange: 'b.mail.test', priority: 20 },
      { exchange: 'a.mail.test', priority: 10 },
    ],
    TXT: [['v=spf1 ', '-all']],
    NS: ['ns1.shop.test'],
  },
  'dead.test': 'servfail',
} as const;

test('records of every type, sorted, and what is absent is an empty list', async (t) => {
  const { utility, ally } = await startWorld(t, { zone });
  const { status, json, headers } = await utility.get('/dns-lookup?domain=Shop.TEST.', { ally });
  assert.equal(status, 200);
  assert.equal(headers['x-kith-paid-by'], 'ally');
  assert.equal(headers['ratelimit-remaining'], '99');
  assert.deepEqual(json, {
    domain: 'shop.test',
    records: {
      A: ['192.0.2.5', '192.0.2.7'],
      AAAA: ['2001:db8::5'],
      MX: [
        { exchange: 'a.mail.test', priority: 10 },
        { exchange: 'b.mail.test', priority: 20 },
      ],
      TXT: ['v=spf1 -all'],
      NS: ['ns1.shop.test'],
      CNAME: [],
      CAA: [],
    },
    errors: {},
  });
  const absent = await utility.get('/dns-lookup?domain=nobody.test', { ally });
  assert.deepEqual([absent.status, absent.json.records.A, absent.json.errors], [200, [], {}]);

  assertRefused(await utility.get('/dns-lookup?domain=dead.test', { ally }), 502, 'upstream_failed');
  for (const wrong of ['', 'localhost', '127.0.0.1', 'a..b', '-a.test', `${'a'.repeat(64)}.test`])
    assertRefused(await utility.get(`/dns-lookup?domain=${wrong}`, { ally }), 400, 'invalid_field', wrong);
  // Refused calls cost nothing: two answers before, and this one.
  const next = await utility.get('/dns-lookup?domain=shop.test', { ally });
  assert.equal(next.headers['ratelimit-remaining'], '97');
});
