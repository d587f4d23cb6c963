import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { errorCode } from '../error-fields.ts';
import { DevTools, type DevToolsEvent } from './devtools.ts';
import { BrowserFailure } from './failure.ts';
import { browserFlags } from './flags.ts';
import { type Installation, makeProfile, removeProfile } from './installation.ts';

const memoryCheckMs = 250;
const keptErrorChars = 8_192;

interface StartOptions {
  readonly proxyPort: number;
  readonly maxMemoryBytes: number;
  readonly onEvent: (event: DevToolsEvent) => void;
  readonly onEnd: (failure: Error) => void;
}

/** One browser with its own profile: it renders one page, then is killed with all its processes. */
export class BrowserProcess {
  readonly devtools: DevTools;
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #exited: Promise<unknown>;
  readonly #memoryTimer: NodeJS.Timeout;
  #errorText = '';
  #killed: Promise<void> | undefined;

  static async start({ program, account }: Installation, options: StartOptions): Promise<BrowserProcess> {
    const profile = await makeProfile(account);
    try {
      const child = spawn(program, browserFlags({ profile, proxyPort: options.proxyPort }), {
        // A separate process group, so that all its processes can be killed at once.
        detached: true,
        cwd: profile,
        stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
        env: browserEnv(profile),
        ...(account && { uid: account.uid, gid: account.gid }),
      });
      await once(child, 'spawn');
      return new BrowserProcess(child, profile, options);
    } catch (error) {
      await removeProfile(profile);
      throw new BrowserFailure(
        'unusable',
        `The browser could not be started (${errorCode(error) ?? 'unknown'})`,
        startAdvice,
      );
    }
  }

  private constructor(child: ChildProcess, profile: string, options: StartOptions) {
    this.#child = child;
    this.#profile = profile;
    this.#exited = once(child, 'exit');
    const [, , errors, input, output] = child.stdio;
    (errors as Readable).setEncoding('utf8').on('data', (text: string) => {
      this.#errorText = (this.#errorText + text).slice(-keptErrorChars);
    });
    this.devtools = new DevTools(input as Writable, output as Readable, options);
    const memory = new GroupMemory(child.pid ?? -1);
    this.#memoryTimer = setInterval(
      () => void this.#checkMemory(memory, options.maxMemoryBytes),
      memoryCheckMs,
    );
  }

  /** Chromium's message for a kernel that does not allow its sandbox. */
  get lacksSandbox(): boolean {
    return /No usable sandbox|sandbox_host|zygote_host_impl|Failed to move to new namespace|without --no-sandbox/i.test(
      this.#errorText,
    );
  }

  /** Kills every process of the browser, waits until they are gone, and removes the profile. */
  kill(): Promise<void> {
    this.#killed ??= this.#kill();
    return this.#killed;
  }

  async #kill(): Promise<void> {
    clearInterval(this.#memoryTimer);
    this.#killGroup();
    this.devtools.end();
    await this.#exited;
    await setImmediate();
    for (const stream of this.#child.stdio) stream?.destroy();
    await removeProfile(this.#profile);
  }

  #killGroup(): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // All of them have exited already.
    }
  }

  async #checkMemory(memory: GroupMemory, maxBytes: number): Promise<void> {
    const bytes = await memory.measure();
    if (bytes === undefined || bytes <= maxBytes) return;
    const megabytes = Math.round(maxBytes / 1_048_576);
    this.devtools.end(new BrowserFailure('too_heavy', `The page takes more than ${megabytes} MB of memory`));
    this.#killGroup();
  }
}

export const startAdvice =
  'kith doctor says what is missing; Chromium needs user namespaces (kernel.unprivileged_userns_clone=1, in a container a seccomp profile that allows clone with CLONE_NEWUSER)';

/** Nothing of the server's environment, which holds its secrets. */
const browserEnv = (profile: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  HOME: profile,
  TMPDIR: profile,
  XDG_CONFIG_HOME: profile,
  XDG_CACHE_HOME: profile,
  LANG: 'C.UTF-8',
  TZ: 'UTC',
});

/** Measures the memory of one process group, repeatedly while it runs. */
class GroupMemory {
  readonly #group: number;
  /**
   * Processes of other groups that existed at the last measurement. A process is born in its group, so they need not
   * be read again: a large machine has thousands.
   */
  #others: ReadonlySet<string> = new Set();

  constructor(group: number) {
    this.#group = group;
  }

  /** Bytes that the group holds privately or shares internally; undefined without /proc. */
  async measure(): Promise<number | undefined> {
    const names = await readdir('/proc').catch(() => undefined);
    if (!names?.includes('self')) return undefined;
    const others = new Set<string>();
    const sizes = await Promise.all(
      names
        .filter((name) => /^\d+$/.test(name))
        .map(async (pid) => {
          const group = this.#others.has(pid) ? undefined : await groupOf(pid);
          if (group === this.#group) return sizeOf(pid);
          // A process that cannot be read is tried again: it may belong to this group.
          if (!Number.isNaN(group)) others.add(pid);
          return 0;
        }),
    );
    this.#others = others;
    return sizes.reduce((sum, size) => sum + size, 0);
  }
}

/** NaN if the process has exited. */
async function groupOf(pid: string): Promise<number> {
  const stat = await readIfRunning(`/proc/${pid}/stat`);
  // The name before the last bracket may contain anything; state, parent and group follow it.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}

/** Pages of the program's own files are not counted: they can be dropped at any time. */
async function sizeOf(pid: string): Promise<number> {
  const status = await readIfRunning(`/proc/${pid}/status`);
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
  return kilobytes.reduce((sum, [, size]) => sum + Number(size) * 1_024, 0);
}

/** Empty if the process has exited meanwhile. */
const readIfRunning = (file: string): Promise<string> => readFile(file, 'latin1').catch(() => '');
