import { chmod, type FileHandle, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeDir } from '../make-dir.ts';
import { type PinnedPackage, packFromNpm } from './pack.ts';
import { walkTarball } from './tarball.ts';

interface UnpackedOptions {
  /** Whether to keep a file, by its path inside the package. */
  readonly keep: (file: string) => boolean;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal | undefined;
}

export const isUnpacked = (target: string): Promise<boolean> =>
  stat(target).then(
    () => true,
    () => false,
  );

/**
 * Extracts selected files of a package into the directory `target`. The directory appears complete, by one
 * rename, or not at all; if it exists, nothing is fetched.
 */
export async function unpackedPackage(
  pinned: PinnedPackage,
  target: string,
  { keep, onProgress, signal }: UnpackedOptions,
): Promise<void> {
  if (await isUnpacked(target)) return;
  const parent = path.dirname(target);
  await makeDir(parent);
  const work = await mkdtemp(path.join(parent, 'npm-'));
  try {
    const archive = await packFromNpm(pinned, work, { ...(onProgress && { onProgress }), signal });
    const staged = path.join(work, 'files');
    await makeDirectory(staged);
    await unpack(archive, staged, keep);
    await rename(staged, target).catch(async (error: unknown) => {
      // Another process fetched the same package first.
      if (!(await isUnpacked(target))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function unpack(archive: string, staged: string, keep: (file: string) => boolean): Promise<void> {
  const directories = new Set<string>();
  await walkTarball(archive, ({ name, mode }) => {
    const file = name.split('/').slice(1).join('/');
    if (file === '' || file.endsWith('/') || !keep(file)) return undefined;
    if (file.split('/').includes('..')) throw new Error(`the archive has a file outside of it: ${name}`);
    const place = path.join(staged, file);
    let opening: Promise<FileHandle> | undefined;
    const handle = () => {
      opening ??= makeParents(place, staged, directories).then(() => open(place, 'w'));
      return opening;
    };
    return {
      take: async (chunk) => {
        await (await handle()).write(chunk);
      },
      end: async () => {
        const file = await handle();
        // Regardless of the umask: the account that runs it may be a different one.
        await file.chmod(mode & 0o111 ? 0o755 : 0o644);
        await file.sync();
        await file.close();
      },
    };
  });
}

async function makeParents(place: string, staged: string, made: Set<string>): Promise<void> {
  const parts = path.relative(staged, path.dirname(place)).split(path.sep);
  for (let i = 1; i <= parts.length; i++) {
    const dir = path.join(staged, ...parts.slice(0, i));
    if (made.has(dir)) continue;
    made.add(dir);
    await makeDirectory(dir);
  }
}

async function makeDirectory(dir: string): Promise<void> {
  await makeDir(dir);
  await chmod(dir, 0o755);
}
