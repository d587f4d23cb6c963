import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Site } from '../site/site.ts';

const kith = fileURLToPath(new URL('../../bin/kith.mjs', import.meta.url));
const sealedMs = 120_000;

/**
 * Checks that all balances sum to zero, everything is sealed, and the audit and the external verifier pass.
 */
export async function checkLedger(site: Site): Promise<string[]> {
  const problems: string[] = [];
  const [sum] = await site.sql<{ sum: string }>('SELECT sum(balance)::text AS sum FROM account');
  if (sum?.sum !== '0') problems.push(`the accounts add up to ${sum?.sum}`);
  if (!(await isSealed(site))) problems.push('entries stay unsealed');
  problems.push(...(await run(site, ['admin', 'audit'])));
  const [first] = site.processes;
  if (first) problems.push(...(await run(site, ['verify-ledger', first.city])));
  return problems;
}

async function isSealed(site: Site): Promise<boolean> {
  for (const end = performance.now() + sealedMs; performance.now() < end; await sleep(100)) {
    const rows = await site.sql('SELECT 1 FROM ledger_entry WHERE seq IS NULL LIMIT 1');
    if (rows.length === 0) return true;
  }
  return false;
}

/** Runs a kith command that must succeed. Returns its output if it fails. */
async function run(site: Site, args: string[]): Promise<string[]> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...site.env };
  try {
    await promisify(execFile)(process.execPath, [kith, ...args], { env });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return [`kith ${args[0]} ${args[1]}: ${(stdout + stderr).trim()}`];
  }
}
