import { type Config, readConfig } from '../app/settings.ts';
import { type DoctorFinding, describeError } from './doctor/finding.ts';
import { checkKeys } from './doctor/keys.ts';
import { checkBrowser, checkEncoder, checkNpm, checkPorts } from './doctor/machine.ts';
import { checkDns, checkInternet } from './doctor/network.ts';
import { checkModel, checkPayments, checkVoices, checkWitnesses } from './doctor/services.ts';
import { checkDatabase, checkDisk, checkFiles } from './doctor/storage.ts';

const checks: readonly ((config: Config) => Promise<DoctorFinding>)[] = [
  checkDatabase,
  checkDisk,
  checkFiles,
  checkKeys,
  checkDns,
  checkInternet,
  checkWitnesses,
  checkPayments,
  checkModel,
  checkVoices,
  checkEncoder,
  checkPorts,
  checkNpm,
  checkBrowser,
];

const marks = { ok: 'ok ', off: 'off', warn: '!! ', bad: 'BAD' };

/**
 * Checks everything a server needs here, read-only, and gives advice; returns 1 if a configured part does not
 * work.
 */
export async function doctorCommand(env: NodeJS.ProcessEnv, { json }: { json: boolean }): Promise<number> {
  const findings = await runChecks(env);
  const isOk = findings.every(({ state }) => state !== 'bad');
  if (json) process.stdout.write(`${JSON.stringify({ ok: isOk, findings })}\n`);
  else for (const finding of findings) process.stdout.write(formatFinding(finding));
  return isOk ? 0 : 1;
}

async function runChecks(env: NodeJS.ProcessEnv): Promise<DoctorFinding[]> {
  const node: DoctorFinding = {
    what: 'node',
    state: 'ok',
    found: `${process.version} on ${process.platform}-${process.arch}`,
  };
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    const advice = '.env.example lists every setting';
    return [node, { what: 'settings', state: 'bad', found: describeError(error), advice }];
  }
  const settings: DoctorFinding = { what: 'settings', state: 'ok', found: 'all known, no contradictions' };
  return [node, settings, ...(await Promise.all(checks.map((check) => check(config))))];
}

function formatFinding({ what, state, found, advice }: DoctorFinding): string {
  const line = `${marks[state]}  ${what.padEnd(9)} ${found}\n`;
  return advice ? `${line}               → ${advice}\n` : line;
}
