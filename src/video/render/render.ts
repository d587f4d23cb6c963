import { fileURLToPath } from 'node:url';
import { startChild } from './child.ts';
import type { RenderedVideo, RenderMessage, RenderOrder, RenderStage } from './order.ts';

const renderer = fileURLToPath(new URL('./renderer.ts', import.meta.url));

interface RenderListener {
  onProgress(stage: RenderStage, done: number): void;
  onNote(text: string): void;
  readonly signal: AbortSignal;
}

/** The renderer reported why it cannot make this video. */
class RenderFailed extends Error {}

/** Renders a video in a separate process. */
export function render(
  order: RenderOrder,
  { onProgress, onNote, signal }: RenderListener,
): Promise<RenderedVideo> {
  const child = startChild(renderer, signal, ['--max-old-space-size=1024']);
  return new Promise<RenderedVideo>((resolve, reject) => {
    child.process.on('message', (message: RenderMessage) => {
      if (message.is === 'progress') onProgress(message.stage, message.done);
      if (message.is === 'note') onNote(message.text);
      if (message.is === 'done') resolve(message.rendered);
      if (message.is === 'failed') reject(new RenderFailed(message.error));
    });
    child.process.on('error', reject);
    child.process.on('exit', (code, by) => {
      if (signal.aborted) return reject(signal.reason);
      const stderr = child.stderr();
      const ending = by ? `was ended by ${by}` : `ended with code ${code}`;
      reject(new Error(`the renderer ${ending}${stderr ? `: ${stderr.split('\n').at(-1)}` : ''}`));
    });
    child.process.send(order);
  }).finally(child.release);
}
