import { spawn } from 'node:child_process';
import { glob, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Child } from '../child.ts';
import { cpuSeconds } from '../cpu.ts';
import type { Measurement } from '../measurement.ts';
import { readOptions } from '../options.ts';
import { type DatabaseAddress, type Postgres, query, startPostgres } from '../postgres.ts';
import { progress } from '../rounds.ts';
import { startServer } from '../server.ts';
import { printTable } from '../table.ts';
import type { FetchPlan } from './bare-fetches.ts';
import { type Filled, fill, targetOf } from './watched.ts';

const defaults = {
  part: 'all',
  watches: 100_000,
  interval: 7_200,
  /** Checks per second, for the part with a constant rate. */
  rate: 200,
  seconds: 30,
  warmup: 5,
  measureBareFetches: 24,
  'cpu-prof': '',
};
type Options = ReturnType<typeof readOptions<typeof defaults>>;

const killedTest = 'test/long/utility/watches/killed.test.ts';
const fullKillTest = { watches: 1_000, changes: 200, crashes: 3, intervalS: 20 };

/** Watches: the promised load, a constant rate, the maximum rate, and the fetches alone; or the long kill -9 test. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  if (options.part === 'killed') return runKillTest();
  const postgres = await startPostgres();
  const targets = new Child('./watch/targets.ts');
  try {
    const site = await targets.ask<{ dns: string; port: number }>({}, 10_000);
    const parts: Record<string, Omit<Filled, 'watches' | 'port'>> = {
      promised: { intervalMs: options.interval * 1_000, due: 'spread' },
      held: { intervalMs: (options.watches / options.rate) * 1_000, due: 'spread' },
      most: { intervalMs: options.interval * 1_000, due: 'now' },
    };
    const rows: [string, WatchLoadResult][] = [];
    for (const [name, part] of Object.entries(parts)) {
      if (options.part !== 'all' && options.part !== name) continue;
      progress(name);
      const filled = { ...part, watches: options.watches, port: site.port };
      rows.push([name, await measureWatches(postgres, filled, site, options)]);
    }
    progress('');
    report(rows, parts, options);
    if (options.part === 'all' || options.part === 'bare') await measureBareFetches(site, options);
  } finally {
    await targets.stop();
    await postgres.stop();
  }
}

interface WatchLoadResult {
  readonly checks: number;
  readonly seconds: number;
  readonly kithCpuS: number;
  readonly postgresCpuS: number;
  readonly databaseMs: number;
  readonly late: { readonly p50: number; readonly p99: number; readonly most: number };
}

async function measureWatches(
  postgres: Postgres,
  filled: Filled,
  site: { dns: string },
  options: Options,
): Promise<WatchLoadResult> {
  const databaseAddress = await postgres.withSchema('kith_bench');
  const server = await startServer({
    database: databaseAddress,
    dir: postgres.dir,
    logLevel: 'warn',
    profileDir: options['cpu-prof'],
    env: {
      KITH_ROLES: 'city,utility,worker',
      KITH_DNS_SERVERS: site.dns,
      KITH_OUTBOUND_ALLOW: '127.0.0.1/32',
      KITH_WATCH_INTERVAL_S: String(filled.intervalMs / 1_000),
    },
  });
  try {
    // Made due once the server is up: no check may be due while it is down.
    await fill(databaseAddress, filled);
    await sleep(options.warmup * 1_000);
    const at = async () => ({
      at: performance.now(),
      checks: Number((await query(databaseAddress, 'SELECT sum(checks) AS sum FROM watch'))[0]!.sum),
      kith: (await cpuSeconds(server.pid)) ?? Number.NaN,
      postgres: await postgresCpu(postgres.dir),
      database: await databaseMs(databaseAddress),
    });
    const before = await at();
    const from = new Date();
    await sleep(options.seconds * 1_000);
    const to = new Date();
    const after = await at();
    const [late] = await query<{ p50: number; p99: number; most: number }>(
      databaseAddress,
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY late) AS p50,
         percentile_cont(0.99) WITHIN GROUP (ORDER BY late) AS p99, max(late) AS most
       FROM (SELECT extract(epoch FROM last_checked_at - asked_at)::float8 * 1000 AS late FROM watch
         WHERE checks = 2 AND last_checked_at BETWEEN $1 AND $2) AS checked`,
      [from, to],
    );
    return {
      checks: after.checks - before.checks,
      seconds: (after.at - before.at) / 1_000,
      kithCpuS: after.kith - before.kith,
      postgresCpuS: after.postgres - before.postgres,
      databaseMs: after.database - before.database,
      late: late!,
    };
  } finally {
    await server.stop();
  }
}

/** Time that sessions spent in statements; each reports it at least once per second while it is active. */
async function databaseMs(databaseAddress: DatabaseAddress): Promise<number> {
  const [row] = await query(
    databaseAddress,
    'SELECT active_time FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(row!.active_time);
}

/** CPU time of the server and all its processes; ended ones are counted with their parent. */
async function postgresCpu(dir: string): Promise<number> {
  let file = '';
  for await (const found of glob('**/postmaster.pid', { cwd: dir })) file = path.join(dir, found);
  const postmaster = Number((await readFile(file, 'utf8')).split('\n')[0]);
  let sum = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (Number(pid) === postmaster || parent === postmaster) sum += (await cpuSeconds(Number(pid))) ?? 0;
  }
  return sum;
}

