import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A version of a package, pinned by the hash of its archive. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** As in a lock file: `sha512-…`. */
  readonly integrity: string;
  /** Size of the archive, for progress. */
  readonly bytes: number;
}

interface PackOptions {
  /** From 0 to 1. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal | undefined;
}

const pollMs = 500;

/**
 * Downloads a package's archive into `dir` with the npm client, so that its registry, proxy and login
 * settings apply. Nothing of the package is installed or run. An archive that does not match its pin is
 * rejected.
 */
export async function packFromNpm(
  pinned: PinnedPackage,
  dir: string,
  { onProgress = () => {}, signal }: PackOptions = {},
): Promise<string> {
  // npm reports no download progress, so the size of a dedicated cache is measured.
  const poll = setInterval(() => {
    void measureSize(dir).then((bytes) => onProgress(Math.min(1, bytes / pinned.bytes)));
  }, pollMs);
  try {
    await runNpm(pinned, dir, signal);
  } finally {
    clearInterval(poll);
  }
  const name = (await readdir(dir)).find((each) => each.endsWith('.tgz'));
  if (!name) throw new Error(`npm returned no archive of ${pinned.name}`);
  const archive = path.join(dir, name);
  const hash = createHash('sha512');
  await pipeline(createReadStream(archive), hash);
  if (`sha512-${hash.digest('base64')}` !== pinned.integrity) {
    throw new Error(`${pinned.name}@${pinned.version} does not have the pinned integrity hash`);
  }
  return archive;
}

function runNpm(pinned: PinnedPackage, dir: string, signal: AbortSignal | undefined): Promise<void> {
  const args = [
    'pack',
    `${pinned.name}@${pinned.version}`,
    '--pack-destination',
    dir,
    '--cache',
    path.join(dir, 'cache'),
    '--ignore-scripts',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
    '--fetch-timeout=60000',
    '--loglevel=error',
  ];
  // The npm that started this process runs under the same Node; otherwise the npm on the path is used.
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], {
      cwd: dir,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
      ...(signal && { signal }),
    });
    let printed = '';
    child.stderr.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm: ${firstLine(printed, code)}`)),
    );
  });
}

const firstLine = (printed: string, code: number | null): string =>
  printed
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .find((line) => line !== '' && !line.startsWith('npm warn')) ?? `ended with code ${code}`;

async function measureSize(dir: string): Promise<number> {
  const names = await readdir(dir, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(path.join(dir, name)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
