import { Child } from './child.ts';
import type { Measurement } from './measurement.ts';

/** Work of the load process: each connection sends its list repeatedly. */
export interface LoadPlan {
  readonly url: string;
  readonly seconds: number;
  /** Raw requests, one list per connection. */
  readonly requests: readonly (readonly string[])[];
}

/** Placeholders in a request: replaced by a number that was never used before, and by an address derived from it. */
export const uniqueNumber = '#########';
export const uniqueAddress = '#address#';

const graceMs = 30_000;

/** A load generator in a separate process; any unsuccessful response ends the benchmark. */
export class Load {
  readonly #child = new Child('./load-process.ts');

  run(plan: LoadPlan): Promise<Measurement> {
    return this.#child.ask<Measurement>(plan, plan.seconds * 1000 + graceMs);
  }

  stop(): Promise<void> {
    return this.#child.stop();
  }
}

interface RequestParts {
  readonly key?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One list per connection: each uses its own agents, so that no query serves two. */
export const spreadRequests = <T>(
  connections: number,
  agents: readonly T[],
  request: (agent: T) => string,
): string[][] =>
  Array.from({ length: connections }, (_, i) =>
    agents.filter((_agent, n) => n % connections === i).map(request),
  );

/** Builds a raw HTTP request. */
export function rawRequest(method: string, path: string, { key, body, headers }: RequestParts = {}): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(key ? [`authorization: Bearer ${key}`] : []),
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
