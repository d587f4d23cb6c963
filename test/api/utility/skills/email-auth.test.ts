import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import type { Zone } from '../../../counterparts/dns-server.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const rsa = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

const mx = (...hosts: string[]) => hosts.map((exchange, index) => ({ exchange, priority: index }));

const zone: Zone = {
  'good.test': {
    TXT: ['site-verification=1', ['v=spf1 ip4:192.0.2.0/24 a:out.good.test include:', 'mail.test -all']],
  },
  'out.good.test': { A: ['198.51.100.9'] },
  'mail.test': { TXT: ['v=spf1 ip6:2001:db8::/32 mx ~all'] },
  '_dmarc.good.test': {
    TXT: ['v=DMARC1; p=reject; sp=quarantine; np=reject; rua=mailto:d@good.test,http://x; adkim=s'],
  },
  'google._domainkey.good.test': { TXT: [[`v=DKIM1; k=rsa; p=${rsa.slice(0, 100)}`, rsa.slice(100)]] },
  'own._domainkey.good.test': { TXT: [`v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 7).toString('base64')}`] },
  's1._domainkey.good.test': { TXT: ['v=DKIM1; p='] },
  's2._domainkey.good.test': 'servfail',
  'below.good.test': { TXT: ['v=spf1 +all'] },

  'terms.test': {
    TXT: ['v=spf1 ip4:192.0.2.1 ipv4:1.2.3.4 include:nothing.test ?all'],
    MX: mx('mx.terms.test'),
  },
  'nothing.test': { A: ['192.0.2.1'] },
  'lost.test': { TXT: ['v=spf1 include:nothing.test a ~all'], MX: mx('mx.lost.test') },

  'bare.test': { A: ['192.0.2.1'] },
  'twice.test': { TXT: ['v=spf1 -all', 'v=spf1 ~all'] },
  '_dmarc.twice.test': { TXT: ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] },
  'bomb.test': { TXT: ['v=spf1 include:bomb.test include:bomb.test -all'] },
  '_dmarc.bomb.test': { TXT: ['v=DMARC1; p=quarantine; t=y; pct=10'] },
  'wide.test': {
    TXT: [['v=spf1', ...Array.from({ length: 12 }, (_, i) => ` include:i${i}.wide.test`), ' -all']],
  },
  '*.wide.test': { TXT: ['v=spf1 a:out.good.test -all'] },
  'voids.test': { TXT: ['v=spf1 a:n1.voids.test mx:n2.voids.test a:n3.voids.test a:out.good.test -all'] },
  'cut.test': { TXT: ['v=spf1 -all'] },
  'google._domainkey.cut.test': { TXT: [`v=DKIM1; k=rsa; p=${rsa.slice(0, 90)}`] },
  '_dmarc.cut.test': { TXT: ['v=DMARC1; p=rejct; rua=d@cut.test'] },
  'wild.test': { TXT: ['v=spf1 include:dead.test exists:%{i}.wild.test -all'] },
  '*._domainkey.wild.test': { TXT: ['v=DKIM1; p='] },
  '_dmarc.wild.test': { TXT: ['v=DMARC1; p=quarantine'] },

  'dead.test': 'servfail',
  '_dmarc.dead.test': 'servfail',
  'half.test': { TXT: ['v=spf1 -all'] },
  '_dmarc.half.test': 'servfail',
};

