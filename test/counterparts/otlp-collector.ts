import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { serveHttp } from './servers.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly failed: boolean;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

interface AnyValue {
  readonly stringValue?: string;
  readonly intValue?: string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}
type KeyValues = readonly { readonly key: string; readonly value: AnyValue }[];

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: KeyValues };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string; readonly version: string };
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes' | 'links' | 'failed'> & {
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
        readonly attributes: KeyValues;
        readonly links?: ReceivedSpan['links'];
        readonly status?: { readonly code: number };
      })[];
    }[];
  }[];
}

const fieldsOfASpan = new Set(
  'traceId spanId parentSpanId name kind startTimeUnixNano endTimeUnixNano attributes links status'.split(
    ' ',
  ),
);

/** A collector that accepts OTLP over HTTP in its JSON mapping, and refuses protocol violations. */
export async function serveCollector(t: TestContext, options: { busyFor?: number } = {}) {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const faults: unknown[] = [];
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  let busyFor = options.busyFor ?? 0;
  const { promise: received, resolve } = Promise.withResolvers<void>();
  const { port } = await serveHttp(t, async (request, response) => {
    const body = (await buffer(request)).toString();
    if (busyFor-- > 0) return void response.writeHead(503, { 'retry-after': '1' }).end();
    try {
      assert.equal(`${request.method} ${request.url}`, 'POST /v1/traces');
      assert.equal(request.headers['content-type'], 'application/json');
      const decoded = read(JSON.parse(body) as ExportRequest);
      spans.push(...decoded.spans);
      resources.push(...decoded.resources);
      bodies.push(body);
      headers.push(request.headers);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      resolve();
    } catch (fault) {
      faults.push(fault);
      response.writeHead(400).end();
    }
  });
  return { url: `http://127.0.0.1:${port}`, spans, resources, faults, bodies, headers, received };
}

function read({ resourceSpans }: ExportRequest) {
  const resources = resourceSpans.map(({ resource }) => plain(resource.attributes));
  const spans = resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans: sent }) => {
      assert.ok(scope.name && scope.version);
      return sent.map((span): ReceivedSpan => {
        const unknown = Object.keys(span).filter((field) => !fieldsOfASpan.has(field));
        assert.deepEqual(unknown, []);
        assert.match(span.traceId, /^(?!0+$)[0-9a-f]{32}$/);
        assert.match(span.spanId, /^(?!0+$)[0-9a-f]{16}$/);
        if (span.parentSpanId !== undefined) assert.match(span.parentSpanId, /^[0-9a-f]{16}$/);
        assert.ok(Number.isInteger(span.kind) && span.kind >= 1 && span.kind <= 5);
        for (const time of [span.startTimeUnixNano, span.endTimeUnixNano]) assert.match(time, /^\d{19}$/);
        assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano));
        const { startTimeUnixNano: _start, endTimeUnixNano: _end, status, ...rest } = span;
        const failed = status?.code === 2;
        return { ...rest, failed, links: span.links ?? [], attributes: plain(span.attributes) };
      });
    }),
  );
  return { resources, spans };
}

function plain(attributes: KeyValues): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      assert.equal(Object.keys(value).length, 1, key);
      if (value.intValue !== undefined) assert.match(value.intValue, /^-?\d+$/);
      const given = value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue);
      return [key, given];
    }),
  );
}
