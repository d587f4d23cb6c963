import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { loadImage } from '@napi-rs/canvas';
import { makeVideo, type VideoFiles } from '../../../../src/video/make-video.ts';
import { layOutPage } from '../../../../src/video/picture/captions/layout.ts';
import { splitIntoPages, spokenWordAt } from '../../../../src/video/picture/captions/pages.ts';
import { type Box, fps, upright } from '../../../../src/video/picture/frame.ts';
import { allText, planFrames } from '../../../../src/video/picture/frames/frame-plan.ts';
import { toYuv } from '../../../../src/video/picture/look/colour.ts';
import { pairingFor } from '../../../../src/video/picture/look/pairings.ts';
import { Type } from '../../../../src/video/picture/text/type.ts';
import { type FramePlanes, faultsOf, type VideoReport, verify } from '../../../../tools/verify-video.ts';
import { everyKind, narrate } from '../../../fixtures/video/picture/story.ts';

const { height, width } = upright;

const seed = 4;
const narration = narrate(everyKind);
const progress: string[] = [];
let outDir: string;
let video: VideoFiles;
let verified: VideoReport;
/** The share of each word's pill in the pill's colour when the word is spoken, and of a pill whose word is not. */
const marks: { word: string; spoken: number; other: number }[] = [];

before(async () => {
  outDir = await mkdtemp(path.join(tmpdir(), 'kith-video-'));
  const interrupted = new AbortController();
  const everything = { storyboard: everyKind, narration, outDir, seed };
  const onHalf = (stage: string, done: number) => {
    if (stage === 'encode' && done > 0.5) interrupted.abort();
  };
  await assert.rejects(makeVideo({ ...everything, onProgress: onHalf, signal: interrupted.signal }), {
    name: 'AbortError',
  });
  video = await makeVideo({
    ...everything,
    onProgress: (stage, done) => progress.push(`${stage} ${done.toFixed(2)}`),
  });
  verified = await verify(video.mp4, lookForMarks());
});
after(() => rm(outDir, { recursive: true, force: true }));

function lookForMarks(): (n: number, seen: FramePlanes) => void {
  const type = new Type(pairingFor(everyKind.mood, seed), everyKind.language, allText(everyKind, narration));
  const scenes = planFrames(everyKind, narration, seed, type);
  const probes = new Map<number, () => (seen: FramePlanes) => void>();
  for (const page of splitIntoPages(narration.words, narration.duration)) {
    const set = layOutPage(type, page, upright.captionBand);
    page.words.forEach((word, i) => {
      const n = Math.round(((word.start + word.end) / 2) * fps);
      assert.equal(spokenWordAt(page, n / fps), i);
      const { pill } = scenes.find(({ beats }) => beats.includes(word.beat))!.palette;
      const other = set[(i + 1) % set.length]!.pill;
      probes.set(n, () => (seen) => {
        marks.push({
          word: word.text,
          spoken: coloured(seen, set[i]!.pill, pill),
          other: set.length > 1 ? coloured(seen, other, pill) : 0,
        });
      });
    });
  }
  return (n, seen) => probes.get(n)?.()(seen);
}

/** How much of the box's edge, where there is no letter, has the colour. */
function coloured({ u, v, chromaStride }: FramePlanes, box: Box, colour: string): number {
  const [, wantedU, wantedV] = toYuv(colour);
  let [hits, all] = [0, 0];
  for (let x = box.x + 24; x < box.x + box.w - 24; x += 2) {
    for (const y of [box.y + 11, box.y + box.h - 12]) {
      const at = (Math.round(y) >> 1) * chromaStride + (Math.round(x) >> 1);
      all++;
      if (Math.abs(u[at]! - wantedU) < 16 && Math.abs(v[at]! - wantedV) < 16) hits++;
    }
  }
  return hits / Math.max(1, all);
}

test('a video that was interrupted in the middle is what players expect, and lasts as long as its voice', () => {
  assert.deepEqual(faultsOf(verified, narration.duration), []);
  assert.equal(video.duration_s, verified.video.frames / fps);
});

test('each of its possible faults would be reported', () => {
  const { video, audio } = verified;
  const faulty: VideoReport[] = [
    { ...verified, video: { ...video, bt709: false } },
    { ...verified, video: { ...video, width: 1920 } },
    { ...verified, video: { ...video, fps: 25 } },
    { ...verified, video: { ...video, frames: video.frames - 5 } },
    { ...verified, audio: { ...audio, channels: 1 } },
    { ...verified, audio: { ...audio, seconds: audio.seconds - 1 } },
    { ...verified, audio: { ...audio, lufs: -19 } },
    { ...verified, audio: { ...audio, peak_db: -0.4 } },
    { ...verified, faststart: false },
    { ...verified, seconds: [{ luma: 16, change: 4 }] },
    { ...verified, seconds: [{ luma: 90, change: 0.01 }] },
  ];
  for (const one of faulty) assert.equal(faultsOf(one, narration.duration).length, 1);
  assert.equal(faultsOf(verified, narration.duration + 0.6).length, 1);
});

test('the spoken word is highlighted, and no other', () => {
  assert.equal(marks.length, narration.words.length);
  for (const { word, spoken, other } of marks) {
    assert.ok(spoken > 0.8, `${word} is highlighted by ${spoken}`);
    assert.ok(other < 0.2, `besides ${word}, another word is highlighted by ${other}`);
  }
});