test('email-auth: records, counts and a verdict that never takes silence for absence', async (t) => {
  const { utility, ally, dns } = await startWorld(t, { zone });
  const ask = async (domain: string, more = '') => {
    const { status, json } = await utility.get(`/email-auth?domain=${domain}${more}`, { ally });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };

  await t.test('a protected domain is returned with all its records', async () => {
    const json = await ask('good.test', '&selector=own&ip=2001:db8::5');
    assert.deepEqual(json.spf, {
      record: 'v=spf1 ip4:192.0.2.0/24 a:out.good.test include:mail.test -all',
      valid: true,
      all: '-all',
      lookups: 3,
      includes: ['mail.test'],
      errors: [],
      check: { ip: '2001:db8::5', result: 'pass', matched: 'include:mail.test', explanation: null },
    });
    const { record: _, ...dmarc } = json.dmarc;
    assert.deepEqual(dmarc, {
      valid: true,
      found_at: 'good.test',
      organizational_domain: 'good.test',
      policy: 'reject',
      subdomain_policy: 'quarantine',
      nonexistent_policy: 'reject',
      pct: 100,
      testing: false,
      alignment: { dkim: 'strict', spf: 'relaxed' },
      rua: ['mailto:d@good.test'],
      ruf: [],
      errors: ['rua= contains an entry that is not a mailto: address'],
    });
    const keys = Object.fromEntries(
      json.dkim.selectors.map((each: { selector: string }) => [each.selector, each]),
    );
    assert.deepEqual(keys.google, {
      selector: 'google',
      found: true,
      key_type: 'rsa',
      bits: 1024,
      revoked: false,
    });
    assert.deepEqual(keys.own, {
      selector: 'own',
      found: true,
      key_type: 'ed25519',
      bits: 256,
      revoked: false,
    });
    assert.deepEqual([keys.s1.found, keys.s1.revoked], [false, true]);
    assert.deepEqual(
      Object.keys(keys).sort(),
      ['google', 'own', 's1'],
      'only selectors that were found or named',
    );
    assert.deepEqual(json.dkim.unanswered, ['s2']);
    assert.ok(json.dkim.checked > 30);
    const absent = (await ask('good.test', '&selector=absent,s2')).dkim.selectors;
    assert.deepEqual(
      absent.filter((each: { found: boolean }) => !each.found).map((each: object) => Object.values(each)),
      [
        ['s1', false, 'rsa', null, true],
        ['absent', false, null, null, false],
        ['s2', null, null, null, false],
      ],
    );
    assert.deepEqual([json.spoofable, json.verdict], [false, 'protected']);
  });

  await t.test('a subdomain uses the subdomain policy; a missing one, its own', async () => {
    const below = await ask('below.good.test');
    assert.deepEqual(
      [below.dmarc.found_at, below.dmarc.policy, below.dmarc.organizational_domain],
      ['good.test', 'quarantine', 'good.test'],
    );
    assert.deepEqual([below.spf.all, below.verdict], ['+all', 'spoofable']);
    assert.equal((await ask('nowhere.good.test')).dmarc.policy, 'reject');
    const deep = `${'a.'.repeat(30)}good.test`;
    const before = dns.asked.length;
    assert.equal((await ask(deep)).dmarc.policy, 'reject');
    const walked = dns.asked.slice(before).filter((each) => each.name.startsWith('_dmarc.'));
    assert.equal(walked.length, 8);
  });

  await t.test('missing and contradicting records are reported', async () => {
    const bare = await ask('bare.test');
    assert.deepEqual([bare.spf.record, bare.dmarc.record, bare.verdict], [null, null, 'spoofable']);
    const twice = await ask('twice.test');
    assert.deepEqual([twice.spf.valid, twice.dmarc.valid, twice.spoofable], [false, false, true]);
  });

  await t.test('a record that includes itself ends, and is called one', async () => {
    const before = dns.asked.length;
    const bomb = await ask('bomb.test', '&ip=192.0.2.1');
    assert.match(bomb.spf.errors[0], /^include:bomb\.test leads back to itself/);
    assert.deepEqual([bomb.fixes[0].about, bomb.fixes[0].value], ['spf', 'v=spf1 -all']);
    assert.deepEqual([bomb.spf.valid, bomb.spf.check.result], [false, 'permerror']);
    assert.deepEqual(
      [bomb.dmarc.policy, bomb.dmarc.testing, bomb.verdict],
      ['quarantine', true, 'spoofable'],
    );
    const spfQuestions = dns.asked.slice(before).filter((each) => each.name === 'bomb.test');
    assert.ok(spfQuestions.length < 20);
  });

  await t.test('lookups are counted to their end, and those that find nothing are named', async () => {
    const wide = await ask('wide.test');
    assert.equal(wide.spf.lookups, 24);
    assert.deepEqual(wide.spf.errors, ['it takes 24 DNS lookups; receivers stop at 10']);
    const empty = await ask('voids.test');
    assert.deepEqual([empty.spf.valid, empty.spf.errors.length], [false, 1]);
    assert.match(
      empty.spf.errors[0],
      /^a:n1\.voids\.test, mx:n2\.voids\.test, a:n3\.voids\.test find nothing/,
    );
  });

  await t.test(
    'an unreadable key and an unknown policy are faults, and a missing domain is not told to publish',
    async () => {
      const cut = await ask('cut.test');
      assert.ok(
        cut.fixes.some((each: { fault: string }) =>
          /the key of google is not a readable rsa key/.test(each.fault),
        ),
      );
      assert.match(cut.dmarc.errors[0], /p=rejct, which is not one of none, quarantine, reject/);
      const missing = await ask('no-such-name.test');
      assert.deepEqual([missing.fixes, missing.reasons[0]], [[], 'The domain does not exist.']);
    },
  );

  await t.test('what DNS does not answer is unknown', async () => {
    const wild = await ask('wild.test');
    assert.equal(wild.spf.valid, null);
    assert.match(wild.spf.errors[0], /dead\.test could not be read: .*servfail/);
    assert.equal(wild.dkim.wildcard, true);
    assert.deepEqual(wild.dkim.selectors, []);
    assert.equal(wild.verdict, 'partly_protected');
    for (const domain of ['dead.test', 'half.test'])
      assertRefused(
        await utility.get(`/email-auth?domain=${domain}`, { ally }),
        502,
        'upstream_failed',
        domain,
      );
  });

  await t.test('each fault comes with the record to publish', async () => {
    type Fix = { about: string; severity: string; name: string; value: string | null; note: string | null };
    const fixesOf = async (domain: string) =>
      (await ask(domain)).fixes.map(({ about, severity, name, value }: Fix) => [
        about,
        severity,
        name,
        value,
      ]);
    assert.deepEqual(await fixesOf('bare.test'), [
      ['spf', 'fault', 'bare.test', 'v=spf1 -all'],
      ['dmarc', 'fault', '_dmarc.bare.test', 'v=DMARC1; p=none; rua=mailto:dmarc-reports@bare.test'],
    ]);
    assert.deepEqual((await fixesOf('twice.test'))[0], ['spf', 'fault', 'twice.test', 'v=spf1 -all']);
    const terms = await fixesOf('terms.test');
    assert.deepEqual(terms[0], [
      'spf',
      'fault',
      'terms.test',
      'v=spf1 ip4:192.0.2.1 include:nothing.test ~all',
    ]);
    assert.deepEqual((await fixesOf('lost.test'))[0], ['spf', 'fault', 'lost.test', 'v=spf1 a ~all']);
    const [spf] = await fixesOf('wide.test');
    assert.deepEqual(
      spf,
      ['spf', 'fault', 'wide.test', null],
      'only the owner knows which includes can be removed',
    );
    const good = await fixesOf('good.test');
    assert.deepEqual(
      good.find(([about]: string[]) => about === 'dkim'),
      ['dkim', 'advice', 'google._domainkey.good.test', null],
    );
    assert.deepEqual(
      good.find(([about]: string[]) => about === 'dmarc'),
      [
        'dmarc',
        'fault',
        '_dmarc.good.test',
        'v=DMARC1; p=reject; sp=quarantine; np=reject; adkim=s; rua=mailto:d@good.test',
      ],
    );
  });

  await t.test('the answer for a domain without records is small', async () => {
    const { text } = await utility.get('/email-auth?domain=bare.test', { ally });
    assert.ok(text.length < 2_000, `${text.length} bytes`);
    assert.doesNotMatch(text, /selector1/);
  });

  await t.test('invalid parameters are named', async () => {
    for (const wrong of [
      'domain=localhost',
      'domain=good.test&ip=1.2.3',
      'domain=good.test&selector=a%20b',
      '',
    ])
      assertRefused(await utility.get(`/email-auth?${wrong}`, { ally }), 400, 'invalid_field', wrong);
  });
});
