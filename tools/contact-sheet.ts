import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { readConfig } from '../src/app/settings.ts';
import { createDns } from '../src/platform/outbound/dns.ts';
import { createOutbound } from '../src/platform/outbound/outbound.ts';
import { makeVideo } from '../src/video/make-video.ts';
import type { Narration } from '../src/video/narration.ts';
import { fps, frames } from '../src/video/picture/frame.ts';
import { FrameRenderer } from '../src/video/picture/frames/frame-renderer.ts';
import { splitLongScenes } from '../src/video/picture/shots.ts';
import { Encyclopaedia } from '../src/video/script/encyclopaedia/encyclopaedia.ts';
import { ScriptWriters } from '../src/video/script/script-writers.ts';
import { formats, type Storyboard } from '../src/video/storyboard.ts';
import { Flite } from '../src/video/voice/flite.ts';
import { Kokoro } from '../src/video/voice/kokoro.ts';
import { narrate, type VoiceEngine } from '../src/video/voice/narrate.ts';
import { silentVoice } from '../src/video/voice/silent.ts';
import { SpeakerPool } from '../src/video/voice/speaker-pool.ts';
import { SpokenCache } from '../src/video/voice/spoken-cache.ts';
import type { Voice } from '../src/video/voice/voices.ts';
import { voiceFiles } from '../src/video/voice/weights.ts';
import { measureStaging, stagingFaults, stagingLine } from './staging.ts';
import { type FramePlanes, faultsOf, verify } from './verify-video.ts';

// Prints a video as one sheet: a picture per second and the spoken text, for judging how videos look.
const usage =
  'npm run sheet -- [--out DIR] [--voice af_heart] [--seed 7] [--plain] [--video] [--step 1] [--format 9:16] [--length 30] TOPIC | STORYBOARD.json …';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'sheets' },
    voice: { type: 'string', default: 'af_heart' },
    seed: { type: 'string', default: '7' },
    step: { type: 'string', default: '1' },
    format: { type: 'string', default: '9:16' },
    /** Seconds, as `length_s` of an order. */
    length: { type: 'string' },
    /** Render the whole mp4, verify it, and take the pictures from it. */
    video: { type: 'boolean', default: false },
    /** Spoken by the fallback voice, in a second instead of a minute. */
    plain: { type: 'boolean', default: false },
  },
});
const format = formats.find((each) => each === values.format) ?? '9:16';
const { height, width } = frames[format];
const columns = width > height ? 5 : 8;
const shrink = 4;
const [tileW, tileH] = [width / shrink, height / shrink];

const config = readConfig({});
const dns = createDns({ servers: config.dnsServers });
const outbound = createOutbound({ dns, userAgent: 'kith', allow: config.outboundAllow });
const writers = new ScriptWriters(new Encyclopaedia(config, outbound));

async function storyboardFor(given: string): Promise<Storyboard> {
  if (given.endsWith('.json')) return JSON.parse(await readFile(given, 'utf8')) as Storyboard;
  const length_s = values.length === undefined ? undefined : Number(values.length);
  const order = { topic: given, facts: [], language: 'en', length_s };
  return (await writers.write(order, {}, new AbortController().signal)).storyboard;
}

const { voiceDir } = config;
const flite = await Flite.load();
// One for all videos: its module cannot be loaded a second time.
const speakers = values.plain ? undefined : new SpeakerPool(voiceFiles(voiceDir), 2);
const engine: VoiceEngine = speakers
  ? new Kokoro({
      speakers,
      cache: new SpokenCache(path.join(voiceDir, 'spoken')),
      guess: (words) => flite.guess(words),
    })
  : { engine: 'flite', speak: (words, voice) => flite.speak(words, voice) };

class Sheet {
  readonly #canvas: Canvas;
  #tiles = 0;

  constructor(tiles: number) {
    this.#canvas = createCanvas(tileW * columns, tileH * Math.ceil(tiles / columns));
  }

