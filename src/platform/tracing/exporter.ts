import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../error-fields.ts';
import { runForServer } from '../fair-share.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { type AttributeValue, inTrace, type Span, type SpanKind, type SpanRecorder } from './trace.ts';

/** The defaults of OpenTelemetry's batch span processor. */
const batchSize = 512;
const maxQueued = 2_048;
const delayMs = 5_000;
const timeoutMs = 10_000;
/** How long a stop waits for the last batch. */
const stopMs = 2_000;
const maxAttempts = 5;
const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
/** Statuses that OTLP defines as retryable. */
const retryable = new Set([429, 502, 503, 504]);

interface ExporterOptions {
  /** The full URL, including /v1/traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Resource;
  readonly outbound: Pick<Outbound, 'fetch'>;
  readonly onDropped: (count: number, reason: string) => void;
}

/**
 * Sends spans by OTLP over HTTP in JSON, in batches and in the background. A slow or unreachable collector
 * costs spans beyond a bounded queue, never a request.
 */
export class OtlpExporter implements SpanRecorder {
  readonly #options: ExporterOptions;
  #queue: Span[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  readonly #stop = new AbortController();
  #dropped = 0;

  constructor(options: ExporterOptions) {
    this.#options = options;
  }

  record(span: Span): void {
    if (this.#queue.length >= maxQueued || this.#stop.signal.aborted) {
      this.#dropped++;
      return;
    }
    this.#queue.push(span);
    if (this.#queue.length >= batchSize) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), delayMs).unref();
  }

  /** Sends queued spans without retries, and accepts no more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#flush();
    const sent = new AbortController();
    const late = sleep(stopMs, undefined, { signal: sent.signal }).catch(() => {});
    await Promise.race([this.#sending, late]);
    sent.abort();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Outside any trace: an export that created spans would never end. And without an owner: the call that
    // filled the batch must not pay for it with its caller's share.
    this.#sending ??= inTrace(undefined, () => runForServer(() => this.#sendAll())).finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, batchSize);
      this.#queue = this.#queue.slice(batchSize);
      const failure = await this.#send(exportRequest(batch, this.#options.resource));
      if (failure) this.#options.onDropped(batch.length, failure);
    }
    if (this.#dropped === 0) return;
    this.#options.onDropped(this.#dropped, 'the queue was full');
    this.#dropped = 0;
  }

  /** Undefined if the collector accepted it, otherwise why not. */
  async #send(body: string): Promise<string | undefined> {
    for (let attempt = 1; ; attempt++) {
      const { failure, pauseMs } = await this.#attempt(body, attempt);
      if (failure === undefined || pauseMs === undefined) return failure;
      if (attempt >= maxAttempts || this.#stop.signal.aborted) return failure;
      await sleep(pauseMs, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {});
    }
  }

  async #attempt(body: string, attempt: number): Promise<{ failure?: string; pauseMs?: number }> {
    const { url, headers, outbound } = this.#options;
    const backoffMs = firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random());
    try {
      const answer = await outbound.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        timeoutMs,
        maxRedirects: 0,
        maxBytes: 65_536,
        onOversize: 'truncate',
      });
      if (answer.status >= 200 && answer.status <= 299) return {};
      const failure = `the collector returned ${answer.status}`;
      if (!retryable.has(answer.status)) return { failure };
      const requestedMs = Number(answer.headers['retry-after']) * 1_000;
      return { failure, pauseMs: Math.min(maxPauseMs, requestedMs > 0 ? requestedMs : backoffMs) };
    } catch (error) {
      return { failure: messageOf(error), pauseMs: backoffMs };
    }
  }
}

/** OTLP's JSON mapping: ids in hexadecimal, 64-bit numbers as strings, enumerations as numbers. */
const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };
const statusError = 2;

interface Resource {
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly scope: { readonly name: string; readonly version: string };
}

/** The body of an ExportTraceServiceRequest. */
function exportRequest(spans: readonly Span[], { attributes, scope }: Resource): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: keyValues(attributes) },
        scopeSpans: [{ scope, spans: spans.map(encode) }],
      },
    ],
  });
}

function encode(span: Span): object {
  return {
    traceId: span.traceId,
    spanId: span.id,
    ...(span.parentId && { parentSpanId: span.parentId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(span.startedAt),
    endTimeUnixNano: nanoseconds(span.endedAt),
    attributes: keyValues(span.attributes),
    ...(span.links.length > 0 && { links: span.links }),
    ...(span.failed && { status: { code: statusError } }),
  };
}

/** Whole microseconds, which a double represents exactly; nanoseconds would not fit. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1_000)}000`;

function keyValues(values: Readonly<Record<string, AttributeValue>>): object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
