import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

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
}

function threads(): number[] {
  if (process.platform !== 'linux') return [0];
  return readdirSync('/proc/self/task').map(Number);
}
