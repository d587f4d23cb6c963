import type { AttributeValue, Span, SpanKind } from './span.ts';

/** OTLP's JSON mapping: ids in hexadecimal, 64-bit numbers as strings, enumerations as numbers. */
const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };
const statusError = 2;

export interface Resource {
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly scope: { readonly name: string; readonly version: string };
}

/** The body of an ExportTraceServiceRequest. */
export function exportRequest(spans: readonly Span[], { attributes, scope }: Resource): string {
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
