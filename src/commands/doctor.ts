import { type Config, readConfig } from '../app/settings.ts';
import { type Finding, reasonOf } from './doctor/finding.ts';
import { keys } from './doctor/keys.ts';
import { browser, encoder, npm, ports } from './doctor/machine.ts';
import { dns, internet } from './doctor/network.ts';
import { model, payments, voices } from './doctor/services.ts';
import { database, disk, files } from './doctor/storage.ts';

const looks: readonly ((config: Config) => Promise<Finding>)[] = [
  database,
  disk,
  files,
  keys,
  dns,
  internet,
  payments,
  model,
  voices,
  encoder,
  ports,
  npm,
  browser,
];

const marks = { ok: 'ok ', off: 'off', warn: '!! ', bad: 'BAD' };

/**
 * Checks everything a server needs here, read-only, and gives advice; returns 1 if a configured part does not
 * work.
 */
export async function doctor(env: NodeJS.ProcessEnv, { json }: { json: boolean }): Promise<number> {
  const findings = await runChecks(env);
  const isWell = findings.every(({ state }) => state !== 'bad');
  if (json) process.stdout.write(`${JSON.stringify({ ok: isWell, findings })}\n`);
  else for (const finding of findings) process.stdout.write(lineOf(finding));
  return isWell ? 0 : 1;
}

async function runChecks(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const node: Finding = {
    what: 'node',
    state: 'ok',
    found: `${process.version} on ${process.platform}-${process.arch}`,
  };
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    const advice = '.env.example lists every setting';
    return [node, { what: 'settings', state: 'bad', found: reasonOf(error), advice }];
  }
  const settings: Finding = { what: 'settings', state: 'ok', found: 'all known, none contradicts another' };
  return [node, settings, ...(await Promise.all(looks.map((look) => look(config))))];
}

function lineOf({ what, state, found, advice }: Finding): string {
  const line = `${marks[state]}  ${what.padEnd(9)} ${found}\n`;
  return advice ? `${line}               → ${advice}\n` : line;
}
