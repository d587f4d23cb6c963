import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outgoingTraceparent, parseTrace } from '../../../../src/platform/tracing/trace.ts';
import { serveHttp } from '../../../counterparts/servers.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';

const [first, second] = ['4bf92f3577b34da6a3ce929d0e0e4736', '0af7651916cd43dd8448eb211c80319c'];
const parent = '00f067aa0ba902b7';
const headers = (trace: string) => ({ traceparent: `00-${trace}-${parent}-01` });

test('the trace of a request continues in its calls and webhooks', async (t) => {
  const app = await startApp(t, { env: { KITH_OUTBOUND_ALLOW: '127.0.0.1/32' } });
  const seen: { path: string; traceparent: string | undefined }[] = [];
  const { promise: delivered, resolve } = Promise.withResolvers<void>();
  const { port } = await serveHttp(t, (request, response) => {
    const { traceparent } = request.headers;
    seen.push({
      path: request.url ?? '',
      traceparent: traceparent === undefined ? undefined : String(traceparent),
    });
    response.end('<title>a page</title><p>Some words.</p>');
    if (request.url === '/hook') resolve();
  });
  const at = `http://127.0.0.1:${port}`;
  const { api_key: key } = await register(app.city);
  const make = (path: string, more: Record<string, string>) =>
    app.utility.post(
      '/watch',
      { kind: 'endpoint', target: at + path, notify: `${at}/hook` },
      { key, headers: more },
    );
  const traced = await make('/traced', headers(first));
  assert.equal(traced.status, 200, traced.text);
  assert.equal((await make('/plain', {})).status, 200);
  const sent = await app.utility.post(`/watch/${traced.json.watch_id}/test`, undefined, {
    key,
    headers: headers(second),
  });
  assert.ok(sent.status < 300, sent.text);
  await delivered;

  const of = (path: string) => seen.find((each) => each.path === path)?.traceparent;
  assert.equal(of('/plain'), undefined);
  for (const [path, trace] of [
    ['/traced', first],
    ['/hook', second],
  ] as const) {
    const [, id, own, flags] = /^00-(\w{32})-(\w{16})-(\w{2})$/.exec(of(path) ?? '') ?? [];
    assert.deepEqual([id, flags], [trace, '01'], path);
    assert.notEqual(own, parent, path);
  }
});

test('an invalid trace header is not passed on', () => {
  for (const header of [
    undefined,
    '',
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${first}-${'0'.repeat(16)}-01`,
    `ff-${first}-${parent}-01`,
    `00-${first.toUpperCase()}-${parent}-01`,
    `00-${first}-${parent}`,
    `00-${first}-${parent}-01extra`,
  ])
    assert.equal(parseTrace(header), undefined, header);
  assert.deepEqual(parseTrace(`01-${first}-${parent}-00-what-comes-later`), {
    traceId: first,
    parentId: parent,
    flags: '00',
  });
  assert.equal(outgoingTraceparent(), undefined);
});
