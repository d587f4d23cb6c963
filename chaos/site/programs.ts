import { spawnSync } from 'node:child_process';
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
  nft: 'nftables',
  ip: 'iproute2',
  python3: 'python3',
  'libfaketime.so.1': 'libfaketime',
  memcached: 'memcached',
  'swift-ring-builder': 'swift',
  'swift-account-server': 'swift-account',
  'swift-container-server': 'swift-container',
  'swift-object-server': 'swift-object',
  'swift-proxy-server': 'swift-proxy',
} as const;

export type Program = keyof typeof packages;

/**
 * `root` stands for the right to mount, `namespaces` for the right to create network namespaces, `payments` for a Solana
 * machine on this platform.
 */
export type Need = Program | 'root' | 'payments' | 'namespaces';

const dirs = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
export const isRoot = process.getuid?.() === 0;

/** Path of a program; undefined if it is not installed. */
function findProgram(name: Program): string | undefined {
  if (name === 'libfaketime.so.1') return globSync(`/usr/lib/*/faketime/${name}`)[0];
  const versions = globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().reverse();
  // The programs of PostgreSQL are in one directory; a symbolic link elsewhere leads to only one of them.
  return [...versions, ...dirs.map((dir) => path.join(dir, name))].find(isProgram);
}

export function program(name: Program): string {
  const found = findProgram(name);
  if (!found) throw new Error(`${name} is not installed`);
  return found;
}

const isProgramNeed = (need: Need): need is Program =>
  need !== 'root' && need !== 'payments' && need !== 'namespaces';

const missingOf = (needs: readonly Need[]): Program[] =>
  needs.filter(isProgramNeed).filter((need) => !findProgram(need));

/** Debian packages of the missing programs. */
export const missingPackages = (needs: readonly Need[]): string[] => [
  ...new Set(missingOf(needs).map((need) => packages[need])),
];

/** The reason why requirements are not met. */
export function unmetReason(needs: readonly Need[]): string | undefined {
  if (needs.includes('root') && !isRoot) return 'needs root';
  if (needs.includes('payments') && noSolana) return noSolana;
  if (needs.includes('namespaces') && !mayCreateNamespaces())
    return 'network namespaces are not allowed here';
  const missing = missingOf(needs);
  if (missing.length === 0) return undefined;
  const install = `apt-get install ${missingPackages(needs).join(' ')}`;
  return `needs ${missing.join(', ')} (on Debian: ${install}, or run it as root, which installs them)`;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function mayCreateNamespaces(): boolean {
  return spawnSync('unshare', ['--net', 'true'], { stdio: 'ignore' }).status === 0;
}
