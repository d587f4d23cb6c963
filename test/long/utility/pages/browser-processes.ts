import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

const ownProfiles = `kith-browser-${process.pid}-`;

/** Browser processes that this process started, identified by their profile directory. */
export const browserProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const texts = ['cmdline', 'environ'].map((file) => {
        try {
          return readFileSync(`/proc/${pid}/${file}`, 'latin1');
        } catch {
          return '';
        }
      });
      return texts.some((text) => text.includes(ownProfiles)) ? [Number(pid)] : [];
    });
export const isRenderer = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer');
  } catch {
    // It has exited meanwhile.
    return false;
  }
};
/** Their profile directories. */
export const browserProfiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith(ownProfiles));
