import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const nobody = 65534;
const isRoot = process.getuid?.() === 0;
const stopMs = 5_000;
/** User that these programs run as. */
export const daemonUser = isRoot ? 'nobody' : userInfo().username;

/** Only root may enter a namespace, so the user changes inside of it. */
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];

/** A command line that runs in a network namespace; each program replaces the one before, so the PID stays. */
export const inNamespace = (netns: string | undefined, command: readonly string[]): readonly string[] =>
  netns === undefined ? command : ['ip', 'netns', 'exec', netns, ...command];

interface DaemonOptions {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly dir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The network namespace that it runs in. */
  readonly netns?: string;
}

/**
 * A system program that kith depends on. Root runs it as nobody, because PostgreSQL and PgBouncer refuse
 * root.
 */
export class Daemon {
  readonly #options: DaemonOptions;
  #child: ChildProcess | undefined;

  constructor(options: DaemonOptions) {
    this.#options = options;
  }

  start(): void {
    const { name, program, args, dir, env, netns } = this.#options;
    const log = openSync(path.join(dir, `${name}.log`), 'a');
    const [command = program, ...rest] = inNamespace(netns, [...(netns ? asNobody : []), program, ...args]);
    this.#child = spawn(command, rest, {
      cwd: dir,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, ...env },
      // Its own process group, so that a fault can signal all of it.
      detached: true,
      ...(isRoot && !netns && { uid: nobody, gid: nobody }),
    });
    closeSync(log);
    this.#child.on('error', () => {});
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.#options.name} is not running`);
    return pid;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async stop(): Promise<void> {
    this.signal('SIGCONT');
    const kill = setTimeout(() => this.signal('SIGKILL'), stopMs);
    await this.kill('SIGTERM');
    clearTimeout(kill);
  }

  async log(): Promise<string> {
    return readFile(path.join(this.#options.dir, `${this.#options.name}.log`), 'utf8').catch(() => '');
  }
}

/** Creates a directory that such a program can write to. */
export async function daemonDir(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if (isRoot) await chown(dir, nobody, nobody);
  return dir;
}

export async function daemonFile(file: string, text: string): Promise<string> {
  await writeFile(file, text, { mode: 0o600 });
  if (isRoot) await chown(file, nobody, nobody);
  return file;
}

/** Waits for a condition; the error names the condition that was not met. */
export async function until(what: string, isTrue: () => Promise<boolean>, mostMs = 60_000): Promise<void> {
  for (const end = performance.now() + mostMs; performance.now() < end; await sleep(100))
    if (await isTrue().catch(() => false)) return;
  throw new Error(`${what} did not come about within ${mostMs / 1_000} s`);
}
