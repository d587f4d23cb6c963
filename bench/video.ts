import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Encoder, OpenEncoder } from '../src/video/film/encoder/encoder.ts';
import { libavEncoder } from '../src/video/film/encoder/libav.ts';
import { fps, height, width } from '../src/video/film/frame.ts';
import { compose } from '../src/video/film/music/compose.ts';
import { Picturing } from '../src/video/film/picture/picturing.ts';
import { effects } from '../src/video/film/sound/effects.ts';
import { mix, soundRate } from '../src/video/film/sound/mix.ts';
import { framesOf } from '../src/video/film/timeline.ts';
import { everyKind, narrate } from '../test/video/film/story.ts';
import { readOptions } from './options.ts';
import { median } from './rounds.ts';
import { printTable, verdict } from './table.ts';

const target = 0.85;
/** Of another machine's record, for one like scene; it needs a browser, so it is not run here. */
const remotion_fps = 7.2;

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

/** How fast films are made, beside x264 alone on the very same frames, taken in turns so that the machine's other work falls on both. */
export async function run(args: string[]): Promise<void> {
  const { rounds, word } = readOptions(args, { rounds: 3, word: 1.2 });
  // Words so slow that a scene stays on for as long as in a real film, three to four seconds.
  const narration = narrate(everyKind, word);
  const frames = framesOf(narration);
  const samples = Math.round((frames / fps) * soundRate);
  const folder = await mkdtemp(path.join(tmpdir(), 'kith-bench-video-'));
  const picturing = () => new Picturing(everyKind, narration, 1);
  const happenings = picturing().happenings;
  const sound = mix(
    narration,
    compose('curious', 1, samples, soundRate),
    effects(happenings, samples, 1),
    samples,
  );
  const open = (openEncoder: OpenEncoder): Promise<Encoder> =>
    openEncoder({ file: path.join(folder, 'film.mp4'), width, height, fps, sound, title: 'bench' });

  /** As makeFilm does it: one frame is drawn while the one before is encoded. */
  const whole = async () => {
    const encoder = await open(libavEncoder);
    const pictures = picturing();
    let taken: Promise<void> = Promise.resolve();
    for (let i = 0; i < frames; i++) {
      const picture = pictures.frame(i);
      await taken;
      taken = encoder.frame(picture);
    }
    await taken;
    await encoder.close();
  };
  const scenes = () => {
    const pictures = picturing();
    for (let i = 0; i < frames; i++) pictures.frame(i);
  };
  /** The frames of a stretch are drawn first, and only their encoding is counted: all of them at once would fill the memory. */
  const alone = async (): Promise<Timed> => {
    const stretch = 60;
    const kept = Array.from({ length: stretch }, () => Buffer.alloc((width * height * 3) / 2));
    const pictures = picturing();
    const encoder = await open(libavEncoder);
    let [seconds, cpu_s] = [0, 0];
    const count = async (work: () => Promise<void>) => {
      const part = await timed(work);
      seconds += part.seconds;
      cpu_s += part.cpu_s;
    };
    for (let from = 0; from < frames; from += stretch) {
      const some = Math.min(stretch, frames - from);
      for (let i = 0; i < some; i++) pictures.frame(from + i).copy(kept[i]!);
      await count(async () => {
        for (let i = 0; i < some; i++) await encoder.frame(kept[i]!);
      });
    }
    await count(() => encoder.close());
    return { seconds, cpu_s };
  };

  const runs: { whole: Timed; alone: Timed; scenes: Timed; sound: Timed }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const once = {
      whole: await timed(whole),
      alone: await alone(),
      scenes: await timed(scenes),
      sound: await timed(() => {
        mix(narration, compose('curious', 1, samples, soundRate), effects(happenings, samples, 1), samples);
      }),
    };
    // The first one warms up.
    if (round > 0) runs.push(once);
  }
  await rm(folder, { recursive: true, force: true });

  const of = (pick: (run: (typeof runs)[number]) => number): number => median(runs.map(pick)) ?? Number.NaN;
  const rate = (name: 'whole' | 'alone' | 'scenes') => frames / of((one) => one[name].seconds);
  const cost = (name: 'whole' | 'alone' | 'scenes') => (of((one) => one[name].cpu_s) / frames) * 1000;
  printTable(
    `Pictures of a film of ${(frames / fps).toFixed(1)} s, ${frames} frames`,
    ['what', 'frames/s', 'CPU ms a frame'],
    [
      ['the whole: drawn and encoded', rate('whole'), cost('whole')],
      ['x264 alone, the same frames', rate('alone'), cost('alone')],
      ['drawn alone', rate('scenes'), cost('scenes')],
    ],
  );
  const share = rate('whole') / rate('alone');
  const byCpu = cost('alone') / cost('whole');
  printTable(
    'Measured against',
    ['what', 'share', 'target', 'verdict'],
    [
      ['x264 alone, by the clock', share, target, verdict(share, target)],
      ['x264 alone, by CPU time', byCpu, target, verdict(byCpu, target)],
      [
        `Remotion's ${remotion_fps} frames/s, of record, not run here`,
        rate('whole') / remotion_fps,
        4,
        verdict(rate('whole') / remotion_fps, 4),
      ],
    ],
  );
  const thirty = (seconds: number) => (seconds / (frames / fps)) * 30;
  printTable(
    'Thirty seconds of film take',
    ['what', 'seconds', 'CPU s'],
    [
      ['music and mix', thirty(of((one) => one.sound.seconds)), thirty(of((one) => one.sound.cpu_s))],
      [
        'pictures, drawn and encoded',
        thirty(of((one) => one.whole.seconds)),
        thirty(of((one) => one.whole.cpu_s)),
      ],
    ],
  );
}
