import { spanId } from './ids.ts';
import type { Trace } from './trace.ts';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';
export type AttributeValue = string | number | boolean;

/** Takes spans that ended. */
export interface SpanRecorder {
  record(span: Span): void;
}

/** Milliseconds since 1970 with fractions: by the steady clock, so that no span ends before it started. */
const now = (): number => performance.timeOrigin + performance.now();

/** One timed piece of work in a trace. */
export class Span {
  readonly id = spanId();
  readonly startedAt = now();
  readonly traceId: string;
  readonly parentId: string | undefined;
  readonly kind: SpanKind;
  /** What runs inside this span belongs to. */
  readonly trace: Trace;
  readonly attributes: Record<string, AttributeValue> = {};
  /** Spans of other traces, or of this one, that this span also comes from. */
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

  /** Names the kind of error only: messages may quote what a caller sent. */
  fail(error: unknown): void {
    this.failed = true;
    this.attributes['error.type'] = error instanceof Error ? error.name : typeof error;
  }

  /** Once: a second end changes nothing. */
  end(): void {
    if (this.endedAt > 0) return;
    this.endedAt = now();
    this.#recorder.record(this);
  }
}
