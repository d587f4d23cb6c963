import { isWithin, sampledTraceId } from './ids.ts';
import type { Trace } from './span.ts';
import { Span, type SpanKind, type SpanRecorder } from './span.ts';
import { inTrace, isSampled, runSpan } from './trace.ts';

/** Which traces are recorded: `ratio` of those that start here; for others the caller's decision applies. */
export interface Sampling {
  readonly followsParent: boolean;
  readonly ratio: number;
}

/** Starts the spans at which work enters this process: requests and tasks. */
export class Tracer {
  readonly #recorder: SpanRecorder;
  readonly #sampling: Sampling;

  constructor(recorder: SpanRecorder, sampling: Sampling) {
    this.#recorder = recorder;
    this.#sampling = sampling;
  }

  /** A child span of `parent`, or the root of a new trace; undefined if the trace is not sampled. */
  start(name: string, kind: SpanKind, parent: Trace | undefined): Span | undefined {
    const traceId = this.#sampled(parent);
    if (traceId === undefined) return undefined;
    return new Span(name, kind, { traceId, parentId: parent?.parentId, flags: '01' }, this.#recorder);
  }

  /** The id of the trace if it is recorded. */
  #sampled(parent: Trace | undefined): string | undefined {
    const { followsParent, ratio } = this.#sampling;
    if (!parent) return sampledTraceId(ratio);
    const isRecorded = followsParent ? isSampled(parent) : isWithin(parent.traceId, ratio);
    return isRecorded ? parent.traceId : undefined;
  }
}

/** Runs work that enters this process as a span; without a tracer, or unsampled, in its parent's trace. */
export function enterSpan<R>(
  tracer: Tracer | undefined,
  name: string,
  kind: SpanKind,
  parent: Trace | undefined,
  work: (span: Span | undefined) => Promise<R>,
): Promise<R> {
  const span = tracer?.start(name, kind, parent);
  return span ? runSpan(span, work) : inTrace(parent, () => work(undefined));
}
