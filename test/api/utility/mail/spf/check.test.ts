import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Zone } from '../../../../counterparts/dns-server.ts';
import { startWorld } from '../../../../fixtures/utility/world.ts';

const elevenMx = Array.from({ length: 11 }, (_, index) => ({ exchange: `m${index}.test`, priority: 1 }));

const zone: Zone = {
  'host.test': { A: ['192.0.2.5'], AAAA: ['2001:db8::5'] },
  '5.2.0.192.in-addr.arpa': { PTR: ['host.test', 'liar.test'] },
  'liar.test': { A: ['192.0.2.99'] },
  'none.test': { TXT: ['v=spf10 -all'] },
  'a.test': { TXT: ['v=spf1 a:host.test/28//64 -all'] },
  'mx.test': { TXT: ['v=spf1 mx -all'], MX: [{ exchange: 'host.test', priority: 1 }] },
  'manymx.test': { TXT: ['v=spf1 mx -all'], MX: elevenMx },
  'ptr.test': { TXT: ['v=spf1 ptr:host.test -all'] },
  'liarptr.test': { TXT: ['v=spf1 ptr:liar.test -all'] },
  'macro.test': { TXT: ['v=spf1 exists:%{ir}.%{v}.%{l1r-}.%{d2}.test -all'] },
  '5.2.0.192.in-addr.postmaster.macro.test.test': { A: ['127.0.0.2'] },
  'redirect.test': { TXT: ['v=spf1 redirect=a.test'] },
  'redirectnone.test': { TXT: ['v=spf1 redirect=none.test'] },
  'includenone.test': { TXT: ['v=spf1 include:none.test -all'] },
  'includefail.test': { TXT: ['v=spf1 -include:a.test ?all'] },
  'soft.test': { TXT: ['v=spf1 ~all'] },
  'exp.test': { TXT: ['v=spf1 -all exp=why.exp.test'] },
  'why.exp.test': { TXT: ['%{i} may not send for %{o}%_%%'] },
  'void2.test': { TXT: ['v=spf1 a:x1.test a:x2.test ?all'] },
  'void3.test': { TXT: ['v=spf1 a:x1.test a:x2.test exists:x3.test ?all'] },
  'ten.test': { TXT: [`v=spf1 ${'-a:host.test '.repeat(10)}?all`] },
  'eleven.test': { TXT: [`v=spf1 ${'a:other.test '.repeat(11)}?all`] },
  'other.test': { A: ['198.51.100.1'] },
  'unknownmech.test': { TXT: ['v=spf1 -all wibble:x'] },
  'unknownmod.test': { TXT: ['v=spf1 later=%{d} -all'] },
  'badmacro.test': { TXT: ['v=spf1 exists:%{z}.test -all'] },
  'badcidr.test': { TXT: ['v=spf1 ip4:192.0.2.0/33 -all'] },
  'down.test': { TXT: ['v=spf1 a:broken.test -all'] },
  'broken.test': 'servfail',
};

/** domain, address, result, and the explanation */
const cases: [string, string, string, string?][] = [
  ['none.test', '192.0.2.5', 'none'],
  ['a.test', '192.0.2.14', 'pass'],
  ['a.test', '192.0.2.16', 'fail'],
  ['a.test', '2001:db8::ffff', 'pass'],
  ['a.test', '2001:db8:0:1::5', 'fail'],
  ['a.test', '::ffff:192.0.2.5', 'pass'],
  ['mx.test', '192.0.2.5', 'pass'],
  ['manymx.test', '192.0.2.5', 'permerror'],
  ['ptr.test', '192.0.2.5', 'pass'],
  ['liarptr.test', '192.0.2.5', 'fail'],
  ['macro.test', '192.0.2.5', 'pass'],
  ['macro.test', '192.0.2.6', 'fail'],
  ['redirect.test', '192.0.2.5', 'pass'],
  ['redirectnone.test', '192.0.2.5', 'permerror'],
  ['includenone.test', '192.0.2.5', 'permerror'],
  ['includefail.test', '192.0.2.5', 'fail'],
  ['includefail.test', '198.51.100.1', 'neutral'],
  ['soft.test', '192.0.2.5', 'softfail'],
  ['exp.test', '192.0.2.5', 'fail', '192.0.2.5 may not send for exp.test %'],
  ['void2.test', '192.0.2.5', 'neutral'],
  ['void3.test', '192.0.2.5', 'permerror'],
  ['ten.test', '198.51.100.7', 'neutral'],
  ['eleven.test', '192.0.2.5', 'permerror'],
  ['unknownmech.test', '192.0.2.5', 'permerror'],
  ['unknownmod.test', '192.0.2.5', 'fail'],
  ['badmacro.test', '192.0.2.5', 'permerror'],
  ['badcidr.test', '192.0.2.5', 'permerror'],
  ['down.test', '192.0.2.5', 'temperror'],
];

test('SPF by RFC 7208, for an address and a domain', async (t) => {
  const { utility, ally } = await startWorld(t, { zone });
  for (const [domain, ip, result, explanation = null] of cases) {
    const { status, json } = await utility.get(`/email-auth?domain=${domain}&ip=${ip}`, { ally });
    assert.equal(status, 200, JSON.stringify(json));
    const { check } = json.spf;
    assert.deepEqual([check.result, check.explanation], [result, explanation], `${domain} ${ip}`);
  }
});
