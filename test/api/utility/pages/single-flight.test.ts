import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { systemClock } from '../../../../src/platform/clock.ts';
import { parseNetwork } from '../../../../src/platform/outbound/address.ts';
import { createDns } from '../../../../src/platform/outbound/dns.ts';
import { createOutbound } from '../../../../src/platform/outbound/outbound.ts';
import { SkillCall } from '../../../../src/utility/catalogue/call.ts';
import { Fetcher } from '../../../../src/utility/pages/fetcher.ts';
import { serveHttp } from '../../../counterparts/servers.ts';

test('concurrent requests for one page share a fetch, as long as any caller waits', async (t) => {
  const arrived: ServerResponse[] = [];
  let onArrival = () => {};
  const { port } = await serveHttp(t, (_, response) => {
    arrived.push(response);
    onArrival();
  });
  const dns = createDns({ servers: ['127.0.0.1:9'] });
  const outbound = createOutbound({ dns, userAgent: 'test', allow: [parseNetwork('127.0.0.0/8')] });
  t.after(() => {
    outbound.close();
    dns.close();
  });
  const fetcher = new Fetcher({ outbound, clock: systemClock });
  const ask = (path: string) => {
    const leaving = new AbortController();
    const call = new SkillCall({ signal: leaving.signal, maxAgeS: 0 });
    const answer = fetcher.get(`http://127.0.0.1:${port}${path}`, call);
    return { answer, leave: () => leaving.abort(new Error('left')) };
  };
  const arrival = () => new Promise<void>((resolve) => (onArrival = resolve));

  const seen = arrival();
  const [first, second, third] = [ask('/shared'), ask('/shared#part'), ask('/shared')];
  await seen;
  first.leave();
  await assert.rejects(first.answer, /left/);
  arrived[0]?.end('one answer');
  for (const { answer } of [second, third]) assert.equal((await answer).body.toString(), 'one answer');
  assert.equal(arrived.length, 1, 'three callers shared one request, which outlived the first caller');

  const again = arrival();
  const [only, other] = [ask('/dropped'), ask('/dropped')];
  await again;
  const [, dropped] = arrived;
  assert.ok(dropped);
  const closed = once(dropped, 'close');
  only.leave();
  other.leave();
  await Promise.allSettled([only.answer, other.answer]);
  await closed;

  const anew = arrival();
  const later = ask('/dropped');
  await anew;
  arrived[2]?.end('anew');
  assert.equal(
    (await later.answer).body.toString(),
    'anew',
    'who comes after is not handed what was called off',
  );
});
