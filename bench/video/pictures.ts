import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PartWriter } from '../../src/video/encoder/encoder.ts';
import { libavEncoder } from '../../src/video/encoder/libav.ts';
import { fps, upright } from '../../src/video/picture/frame.ts';
import { FrameRenderer } from '../../src/video/picture/frames/frame-renderer.ts';
import { countFrames } from '../../src/video/picture/timeline.ts';
import { effects } from '../../src/video/sound/effects.ts';
import { mix, soundRate } from '../../src/video/sound/mix.ts';
import { compose } from '../../src/video/sound/music/compose.ts';
import { everyKind, narrate } from '../../test/fixtures/video/picture/story.ts';
import { median } from '../rounds.ts';
import { printTable, verdict } from '../table.ts';

const { height, width } = upright;

const target = 0.85;
/** Measured on another machine for a similar scene. It needs a browser, so it does not run here. */
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

/**
 * How fast videos are rendered, compared with x264 alone on the same frames. The two alternate, so that other load on
 * the machine affects both.
 */
export async function pictures({ rounds, word }: { rounds: number; word: number }): Promise<void> {
  // Speech so slow that a scene lasts as long as in a real video, three to four seconds.
  const narration = narrate(everyKind, word);
  const frames = countFrames(narration);
  const samples = Math.round((frames / fps) * soundRate);
  const folder = await mkdtemp(path.join(tmpdir(), 'kith-bench-video-'));
  const renderer = () => new FrameRenderer(everyKind, narration, 1);
  const soundEvents = renderer().soundEvents;
  const mixed = () =>
    mix(narration, compose('curious', 1, samples, soundRate), effects(soundEvents, samples, 1), samples);
  const sound = mixed();
  /** The sound is encoded when the picture is complete, so that it is counted for neither side of the comparison. */
  const opened = async (
    work: (part: PartWriter) => Promise<Timed>,
  ): Promise<{ sound: Timed; all: Timed }> => {
    const encoder = libavEncoder();
    const [file, picture] = [path.join(folder, 'video.mp4'), path.join(folder, 'picture.mp4')];
    const all = await work(await encoder.openPart({ file: picture, width, height, fps }));
    const soundRun = await timed(() => encoder.join({ file, parts: [picture], sound, title: 'bench' }));
    return { sound: soundRun, all };
  };

  /** As makeVideo does: one frame is prepared while the previous one is encoded. */
  const encoded = async (encoder: PartWriter, frame: (i: number) => Buffer) => {
    let taken: Promise<void> = Promise.resolve();
    for (let i = 0; i < frames; i++) {
      const picture = frame(i);
      await taken;
      taken = encoder.frame(picture);
    }
    await taken;
    await encoder.close();
  };
  const whole = (encoder: PartWriter) =>
    timed(() => {
      const drawn = renderer();
      return encoded(encoder, (i) => drawn.frame(i));
    });
  const scenes = () => {
    const drawn = renderer();
    for (let i = 0; i < frames; i++) drawn.frame(i);
  };
  /**
   * The frames are drawn first, and only their encoding is counted, for all of them together, because x264 continues
   * after it has accepted the last ones. They are passed in two buffers, as in videos; the time to copy them there is
   * measured separately and subtracted.
   */
  const measureEncoderAlone = async (encoder: PartWriter): Promise<Timed> => {
    const drawn = renderer();
    const kept = Array.from({ length: frames }, (_, i) => Buffer.from(drawn.frame(i)));
    const buffers = [Buffer.alloc(frameBytes), Buffer.alloc(frameBytes)] as const;
    const passed = (i: number): Buffer => {
      kept[i]!.copy(buffers[i % 2]!);
      return buffers[i % 2]!;
    };
    const copies = await timed(() => kept.forEach((_, i) => void passed(i)));
    const all = await timed(() => encoded(encoder, passed));
    return { seconds: all.seconds - copies.seconds, cpu_s: all.cpu_s - copies.cpu_s };
  };

  const runs: Record<'whole' | 'alone' | 'scenes' | 'mix' | 'sound', Timed>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const drawnAndEncoded = await opened(whole);
    const once = {
      whole: drawnAndEncoded.all,
      sound: drawnAndEncoded.sound,
      alone: (await opened(measureEncoderAlone)).all,
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
    ['what', 'frames/s', 'CPU ms per frame'],
    [
      row('total: drawn and encoded', 'whole'),
      row('x264 alone, the same frames', 'alone'),
      row('drawn alone', 'scenes'),
    ],
  );
  // Both were measured one after the other, under the same machine load.
  const share = median(runs.map(({ whole, alone }) => alone.seconds / whole.seconds))!;
  const byCpu = median(runs.map(({ whole, alone }) => alone.cpu_s / whole.cpu_s))!;
  const toRemotion = rate('whole') / remotion_fps;
  printTable(
    'Measured against',
    ['what', 'share', 'target', 'verdict'],
    [
      ['x264 alone, by wall time', share, target, verdict(share, target)],
      ['x264 alone, by CPU time', byCpu, target, verdict(byCpu, target)],
      [`Remotion's ${remotion_fps} frames/s, recorded, not run here`, toRemotion, 4, verdict(toRemotion, 4)],
    ],
  );
  const thirty = (what: string, name: Name) => {
    const scale = (30 * fps) / frames;
    return [what, of(name, ({ seconds }) => seconds) * scale, of(name, ({ cpu_s }) => cpu_s) * scale];
  };
  printTable(
    'Thirty seconds of video take, besides the voice',
    ['what', 'seconds', 'CPU s'],
    [
      thirty('music and mix', 'mix'),
      thirty('sound, encoded', 'sound'),
      thirty('pictures, drawn and encoded', 'whole'),
    ],
  );
}
