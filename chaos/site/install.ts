import { execFileSync } from 'node:child_process';
import { isRoot, missingPackages, type Need } from './programs.ts';

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/**
 * Installs missing packages (as root on Debian) and stops their services, because the rounds run their own.
 */
export function installMissing(needs: readonly Need[]): void {
  const names = missingPackages(needs);
  if (names.length === 0 || !isRoot || !runSucceeds('apt-get', ['--version'])) return;
  console.error(`installing ${names.join(', ')}`);
  const before = runningUnits();
  const install = ['install', '-y', '--no-install-recommends', ...names];
  // A fresh machine has no package lists, and an old one has outdated lists.
  if (!runSucceeds('apt-get', install)) {
    runSucceeds('apt-get', ['update']);
    if (!runSucceeds('apt-get', install)) console.error(`apt-get ${install.join(' ')} failed`);
  }
  for (const unit of runningUnits().filter((each) => !before.includes(each)))
    runSucceeds('systemctl', ['disable', '--now', unit]);
}

function runSucceeds(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { env, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
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
