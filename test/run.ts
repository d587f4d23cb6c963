import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrations } from '../src/migrations.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/server.ts';
import { migrate } from '../src/platform/db/migrations.ts';
import { templateName } from './harness/database.ts';

/** Runs test files (all of them, or those named) on one PostgreSQL of their own, each file on its own database. */
const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('test/**/*.test.ts').sort();
const dataDir = mkdtempSync(path.join(tmpdir(), 'kith-test-'));
const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
const { host, port, user, database } = server;

const admin = new pg.Client({ host, port, user, database });
await admin.connect();
await admin.query(`CREATE DATABASE ${templateName}`);
await admin.end();
await migrate({ host, port, user, database: templateName }, migrations);

const child = spawn(process.execPath, ['--test', '--test-concurrency=3', '--test-timeout=240000', ...files], {
  stdio: 'inherit',
  env: {
    ...process.env,
    KITHTEST_POSTGRES: JSON.stringify({ host, port, user }),
    // Hundreds of processes load the same files: each is stripped and compiled once.
    NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'),
  },
});
process.on('SIGINT', () => child.kill('SIGINT'));
const code = await new Promise<number>((resolve) => child.on('exit', (exit) => resolve(exit ?? 1)));
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = code;
