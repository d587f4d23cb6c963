import { choiceOf, httpUrl, text } from '../../platform/config/parse.ts';
import type { SettingValues } from '../../platform/config/setting.ts';
import type { Sampling } from '../../platform/tracing/open.ts';
import { optional, setting } from './define.ts';

/** Tracing, under the standard OpenTelemetry setting names. */
export const tracing = {
  otlpEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    httpUrl,
    'Base address of an OTLP collector (HTTP, JSON), for example http://127.0.0.1:4318; traces go to /v1/traces below it.',
    { fallbackText: 'none: no traces are recorded' },
  ),
  otlpHeaders: setting<Readonly<Record<string, string>>>(
    'OTEL_EXPORTER_OTLP_HEADERS',
    headerList,
    {},
    'Headers of every export, such as a key: name=value,… with values percent-encoded.',
    { fallbackText: 'none', secret: true },
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', text, 'kith', 'Name of this deployment in its traces.'),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    choiceOf(
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ),
    'parentbased_always_on',
    'Which traces are recorded: parentbased_… follows the caller if it sends a traceparent, and applies the rest of the name otherwise.',
  ),
  tracesSamplerArg: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    parseShare,
    1,
    'The share of traces, from 0 to 1, that a sampler with traceidratio records.',
  ),
};

export function toSampling({ tracesSampler, tracesSamplerArg }: SettingValues<typeof tracing>): Sampling {
  const followsParent = tracesSampler.startsWith('parentbased_');
  if (tracesSampler.endsWith('traceidratio')) return { followsParent, ratio: tracesSamplerArg };
  return { followsParent, ratio: tracesSampler.endsWith('always_on') ? 1 : 0 };
}

/** Values may be secrets, so the error does not repeat them. */
function headerList(raw: string): Readonly<Record<string, string>> {
  const pairs = raw.split(',').map((pair, at) => {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~0-9a-z-]+)\s*=\s*(.*?)\s*$/i.exec(pair) ?? [];
    if (!name || value === undefined) throw new Error(`must be name=value,…; number ${at + 1} is not`);
    return [name.toLowerCase(), decodeURIComponent(value)] as const;
  });
  return Object.fromEntries(pairs);
}

function parseShare(raw: string): number {
  const value = Number(raw);
  if (!(value >= 0 && value <= 1)) throw new Error(`must be a number from 0 to 1, not "${raw}"`);
  return value;
}
