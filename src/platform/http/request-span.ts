import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Tracer } from '../tracing/open.ts';
import { currentTrace, parseTrace, type Span, type Trace } from '../tracing/trace.ts';

const spans = new WeakMap<FastifyRequest, Span>();

/** The trace of a request: of its own span if that is recorded, otherwise the caller's. */
export const traceOfRequest = (request: FastifyRequest): Trace | undefined =>
  spans.get(request)?.trace ?? parseTrace(request.headers.traceparent);

/**
 * A span per request, from its headers to the end of its response, or until the client disconnects. It names
 * the route and not the URL: paths and queries may contain private data.
 */
export function traceRequests(app: FastifyInstance, service: string, tracer: Tracer): void {
  app.addHook('onRequest', (request, reply, done) => {
    // A call that another request makes inside this process, as MCP does, has no header but a trace.
    const parent = parseTrace(request.headers.traceparent) ?? currentTrace();
    const span = tracer.start(request.method, 'server', parent);
    if (span) describe(span, service, request, reply);
    done();
  });
}

function describe(span: Span, service: string, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url;
  span.set('http.request.method', request.method);
  if (route) {
    span.name = `${request.method} ${route}`;
    span.set('http.route', route);
  }
  span.set('kith.service', service);
  span.set('kith.request_id', request.id);
  spans.set(request, span);
  // On the response and not in a hook, which every unrecorded request would pay for.
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) noteStatus(span, reply.statusCode);
    span.end();
  });
}

function noteStatus(span: Span, status: number): void {
  span.set('http.response.status_code', status);
  if (status < 500) return;
  span.failed = true;
  span.set('error.type', String(status));
}
