import { hostname } from 'node:os';
import type { Dns } from '../outbound/dns.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { OtlpExporter } from './exporter.ts';
import {
  inTrace,
  isSampled,
  isWithin,
  runSpan,
  Span,
  type SpanKind,
  type SpanRecorder,
  sampledTraceId,
  type Trace,
} from './trace.ts';

export interface TracingOptions {
  /** Base URL of an OTLP collector; traces go to /v1/traces below it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  readonly dns: Dns;
  readonly sampling: Sampling;
  readonly onDropped: (count: number, reason: string) => void;
}

/** A tracer whose spans go to the operator's collector, which may be on a private address. */
export function openTracing(options: TracingOptions): { tracer: Tracer; stop: () => Promise<void> } {
  const { endpoint, headers, serviceName, version, dns, sampling, onDropped } = options;
  const url = `${endpoint}/v1/traces`;
  const outbound = createOutbound({ dns, userAgent: `kith/${version}`, upstreams: [url] });
  const exporter = new OtlpExporter({
    url,
    headers,
    outbound,
    onDropped,
    resource: {
      attributes: {
        'service.name': serviceName,
        'service.version': version,
        'service.instance.id': `${hostname()}:${process.pid}`,
        'process.runtime.name': 'nodejs',
        'process.runtime.version': process.versions.node,
        'telemetry.sdk.name': 'kith',
        'telemetry.sdk.language': 'nodejs',
        'telemetry.sdk.version': version,
      },
      scope: { name: 'kith', version },
    },
  });
  return {
    tracer: new Tracer(exporter, sampling),
    stop: async () => {
      await exporter.stop();
      outbound.close();
    },
  };
}

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