test('poster, captions and checksum match the video', async () => {
  const poster = await loadImage(await readFile(video.poster));
  assert.deepEqual([poster.width, poster.height], [width, height]);
  const captions = await readFile(video.captions, 'utf8');
  assert.match(captions, /^WEBVTT\n/);
  for (const { text } of narration.words) assert.ok(captions.includes(text));
  const hash = createHash('sha256')
    .update(await readFile(video.mp4))
    .digest('hex');
  assert.equal(video.sha256, hash);
});

test('progress advances with the work', () => {
  assert.equal(progress[0], 'scenes 0.00');
  assert.equal(progress.at(-1), 'encode 1.00');
  const encoded = progress.filter((line) => line.startsWith('encode'));
  assert.deepEqual(encoded, [...encoded].sort());
  // What the interrupted render finished is not encoded again.
  assert.ok(encoded.length < narration.duration * 0.7 + 5, `${encoded.length} steps`);
  assert.ok(encoded.length >= Math.floor(narration.duration * 0.4));
});

/** Replaces the operator's ffmpeg: records its arguments, and writes its input to the video's path. */
async function program(name: string, body: string): Promise<string> {
  const file = path.join(outDir, name);
  await writeFile(file, `#!${process.execPath}\nconst fs = require('node:fs');\n${body}`);
  await chmod(file, 0o755);
  return file;
}

const short = { ...everyKind, beats: everyKind.beats.slice(0, 1) };
const soon = narrate(short);
const order = { storyboard: short, narration: soon, seed, onProgress: () => {} };

test('the operator’s ffmpeg gets every frame once, also over interruptions, then the sound', async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'kith-video-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const ffmpeg = await program(
    'counts',
    `const args = process.argv.slice(2);
    const write = (made) => fs.writeFileSync(args.at(-1), JSON.stringify({ ...made, args }));
    if (args.includes('concat')) {
      const parts = fs.readFileSync(args[args.indexOf('concat') + 4], 'utf8').match(/(?<=').+(?=')/g);
      const sound = fs.statSync(args.find((a) => a.endsWith('.f32'))).size;
      write({ parts: parts.map((part) => JSON.parse(fs.readFileSync(part, 'utf8'))), sound });
    } else {
      let bytes = 0;
      process.stdin.on('data', (c) => { bytes += c.length; }).on('end', () => write({ bytes, pid: process.pid }));
    }`,
  );
  const title = '-y; $(rm -rf ~) "x"';
  const story = { ...everyKind, title, beats: everyKind.beats.slice(0, 5) };
  const long = narrate(story, 0.7);
  assert.ok(long.duration > 6.5, 'longer than a part');
  const whole = { ...order, storyboard: story, narration: long, outDir: dir, ffmpeg };
  const interrupted = new AbortController();
  const onProgress = (stage: string, done: number) => {
    if (stage === 'encode' && done * long.duration > 5.5) interrupted.abort();
  };
  await assert.rejects(makeVideo({ ...whole, onProgress, signal: interrupted.signal }));
  const [kept, ...others] = (await readdir(dir)).filter((name) => name.startsWith('part-'));
  assert.ok(kept !== undefined && others.length === 0, 'only what is complete is kept');
  const { pid } = JSON.parse(await readFile(path.join(dir, kept), 'utf8'));
  const made = await makeVideo(whole);
  const { parts, sound, args } = JSON.parse(await readFile(made.mp4, 'utf8'));
  const frames = Math.round(long.duration * fps);
  const bytes = parts.reduce((sum: number, part: { bytes: number }) => sum + part.bytes, 0);
  assert.equal(bytes, frames * width * height * 1.5);
  assert.equal(parts[0].pid, pid, 'the first part is not encoded again');
  assert.equal(sound, Math.round((frames / fps) * 48_000) * 8);
  assert.ok(args.includes(`title=${title}`) && args.join(' ').includes('-c:v copy'));
  assert.ok(parts[0].args.join(' ').includes('-r 30 -i pipe:0'));
  assert.deepEqual((await readdir(dir)).sort(), ['captions.vtt', 'poster.jpg', 'video.mp4']);
});

test('a failing ffmpeg says why, a missing one is named, and neither leaves a partial video', async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'kith-video-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const failing = await program('fails', "console.error('Unknown encoder libx264'); process.exit(1);");
  await assert.rejects(makeVideo({ ...order, outDir: dir, ffmpeg: failing }), /Unknown encoder libx264/);
  await assert.rejects(makeVideo({ ...order, outDir: dir, ffmpeg: '/nowhere/ffmpeg' }), /ENOENT/);
  assert.deepEqual((await readdir(dir)).sort(), ['captions.vtt', 'poster.jpg']);
});

test('rendering can be aborted at any frame, and its encoder with it', async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'kith-video-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const pids = path.join(dir, 'pid');
  const ffmpeg = await program(
    'waits',
    `fs.writeFileSync(${JSON.stringify(pids)}, String(process.pid)); process.stdin.resume(); setInterval(() => {}, 1000);`,
  );
  const giveUp = new AbortController();
  const onProgress = (stage: string, done: number) => {
    if (stage === 'encode' && done > 0) giveUp.abort();
  };
  await assert.rejects(makeVideo({ ...order, outDir: dir, ffmpeg, onProgress, signal: giveUp.signal }), {
    name: 'AbortError',
  });
  const pid = Number(await readFile(pids, 'utf8'));
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  assert.deepEqual((await readdir(dir)).sort(), ['captions.vtt', 'pid', 'poster.jpg']);
});
