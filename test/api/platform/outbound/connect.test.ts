import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { serveTcp } from '../../../counterparts/servers.ts';
import { countDials, openOutbound, refusal } from './outbound-fixture.ts';

const zone = { 'whois.test': { A: ['127.0.0.1'] }, 'mixed.test': { A: ['93.184.216.34', '127.0.0.1'] } };

test('a plain connection goes to the checked address', async (t) => {
  const server = await serveTcp(t, (socket) => {
    socket.once('data', (query: Buffer) => socket.end(`you asked ${query}`));
  });
  const { outbound } = await openOutbound(t, { allow: ['127.0.0.1/32'], zone });
  const socket = await outbound.connect('whois.test', server.port);
  socket.write('kith.test\r\n');
  assert.equal(await text(socket), 'you asked kith.test\r\n');
});

test('hosts that are invalid or not public are not dialled', async (t) => {
  const dials = countDials(t);
  const { outbound } = await openOutbound(t, { zone });
  const cases = {
    '127.0.0.1': 'not_public',
    '0x7f.1': 'not_public',
    '::1': 'not_public',
    '::ffff:127.0.0.1': 'not_public',
    localhost: 'not_public',
    'whois.test': 'not_public',
    'mixed.test': 'not_public',
    'nowhere.test': 'name_not_found',
    'user@127.0.0.1': 'bad_url',
    '127.0.0.1:80': 'bad_url',
    '127.0.0.1/': 'bad_url',
    '[::1]': 'bad_url',
    'a b': 'bad_url',
    '': 'bad_url',
  } as const;
  for (const [host, reason] of Object.entries(cases)) {
    assert.equal((await refusal(outbound.connect(host, 43))).reason, reason, host);
  }
  assert.equal(dials(), 0);
});

test('the socket does not outlive its deadline', async (t) => {
  const server = await serveTcp(t, () => {});
  const { outbound } = await openOutbound(t, { allow: ['127.0.0.1/32'] });
  const socket = await outbound.connect('127.0.0.1', server.port, { timeoutMs: 2_000 });
  const [error] = await once(socket, 'error');
  assert.equal(error.reason, 'timeout');
});

test('closing ends the open sockets and refuses new ones', async (t) => {
  const server = await serveTcp(t, () => {});
  const { outbound } = await openOutbound(t, { allow: ['127.0.0.1/32'] });
  const socket = await outbound.connect('127.0.0.1', server.port);
  const ended = once(socket, 'error');
  outbound.close();
  assert.equal((await ended)[0].reason, 'aborted');
  assert.equal((await refusal(outbound.connect('127.0.0.1', server.port))).reason, 'aborted');
  assert.equal((await refusal(outbound.fetch(`http://127.0.0.1:${server.port}/`))).reason, 'aborted');
});
