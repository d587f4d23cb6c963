import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ReceivedSpan, serveCollector } from '../../../counterparts/otlp-collector.ts';
import { serveHttp } from '../../../counterparts/servers.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';

const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };
const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = (flags: string, traceId = caller.traceId) => `00-${traceId}-${caller.spanId}-${flags}`;

test('spans of requests, transactions, workers, calls, tasks and webhooks reach a collector as one tree', async (t) => {
  const collector = await serveCollector(t);
  const sent = new Map<string, string | undefined>();
  const { promise: delivered, resolve } = Promise.withResolvers<void>();
  const { port } = await serveHttp(t, (request, response) => {
    sent.set((request.url ?? '').split('?')[0]!, request.headers.traceparent as string | undefined);
    response.setHeader('content-type', 'text/html');
    response.end('<title>a page</title><p>Some words on a page.</p>');
    if (request.url === '/hook') resolve();
  });
  const app = await startApp(t, {
    env: {
      KITH_OUTBOUND_ALLOW: '127.0.0.1/32',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key',
      OTEL_SERVICE_NAME: 'kith-test',
    },
  });
  const at = `http://127.0.0.1:${port}`;
  const { api_key: key } = await register(app.city);
  const target = encodeURIComponent(`${at}/page?token=very-secret`);
  const read = await app.utility.get(`/readability?url=${target}`, {
    key,
    headers: { traceparent: traceparent('01') },
  });
  assert.equal(read.status, 200, read.text);
  const unsampled = 'aaaabbbbccccddddeeeeffff00001111';
  await app.utility.get(`/readability?url=${target}`, {
    key,
    headers: { traceparent: traceparent('00', unsampled) },
  });
  const watch = await app.utility.post(
    '/watch',
    { kind: 'endpoint', target: `${at}/watched`, notify: `${at}/hook` },
    { key },
  );
  const tested = await app.utility.post(`/watch/${watch.json.watch_id}/test`, undefined, { key });
  assert.ok(tested.status < 300, tested.text);
  await delivered;
  await app.city.get('/no-such-path?key=very-secret');
  await app.stop();

  assert.deepEqual(collector.faults, []);
  const { spans } = collector;
  const one = (name: string, of: (span: ReceivedSpan) => boolean = () => true): ReceivedSpan => {
    const found = spans.filter((span) => span.name === name && of(span));
    assert.equal(
      found.length,
      1,
      `${found.length} of ${name} in ${spans.map((span) => span.name).join(', ')}`,
    );
    return found[0]!;
  };
  const below = (span: ReceivedSpan) =>
    spans.filter(({ traceId, parentSpanId }) => traceId === span.traceId && parentSpanId === span.spanId);

  // The caller's trace, from its span down.
  const request = one('GET /readability', ({ traceId }) => traceId === caller.traceId);
  assert.deepEqual([request.parentSpanId, request.kind], [caller.spanId, kinds.server]);
  assert.equal(request.attributes['http.response.status_code'], 200);
  assert.equal(request.attributes['kith.request_id'], read.headers['x-request-id']);
  assert.ok(below(request).some(({ name, kind }) => name === 'transaction' && kind === kinds.client));
  const call = spans.find(({ name, traceId }) => name === 'GET' && traceId === caller.traceId)!;
  assert.deepEqual([call.kind, call.attributes['server.port']], [kinds.client, port]);
  assert.ok(spans.some(({ name, traceId }) => name.startsWith('worker ') && traceId === caller.traceId));
  assert.ok(!spans.some(({ traceId }) => traceId === unsampled), 'a trace that the caller does not sample');
  assert.match(app.logged(), new RegExp(`"trace_id":"${caller.traceId}"`));

  // A webhook's trace goes from the request that caused it through a task to the receiver.
  const cause = one('POST /watch/:id/test');
  assert.equal(cause.parentSpanId, undefined);
  const delivery = one('deliver webhook', ({ traceId }) => traceId === cause.traceId);
  assert.equal(delivery.kind, kinds.producer);
  const [link] = delivery.links;
  const task = one('task deliver webhooks', ({ spanId }) => spanId === link?.spanId);
  assert.deepEqual([task.traceId, task.kind], [cause.traceId, kinds.consumer]);
  const post = one('POST', ({ parentSpanId }) => parentSpanId === delivery.spanId);
  assert.equal(sent.get('/hook'), `00-${cause.traceId}-${post.spanId}-01`);

  // Every parent span of ours exists.
  const ids = new Set([...spans.map(({ spanId }) => spanId), caller.spanId]);
  for (const span of spans) assert.ok(!span.parentSpanId || ids.has(span.parentSpanId), span.name);

  const exported = collector.bodies.join('\n');
  for (const secret of ['very-secret', key, '?', '/page'])
    assert.ok(!exported.includes(secret), `${secret} was exported`);
  for (const resource of collector.resources) assert.equal(resource['service.name'], 'kith-test');
  for (const headers of collector.headers) assert.equal(headers['x-collector-key'], 'a key');
});

test('an export is retried when the collector asks for it', async (t) => {
  const collector = await serveCollector(t, { busyFor: 1 });
  const app = await startApp(t, {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_on' },
  });
  // More than a batch, so that it is sent before the stop, which tries once.
  for (let sent = 0; sent < 30; sent++)
    await Promise.all(Array.from({ length: 20 }, () => app.city.get('/healthz')));
  await collector.received;
  await app.stop();
  assert.deepEqual(collector.faults, []);
  assert.equal(collector.spans.filter(({ name }) => name === 'GET /healthz').length, 600);
});
