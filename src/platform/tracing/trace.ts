import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';

const traceBytes = 16;
const spanBytes = 8;
/**
 * Sampling is decided by a trace id's last 56 bits, the same in every process; six of these bytes fit a JS
 * number exactly.
 */
const decidingBytes = 6;
const decidingAt = 9;
const decidingRange = 2 ** (8 * decidingBytes);

/** Pool of random bytes: one generator call per id costs more than the rest of an unrecorded request. */
const randomPool = Buffer.alloc(4_096);
let poolOffset = randomPool.length;

/** Offset of the next bytes in the pool. */
function takeBytes(count: number): number {
  if (poolOffset + count > randomPool.length) {
    randomFillSync(randomPool);
    poolOffset = 0;
  }
  poolOffset += count;
  return poolOffset - count;
}

const hex = (at: number, count: number): string => randomPool.toString('hex', at, at + count);

const spanId = (): string => hex(takeBytes(spanBytes), spanBytes);

/** The id of a new trace, for `ratio` of all calls; otherwise undefined, without generating an id. */
export function sampledTraceId(ratio: number): string | undefined {
  const at = takeBytes(traceBytes);
  const isSampled = randomPool.readUIntBE(at + decidingAt, decidingBytes) < ratio * decidingRange;
  return isSampled ? hex(at, traceBytes) : undefined;
}

/** What `sampledTraceId` decided for a trace, or would have. */
export const isWithin = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(2 * decidingAt, 2 * (decidingAt + decidingBytes)), 16) <
  ratio * decidingRange;

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';
export type AttributeValue = string | number | boolean;

/** Receives spans that have ended. */
export interface SpanRecorder {
  record(span: Span): void;
}

/** The trace that a piece of work belongs to (W3C Trace Context). */
export interface Trace {
  readonly traceId: string;
  /** The span that caused this work: the caller's, or our own if `recorder` is set. */
  readonly parentId: string;
  readonly flags: string;
  /** Records the spans of this trace; absent if none are recorded. */
  readonly recorder?: SpanRecorder;
}

/** Milliseconds since 1970 with fractions, by the monotonic clock, so that no span ends before it started. */
const now = (): number => performance.timeOrigin + performance.now();

/** One timed piece of work in a trace. */
export class Span {
  readonly id = spanId();
  readonly startedAt = now();
  readonly traceId: string;
  readonly parentId: string | undefined;
  readonly kind: SpanKind;
  /** The trace context for work inside this span. */
  readonly trace: Trace;
  readonly attributes: Record<string, AttributeValue> = {};
  /** Further spans, of this or other traces, that caused this one. */
  readonly links: { readonly traceId: string; readonly spanId: string }[] = [];
  name: string;
  endedAt = 0;
  failed = false;
  readonly #recorder: SpanRecorder;

  constructor(
    name: string,
    kind: SpanKind,
    parent: Omit<Trace, 'parentId'> & { readonly parentId: string | undefined },
    recorder: SpanRecorder,
  ) {
    this.name = name;
    this.kind = kind;
    this.traceId = parent.traceId;
    this.parentId = parent.parentId;
    this.trace = { traceId: parent.traceId, parentId: this.id, flags: parent.flags, recorder };
    this.#recorder = recorder;
  }

  set(name: string, value: AttributeValue): void {
    this.attributes[name] = value;
  }

  link(to: Trace | undefined): void {
    if (to) this.links.push({ traceId: to.traceId, spanId: to.parentId });
  }

  /** Records only the error's type: messages may quote what a caller sent. */
  fail(error: unknown): void {
    this.failed = true;
    this.attributes['error.type'] = error instanceof Error ? error.name : typeof error;
  }

  /** Idempotent. */
  end(): void {
    if (this.endedAt > 0) return;
    this.endedAt = now();
    this.#recorder.record(this);
  }
}

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
