import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../../src/platform/clock.ts';
import { parseNetwork } from '../../../../src/platform/outbound/address.ts';
import { publicLimits } from '../../../../src/platform/outbound/admission.ts';
import { createDns } from '../../../../src/platform/outbound/dns.ts';
import { createOutbound } from '../../../../src/platform/outbound/outbound.ts';
import { endpointKind } from '../../../../src/utility/watches/kinds/endpoint.ts';
import { startDnsServer } from '../../../counterparts/dns-server.ts';
import { serveHttp } from '../../../counterparts/servers.ts';

test('an endpoint is down only by its own failure, never by our queue or DNS', async (t) => {
  const dnsServer = await startDnsServer({ 'dead.test': 'servfail' });
  const dns = createDns({ servers: [dnsServer.address], timeoutMs: 1_500, tries: 1 });
  const outbound = createOutbound({
    dns,
    userAgent: 'kith/test',
    allow: [parseNetwork('127.0.0.1/32')],
    limits: { ...publicLimits, perHost: 1, waitingPerHost: 0 },
  });
  t.after(async () => {
    outbound.close();
    dns.close();
    await dnsServer.close();
  });
  const registries = { findRegistration: () => Promise.reject(new Error('no registry here')) };
  const kind = endpointKind({ outbound, registries, clock: systemClock });
  const off = new AbortController();
  const baseline = {
    up: true,
    status: 200,
    status_class: '2xx',
    reason: null,
    certificate_expires_at: null,
    certificate_days: null,
    domain_expires_at: null,
    domain_days: null,
    not_read: {},
  };
  const read = (target: string) => kind.read({ target, chain: null, options: {} }, off.signal, baseline);

  const closing = await serveHttp(t, (request) => request.socket.destroy());
  const down = await read(`http://127.0.0.1:${closing.port}/`);
  assert.equal(down.up, false, 'a peer that closes the connection is down');
  await assert.rejects(read('http://dead.test/'), { blame: 'dns' });

  const arrived = Promise.withResolvers<void>();
  const silent = await serveHttp(t, () => arrived.resolve());
  const url = `http://127.0.0.1:${silent.port}/`;
  const held = outbound.fetch(url, { signal: off.signal }).catch(() => {});
  await arrived.promise;
  await assert.rejects(read(url), { blame: 'us' });
  off.abort();
  await held;
});
