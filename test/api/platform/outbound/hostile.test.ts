import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { serveHttp, serveTcp } from '../../../counterparts/servers.ts';
import { HOSTILE_ZONE, hostileTargets } from './hostile-targets.ts';
import { countDials, openOutbound, refusal } from './outbound-fixture.ts';

/** Listens on both loopback addresses at one port; no connection may ever arrive. */
async function canaries(t: TestContext) {
  const four = await serveTcp(t, (socket) => socket.destroy());
  const six = await serveTcp(t, (socket) => socket.destroy(), '::1', four.port);
  return { port: four.port, visits: () => four.connections() + six.connections() };
}

test('the canaries and the dial counter register a request', async (t) => {
  const dials = countDials(t);
  const { port, visits } = await canaries(t);
  const { outbound } = await openOutbound(t, { allow: ['127.0.0.1', '::1'] });
  await refusal(outbound.fetch(`http://127.0.0.1:${port}/`));
  await refusal(outbound.fetch(`http://[::1]:${port}/`));
  assert.equal(visits(), 2);
  assert.equal(dials(), 2);
});

test('no hostile target is ever dialled, and each is refused for its own reason', async (t) => {
  const dials = countDials(t);
  const { port, visits } = await canaries(t);
  const { outbound } = await openOutbound(t, { zone: HOSTILE_ZONE });
  const targets = hostileTargets(port);
  assert.equal(new Set(targets.map(({ url }) => url)).size, targets.length, 'a target is listed twice');
  for (const { url, reason } of targets) {
    const error = await refusal(outbound.fetch(url));
    assert.equal(error.reason, reason, JSON.stringify(url));
    assert.equal(dials(), 0, `${JSON.stringify(url)} was dialled`);
  }
  assert.equal(visits(), 0);
});

test('a refusal does not reveal what a name resolves to', async (t) => {
  const { outbound } = await openOutbound(t, { zone: HOSTILE_ZONE });
  for (const name of ['office.test', 'mixed.test', 'metadata.google.internal']) {
    const error = await refusal(outbound.fetch(`http://${name}/`));
    assert.equal(error.message, `${name} is not a public address, so it is not fetched.`);
    assert.doesNotMatch(JSON.stringify({ ...error, cause: error.cause }), /192\.168|169\.254|127\.0/);
  }
});

test('a password in a URL does not appear in the refusal', async (t) => {
  const { outbound } = await openOutbound(t, {});
  const error = await refusal(outbound.fetch('http://user:secret@example.com/'));
  assert.doesNotMatch(`${error.message} ${error.url}`, /secret/);
});

test('an allowed network allows its own addresses only', async (t) => {
  const dials = countDials(t);
  const { port, visits } = await canaries(t);
  const { outbound } = await openOutbound(t, { zone: HOSTILE_ZONE, allow: ['127.0.0.3/32'] });
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.3]', 'loop.test', 'mixed.test']) {
    const error = await refusal(outbound.fetch(`http://${host}:${port}/`));
    assert.equal(error.reason, 'not_public', host);
  }
  assert.equal(visits() + dials(), 0);
});

test('a name that changes between check and use is connected at the checked address', async (t) => {
  const { port, visits } = await canaries(t);
  await serveHttp(t, (_request, response) => response.end('the checked one'), '127.0.0.2', port);
  const { outbound, dnsServer } = await openOutbound(t, {
    allow: ['127.0.0.2/32'],
    zone: {
      'rebind.test': [
        { A: ['127.0.0.2'], ttl: 0 },
        { A: ['127.0.0.1'], ttl: 0 },
      ],
    },
  });
  const answer = await outbound.fetch(`http://rebind.test:${port}/`);
  assert.equal(answer.body.toString(), 'the checked one');
  assert.equal(answer.address, '127.0.0.2');
  assert.equal(dnsServer.asked.filter(({ type }) => type === 'A').length, 1);
  // The second request resolves again, and the idle connection to the old address is not reused.
  const error = await refusal(outbound.fetch(`http://rebind.test:${port}/`));
  assert.equal(error.reason, 'not_public');
  assert.equal(visits(), 0);
});

test('a redirect target is checked from scratch', async (t) => {
  const { port, visits } = await canaries(t);
  let location = '';
  const server = await serveHttp(t, (_request, response) => response.writeHead(302, { location }).end());
  const { outbound } = await openOutbound(t, { zone: HOSTILE_ZONE, allow: ['127.0.0.1/32'] });
  // The server itself must be reachable, so the canary on 127.0.0.1 is allowed too: ::1 and the dial count show a leak.
  const cases = [
    [`http://[::1]:${port}/`, 'not_public'],
    [`//[::1]:${port}/`, 'not_public'],
    [`http://127.0.0.2:${port}/`, 'not_public'],
    [`http://2130706434:${port}/`, 'not_public'],
    [`http://[::ffff:127.0.0.1]:${port}/`, 'not_public'],
    [`http://loop6.test:${port}/`, 'not_public'],
    [`http://mixed-family.test:${port}/`, 'not_public'],
    [`http://crowd.test:${port}/`, 'not_public'],
    [`\\\\[::1]:${port}\\`, 'not_public'],
    ['http://169.254.169.254/latest/meta-data/', 'not_public'],
    ['https://10.0.0.1/', 'not_public'],
    ['file:///etc/passwd', 'bad_scheme'],
    ['gopher://127.0.0.1:6379/_INFO', 'bad_scheme'],
    ['data:text/plain,hello', 'bad_scheme'],
    ['javascript:alert(1)', 'bad_scheme'],
    [`http://user:secret@127.0.0.1:${port}/`, 'userinfo'],
    ['http://127.0.0.1:25/', 'blocked_port'],
    ['http://127.0.0.1:0/', 'blocked_port'],
    ['http://[bad', 'bad_url'],
    ['http://nowhere.test/', 'name_not_found'],
  ] as const;
  for (const [to, reason] of cases) {
    location = to;
    const dialsBefore = server.connections();
    const error = await refusal(outbound.fetch(`http://127.0.0.1:${server.port}/start`));
    assert.equal(error.reason, reason, to);
    assert.equal(error.hops.length, 1, to);
    assert.deepEqual(error.hops[0], {
      url: `http://127.0.0.1:${server.port}/start`,
      status: 302,
      location: to,
    });
    assert.equal(server.connections() - dialsBefore, 1, to);
  }
  assert.equal(visits(), 0);
});
