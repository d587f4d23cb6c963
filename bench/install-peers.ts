import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Peer libraries are not part of an install: the benchmark that measures them installs them into bench/node_modules.
 */
export function installPeers(): void {
  const dir = import.meta.dirname;
  const { dependencies } = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const isInstalled = (name: string) => existsSync(path.join(dir, 'node_modules', name, 'package.json'));
  if (Object.keys(dependencies).every(isInstalled)) return;
  console.error('installing the peers of bench/package.json');
  execFileSync('npm', ['ci'], { cwd: dir, stdio: 'inherit', shell: process.platform === 'win32' });
}
