import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { loadImage } from '@napi-rs/canvas';
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
 * separate process.
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
  const openEncoder = ffmpeg
    ? programEncoder(ffmpeg)
    : (await import('./encoder/libav.ts')).libavEncoder(library);
  const encoder = await openEncoder({ file: mp4, width, height, fps, sound, title: storyboard.title });
  let taken: Promise<void> = Promise.resolve();
  try {
    for (let i = 0; i < frames; i++) {
      // While the encoder works on one frame, the next is drawn into the other buffer.
      const picture = renderer.frame(i);
      await taken;
      signal?.throwIfAborted();
      taken = encoder.frame(picture);
      if (i % fps === 0) onProgress('encode', i / frames);
    }
    await taken;
  } catch (error) {
    await taken.catch(() => {});
    await encoder.abandon();
    throw error;
  }
  await encoder.close();
  onProgress('encode', 1);
  return { mp4, poster, captions, duration_s: frames / fps, sha256: await sha256Of(mp4) };
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Buffer> = createReadStream(file);
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
