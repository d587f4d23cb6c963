import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Zone } from '../../../counterparts/dns-server.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';

const mx = (exchange: string, priority = 10) => ({ exchange, priority });

const zone: Zone = {
  'shop.test': { MX: [mx('b.shop.test', 20), mx('a.shop.test')] },
  'a.shop.test': { A: ['192.0.2.1'] },
  'xn--bcher-kva.test': { A: ['192.0.2.1'] },
  'nomail.test': { MX: [mx('', 0)], A: ['192.0.2.1'] },
  'gone.test': { MX: [mx('x.gone.test')] },
  'unsure.test': { MX: [mx('dead.test')] },
  'empty.test': { TXT: ['hello'] },
  'dead.test': 'servfail',
  'behind.test': { MX: [mx('mail.mailinator.com')] },
  'mail.mailinator.com': { A: ['192.0.2.1'] },
  'mailinator.com': { A: ['192.0.2.1'] },
  'gmail.com': { MX: [mx('a.shop.test')] },
  'duck.com': { MX: [mx('a.shop.test')] },
};

test('verify-email', async (t) => {
  const { utility, ally } = await startWorld(t, { zone });
  const verify = async (email: string) => {
    const { status, json } = await utility.get(`/verify-email?email=${encodeURIComponent(email)}`, { ally });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };

  await t.test('a mistyped domain gets a suggestion, a real one does not', async () => {
    assert.equal((await verify('ada@gmial.com')).did_you_mean, 'ada@gmail.com');
    assert.equal((await verify('ada@hotmal.com')).did_you_mean, 'ada@hotmail.com');
    for (const right of ['gmail.com', 'shop.test', 'mailinator.com', 'duck.com'])
      assert.equal((await verify(`ada@${right}`)).did_you_mean, null, right);
    const { mx: hosts, disposable, role_account } = await verify('not an address');
    assert.deepEqual(
      [hosts.found, hosts.null_mx, hosts.implicit, disposable, role_account],
      [null, null, null, null, null],
      'not asked is not "not found"',
    );
  });

  await t.test('a malformed address gets the address that was meant', async () => {
    for (const sent of [
      'Ada Lovelace <ada@shop.test>',
      'mailto:ada@shop.test?subject=x',
      'ada@shop,test',
      'ada@@shop.test',
      'ada @ shop.test.',
      'ada (at) shop (dot) test',
      'ada@shop..test',
    ]) {
      const found = await verify(sent);
      assert.deepEqual([found.valid, found.did_you_mean], [false, 'ada@shop.test'], sent);
    }
    assert.equal((await verify('not an address')).did_you_mean, null);
    const tld = await verify('ada@acme.con');
    assert.deepEqual([tld.did_you_mean, tld.typo_domain, tld.deliverable], ['ada@acme.com', true, 'no']);
  });

  await t.test('a misspelt provider is not disposable, although lists contain it', async () => {
    for (const [typo, meant] of [
      ['gmial.com', 'gmail.com'],
      ['hotmial.com', 'hotmail.com'],
      ['hotmai.com', 'hotmail.com'],
      ['gmail.co', 'gmail.com'],
      ['yaho.com', 'yahoo.com'],
    ]) {
      const found = await verify(`ada@${typo}`);
      assert.deepEqual(
        [found.typo_domain, found.disposable, found.did_you_mean],
        [true, false, `ada@${meant}`],
        typo,
      );
    }
    for (const other of ['orange.es', 'web.dev', 'mail.rs']) {
      const found = await verify(`ada@${other}`);
      assert.deepEqual([found.typo_domain, found.did_you_mean], [false, null], other);
    }
    for (const listed of ['givmail.com', 'mailzi.ru', 'gotmail.com', 'mailinator.com']) {
      const found = await verify(`ada@${listed}`);
      assert.deepEqual(
        [found.typo_domain, found.disposable, found.did_you_mean],
        [false, true, null],
        listed,
      );
    }
  });

  await t.test('a valid address gets a complete answer', async () => {
    assert.deepEqual(await verify('Ada.Lovelace+x@SHOP.test'), {
      email: 'Ada.Lovelace+x@SHOP.test',
      valid: true,
      syntax: {
        valid: true,
        local: 'Ada.Lovelace+x',
        domain: 'shop.test',
        normalized: 'Ada.Lovelace+x@shop.test',
        smtputf8: false,
        reason: null,
      },
      mx: {
        found: true,
        null_mx: false,
        implicit: false,
        records: [mx('a.shop.test'), mx('b.shop.test', 20)],
      },
      did_you_mean: null,
      typo_domain: false,
      disposable: false,
      privacy_relay: false,
      role_account: false,
      free_provider: false,
      deliverable: 'yes',
      reasons: ['The domain has mail hosts.'],
      not_read: {},
    });
  });

  await t.test('DNS answers and DNS failures are distinguished', async () => {
    const verdictOf = async (email: string) => {
      const { valid, mx: hosts, deliverable } = await verify(email);
      return [valid, deliverable, hosts.found, hosts.null_mx, hosts.implicit];
    };
    assert.deepEqual(await verdictOf('a@nomail.test'), [false, 'no', false, true, false]);
    assert.deepEqual(await verdictOf('a@bücher.test'), [true, 'yes', false, false, true]);
    assert.deepEqual(await verdictOf('a@empty.test'), [false, 'no', false, false, false]);
    assert.deepEqual(await verdictOf('a@nobody.test'), [false, 'no', false, false, false]);
    assert.deepEqual(await verdictOf('a@gone.test'), [false, 'no', true, false, false]);
    assert.deepEqual(await verdictOf('a@unsure.test'), [true, 'unknown', true, false, false]);
    assert.deepEqual(await verdictOf('a@dead.test'), [true, 'unknown', null, null, null]);
    assert.deepEqual(await verdictOf('a@[192.0.2.1]'), [true, 'unknown', null, null, null]);
  });

  await t.test('the mail provider is named', async () => {
    const verdictOf = async (email: string) => {
      const { disposable, privacy_relay, role_account, free_provider } = await verify(email);
      return { disposable, privacy_relay, role_account, free_provider };
    };
    const none = { disposable: false, privacy_relay: false, role_account: false, free_provider: false };
    assert.deepEqual(await verdictOf('x@mailinator.com'), { ...none, disposable: true });
    assert.deepEqual(await verdictOf('x@deep.mailinator.com'), { ...none, disposable: true });
    assert.deepEqual(await verdictOf('x@behind.test'), { ...none, disposable: true });
    assert.deepEqual(
      await verdictOf('x@dead.test'),
      { ...none, disposable: null },
      'its mail hosts are unknown',
    );
    assert.deepEqual(await verdictOf('x@duck.com'), { ...none, privacy_relay: true });
    assert.deepEqual(await verdictOf('x@gmail.com'), { ...none, free_provider: true });
    assert.deepEqual(await verdictOf('Info+sales@shop.test'), { ...none, role_account: true });
    assert.deepEqual(await verdictOf('list-request@shop.test'), { ...none, role_account: true });
  });

  await t.test('SMTP syntax is checked, also of internationalised addresses', async () => {
    const good = [
      '"a b@c"@shop.test',
      "o'neil@shop.test",
      'δοκιμή@shop.test',
      ' x@shop.test\t',
      'x@[IPv6:::1]',
    ];
    for (const email of good) assert.equal((await verify(email)).syntax.valid, true, email);
    assert.equal((await verify('δοκιμή@shop.test')).syntax.smtputf8, true);
    const bad = ['x', '@shop.test', 'x@', 'a..b@shop.test', '.a@shop.test', 'a b@shop.test', 'a@b@shop.test'];
    const worse = [
      '"a@shop.test',
      'x@-a.test',
      'x@a..test',
      'x@shop.test\n',
      'x@[1.2.3]',
      `${'a'.repeat(65)}@a.test`,
    ];
    for (const email of [...bad, ...worse]) {
      const { valid, syntax, deliverable } = await verify(email);
      assert.deepEqual([valid, syntax.valid, deliverable], [false, false, 'no'], email);
      assert.ok(syntax.reason.length > 10);
    }
    for (const query of ['', 'email=', `email=${'a'.repeat(401)}`])
      assertRefused(await utility.get(`/verify-email?${query}`, { ally }), 400, 'invalid_field', query);
  });
});