function report(
  rows: readonly [string, WatchLoadResult][],
  parts: Record<string, Omit<Filled, 'watches' | 'port'>>,
  { watches, seconds, rate }: Options,
): void {
  if (rows.length === 0) return;
  const titles: Record<string, string> = {
    promised: 'the promised load',
    held: `${rate} due per second`,
    most: 'all due at once',
  };
  printTable(
    `${watches.toLocaleString('en-US')} watches, ${seconds} s`,
    [
      '',
      'checks/s',
      'kith ms CPU/check',
      'PostgreSQL ms CPU/check',
      'ms in statements/check',
      'cores',
      'late p50 ms',
      'p99 ms',
      'most ms',
    ],
    rows.map(([name, { checks, seconds: took, kithCpuS, postgresCpuS, databaseMs: inDatabase, late }]) => [
      titles[name] ?? name,
      checks / took,
      (kithCpuS / checks) * 1_000,
      (postgresCpuS / checks) * 1_000,
      inDatabase / checks,
      (kithCpuS + postgresCpuS) / took,
      ...(name === 'most' ? ['–', '–', '–'] : [late.p50, late.p99, late.most]),
    ]),
  );
  for (const [name, { late, checks, seconds: took }] of rows) {
    if (name === 'most') {
      const got = checks / took;
      console.log(
        `sustained: ${Math.round(got)} checks/s, ${got >= rate ? 'reached' : 'MISSED'} (target ${rate})`,
      );
    } else {
      const share = (late.most / parts[name]!.intervalMs) * 100;
      const verdict = share <= 1 ? 'reached' : 'MISSED';
      console.log(
        `${titles[name]}: the latest check was ${share.toFixed(3)} % of the interval late, ${verdict} (target 1 %)`,
      );
    }
  }
}

async function measureBareFetches(site: { dns: string; port: number }, options: Options): Promise<void> {
  const targets = Array.from({ length: options.watches }, (_, n) => n);
  // In a different order from that of the sites, because due times are unordered too.
  const shuffled = targets.map((n) => (n * 7_919) % options.watches);
  const rows: [string, Measurement & { cpu_s: number }][] = [];
  for (const [title, how] of [
    ['fetches alone, through the outbound client', 'outbound'],
    ['plain fetches of one name, nothing checked', 'fetch'],
  ] as const) {
    const child = new Child('./watch/bare-fetches.ts');
    const urls =
      how === 'outbound' ? shuffled.map((n) => targetOf(n, site.port)) : [`http://127.0.0.1:${site.port}/`];
    const asked: FetchPlan = {
      how,
      dns: site.dns,
      targets: urls,
      atOnce: options.measureBareFetches,
      seconds: 10,
    };
    rows.push([title, await child.ask(asked, 60_000)]);
    await child.stop();
  }
  printTable(
    `The upper bound: the same fetches without a scheduler or a database, ${options.measureBareFetches} at once`,
    ['', 'fetches/s', 'ms CPU/fetch', 'p50 ms', 'p99 ms'],
    rows.map(([title, { per_s, p50_ms, p99_ms, cpu_s, count }]) => [
      title,
      per_s,
      (cpu_s / count) * 1_000,
      p50_ms,
      p99_ms,
    ]),
  );
}

/** The suite's kill -9 test at a size that takes too long for the suite. */
async function runKillTest(): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(process.execPath, ['test/run.ts', killedTest], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, KITHTEST_KILLED_WATCHES: JSON.stringify(fullKillTest) },
  });
  process.exitCode = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
