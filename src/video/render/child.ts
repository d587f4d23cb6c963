import { type ChildProcess, fork } from 'node:child_process';
import { lowerPriority } from './priority.ts';

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

/** Starts a module in a separate process, and waits for its one reply to one request. */
export function askChild<Reply>(module: string, request: object, signal: AbortSignal): Promise<Reply> {
  const child = startChild(module, signal);
  return new Promise<Reply>((resolve, reject) => {
    child.process.on('message', (reply: Reply) => resolve(reply));
    child.process.on('error', reject);
    child.process.on('exit', () =>
      reject(signal.aborted ? signal.reason : new Error(`a child process failed: ${child.stderr()}`)),
    );
    child.process.send(request);
  }).finally(child.release);
}

/** The child's side: answers its one request, and exits. */
export function answerParent<Request extends { readonly niceness: number }>(
  answer: (request: Request) => Promise<unknown>,
): void {
  process.on('disconnect', () => process.exit(1));
  process.once('message', (request: Request) => {
    // Processes that serve requests come first.
    lowerPriority(request.niceness);
    answer(request).then(
      (reply) => process.send?.(reply, () => process.exit(0)),
      (error: unknown) => {
        const text = error instanceof Error ? error.message : String(error);
        process.stderr.write(`${text}\n`, () => process.exit(1));
      },
    );
  });
}
