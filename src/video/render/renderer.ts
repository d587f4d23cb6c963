import { mkdir } from 'node:fs/promises';
import type { Narration } from '../narration.ts';
import { keepNarration, keptNarration } from './narration-file.ts';
import type { Rendered, RenderNews, RenderOrder } from './order.ts';
import { standBack } from './priority.ts';

// A process of its own: it takes an order, tells how it goes, and ends.
// Nobody is left to tell: the server died, and the next one orders anew.
process.on('disconnect', () => process.exit(1));

const tell = (news: RenderNews) => void process.send?.(news);
/** The last word: the process ends once it is out. */
const end = (news: RenderNews, code: number) => process.send?.(news, () => process.exit(code));

async function render(order: RenderOrder): Promise<Rendered> {
  await mkdir(order.workDir, { recursive: true });
  const narration = (await keptNarration(order.workDir)) ?? (await spoken(order));
  // Loaded when it is needed, as the voice is: neither is small, and one is over when the other begins.
  const { makeVideo } = await import('../make-video.ts');
  const video = await makeVideo({
    storyboard: order.storyboard,
    narration,
    outDir: order.workDir,
    seed: order.seed,
    format: order.format,
    style: order.style,
    images: order.images,
    onProgress: (stage, done) => tell({ is: 'progress', stage, done }),
    ffmpeg: order.ffmpeg,
  });
  return { engine: narration.engine, ...video };
}

async function spoken(order: RenderOrder): Promise<Narration> {
  const { speak } = await import('./speak.ts');
  const narration = await speak(order, {
    onProgress: (done) => tell({ is: 'progress', stage: 'voice', done }),
    onNote: (text) => tell({ is: 'note', text }),
  });
  await keepNarration(order.workDir, narration);
  return narration;
}

process.once('message', (order: RenderOrder) => {
  // Whoever serves requests comes first.
  standBack(order.niceness);
  render(order).then(
    (rendered) => end({ is: 'done', rendered }, 0),
    (error: unknown) =>
      end({ is: 'failed', error: error instanceof Error ? error.message : String(error) }, 1),
  );
});
