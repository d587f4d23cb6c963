import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Rendered, RenderMessage, RenderOrder, RenderStage } from './order.ts';

const renderer = fileURLToPath(new URL('./renderer.ts', import.meta.url));
const keptStderrChars = 2_000;

interface RenderListener {
  onProgress(stage: RenderStage, done: number): void;
  onNote(text: string): void;
  readonly signal: AbortSignal;
}

/** A renderer gets none of the server's secrets: it processes untrusted text and runs npm. */
export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:KITH_|AWS_|DATABASE_URL$|PG)/.test(name)));

/** The renderer reported why it cannot make this video. */
class RenderFailed extends Error {}

/** Renders a video in a separate process, which is killed by the signal and exits if this process dies. */
export function render(
  order: RenderOrder,
  { onProgress, onNote, signal }: RenderListener,
): Promise<Rendered> {
  signal.throwIfAborted();
  const child = fork(renderer, [], {
    execArgv: ['--no-warnings', '--max-old-space-size=1024'],
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
  return new Promise<Rendered>((resolve, reject) => {
    child.on('message', (news: RenderMessage) => {
      if (news.is === 'progress') onProgress(news.stage, news.done);
      if (news.is === 'note') onNote(news.text);
      if (news.is === 'done') resolve(news.rendered);
      if (news.is === 'failed') reject(new RenderFailed(news.error));
    });
    child.on('error', reject);
    child.on('exit', (code, by) => {
      if (signal.aborted) return reject(signal.reason);
      const how = by ? `was ended by ${by}` : `ended with code ${code}`;
      reject(new Error(`the renderer ${how}${stderr ? `: ${stderr.trim().split('\n').at(-1)}` : ''}`));
    });
    child.send(order);
  }).finally(() => signal.removeEventListener('abort', stop));
}