  /** The mean of each four by four pixels, for the size of a sheet. */
  add({ y, u, v, lumaStride, chromaStride }: FramePlanes): void {
    const context = this.#canvas.getContext('2d');
    const image = context.createImageData(tileW, tileH);
    for (let row = 0; row < tileH; row++)
      for (let column = 0; column < tileW; column++) {
        let [luma, blue, red] = [0, 0, 0];
        for (let i = 0; i < 16; i++)
          luma += y[(row * 4 + (i >> 2)) * lumaStride + column * 4 + (i & 3)]! / 16;
        for (let i = 0; i < 4; i++) {
          const at = (row * 2 + (i >> 1)) * chromaStride + column * 2 + (i & 1);
          blue += u[at]! / 4 - 32;
          red += v[at]! / 4 - 32;
        }
        luma = (luma - 16) * 1.16438;
        const at = (row * tileW + column) * 4;
        image.data[at] = luma + 1.79274 * red;
        image.data[at + 1] = luma - 0.21325 * blue - 0.53291 * red;
        image.data[at + 2] = luma + 2.1124 * blue;
        image.data[at + 3] = 255;
      }
    const [x, top] = [(this.#tiles % columns) * tileW, Math.floor(this.#tiles / columns) * tileH];
    context.putImageData(image, x, top);
    this.#tiles++;
  }

  png(): Buffer {
    return this.#canvas.toBuffer('image/png');
  }
}

function planes(frame: Buffer): FramePlanes {
  const size = width * height;
  return {
    y: frame.subarray(0, size),
    u: frame.subarray(size, size * 1.25),
    v: frame.subarray(size * 1.25),
    lumaStride: width,
    chromaStride: width / 2,
  };
}

function printScript(storyboard: Storyboard, narration: Narration): string {
  const beats = storyboard.beats.map(
    ({ scene, on_screen, subject, mood, narration: says }) =>
      `  ${scene.kind.padEnd(10)} [${subject}] ${mood} “${on_screen}”\n      ${says}`,
  );
  return `${storyboard.title} · ${narration.engine} · ${narration.duration.toFixed(1)} s\n${beats.join('\n')}\n`;
}

if (positionals.length === 0) {
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}
await mkdir(values.out, { recursive: true });
for (const given of positionals) {
  const name = path
    .basename(given, '.json')
    .replace(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/gu, '-')
    .slice(0, 40);
  const storyboard = await storyboardFor(given);
  // The voices speak English; another language is shown without one, as an order for it must be.
  const voice = storyboard.language === 'en' ? engine : silentVoice;
  const narration = await narrate(storyboard, values.voice as Voice, voice);
  process.stdout.write(`\n${printScript(storyboard, narration)}`);
  const [step, seed] = [Number(values.step), Number(values.seed)];
  const later = Array.from({ length: Math.floor(narration.duration / step) }, (_, i) => (i + 0.7) * step);
  const times = [0, ...later];
  const sheet = new Sheet(times.length);
  const shots = splitLongScenes(storyboard, narration);
  const renderer = new FrameRenderer(shots.storyboard, shots.narration, seed, { format });
  const staging = measureStaging(renderer.scenes);
  for (const line of [stagingLine(staging), ...stagingFaults(staging)]) process.stdout.write(`  ${line}\n`);
  if (values.video) {
    const outDir = path.join(values.out, `${name}-video`);
    await mkdir(outDir, { recursive: true });
    const video = await makeVideo({ storyboard, narration, outDir, seed, format, onProgress: () => {} });
    const frames = new Set(times.map((t) => Math.round(t * fps)));
    const verified = await verify(video.mp4, (n, seen) => frames.has(n) && sheet.add(seen));
    const { lufs, peak_db } = verified.audio;
    const still = Math.min(...verified.seconds.map(({ change }) => change));
    const faults = faultsOf(verified, narration.duration, format).join('; ') || 'no fault';
    process.stdout.write(
      `  ${video.duration_s.toFixed(2)} s, ${lufs.toFixed(1)} LUFS, peak ${peak_db.toFixed(1)} dB, stillest second ${still.toFixed(2)}: ${faults}\n`,
    );
  } else {
    for (const t of times) sheet.add(planes(renderer.still(t)));
  }
  const file = path.join(values.out, `${name}.png`);
  await writeFile(file, sheet.png());
  process.stdout.write(`  ${file}\n`);
}
await speakers?.close();
