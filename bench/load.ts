import { Child } from './child.ts';
import type { Measured } from './measured.ts';

/** What the load process is asked to do: each connection sends its list over and over. */
export interface LoadPlan {
  readonly url: string;
  readonly seconds: number;
  /** Requests as they go over the wire, a list for each connection. */
  readonly requests: readonly (readonly string[])[];
}

/** In a request these are replaced by a number never used before, and by an address made of it. */
export const uniqueNumber = '#########';
export const uniqueAddress = '#address#';

const graceMs = 30_000;

/** A load generator in a separate process; any unsuccessful response ends the benchmark. */
export class Load {
  readonly #child = new Child('./load-process.ts');

  run(plan: LoadPlan): Promise<Measured> {
    return this.#child.ask<Measured>(plan, plan.seconds * 1000 + graceMs);
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

/** A request as it goes over the wire. */
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
