import { type ChildProcess, fork } from 'node:child_process';

const keptStderrChars = 2_000;

/** A child gets none of the server's secrets: it processes untrusted text and runs npm. */
const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:KITH_|AWS_|DATABASE_URL$|PG)/.test(name)));

interface RenderProcess {
  readonly process: ChildProcess;
  /** The last text that it wrote to stderr. */
  stderr(): string;
  /** Stops listening to the signal. */
  release(): void;
}

/** Starts a module in a separate process, which is killed by the signal and exits if this process dies. */
export function startChild(
  module: string,
  signal: AbortSignal,
  execArgv: readonly string[] = [],
): RenderProcess {
  signal.throwIfAborted();
  const child = fork(module, [], {
    execArgv: ['--no-warnings', ...execArgv],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: withoutSecrets(process.env),
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-keptStderrChars);
  });
  return {
    process: child,
    stderr: () => stderr.trim(),
    release: () => signal.removeEventListener('abort', stop),
  };
}
