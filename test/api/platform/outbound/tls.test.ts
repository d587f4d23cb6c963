import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { makeCertificate } from '../../../counterparts/certificate.ts';
import { serveHttps, serveTcp } from '../../../counterparts/servers.ts';
import { trust } from '../../../counterparts/trust.ts';
import { openOutbound, refusal } from './outbound-fixture.ts';

const good = makeCertificate(['secure.test', '127.0.0.1']);
const expired = makeCertificate(['old.test'], new Date('2020-01-01'), new Date('2020-02-01'));
const stranger = makeCertificate(['unknown.test']);
trust(good.cert, expired.cert);

const zone = Object.fromEntries(
  ['secure.test', 'other.test', 'old.test', 'unknown.test'].map((name) => [name, { A: ['127.0.0.1'] }]),
);
const OPEN = { allow: ['127.0.0.1/32'], zone };

test('TLS is verified against the name, though the connection goes to the address', async (t) => {
  const names: unknown[] = [];
  const server = await serveHttps(t, good, (request, response) => {
    names.push((request.socket as TLSSocket).servername);
    response.end('safe');
  });
  const { outbound } = await openOutbound(t, OPEN);
  const answer = await outbound.fetch(`https://secure.test.:${server.port}/`);
  assert.equal(answer.body.toString(), 'safe');
  assert.equal(answer.address, '127.0.0.1');
  assert.equal(answer.tls?.protocol, 'TLSv1.3');
  assert.equal(answer.tls?.subject, 'secure.test');
  assert.ok(new Date(answer.tls?.validTo ?? 0) > new Date());
  assert.equal((await outbound.fetch(`https://127.0.0.1:${server.port}/`)).body.toString(), 'safe');
  assert.deepEqual(names, ['secure.test', false]);
});

test('an expired or untrusted certificate, or one for another name, is refused before a request is sent', async (t) => {
  let requests = 0;
  const listener = () => {
    requests += 1;
  };
  const { outbound } = await openOutbound(t, OPEN);
  const cases = [
    ['other.test', good, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['old.test', expired, 'CERT_HAS_EXPIRED'],
    ['unknown.test', stranger, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ] as const;
  for (const [host, certificate, code] of cases) {
    const server = await serveHttps(t, certificate, listener);
    const error = await refusal(outbound.fetch(`https://${host}:${server.port}/`));
    assert.equal(error.reason, 'tls_failed', host);
    assert.match(error.message, new RegExp(code));
  }
  assert.equal(requests, 0);
});

test('a server that does not speak TLS, or closes on it, is a TLS failure', async (t) => {
  const { outbound } = await openOutbound(t, OPEN);
  const plain = await serveTcp(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  assert.equal((await refusal(outbound.fetch(`https://secure.test:${plain.port}/`))).reason, 'tls_failed');
  const closingServer = await serveTcp(t, (socket) => socket.destroy());
  assert.equal(
    (await refusal(outbound.fetch(`https://secure.test:${closingServer.port}/`))).reason,
    'tls_failed',
  );
});

test('an endless handshake is ended by the deadline', async (t) => {
  const { outbound } = await openOutbound(t, OPEN);
  const silent = await serveTcp(t, () => {});
  const error = await refusal(outbound.fetch(`https://secure.test:${silent.port}/`, { timeoutMs: 100 }));
  assert.equal(error.reason, 'timeout');
});
