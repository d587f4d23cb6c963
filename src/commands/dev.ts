import { parseArgs } from 'node:util';
import { explainStartError } from '../app/start-errors.ts';
import { DevDir } from '../dev/dev-dir.ts';
import { BadSetting } from '../platform/config/setting.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';

const defaultDir = './kith-dev';
const defaultPort = '4023';

const maxEntries = 100_000_000;
const maxAgents = 100_000;

/** `kith dev`, `kith dev clock` and `kith dev fill`; undefined for any other command. */
export async function devCommand(args: string[]): Promise<number | undefined> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      dir: { type: 'string', default: defaultDir },
      port: { type: 'string', default: defaultPort },
      empty: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      entries: { type: 'string', default: '100000' },
      agents: { type: 'string', default: '1000' },
    },
  });
  const [command, to, ...more] = positionals;
  const work =
    command === undefined
      ? async () => {
          const options = { ...values, defaultDir, port: parsePort(values.port) };
          // Not before: moving the clock needs no server.
          const { runDev } = await import('./dev-server.ts');
          return runDev(options);
        }
      : command === 'clock' && more.length === 0
        ? () => runClock(values.dir, to, values.json)
        : command === 'fill' && to === undefined
          ? async () => {
              const entries = parseCount('--entries', values.entries, maxEntries);
              const agents = parseCount('--agents', values.agents, maxAgents);
              const { runFill } = await import('./dev-fill.ts');
              return runFill({ dir: values.dir, entries, agents, json: values.json });
            }
          : undefined;
  if (!work) return undefined;
  try {
    return await work();
  } catch (error) {
    const problem = explainStartError(error);
    if (problem === undefined) throw error;
    process.stderr.write(`kith: ${problem}\n`);
    return 1;
  }
}

function parsePort(given: string): number {
  const port = Number(given);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new BadSetting(`--port ${given} is not a port: 0 to 65535`);
}

function parseCount(option: string, given: string, max: number): number {
  const count = Number(given);
  if (/^\d+$/.test(given) && count >= 2 && count <= max) return count;
  throw new BadSetting(`${option} ${given} is not a whole number from 2 to ${max}`);
}

async function runClock(given: string, to: string | undefined, json: boolean): Promise<number> {
  const { consoleUrl, token } = DevDir.open(given).marker;
  const response = await fetch(`${consoleUrl}/clock`, {
    method: to === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(to !== undefined && { body: JSON.stringify({ to }) }),
  }).catch(() => undefined);
  if (!response) throw new OperatorProblem(`no kith dev is running in ${given}: start one with kith dev`);
  const result = (await response.json()) as { error?: string; now: string } & Partial<ClockMoveResult>;
  if (!response.ok) throw new OperatorProblem(result.error ?? `kith dev returned ${response.status}`);
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    process.stdout.write(`${result.now}\n`);
    for (const [kind, count] of Object.entries(result.entries ?? {}))
      process.stdout.write(`  ${count} × ${kind}\n`);
    if (result.unfinished?.length) process.stdout.write(`  still running: ${result.unfinished.join(', ')}\n`);
  }
  return 0;
}

interface ClockMoveResult {
  readonly entries: Record<string, number>;
  readonly unfinished: string[];
}
