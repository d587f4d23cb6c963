import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inNamespace } from './daemon.ts';

const kith = fileURLToPath(new URL('../../bin/kith.mjs', import.meta.url));
const restartMs = 500;
const stopMs = 15_000;
const lastChars = 1_000;

interface Options {
  readonly name: string;
  /** Its address, and the network namespace that has it; by default the loopback. */
  readonly host?: string;
  readonly netns?: string;
  readonly cityPort: number;
  readonly utilityPort: number;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** One `kith serve` under a supervisor that restarts it on the same ports, as systemd or Kubernetes does. */
export class KithProcess {
  readonly name: string;
  readonly city: string;
  readonly utility: string;
  readonly #options: Options;
  #child: ChildProcess | undefined;
  #stopping = false;

  constructor(options: Options) {
    this.#options = options;
    this.name = options.name;
    const { host = '127.0.0.1', cityPort, utilityPort } = options;
    this.city = `http://${host}:${cityPort}`;
    this.utility = `http://${host}:${utilityPort}`;
  }

  start(): void {
    const { env, host, netns, cityPort, utilityPort, logFile } = this.#options;
    const log = openSync(logFile, 'a');
    const [command = '', ...args] = inNamespace(netns, [process.execPath, kith, 'serve']);
    const child = spawn(command, args, {
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...env,
        ...(host && { KITH_HOST: host }),
        KITH_CITY_PORT: String(cityPort),
        KITH_UTILITY_PORT: String(utilityPort),
      },
    });
    closeSync(log);
    this.#child = child;
    child.once('exit', () => {
      if (!this.#stopping) setTimeout(() => this.#stopping || this.start(), restartMs);
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** The end of its log. */
  async lastWords(): Promise<string> {
    const log = await readFile(this.#options.logFile, 'utf8').catch(() => '');
    return `${this.name}: ${log.slice(-lastChars)}`;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(kill);
  }
}
