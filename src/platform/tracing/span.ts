import { spanId } from './ids.ts';

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
