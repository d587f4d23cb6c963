import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntrySink } from '../../platform/npm/tarball.ts';
import type { WeightFile } from './weights.ts';

/**
 * A file being downloaded: kept beside its destination until it is complete and its hash matches, then
 * renamed.
 */
export class DownloadedFile implements EntrySink {
  readonly #file: WeightFile;
  readonly #path: string;
  readonly #part: string;
  readonly #handle: FileHandle;
  readonly #hash = createHash('sha256');
  #taken = 0;

  private constructor(dir: string, file: WeightFile, part: string, handle: FileHandle) {
    this.#file = file;
    this.#path = join(dir, file.name);
    this.#part = part;
    this.#handle = handle;
  }

  static async open(dir: string, file: WeightFile): Promise<DownloadedFile> {
    const part = join(dir, `${file.name}.${process.pid}.part`);
    return new DownloadedFile(dir, file, part, await open(part, 'w'));
  }

  get taken(): number {
    return this.#taken;
  }

  async take(chunk: Buffer): Promise<void> {
    this.#hash.update(chunk);
    this.#taken += chunk.length;
    await this.#handle.write(chunk);
  }

  async end(): Promise<void> {
    const sha256 = this.#hash.digest('hex');
    if (this.#taken !== this.#file.bytes || sha256 !== this.#file.sha256) {
      await this.drop();
      throw new WrongBytes(this.#file.name);
    }
    if (this.#file.tail) await this.#handle.write(this.#file.tail);
    await this.#handle.sync();
    await this.#handle.close();
    await rename(this.#part, this.#path);
  }

  async drop(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(this.#part, { force: true });
  }
}

class WrongBytes extends Error {
  constructor(name: string) {
    super(`${name} does not have the pinned hash and was rejected`);
    this.name = 'WrongBytes';
  }
}
