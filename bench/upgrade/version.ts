import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const startMs = 120_000;

/** Sources of kith that can be run: this checkout, or a commit. */
export interface Version {
  readonly name: string;
  /** Runs a command to its end and returns its output. */
  run(args: string[], env: Record<string, string>): string;
  serve(env: Record<string, string>, logFile: string): Promise<Running>;
}

export interface Running {
  readonly city: string;
  /** Stops it as a rollout does; returns the exit code. */
  stop(): Promise<number | null>;
}

export const thisVersion = (): Version => versionIn('this version', repository);

/** The unpacked sources of a commit; they run with the packages installed here. */
export async function versionOf(commit: string, dir: string): Promise<Version> {
  const home = path.join(dir, commit);
  await mkdir(home, { recursive: true });
  const archive = execFileSync(
    'git',
    ['archive', commit, 'bin', 'src', 'packages', 'package.json', 'CHANGELOG.md', 'docs'],
    {
      cwd: repository,
      maxBuffer: 1 << 30,
    },
  );
  execFileSync('tar', ['-x', '-C', home], { input: archive });
  if (!existsSync(path.join(home, 'node_modules')))
    await symlink(path.join(repository, 'node_modules'), path.join(home, 'node_modules'));
  return versionIn(commit, home);
}

function versionIn(name: string, home: string): Version {
  const command = path.join(home, 'bin/kith.mjs');
  const whole = (env: Record<string, string>) => ({ PATH: process.env.PATH ?? '', HOME: homedir(), ...env });
  return {
    name,
    run: (args, env) =>
      execFileSync(process.execPath, [command, ...args], { cwd: home, env: whole(env), encoding: 'utf8' }),
    async serve(env, logFile) {
      const log = await open(logFile, 'w');
      const child = spawn(process.execPath, [command, 'serve'], {
        cwd: home,
        env: whole(env),
        stdio: ['ignore', log.fd, log.fd],
      });
      await log.close();
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      const stop = () => {
        child.kill('SIGTERM');
        return ended;
      };
      for (const end = Date.now() + startMs; Date.now() < end && child.exitCode === null; await sleep(50)) {
        const city = /^ {2}city +(http\S+)$/m.exec(await readFile(logFile, 'utf8'))?.[1];
        if (city) return { city, stop };
      }
      await stop();
      throw new Error(`${name} did not start: ${await readFile(logFile, 'utf8')}`);
    },
  };
}
