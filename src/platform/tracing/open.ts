import { hostname } from 'node:os';
import type { Dns } from '../outbound/dns.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { OtlpExporter } from './exporter.ts';
import { type Sampling, Tracer } from './tracer.ts';

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
