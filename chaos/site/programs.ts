import { execFileSync } from 'node:child_process';
import { accessSync, constants, globSync } from 'node:fs';
import path from 'node:path';
import { noSolana } from '../../test/counterparts/solana/binary.ts';

/** Programs of the system that some faults need, and the Debian package of each. */
const packages = {
  pgbouncer: 'pgbouncer',
  'nats-server': 'nats-server',
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pg_rewind: 'postgresql',
  'libfaketime.so.1': 'libfaketime',
  memcached: 'memcached',
  'swift-ring-builder': 'swift',
  'swift-account-server': 'swift-account',
  'swift-container-server': 'swift-container',
  'swift-object-server': 'swift-object',
  'swift-proxy-server': 'swift-proxy',
} as const;

export type Program = keyof typeof packages;

/** `root` stands for the right to mount and to filter packets, `payments` for a Solana machine on this platform. */
export type Need = Program | 'root' | 'payments';

const dirs = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const isRoot = process.getuid?.() === 0;

/** Where a program is; undefined where it is not installed. */
function findProgram(name: Program): string | undefined {
  if (name === 'libfaketime.so.1') return globSync(`/usr/lib/*/faketime/${name}`)[0];
  const versions = globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().reverse();
  // The programs of PostgreSQL lie together, which links to one of them elsewhere do not.
  return [...versions, ...dirs.map((dir) => path.join(dir, name))].find(isProgram);
}

export function program(name: Program): string {
  const found = findProgram(name);
  if (!found) throw new Error(`${name} is not installed`);
  return found;
}

/** Why needs are not met, after root on Debian has installed what is missing. */
export function unmet(needs: readonly Need[]): string | undefined {
  if (needs.includes('root') && !isRoot) return 'needs root';
  if (needs.includes('payments') && noSolana) return noSolana;
  const missing = () =>
    needs.filter((need) => need !== 'root' && need !== 'payments').filter((need) => !findProgram(need));
  if (missing().length > 0 && isRoot) install(missing().map((need) => packages[need]));
  const left = missing();
  return left.length === 0
    ? undefined
    : `needs ${left.join(', ')} (as root on Debian installed by the run; else apt-get install ${left.map((need) => packages[need]).join(' ')})`;
}

/** Without starting the services: the rounds run instances of their own. */
function install(names: readonly string[]): void {
  try {
    execFileSync('apt-get', ['--version'], { stdio: 'ignore' });
  } catch {
    return;
  }
  console.error(`installing ${names.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const before = runningUnits();
  try {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env, stdio: 'pipe' });
  } catch (error) {
    console.error(`apt-get: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  }
  for (const unit of runningUnits().filter((each) => !before.includes(each)))
    execFileSync('systemctl', ['disable', '--now', unit], { stdio: 'ignore' });
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

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
