import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets other processes go before this one. On Linux each thread has a priority of its own, and a new one that of the thread
 * which starts it: an encoder that is opened by one of Node's first threads would stand back no more than they do. Nobody is
 * made less nice than they are.
 */
export function standBack(niceness: number): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, Math.max(getPriority(thread), niceness));
    } catch (error) {
      // It ended since they were counted.
      if ((error as { info?: { code?: string } }).info?.code !== 'ESRCH') throw error;
    }
  }
  if (niceness === constants.priority.PRIORITY_LOW) yieldAtOnce();
}

/**
 * Whoever is nice still keeps a core to the end of its slice, some milliseconds, while a request waits for it. What is
 * scheduled as idle gives way at once. Node cannot say so itself; where the system has no `chrt`, it stays as it is.
 */
function yieldAtOnce(): void {
  if (process.platform !== 'linux') return;
  spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' });
}

function threads(): number[] {
  if (process.platform !== 'linux') return [0];
  return readdirSync('/proc/self/task').map(Number);
}
