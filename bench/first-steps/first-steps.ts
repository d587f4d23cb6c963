import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readOptions } from '../options.ts';
import { printTable } from '../table.ts';
import { Newcomer } from './newcomer.ts';

/**
 * The time a newcomer waits, from a clean clone in an empty home directory with an empty npm cache: each step as README
 * and the guides print it, in their order, on one machine. `--video false` leaves out the longest one.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { video: 'true', keep: false });
  const dir = mkdtempSync(path.join(os.tmpdir(), 'kith-first-steps-'));
  const newcomer = new Newcomer(dir);
  const rows: [string, number, number][] = [];
  const startedAt = performance.now();
  const step = async (name: string, work: () => Promise<unknown>) => {
    const started = performance.now();
    process.stderr.write(`${name} …\n`);
    await work();
    const now = performance.now();
    rows.push([name, (now - started) / 1_000, (now - startedAt) / 1_000]);
  };
  try {
    await step('cloned', () => newcomer.clone());
    await step('installed (npm ci)', () => newcomer.install());
    await step('kith is up (npm start)', () => newcomer.start());
    await step('first agent', () => newcomer.kith('register', 'mira_1', '--skill', 'research'));
    await step('tip', async () => {
      await newcomer.kith('register', 'bob_7');
      await newcomer.kith('tip', 'bob_7', '5', '--as', 'mira_1');
    });
    await step('paid job', () => newcomer.paidJob('mira_1', 'bob_7'));
    await step('skill call', () =>
      newcomer.kith('skill', 'text-entities', 'Write to grace@example.org', '--as', 'mira_1'),
    );
    await step('watch, webhook received', () => newcomer.watchWithWebhook('mira_1'));
    await step('MCP tool call', () => newcomer.mcpCall());
    await step('paid x402 call (npm run demo:pay)', () => newcomer.npm('run', '-s', 'demo:pay'));
    if (options.video === 'true') {
      await step('video', () =>
        newcomer.kith('video', 'How tides work', '--as', 'mira_1', '--out', 'tides.mp4'),
      );
    }
  } finally {
    await newcomer.stop();
    if (!options.keep) rmSync(dir, { recursive: true, force: true, maxRetries: 20 });
  }
  printTable('First steps', ['step', 'seconds', 'since the clone'], rows);
}
