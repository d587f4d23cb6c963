import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { loadImage } from '@napi-rs/canvas';
import { version } from '../version.ts';
import type { PartWriter } from './encoder/encoder.ts';
import { programEncoder } from './encoder/program.ts';
import type { Narration } from './narration.ts';
import { splitIntoPages } from './picture/captions/pages.ts';
import { toWebVtt } from './picture/captions/webvtt.ts';
import { fps } from './picture/frame.ts';
import { FrameRenderer } from './picture/frames/frame-renderer.ts';
import { renderPoster } from './picture/frames/poster.ts';
import { splitLongScenes } from './picture/shots.ts';
import { countFrames } from './picture/timeline.ts';
import { effects } from './sound/effects.ts';
import { mix, soundRate } from './sound/mix.ts';
import { compose } from './sound/music/compose.ts';
import type { Format, Storyboard, Style } from './storyboard.ts';

/** A finished video: files in the requested folder. */
export interface VideoFiles {
  readonly mp4: string;
  readonly poster: string;
  readonly captions: string;
  readonly duration_s: number;
  readonly sha256: string;
}

export interface VideoOptions {
  readonly storyboard: Storyboard;
  readonly narration: Narration;
  readonly outDir: string;
  /** The same seed produces the same video. */
  readonly seed: number;
  onProgress(stage: 'scenes' | 'encode', done: number): void;
  readonly signal?: AbortSignal;
  readonly format?: Format;
  readonly style?: Style;
  /** Files of uploaded images, by the index that a beat refers to. */
  readonly images?: readonly string[];
  /** An ffmpeg program to use instead of the library. */
  readonly ffmpeg?: string | undefined;
  /** The file of the library; otherwise the installed package is used. */
  readonly library?: string | undefined;
}

/**
 * Everything after the voice: scenes, captions, music, mix, mp4, poster and captions file. Run it in a
 * separate process; in the same folder it continues after the parts that an earlier one finished.
 */
export async function makeVideo(options: VideoOptions): Promise<VideoFiles> {
  const { outDir, seed, onProgress, signal, ffmpeg, library } = options;
  const { storyboard, narration } = splitLongScenes(options.storyboard, options.narration);
  const file = (name: string) => path.join(outDir, name);
  const [mp4, poster, captions] = [file('video.mp4'), file('poster.jpg'), file('captions.vtt')];
  const frames = countFrames(narration);
  const samples = Math.round((frames / fps) * soundRate);

  onProgress('scenes', 0);
  const images = await Promise.all((options.images ?? []).map((path) => loadImage(path)));
  const { format = '9:16', style = 'auto' } = options;
  const renderer = new FrameRenderer(storyboard, narration, seed, { format, style, images });
  const { width, height } = renderer.frameSize;
  await writeFile(
    captions,
    toWebVtt(splitIntoPages(narration.words, narration.duration), storyboard.language),
  );
  signal?.throwIfAborted();
  onProgress('scenes', 0.2);
  const music = compose(storyboard.mood, seed, samples, soundRate);
  await yieldToEventLoop();
  signal?.throwIfAborted();
  onProgress('scenes', 0.7);
  const sound = mix(narration, music, effects(renderer.soundEvents, samples, seed), samples);
  await writeFile(poster, renderPoster(renderer));
  signal?.throwIfAborted();
  onProgress('scenes', 1);

  // The library is loaded only if it is used.
  const encoder = ffmpeg
    ? programEncoder(ffmpeg)
    : (await import('./encoder/libav.ts')).libavEncoder(library);
  const key = partsKey(options);
  const parts = splitIntoParts(frames).map((range, i) => ({ ...range, file: file(`part-${key}-${i}.mp4`) }));
  for (const { from, to, file } of parts) {
    if (!(await exists(file))) {
      const part = await encoder.openPart({ file, width, height, fps });
      await writeFrames(part, renderer, { from, to }, (frame) => {
        signal?.throwIfAborted();
        if (frame % fps === 0) onProgress('encode', frame / frames);
      });
    }
    onProgress('encode', to / frames);
  }
  await encoder.join({ file: mp4, parts: parts.map(({ file }) => file), sound, title: storyboard.title });
  for (const { file } of parts) await rm(file);
  return { mp4, poster, captions, duration_s: frames / fps, sha256: await sha256Of(mp4) };
}

/** An attempt after an interruption repeats at most these frames: five seconds of the video. */
const partFrames = 5 * fps;

interface FrameRange {
  readonly from: number;
  readonly to: number;
}

const splitIntoParts = (frames: number): FrameRange[] =>
  Array.from({ length: Math.ceil(frames / partFrames) }, (_, i) => ({
    from: i * partFrames,
    to: Math.min(frames, (i + 1) * partFrames),
  }));

/** Parts are joined only with those of the same pictures, drawn by the same version. */
function partsKey({ storyboard, narration, seed, format, style, images }: VideoOptions): string {
  const { samples: _, ...spoken } = narration;
  const drawn = JSON.stringify([version, storyboard, spoken, seed, format, style, images]);
  return createHash('sha256').update(drawn).digest('hex').slice(0, 16);
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function writeFrames(
  part: PartWriter,
  renderer: FrameRenderer,
  { from, to }: FrameRange,
  onFrame: (frame: number) => void,
): Promise<void> {
  let taken: Promise<void> = Promise.resolve();
  try {
    for (let i = from; i < to; i++) {
      // While the encoder works on one frame, the next is drawn into the other buffer.
      const picture = renderer.frame(i);
      await taken;
      onFrame(i);
      taken = part.frame(picture);
    }
    await taken;
  } catch (error) {
    await taken.catch(() => {});
    await part.abandon();
    throw error;
  }
  await part.close();
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Buffer> = createReadStream(file);
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
