import { execFileSync, spawnSync } from 'node:child_process';
import { isRoot, missingPackages, type Need } from './programs.ts';

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/**
 * Installs missing packages (as root on Debian) and stops their services, because the rounds run their own.
 */
export function installMissing(needs: readonly Need[]): void {
  const names = missingPackages(needs);
  if (names.length === 0 || !isRoot || findFault('apt-get', ['--version']) !== undefined) return;
  console.error(`installing ${names.join(', ')}`);
  const before = runningUnits();
  const install = ['install', '-y', '--no-install-recommends', ...names];
  // A fresh machine has no package lists, and an old one has outdated lists.
  if (findFault('apt-get', install) !== undefined) {
    const updateFault = findFault('apt-get', ['update']);
    const fault = findFault('apt-get', install);
    if (fault !== undefined)
      console.error(
        `apt-get ${install.join(' ')} failed: ${[fault, updateFault].filter(Boolean).join('\n')}`,
      );
  }
  for (const unit of runningUnits().filter((each) => !before.includes(each)))
    findFault('systemctl', ['disable', '--now', unit]);
}

/** Why a program failed: the last lines that it printed; undefined if it succeeded. */
function findFault(program: string, args: readonly string[]): string | undefined {
  const { status, error, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
  if (error) return error.message;
  if (status === 0) return undefined;
  return `${stderr || stdout}`.trim().split('\n').slice(-5).join('\n') || `exit code ${status}`;
}

/** Running systemd units; empty in a container without systemd. */
function runningUnits(): string[] {
  try {
    const listed = execFileSync('systemctl', ['list-units', '--type=service', '--plain', '--no-legend'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed.split('\n').flatMap((line) => line.split(/\s+/)[0] || []);
  } catch {
    return [];
  }
}
