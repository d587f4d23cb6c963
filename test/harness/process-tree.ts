import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const pids = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** Direct child processes of a parent, with their roles. */
export function childrenOf(parent: number | undefined): { pid: number; roles: string }[] {
  return pids().flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (!status.includes(`\nPPid:\t${parent}\n`) || /^State:\s+Z/m.test(status)) return [];
      const roles = /(?:^|\0)KITH_ROLES=([^\0]*)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1];
      return roles === undefined ? [] : [{ pid: Number(pid), roles }];
    } catch {
      // It ended after it was listed.
      return [];
    }
  });
}

/** Which of the processes has accepted the connection from a local port. */
export function holderOf(candidates: readonly number[], clientPort: number): number | undefined {
  const from = `:${clientPort.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote]) => remote?.endsWith(from))
    .map((fields) => `socket:[${fields[9]}]`);
  return candidates.find((pid) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return inodes.includes(readlinkSync(`/proc/${pid}/fd/${fd}`));
      } catch {
        return false;
      }
    }),
  );
}
