import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { asRecord } from '../../platform/decode.ts';
import { errorCode } from '../../platform/error-fields.ts';

/**
 * Lowers the priority of this process. On Linux each thread has its own priority, which new threads inherit
 * from the thread that starts them: an encoder opened by one of Node's first threads would not be lowered
 * otherwise. Niceness is never decreased.
 */
export function lowerPriority(niceness: number): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, Math.max(getPriority(thread), niceness));
    } catch (error) {
      // The thread has exited since they were listed.
      if (errorCode(asRecord(error).info) !== 'ESRCH') throw error;
    }
  }
  if (niceness === constants.priority.PRIORITY_LOW) yieldAtOnce();
}

/**
 * A nice process still keeps a core to the end of its time slice, some milliseconds, while a request waits.
 * The idle scheduling class is preempted immediately. Node has no API for it; without `chrt`, nothing
 * changes.
 */
function yieldAtOnce(): void {
  if (process.platform !== 'linux') return;
  spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' });
}

function threads(): number[] {
  if (process.platform !== 'linux') return [0];
  return readdirSync('/proc/self/task').map(Number);
}
