import { readFileSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** What a worker says of its tests. */
export type Message =
  | { readonly is: 'failure'; readonly name: string; readonly error: string }
  | { readonly is: 'note'; readonly text: string }
  | ({ readonly is: 'file' } & FileResult);

export interface FileResult {
  readonly file: string;
  readonly passed: number;
  readonly skipped: number;
  readonly seconds: number;
  /** CPU seconds of the worker and of the processes it started, without PostgreSQL. */
  readonly cpu: number;
  /** Memory of the worker. */
  readonly rss: number;
  readonly timedOut: boolean;
}

/** Sends what test/run.ts prints; the worker itself prints nothing. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = [];
  let counts = { passed: 0, skipped: 0 };
  // The first file also pays for the start of the process.
  let cpuBefore = 0;
  for await (const { type, data } of events) {
    if (type === 'test:start') names[data.nesting] = data.name;
    if (type === 'test:diagnostic' && data.nesting > 0) send({ is: 'note', text: data.message });
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { details, nesting, skip } = data;
    const error = type === 'test:fail' ? data.details.error : undefined;
    const kind = (error as { failureType?: string } | undefined)?.failureType;
    if (error && kind !== 'subtestsFailed') {
      const name = names.slice(1, nesting + 1).join(' › ') || data.name;
      send({ is: 'failure', name, error: describeError(error.cause ?? error) });
    } else if (details.type !== 'suite') {
      if (skip !== undefined) counts.skipped++;
      else if (!error) counts.passed++;
    }
    if (nesting > 0) continue;
    const [cpu, seconds] = [cpuSeconds(), details.duration_ms / 1_000];
    const timedOut = kind === 'testTimeoutFailure';
    send({
      is: 'file',
      file: data.name,
      ...counts,
      seconds,
      cpu: cpu - cpuBefore,
      rss: process.memoryUsage.rss(),
      timedOut,
    });
    counts = { passed: 0, skipped: 0 };
    cpuBefore = cpu;
  }
  yield '';
}

/** Without the frames of the test runner itself. */
function describeError(error: unknown): string {
  return inspect(error).replaceAll(/^ +at .*\bnode:internal\/.*\n?/gm, '');
}

function send(message: Message): void {
  // What comes after the last file has no reader.
  if (process.connected) process.send?.(message);
}

/** Linux counts a finished child process with its parent. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
}

const ticksPerSecond = 100;

function childSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15);
    return (Number(user) + Number(system)) / ticksPerSecond;
  } catch {
    return 0;
  }
}
