import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { Facilitator } from '../../../src/payments/facilitator.ts';
import { Refusal } from '../../../src/platform/http/refusal.ts';
import { createLog } from '../../../src/platform/log.ts';
import { type OutboundLimits, upstreamLimits } from '../../../src/platform/outbound/admission.ts';
import { createDns } from '../../../src/platform/outbound/dns.ts';
import { createOutbound } from '../../../src/platform/outbound/outbound.ts';
import { startDnsServer } from '../../counterparts/dns-server.ts';
import { serveHttp } from '../../counterparts/servers.ts';
import { refusal } from '../platform/outbound/outbound-fixture.ts';

const terms: PaymentRequirements = {
  scheme: 'exact',
  network: 'solana:x',
  asset: 'x',
  amount: '1',
  payTo: 'x',
  maxTimeoutSeconds: 60,
  extra: {},
};
const payment: PaymentPayload = { x402Version: 2, accepted: terms, payload: { transaction: 'AAAA' } };

/** A facilitator client whose outbound client has its own name server, and what it logged. */
async function openClient(t: TestContext, url: string, limits: OutboundLimits = upstreamLimits) {
  const dnsServer = await startDnsServer({ 'dead.test': 'servfail' });
  const dns = createDns({ servers: [dnsServer.address], timeoutMs: 1_500, tries: 1 });
  const outbound = createOutbound({ dns, userAgent: 'kith/test', upstreams: [url], limits });
  const destination = new PassThrough();
  const log = createLog({ level: 'warn', destination });
  t.after(async () => {
    outbound.close();
    dns.close();
    await dnsServer.close();
  });
  const facilitator = new Facilitator({ url, outbound, log });
  const blamed = (): string[] =>
    String(destination.read() ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).blame);
  return { facilitator, outbound, blamed };
}

async function unverified(facilitator: Facilitator): Promise<string> {
  const error: unknown = await facilitator.verify(payment, terms).catch((refused: unknown) => refused);
  assert.ok(error instanceof Refusal);
  assert.equal(error.kind.code, 'payment_unavailable');
  return error.message;
}

test('a facilitator that closes the connection is to blame, and the settlement stays unknown', async (t) => {
  const { port, connections } = await serveHttp(t, (request) => request.socket.destroy());
  const { facilitator, blamed } = await openClient(t, `http://127.0.0.1:${port}`);
  assert.match(await unverified(facilitator), /no response to verify/);
  const settled = await facilitator.settle(payment, terms);
  assert.deepEqual(settled, { outcome: 'unknown', reason: 'no response to settle' });
  assert.deepEqual(blamed(), ['peer', 'peer']);
  assert.equal(connections(), 2, 'a settlement is sent once');
});

test('an unresolvable name is not the facilitator’s fault', async (t) => {
  const { facilitator, blamed } = await openClient(t, 'http://dead.test:8402');
  assert.match(await unverified(facilitator), /its name could not be resolved/);
  assert.equal((await facilitator.settle(payment, terms)).outcome, 'unknown');
  assert.deepEqual(blamed(), ['dns', 'dns']);
});

test('a delay in our own queue is reported as ours, and nothing was sent', async (t) => {
  const arrived = Promise.withResolvers<void>();
  const { port, connections } = await serveHttp(t, () => arrived.resolve());
  const limits = { ...upstreamLimits, perHost: 1, waitingPerHost: 0 };
  const { facilitator, outbound, blamed } = await openClient(t, `http://127.0.0.1:${port}`, limits);
  const first = facilitator.settle(payment, terms);
  await arrived.promise;
  assert.match(await unverified(facilitator), /too many payments are waiting here/);
  assert.deepEqual(blamed(), ['us']);
  assert.equal(connections(), 1);
  outbound.close();
  assert.equal((await first).outcome, 'unknown');
});

test('a response that violates the schema is unknown, and success under an error status is not success', async (t) => {
  let body: unknown;
  let status = 200;
  const { port } = await serveHttp(t, (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const { facilitator } = await openClient(t, `http://127.0.0.1:${port}`);
  body = { isValid: 'yes' };
  assert.match(await unverified(facilitator), /its response to verify is invalid \(status 200\)/);
  body = { success: 1, transaction: 'x', network: 'solana:x' };
  assert.equal((await facilitator.settle(payment, terms)).outcome, 'unknown');
  status = 404;
  body = { isValid: true };
  assert.equal(await facilitator.verify(payment, terms), 'no reason given');
  body = { success: true, transaction: 'x', network: 'solana:x' };
  assert.equal((await facilitator.settle(payment, terms)).outcome, 'unknown');
});

test('the operator’s connection reaches the configured private address, and no other', async (t) => {
  const other = await serveHttp(t, (_, response) => response.end('private'));
  const { port } = await serveHttp(t, (request, response) => {
    if (request.url === '/away')
      return response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end();
    response.end('configured');
  });
  const { outbound } = await openClient(t, `http://127.0.0.1:${port}`);
  assert.equal((await outbound.fetch(`http://127.0.0.1:${port}/`)).body.toString(), 'configured');
  for (const url of [`http://127.0.0.1:${port}/away`, `http://127.0.0.1:${other.port}/`])
    assert.equal((await refusal(outbound.fetch(url))).reason, 'not_public');
  assert.equal(other.connections(), 0);
});
