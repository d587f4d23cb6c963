import { mkdir } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type { Narration } from '../narration.ts';
import { keepNarration, keptNarration } from './narration-file.ts';
import type { RenderNews, RenderOrder } from './order.ts';

// A process of its own: it takes an order, tells how it goes, and ends. Whoever serves requests comes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Nobody is left to tell: the server died, and the next one orders anew.
process.on('disconnect', () => process.exit(1));

const tell = (news: RenderNews) => process.send?.(news);

async function render(order: RenderOrder): Promise<void> {
  await mkdir(order.workDir, { recursive: true });
  const narration = (await keptNarration(order.workDir)) ?? (await spoken(order));
  // Loaded when it is needed, as the voice is: neither is small, and one is over when the other begins.
  const { makeFilm } = await import('../film/film.ts');
  const film = await makeFilm({
    storyboard: order.storyboard,
    narration,
    outDir: order.workDir,
    seed: order.seed,
    onProgress: (stage, done) => tell({ is: 'progress', stage, done }),
  });
  tell({ is: 'done', rendered: { engine: narration.engine, ...film } });
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
  render(order).then(
    () => process.exit(0),
    (error: unknown) => {
      const told = error instanceof Error ? error.message : String(error);
      process.send?.({ is: 'failed', error: told } satisfies RenderNews, () => process.exit(1));
    },
  );
});
