import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutboundError } from '../../../../../src/platform/outbound/error.ts';
import { Bootstrap } from '../../../../../src/utility/registries/rdap/bootstrap.ts';
import { MovableClock } from '../../../../harness/clock.ts';

const list = JSON.stringify({ version: '1.0', services: [[['fr'], ['https://new.test/']]] });

/** Responses in place of IANA's list. */
const failures: Record<string, OutboundError | [status: number, body: string]> = {
  'nothing listens': new OutboundError('connect_failed', 'connect ECONNREFUSED'),
  'no answer in time': new OutboundError('timeout', 'no answer within 4 s'),
  'more bytes than such a list has': new OutboundError('too_large', 'more than 2 MiB'),
  'a server error': [503, 'Service Unavailable'],
  'a server error with the list': [500, list],
  'not found': [404, list],
  'a page of a captive portal': [200, '<!doctype html><title>Sign in to the network</title>'],
  'nothing at all': [200, ''],
  'a list cut off': [200, list.slice(0, -10)],
  'an empty object': [200, '{}'],
  'an array': [200, '[]'],
  'no services': [200, '{"services":[]}'],
  'services of another shape': [200, '{"services":["fr",{"tld":"fr"},[["fr"]],[1,2]]}'],
  'no server named': [200, '{"services":[[["fr"],[]],[["com"],["ftp://a.test/",7]]]}'],
};

for (const [name, failure] of Object.entries(failures))
  test(`the list of RDAP servers: ${name}`, async () => {
    const clock = new MovableClock('2026-11-15T00:00:00Z');
    let isBroken = true;
    const outbound = {
      fetch: async () => {
        if (!isBroken) return { status: 200, body: Buffer.from(list) } as never;
        if (failure instanceof OutboundError) throw failure;
        return { status: failure[0], body: Buffer.from(failure[1]) } as never;
      },
    };
    const bootstrap = new Bootstrap({ outbound, clock, url: 'https://list.test/dns.json' });
    const servers = () => bootstrap.serversFor('example.fr');
    assert.deepEqual(await servers(), ['https://rdap.nic.fr/'], 'the bundled list');
    isBroken = false;
    clock.forward(11 * 60_000);
    assert.deepEqual(await servers(), ['https://new.test/'], 'fetched again after minutes, not after a day');
    isBroken = true;
    clock.forward(25 * 3_600_000);
    assert.deepEqual(await servers(), ['https://new.test/'], 'the last list that was fetched');
  });
