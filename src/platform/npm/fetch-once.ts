import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../error-fields.ts';
import { makeDir } from '../make-dir.ts';

/** Files of an npm package that are fetched when they are first needed. */
export interface FetchedFiles<T> {
  /** Holds the lock, and usually the files. */
  readonly dir: string;
  /** The files if all of them are on this machine. */
  readonly find: () => Promise<T | undefined>;
  /** Fetches what is missing; throws `FilesUnavailable` if no source has it. */
  readonly pull: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
  /** Called where `tryFetchOnce` goes on without the files. */
  readonly onFailure?: (error: FilesUnavailable) => void;
}

/** What could not be fetched and why, in one line for the operator. */
export class FilesUnavailable extends Error {}

const lockStaleMs = 15_000;
const lockHeartbeatMs = 3_000;
const waitMs = 500;
/** After a failure, nothing that can do without the files tries again for this long. */
const failedForMs = 300_000;

/** The files, fetched if missing. One process fetches; the others on this machine wait for it. */
export async function fetchOnce<T>({ dir, find, pull, signal }: FetchedFiles<T>): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await makeDir(dir);
    const release = await takeLock(path.join(dir, 'pulling'));
    if (!release) {
      await delay(waitMs, undefined, signal && { signal });
      continue;
    }
    try {
      await sweepLeftovers(dir);
      await pull();
      await rm(failureMark(dir), { force: true });
    } finally {
      await release();
    }
    const fetched = await find();
    if (fetched === undefined) throw new Error(`what was fetched into ${dir} is not complete`);
    return fetched;
  }
}

/** The same for who can do without: undefined if they are missing and could not be fetched recently. */
export async function tryFetchOnce<T>(files: FetchedFiles<T>): Promise<T | undefined> {
  const mark = failureMark(files.dir);
  const { mtimeMs } = await stat(mark).catch(() => ({ mtimeMs: 0 }));
  if (Date.now() - mtimeMs < failedForMs) return files.find();
  try {
    return await fetchOnce(files);
  } catch (error) {
    if (files.signal?.aborted || !(error instanceof FilesUnavailable)) throw error;
    await writeFile(mark, error.message).catch(() => {});
    files.onFailure?.(error);
    return undefined;
  }
}

const failureMark = (dir: string): string => path.join(dir, 'failed');

/** Leftovers of processes that died while fetching; no other process is active, since the lock is held. */
async function sweepLeftovers(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (name.endsWith('.part') || name.startsWith('npm-'))
      await rm(path.join(dir, name), { recursive: true, force: true });
  }
}

/**
 * A directory serves as the lock, since creating one succeeds only once. Its holder touches it; a stale one
 * is taken over.
 */
async function takeLock(lock: string): Promise<(() => Promise<void>) | undefined> {
  try {
    await mkdir(lock);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > lockStaleMs) await rm(lock, { recursive: true, force: true });
    return undefined;
  }
  const beat = setInterval(() => {
    const now = new Date();
    void utimes(lock, now, now).catch(() => {});
  }, lockHeartbeatMs);
  return async () => {
    clearInterval(beat);
    await rm(lock, { recursive: true, force: true });
  };
}
