import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutboundError } from '../../../../../src/platform/outbound/error.ts';
import { Bootstrap } from '../../../../../src/utility/registries/rdap/bootstrap.ts';
import { MovableClock } from '../../../../harness/clock.ts';

test('the bundled list is used until the real one is downloaded, once per day', async () => {
  const clock = new MovableClock('2026-11-15T00:00:00Z');
  let asked = 0;
  let body: string | null = null;
  const outbound = {
    fetch: async () => {
      asked += 1;
      if (body === null) throw new OutboundError('connect_failed', 'no way there');
      return { status: 200, body: Buffer.from(body) } as never;
    },
  };
  const bootstrap = new Bootstrap({ outbound, clock, url: 'https://list.test/dns.json' });
  assert.deepEqual(await bootstrap.serversFor('example.fr'), ['https://rdap.nic.fr/']);
  assert.deepEqual(await bootstrap.serversFor('example.be'), []);
  await bootstrap.serversFor('example.fr');
  assert.equal(asked, 1);

  body = '{"services": "none"}';
  clock.forward(11 * 60_000);
  assert.deepEqual(await bootstrap.serversFor('example.fr'), ['https://rdap.nic.fr/']);
  body = JSON.stringify({
    services: [
      [
        ['fr', 'a.fr'],
        ['http://plain.test/', 'https://safe.test/'],
      ],
      [['b.fr'], ['https://below.test/', 'ftp://no.test/']],
      'nonsense',
    ],
  });
  clock.forward(11 * 60_000);
  assert.deepEqual(await bootstrap.serversFor('x.b.fr'), ['https://below.test/']);
  assert.deepEqual(await bootstrap.serversFor('x.fr'), ['https://safe.test/', 'http://plain.test/']);
  assert.equal(asked, 3);

  body = null;
  clock.forward(25 * 3_600_000);
  assert.deepEqual(await bootstrap.serversFor('x.b.fr'), ['https://below.test/']);
  assert.equal(asked, 4);
});
