import { mkdir } from 'node:fs/promises';
import { pullFfmpeg } from '../encoder/ffmpeg-library.ts';
import type { Narration } from '../narration.ts';
import { loadNarration, saveNarration } from './narration-file.ts';
import type { RenderedVideo, RenderMessage, RenderOrder } from './order.ts';
import { lowerPriority } from './priority.ts';

// A separate process: takes an order, reports progress, and exits. On disconnect the server has died, and the
// next one starts over.
process.on('disconnect', () => process.exit(1));

const sendMessage = (message: RenderMessage) => void process.send?.(message);
/** The final message: the process exits once it is sent. */
const exitAfterSending = (message: RenderMessage, code: number) =>
  process.send?.(message, () => process.exit(code));

async function render(order: RenderOrder): Promise<RenderedVideo> {
  await mkdir(order.workDir, { recursive: true });
  // First, since without an encoder everything else is for nothing.
  const onFetched = () => sendMessage({ is: 'progress', stage: 'voice', done: 0 });
  const library = order.ffmpeg ? undefined : await pullFfmpeg(order.voices.dir, onFetched);
  const narration = (await loadNarration(order.workDir)) ?? (await loadOrSpeak(order));
  // Loaded on demand, like the voice: both are large, and they are never needed at the same time.
  const { makeVideo } = await import('../make-video.ts');
  const video = await makeVideo({
    storyboard: order.storyboard,
    narration,
    outDir: order.workDir,
    seed: order.seed,
    format: order.format,
    style: order.style,
    images: order.images,
    onProgress: (stage, done) => sendMessage({ is: 'progress', stage, done }),
    ffmpeg: order.ffmpeg,
    library,
  });
  return { engine: narration.engine, ...video };
}

async function loadOrSpeak(order: RenderOrder): Promise<Narration> {
  const { speak } = await import('./speak.ts');
  const narration = await speak(order, {
    onProgress: (done) => sendMessage({ is: 'progress', stage: 'voice', done }),
    onNote: (text) => sendMessage({ is: 'note', text }),
  });
  await saveNarration(order.workDir, narration);
  return narration;
}

/** CPU time of the longest video on the slowest host is a third of it. */
const maxCpu_s = 1_800;
const checkMs = 5_000;

/** The limit is on the work, not on the clock: a busy host only takes longer. */
function limitCpu(): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system > maxCpu_s * 1e6)
      exitAfterSending({ is: 'failed', error: `the render used more than ${maxCpu_s} s of CPU time` }, 1);
  }, checkMs).unref();
}

process.once('message', (order: RenderOrder) => {
  limitCpu();
  // Processes that serve requests come first.
  lowerPriority(order.niceness);
  render(order).then(
    (rendered) => exitAfterSending({ is: 'done', rendered }, 0),
    (error: unknown) =>
      exitAfterSending({ is: 'failed', error: error instanceof Error ? error.message : String(error) }, 1),
  );
});
