import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '../test/harness/client.ts';
import { type KithProcess, spawnKith } from '../test/harness/process.ts';
import { cpuSeconds } from './cpu.ts';
import { recordFigure } from './figures.ts';
import { HttpConnection } from './http-connection.ts';
import { rawRequest } from './load.ts';
import { readOptions } from './options.ts';
import { median } from './rounds.ts';
import { printTable } from './table.ts';

const targets = {
  'first start, s': 2.5,
  'restart, s': 1.2,
  'CPU before serving, s': 1.2,
  'first 100 calls, of warm ones': 1.5,
  'memory of all processes, MB': 250,
};
type What = keyof typeof targets;
const warmCalls = 20_000;
const quietMs = 3_000;

/** Starts of the product as an operator sees them, its first calls, and its memory while nobody calls. */
export async function run(args: string[]): Promise<void> {
  const { rounds } = readOptions(args, { rounds: 3 });
  const measured = new Map<What, number[]>();
  const add = (what: What, value: number) => measured.set(what, [...(measured.get(what) ?? []), value]);
  for (let round = 0; round < rounds; round++) await measureStarts(add);
  printTable(
    `Starts, median of ${rounds}`,
    ['', 'median', 'target', ''],
    [...measured].map(([what, values]) => {
      const [value, target] = [median(values)!, targets[what]];
      const spread = [Math.min(...values) / target, Math.max(...values) / target] as const;
      recordFigure({
        figure: what,
        peer: `${target}`,
        ratio: value / target,
        spread,
        target: 1,
        isLimit: true,
      });
      return [what, value, target, value <= target ? 'reached' : 'MISSED'];
    }),
  );
}

async function measureStarts(add: (what: What, value: number) => void): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'kith-bench-start-'));
  const ends: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })];
  const start = async (): Promise<KithProcess> =>
    spawnKith({ after: (end) => void ends.push(end) }, { KITH_DATA_DIR: dataDir });
  const timed = async (what: What): Promise<KithProcess> => {
    const startedAt = performance.now();
    const kith = await start();
    add(what, (performance.now() - startedAt) / 1_000);
    return kith;
  };
  try {
    const first = await timed('first start, s');
    const { api_key: key } = await register(first.city, 'ada');
    await first.kill();
    const kith = await timed('restart, s');
    add('CPU before serving, s', (await cpuSeconds(kith.child.pid)) ?? Number.NaN);
    const connection = await HttpConnection.open(new URL(kith.city.url));
    const verify = rawRequest('GET', '/api/verify', { key });
    const cpuOf = async (calls: number): Promise<number> => {
      const before = (await cpuSeconds(kith.child.pid)) ?? Number.NaN;
      for (let call = 0; call < calls; call++) await connection.send(verify);
      return (((await cpuSeconds(kith.child.pid)) ?? Number.NaN) - before) / calls;
    };
    const cold = await cpuOf(100);
    await cpuOf(warmCalls);
    add('first 100 calls, of warm ones', cold / (await cpuOf(2_000)));
    connection.close();
    await sleep(quietMs);
    add('memory of all processes, MB', memoryMb(kith.child.pid!));
    await kith.kill();
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

/** The proportional set size of a process and all below it: pages that several share count once. */
function memoryMb(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readIfThere(`/proc/${name}/stat`) : undefined;
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const family = [pid];
  for (const each of family) for (const [child, parent] of parents) if (parent === each) family.push(child);
  const kb = family.map((each) =>
    Number(/^Pss: +(\d+)/m.exec(readIfThere(`/proc/${each}/smaps_rollup`) ?? '')?.[1] ?? 0),
  );
  return kb.reduce((sum, each) => sum + each, 0) / 1_000;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
