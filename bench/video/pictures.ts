import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Encoder } from '../../src/video/encoder/encoder.ts';
import { libavEncoder } from '../../src/video/encoder/libav.ts';
import { fps, upright } from '../../src/video/picture/frame.ts';
import { FrameRenderer } from '../../src/video/picture/frames/frame-renderer.ts';
import { countFrames } from '../../src/video/picture/timeline.ts';
import { effects } from '../../src/video/sound/effects.ts';
import { mix, soundRate } from '../../src/video/sound/mix.ts';
import { compose } from '../../src/video/sound/music/compose.ts';
import { everyKind, narrate } from '../../test/video/picture/story.ts';
import { median } from '../rounds.ts';
import { printTable, verdict } from '../table.ts';

const { height, width } = upright;

const target = 0.85;
/** Of another machine's record, for one like scene; it needs a browser, so it is not run here. */
const remotion_fps = 7.2;
const frameBytes = (width * height * 3) / 2;

interface Timed {
  readonly seconds: number;
  readonly cpu_s: number;
}

async function timed(work: () => Promise<void> | void): Promise<Timed> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - start) / 1000, cpu_s: (user + system) / 1e6 };
}

/** How fast videos are made, beside x264 alone on the very same frames, taken in turns so that the machine's other work falls on both. */
export async function pictures({ rounds, word }: { rounds: number; word: number }): Promise<void> {
  // Words so slow that a scene stays on for as long as in a real video, three to four seconds.
  const narration = narrate(everyKind, word);
  const frames = countFrames(narration);
  const samples = Math.round((frames / fps) * soundRate);
  const folder = await mkdtemp(path.join(tmpdir(), 'kith-bench-video-'));
  const renderer = () => new FrameRenderer(everyKind, narration, 1);
  const soundEvents = renderer().soundEvents;
  const mixed = () =>
    mix(narration, compose('curious', 1, samples, soundRate), effects(soundEvents, samples, 1), samples);
  const sound = mixed();
  /** With its sound, which is encoded here: none of the two that are compared is charged for it. */
  const opened = async (
    work: (encoder: Encoder) => Promise<Timed>,
  ): Promise<{ sound: Timed; all: Timed }> => {
    let encoder: Encoder | undefined;
    const file = path.join(folder, 'video.mp4');
    const heard = await timed(async () => {
      encoder = await libavEncoder({ file, width, height, fps, sound, title: 'bench' });
    });
    return { sound: heard, all: await work(encoder!) };
  };

  /** As makeVideo does it: one frame is made ready while the one before is encoded. */
  const encoded = async (encoder: Encoder, frame: (i: number) => Buffer) => {
    let taken: Promise<void> = Promise.resolve();
    for (let i = 0; i < frames; i++) {
      const picture = frame(i);
      await taken;
      taken = encoder.frame(picture);
    }
    await taken;
    await encoder.close();
  };
  const whole = (encoder: Encoder) =>
    timed(() => {
      const drawn = renderer();
      return encoded(encoder, (i) => drawn.frame(i));
    });
  const scenes = () => {
    const drawn = renderer();
    for (let i = 0; i < frames; i++) drawn.frame(i);
  };
  /**
   * The frames are drawn first, and only their encoding is counted: all of them at once, since x264 goes on with the last
   * ones after it took them. They are handed over in two buffers, as videos are; what it takes to copy them there is counted
   * by itself, and taken off.
   */
  const alone = async (encoder: Encoder): Promise<Timed> => {
    const drawn = renderer();
    const kept = Array.from({ length: frames }, (_, i) => Buffer.from(drawn.frame(i)));
    const buffers = [Buffer.alloc(frameBytes), Buffer.alloc(frameBytes)] as const;
    const handed = (i: number): Buffer => {
      kept[i]!.copy(buffers[i % 2]!);
      return buffers[i % 2]!;
    };
    const copies = await timed(() => kept.forEach((_, i) => void handed(i)));
    const all = await timed(() => encoded(encoder, handed));
    return { seconds: all.seconds - copies.seconds, cpu_s: all.cpu_s - copies.cpu_s };
  };

  const runs: Record<'whole' | 'alone' | 'scenes' | 'mix' | 'sound', Timed>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const drawnAndEncoded = await opened(whole);
    const once = {
      whole: drawnAndEncoded.all,
      sound: drawnAndEncoded.sound,
      alone: (await opened(alone)).all,
      scenes: await timed(scenes),
      mix: await timed(() => void mixed()),
    };
    // The first one warms up.
    if (round > 0) runs.push(once);
  }
  await rm(folder, { recursive: true, force: true });

  type Name = keyof (typeof runs)[number];
  const of = (name: Name, pick: (run: Timed) => number): number =>
    median(runs.map((run) => pick(run[name]))) ?? Number.NaN;
  const rate = (name: Name) => frames / of(name, ({ seconds }) => seconds);
  const cost = (name: Name) => (of(name, ({ cpu_s }) => cpu_s) / frames) * 1000;
  const row = (what: string, name: Name) => [what, rate(name), cost(name)];
  printTable(
    `Pictures of a video of ${(frames / fps).toFixed(1)} s, ${frames} frames`,
    ['what', 'frames/s', 'CPU ms a frame'],
    [
      row('the whole: drawn and encoded', 'whole'),
      row('x264 alone, the same frames', 'alone'),
      row('drawn alone', 'scenes'),
    ],
  );
  // Of the two that were taken one after the other: the machine was the same for both.
  const share = median(runs.map(({ whole, alone }) => alone.seconds / whole.seconds))!;
  const byCpu = median(runs.map(({ whole, alone }) => alone.cpu_s / whole.cpu_s))!;
  const toRemotion = rate('whole') / remotion_fps;
  printTable(
    'Measured against',
    ['what', 'share', 'target', 'verdict'],
    [
      ['x264 alone, by the clock', share, target, verdict(share, target)],
      ['x264 alone, by CPU time', byCpu, target, verdict(byCpu, target)],
      [`Remotion's ${remotion_fps} frames/s, of record, not run here`, toRemotion, 4, verdict(toRemotion, 4)],
    ],
  );
  const thirty = (what: string, name: Name) => {
    const scale = (30 * fps) / frames;
    return [what, of(name, ({ seconds }) => seconds) * scale, of(name, ({ cpu_s }) => cpu_s) * scale];
  };
  printTable(
    'Thirty seconds of video take, beside the voice',
    ['what', 'seconds', 'CPU s'],
    [
      thirty('music and mix', 'mix'),
      thirty('sound, encoded', 'sound'),
      thirty('pictures, drawn and encoded', 'whole'),
    ],
  );
}
