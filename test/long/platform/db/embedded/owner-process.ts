import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface Report {
  readonly is: 'started' | 'refused' | 'row';
  readonly id?: number;
  readonly host?: string;
  readonly adopted?: boolean;
  readonly initialised?: boolean;
  readonly inUse?: boolean;
  readonly message?: string;
}

interface Circumstances {
  readonly task?: 'write';
  readonly uid?: number;
  readonly gid?: number;
  readonly env?: Record<string, string>;
}

/** The fixture `owner.ts` in a separate process. */
export class OwnerProcess {
  readonly child: ChildProcess;
  readonly #reports: AsyncIterator<string>;

  constructor(dataDir: string, { task, ...options }: Circumstances = {}) {
    const script = path.join(import.meta.dirname, 'owner.ts');
    this.child = spawn(process.execPath, [script, dataDir, task ?? ''], {
      ...options,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#reports = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]();
  }

  /** The next line it reports, or undefined once it has exited. */
  async next(): Promise<Report | undefined> {
    const { value, done } = await this.#reports.next();
    return done ? undefined : JSON.parse(value);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }
}
