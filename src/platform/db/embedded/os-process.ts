import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A process, distinguished from a later one with the same pid by its start time. */
export interface OsProcess {
  readonly pid: number;
  readonly startedAt: string;
}

interface OsProcessStatus extends OsProcess {
  readonly parent: number;
}

const POLL_MS = 25;

/** The status of a pid; undefined for a zombie, which is dead and only waits to be reaped. */
export async function lookUpProcess(pid: number): Promise<OsProcessStatus | undefined> {
  if (!isSignallable(pid)) return undefined;
  return process.platform === 'linux' ? lookUpInProc(pid) : lookUpWithPs(pid);
}

export async function isRunning({ pid, startedAt }: OsProcess): Promise<boolean> {
  return (await lookUpProcess(pid))?.startedAt === startedAt;
}

export async function waitForEnd(target: OsProcess, limit_ms: number): Promise<boolean> {
  const deadline = performance.now() + limit_ms;
  while (await isRunning(target)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Already gone, which is the purpose of the signal.
  }
}

/** Whether the process was started with this argument. */
async function wasStartedWith(pid: number, argument: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return (await ps.catch(() => ({ stdout: '' }))).stdout.includes(argument);
  }
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split('\0').includes(argument);
}

function isSignallable(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function lookUpInProc(pid: number): Promise<OsProcessStatus | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The command name in parentheses may contain spaces: fields are counted after it, starting with the state.
  const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!state || /[ZX]/.test(state)) return undefined;
  return { pid, parent: Number(parent), startedAt: rest[17] ?? '' };
}

async function lookUpWithPs(pid: number): Promise<OsProcessStatus | undefined> {
  const ps = promisify(execFile)('ps', ['-o', 'state=,ppid=,lstart=', '-p', String(pid)]);
  const { stdout } = await ps.catch(() => ({ stdout: '' }));
  const [state, parent, ...began] = stdout.trim().split(/\s+/);
  if (!state || state.startsWith('Z')) return undefined;
  return { pid, parent: Number(parent), startedAt: began.join('-').replaceAll(':', '.') };
}

/** The lock file that a postmaster writes into its data directory. */
interface PidFile {
  readonly pid: number;
  /** Only if the file was written here: in a copied directory it names the original's server. */
  readonly socketDir: string | undefined;
}

export async function readPidFile(pgdata: string): Promise<PidFile | undefined> {
  const text = await readFile(path.join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // A file that is being written, or was truncated by a full disk, names no process.
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDir: lines[1] === pgdata && lines[4] ? lines[4] : undefined };
}

/** Whether the pid is still that postmaster: after a reboot it may belong to any process. */
export async function isPostmaster(pid: number, pgdata: string): Promise<boolean> {
  return (await lookUpProcess(pid)) !== undefined && (await wasStartedWith(pid, pgdata));
}
