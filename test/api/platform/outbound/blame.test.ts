import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runForOwner } from '../../../../src/platform/fair-share.ts';
import { serveHttp } from '../../../counterparts/servers.ts';
import { LOOPBACK, openOutbound, refusal } from './outbound-fixture.ts';

const neverRespond = () => {};

test('a silent peer is to blame for the timeout, and the error says so', async (t) => {
  const { port } = await serveHttp(t, neverRespond);
  const { outbound } = await openOutbound(t, LOOPBACK);
  const error = await refusal(outbound.fetch(`http://127.0.0.1:${port}/`, { timeoutMs: 300 }));
  assert.deepEqual([error.reason, error.blame], ['timeout', 'peer']);
  assert.ok(error.spent && error.spent.peerMs > error.spent.dnsMs + error.spent.queueMs);
});

test('a silent name server is to blame, not the peer', async (t) => {
  const { outbound } = await openOutbound(t, { ...LOOPBACK, zone: { 'lost.test': 'drop' } });
  const error = await refusal(outbound.fetch('http://lost.test/', { timeoutMs: 300 }));
  assert.deepEqual([error.reason, error.blame], ['timeout', 'dns']);
  assert.ok(error.spent && error.spent.dnsMs > error.spent.peerMs);
  const failing = await openOutbound(t, { ...LOOPBACK, zone: { 'broken.test': 'servfail' } });
  assert.equal((await refusal(failing.outbound.fetch('http://broken.test/'))).blame, 'dns');
  assert.equal((await refusal(failing.outbound.fetch('http://nowhere.test/'))).blame, 'peer');
});

test('time in our own queue counts neither against the deadline nor the peer', async (t) => {
  const { port } = await serveHttp(t, neverRespond);
  const { outbound } = await openOutbound(t, LOOPBACK);
  const url = `http://127.0.0.1:${port}/`;
  const off = new AbortController();
  // All slots of the host.
  const held = Array.from({ length: 6 }, () => refusal(outbound.fetch(url, { signal: off.signal })));
  const error = await refusal(outbound.fetch(url, { timeoutMs: 300 }));
  off.abort();
  assert.deepEqual([error.reason, error.blame], ['overloaded', 'us']);
  assert.ok(error.spent && error.spent.queueMs > error.spent.peerMs + error.spent.dnsMs);
  for (const { reason, blame } of await Promise.all(held))
    assert.deepEqual([reason, blame], ['aborted', 'caller']);
});

test('a caller with hanging peers uses its own share, and another is served at once', async (t) => {
  const healthy = await serveHttp(t, (_, response) => response.end('here'));
  const { outbound } = await openOutbound(t, { ...LOOPBACK, zone: { '*.lost.test': 'drop' } });
  const off = new AbortController();
  const greedy = Array.from({ length: 14 }, (_, n) =>
    runForOwner('greedy', () => refusal(outbound.fetch(`http://n${n}.lost.test/`, { signal: off.signal }))),
  );
  const url = `http://127.0.0.1:${healthy.port}/`;
  const error = await runForOwner('greedy', () => refusal(outbound.fetch(url, { timeoutMs: 200 })));
  assert.deepEqual([error.reason, error.blame], ['overloaded', 'us']);
  const answer = await runForOwner('modest', () => outbound.fetch(url));
  assert.equal(answer.body.toString(), 'here');
  off.abort();
  await Promise.all(greedy);
});

test('a response that this process was too busy to read in time is read, and its peer not blamed', async (t) => {
  const { port } = await serveHttp(t, (_, response) => {
    const until = performance.now() + 1_200;
    while (performance.now() < until);
    response.end('in time');
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  const answer = await outbound.fetch(`http://127.0.0.1:${port}/`, { timeoutMs: 400 });
  assert.equal(answer.body.toString(), 'in time');
});
