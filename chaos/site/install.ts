import { execFileSync } from 'node:child_process';
import { isRoot, missingPackages, type Need } from './programs.ts';

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** As root on Debian: installs what is missing, without leaving its services running; the rounds run their own. */
export function installMissing(needs: readonly Need[]): void {
  const names = missingPackages(needs);
  if (names.length === 0 || !isRoot || !succeeds('apt-get', ['--version'])) return;
  console.error(`installing ${names.join(', ')}`);
  const before = runningUnits();
  const install = ['install', '-y', '--no-install-recommends', ...names];
  // A fresh machine has no lists of packages yet, an old one those of versions that are gone.
  if (!succeeds('apt-get', install)) {
    succeeds('apt-get', ['update']);
    if (!succeeds('apt-get', install)) console.error(`apt-get ${install.join(' ')} failed`);
  }
  for (const unit of runningUnits().filter((each) => !before.includes(each)))
    succeeds('systemctl', ['disable', '--now', unit]);
}

function succeeds(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { env, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** Services of systemd; none in a container without it. */
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
