import { type Config, readConfig } from '../app/settings.ts';
import { type DoctorFinding, describeError } from './doctor/finding.ts';
import { checkKeys } from './doctor/keys.ts';
import { checkBrowser, checkEncoder, checkNpm, checkPorts, checkWorkers } from './doctor/machine.ts';
import { checkClock, checkDns, checkInternet } from './doctor/network.ts';
import { checkGeo, checkModel, checkPayments, checkVoices, checkWitnesses } from './doctor/services.ts';
import { checkDatabase, checkDisk, checkFiles } from './doctor/storage.ts';

const checks: readonly ((config: Config) => Promise<DoctorFinding>)[] = [
  checkDatabase,
  checkDisk,
  checkFiles,
  checkKeys,
  checkWorkers,
  checkDns,
  checkInternet,
  checkClock,
  checkWitnesses,
  checkPayments,
  checkModel,
  checkVoices,
  checkEncoder,
  checkGeo,
  checkPorts,
  checkNpm,
  checkBrowser,
];

/** Without one of these nothing is served; without another, the rest works. */
const neededToServe: ReadonlySet<string> = new Set([
  'settings',
  'database',
  'disk',
  'files',
  'keys',
  'ports',
]);

const marks = { ok: 'ok ', off: 'off', warn: '!! ', bad: 'BAD' };

/**
 * Checks everything a server needs here, read-only, and gives advice; returns 1 if the product cannot serve or, if it
 * is strict, if any configured part does not work.
 */
export async function doctorCommand(
  env: NodeJS.ProcessEnv,
  { json, strict }: { json: boolean; strict: boolean },
): Promise<number> {
  const findings = await runChecks(env);
  const broken = findings.filter(({ state }) => state === 'bad').map(({ what }) => what);
  const stopping = broken.filter((what) => neededToServe.has(what));
  const [canServe, isOk] = [stopping.length === 0, broken.length === 0];
  if (json) process.stdout.write(`${JSON.stringify({ ok: isOk, can_serve: canServe, findings })}\n`);
  else {
    for (const finding of findings) process.stdout.write(formatFinding(finding));
    process.stdout.write(`\n${verdict(stopping, broken)}\n`);
  }
  return (strict ? isOk : canServe) ? 0 : 1;
}

function verdict(stopping: readonly string[], broken: readonly string[]): string {
  if (stopping.length > 0) return `kith cannot serve: ${stopping.join(', ')}.`;
  if (broken.length === 0) return 'kith can serve, and everything that is set up works.';
  return `kith can serve. What does not work: ${broken.join(', ')}.`;
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
