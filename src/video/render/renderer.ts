import { mkdir } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { makeFilm } from '../film/film.ts';
import { keepNarration, keptNarration } from './narration-file.ts';
import type { RenderNews, RenderOrder } from './order.ts';
import { speak } from './speak.ts';

// A process of its own: it takes an order, tells how it goes, and ends. Whoever serves requests comes first.
setPriority(constants.priority.PRIORITY_LOW);
// Nobody is left to tell: the server died, and the next one orders anew.
process.on('disconnect', () => process.exit(1));

const tell = (news: RenderNews) => process.send?.(news);

async function render(order: RenderOrder): Promise<void> {
  await mkdir(order.workDir, { recursive: true });
  const narration =
    (await keptNarration(order.workDir)) ??
    (await speak(order, {
      onProgress: (done) => tell({ is: 'progress', stage: 'voice', done }),
      onNote: (text) => tell({ is: 'note', text }),
    }));
  await keepNarration(order.workDir, narration);
  const film = await makeFilm({
    storyboard: order.storyboard,
    narration,
    outDir: order.workDir,
    seed: order.seed,
    onProgress: (stage, done) => tell({ is: 'progress', stage, done }),
  });
  tell({ is: 'done', rendered: { engine: narration.engine, ...film } });
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
