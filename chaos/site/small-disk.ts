import { execFileSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';

const sizeMb = 600;
const chunk = Buffer.alloc(1 << 20);

/** A separate in-memory file system that can be filled to the last byte. */
export interface SmallDisk {
  readonly dir: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): Promise<void>;
}

export async function mountSmallDisk(parent: string): Promise<SmallDisk> {
  const dir = path.join(parent, 'disk');
  await mkdir(dir);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0711`, 'tmpfs', dir]);
  const ballast = path.join(dir, 'ballast');
  return {
    dir,
    fill: async () => {
      const file = await open(ballast, 'a');
      try {
        for (let bytes = chunk.length; bytes > 0; ) {
          const written = await file.write(chunk, 0, bytes).then(
            ({ bytesWritten }) => bytesWritten,
            () => 0,
          );
          // Writes smaller and smaller pieces, down to the last byte.
          if (written < bytes) bytes = Math.floor(bytes / 2);
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    unmount: async () => {
      execFileSync('umount', [dir]);
    },
  };
}
