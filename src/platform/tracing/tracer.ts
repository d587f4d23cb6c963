import { Span, type SpanKind, type SpanRecorder } from './span.ts';
import { inTrace, isSampled, newTraceId, runSpan, type Trace } from './trace.ts';

/** Which traces are recorded: `ratio` of those that begin here, and of others what their caller decided. */
export interface Sampling {
  readonly followsParent: boolean;
  readonly ratio: number;
}

/** A trace id is random in its last 56 bits, which decide alike in every process. */
const randomRange = 2 ** 56;

/** Starts the spans at which work enters this process: requests and tasks. */
export class Tracer {
  readonly #recorder: SpanRecorder;
  readonly #sampling: Sampling;

  constructor(recorder: SpanRecorder, sampling: Sampling) {
    this.#recorder = recorder;
    this.#sampling = sampling;
  }

  /** A span below `parent`, or of a new trace; undefined where the trace is not sampled. */
  start(name: string, kind: SpanKind, parent: Trace | undefined): Span | undefined {
    const traceId = parent?.traceId ?? newTraceId();
    if (!this.#samples(traceId, parent)) return undefined;
    return new Span(name, kind, { traceId, parentId: parent?.parentId, flags: '01' }, this.#recorder);
  }

  #samples(traceId: string, parent: Trace | undefined): boolean {
    const { followsParent, ratio } = this.#sampling;
    if (parent && followsParent) return isSampled(parent);
    return Number.parseInt(traceId.slice(-14), 16) < ratio * randomRange;
  }
}

/** Runs work that enters this process as a span of its own; without a tracer, or unsampled, in its parent's trace. */
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
