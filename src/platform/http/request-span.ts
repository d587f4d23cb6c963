import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span } from '../tracing/span.ts';
import { currentTrace, type Trace, traceOf } from '../tracing/trace.ts';
import type { Tracer } from '../tracing/tracer.ts';

const spans = new WeakMap<FastifyRequest, Span>();

/** The trace of a request: of its own span where that is recorded, else the caller's. */
export const traceOfRequest = (request: FastifyRequest): Trace | undefined =>
  spans.get(request)?.trace ?? traceOf(request.headers.traceparent);

/**
 * A span per request, from its headers to the end of its answer. It names the route and not the address: paths and
 * queries may hold what only the caller should know.
 */
export function traceRequests(app: FastifyInstance, service: string, tracer: Tracer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // A call that another request makes inside this process, as MCP does, has no header but a trace.
    const parent = traceOf(request.headers.traceparent) ?? currentTrace();
    const route = request.routeOptions.url;
    const name = route ? `${request.method} ${route}` : request.method;
    const span = tracer.start(name, 'server', parent);
    if (span) {
      span.set('http.request.method', request.method);
      if (route) span.set('http.route', route);
      span.set('kith.service', service);
      span.set('kith.request_id', request.id);
      spans.set(request, span);
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span) {
      span.set('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) {
        span.failed = true;
        span.set('error.type', String(reply.statusCode));
      }
      span.end();
    }
    done();
  });
  // A caller that leaves before the answer ends its request without a response.
  app.addHook('onRequestAbort', (request, done) => {
    spans.get(request)?.end();
    done();
  });
}
