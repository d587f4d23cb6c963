import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrations } from '../src/app/migrations.ts';
import { addFillAgents, fillLedger } from '../src/dev/fill.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/server.ts';
import { migrate } from '../src/platform/db/migrations.ts';
import { runKith, spawnKith } from '../test/harness/process.ts';
import { readOptions } from './options.ts';
import { median } from './rounds.ts';
import { printTable } from './table.ts';

const defaults = {
  entries: 1_000_000,
  agents: 1_000,
  /** Kept, and filled up to `entries`; a temporary one by default. */
  dir: '',
  /** Ends after the ledger is filled. */
  'fill-only': false,
};
const proofs = 50;

/**
 * What an operator and a caller wait for on a large ledger: a start, a page, proofs, the export, the audit, a
 * verification from outside, a backup and its restore.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const dir = options.dir || mkdtempSync(path.join(os.tmpdir(), 'kith-bench-scale-'));
  const ends: (() => unknown)[] = [];
  if (!options.dir) ends.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }));
  try {
    const dataDir = path.join(dir, 'data');
    const filled = await fill(dataDir, options);
    const load = () => `load ${os.loadavg()[0]?.toFixed(1)}`;
    console.log(`${filled.size.toLocaleString('en-US')} entries; ${filled.told}; ${load()}`);
    if (options['fill-only']) return;
    const rows: [string, number, string][] = [];
    const timed = async <T>(what: string, unit: 's' | 'ms', work: () => Promise<T>): Promise<T> => {
      const startedAt = performance.now();
      const result = await work();
      const ms = performance.now() - startedAt;
      rows.push([what, unit === 's' ? ms / 1_000 : ms, unit]);
      console.log(`${what}: ${Math.round(ms)} ms, ${load()}`);
      return result;
    };
    const env = { KITH_DATA_DIR: dataDir, KITH_SELFTEST_INTERVAL_S: '0', KITH_VIDEO_SAMPLES: '0' };
    const kith = await timed('start', 's', () => spawnKith({ after: (end) => void ends.push(end) }, env));
    const read = async (url: string): Promise<number> => {
      const response = await fetch(`${kith.city.url}/api/ledger${url}`);
      if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
      let bytes = 0;
      for await (const chunk of response.body ?? []) bytes += chunk.length;
      return bytes;
    };
    await timed('first page of the ledger', 'ms', () => read('?limit=50'));
    await timed('first page of an account', 'ms', () => read('?limit=50&account=agent:fill_000001'));
    const times: number[] = [];
    for (let i = 0; i < proofs; i++) {
      const startedAt = performance.now();
      await read(`/proof?seq=${1 + Math.floor(Math.random() * filled.size)}`);
      times.push(performance.now() - startedAt);
    }
    rows.push([`proof of an entry, median of ${proofs}`, median(times) ?? Number.NaN, 'ms']);
    const half = `/consistency?from=${Math.floor(filled.size / 2)}&to=${filled.size}`;
    await timed('consistency proof, stored', 'ms', () => read(`${half}&stored=1`));
    await timed('consistency proof, computed', 's', () => read(half));
    const bytes = await timed('export', 's', () => read('/export'));
    rows.push(['export', bytes / 1e6, 'MB']);
    const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${kith.child.pid}/status`, 'utf8'));
    const command = async (what: string, given: string[], more: Record<string, string> = env) => {
      const { code, stdout, stderr } = await timed(what, 's', () => runKith(given, more));
      if (code !== 0) throw new Error(`${given.join(' ')}: exit code ${code}: ${stderr || stdout}`);
    };
    await command('verify-ledger over HTTP', ['verify-ledger', kith.city.url]);
    await command('admin audit', ['admin', 'audit']);
    const backups = path.join(dir, 'backups');
    await command('admin backup', ['admin', 'backup', backups]);
    rows.push(['memory of the server, at most', Number(peak?.[1]) / 1_000, 'MB']);
    rows.push(['backup', sizeOf(backups) / 1e6, 'MB']);
    await kith.kill();
    const restored = path.join(dir, 'restored');
    await command('admin restore', ['admin', 'restore', backups], { ...env, KITH_DATA_DIR: restored });
    rows.push(['data dir', sizeOf(dataDir) / 1e6, 'MB']);
    for (const each of [backups, restored]) rmSync(each, { recursive: true, force: true, maxRetries: 10 });
    printTable(`${filled.size.toLocaleString('en-US')} entries, ${load()}`, ['', 'value', ''], rows);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

/** Adds what is missing, with the server of a data dir that nobody else uses. */
async function fill(dataDir: string, { entries, agents }: { entries: number; agents: number }) {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  try {
    const { host, port, user, database } = server;
    await migrate({ host, port, user, database }, migrations);
    const connection = { host, port, user, database };
    const opened = openDatabase(connection, { name: 'kith-bench', connections: 2, onLost: () => {} });
    try {
      const readSize = async () =>
        (await opened.read.selectFrom('ledger_head').select('size').executeTakeFirstOrThrow()).size;
      const missing = entries - (await readSize());
      const startedAt = performance.now();
      const cpuAtStart = process.cpuUsage();
      if (missing > 0) {
        const given = await addFillAgents(opened.transaction, agents);
        await fillLedger(opened.transaction, { ...given, entries: missing });
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      const { user: cpu } = process.cpuUsage(cpuAtStart);
      const rate = missing > 0 ? Math.round(missing / seconds).toLocaleString('en-US') : 0;
      const told = `${rate} per second (${Math.round(seconds)} s, ${Math.round(cpu / 1e6)} s of CPU beside PostgreSQL's)`;
      return { size: await readSize(), told };
    } finally {
      await opened.close();
    }
  } finally {
    await server.stop();
  }
}

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((each) => each.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}
