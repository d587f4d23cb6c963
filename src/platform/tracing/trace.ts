import { AsyncLocalStorage } from 'node:async_hooks';
import { spanId } from './ids.ts';
import { Span, type SpanKind, type Trace } from './span.ts';

const current = new AsyncLocalStorage<Trace | undefined>();

/** Parses a traceparent header; undefined if it is invalid. */
export function parseTrace(header: string | string[] | null | undefined): Trace | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, parentId, flags] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(header) ?? [];
  if (!traceId || !parentId || !flags || version === 'ff' || isZero(traceId) || isZero(parentId))
    return undefined;
  return { traceId, parentId, flags };
}

const isZero = (digits: string): boolean => /^0+$/.test(digits);

export const currentTrace = (): Trace | undefined => current.getStore();

/** Runs work as part of a trace, or outside any if `trace` is undefined. */
export const inTrace = <R>(trace: Trace | undefined, work: () => R): R => current.run(trace, work);

/**
 * Runs work as a span of the current trace, which ends when the work does. If nothing is recorded, the work
 * runs without a span.
 */
export function inSpan<R>(
  name: string,
  kind: SpanKind,
  work: (span: Span | undefined) => Promise<R>,
): Promise<R> {
  const parent = current.getStore();
  if (!parent?.recorder) return work(undefined);
  return runSpan(new Span(name, kind, parent, parent.recorder), work);
}

/**
 * Runs work as a span of the trace that caused it earlier, such as the request behind a stored message, with
 * a link to the current span.
 */
export function runInSpan<R>(
  cause: Trace | undefined,
  name: string,
  kind: SpanKind,
  work: (span: Span | undefined) => Promise<R>,
): Promise<R> {
  if (!cause) return inSpan(name, kind, work);
  const here = current.getStore();
  if (!here?.recorder || !isSampled(cause)) return current.run(cause, () => work(undefined));
  const span = new Span(name, kind, cause, here.recorder);
  span.link(here);
  return runSpan(span, work);
}

const sampledBit = 0x01;
export const isSampled = ({ flags }: Trace): boolean => (Number.parseInt(flags, 16) & sampledBit) !== 0;

/** Runs work inside a span that was already started, and ends the span with it. */
export async function runSpan<R>(span: Span, work: (span: Span) => Promise<R>): Promise<R> {
  try {
    const result = await current.run(span.trace, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.fail(error);
    span.end();
    throw error;
  }
}

/** The traceparent header for an outgoing call; undefined outside a trace. */
export function outgoingTraceparent(): string | undefined {
  const trace = current.getStore();
  if (!trace) return undefined;
  // A process that records nothing is still a hop of its own.
  const parentId = trace.recorder ? trace.parentId : spanId();
  return `00-${trace.traceId}-${parentId}-${trace.flags}`;
}
