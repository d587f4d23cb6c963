import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeVideo } from '../../../../src/video/make-video.ts';
import type { Narration } from '../../../../src/video/narration.ts';
import { fps, upright } from '../../../../src/video/picture/frame.ts';
import { FrameRenderer } from '../../../../src/video/picture/frames/frame-renderer.ts';
import type { Beat, Scene } from '../../../../src/video/storyboard.ts';
import { type FramePlanes, faultsOf, type VideoReport, verify } from '../../../../tools/verify-video.ts';
import { narrate, storyOf } from '../../../fixtures/video/picture/story.ts';

const { height, safeArea, width } = upright;

/** A complete video of text that is hard to typeset: another script in each scene, and words wider than any line. */
const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';
const arabic = 'لماذا تبدو السماء زرقاء في النهار';
const japanese = '蜂蜜はなぜ腐らないのか三千年前の壺';
const hebrew = 'למה השמיים כחולים ביום';
const korean = '하늘은 왜 파란색일까요';
const accents = 'Chữ Quốc ngữ ÀÉÎÕÜ Ŵŷ';
const beats: [string, Scene][] = [
  [long, { kind: 'title' }],
  [
    japanese,
    {
      kind: 'comparison',
      left: japanese,
      right: long.slice(0, 40),
      left_subject: 'map of Chile',
      right_subject: '日本',
    },
  ],
  [hebrew, { kind: 'list', items: [hebrew, arabic, korean, long, accents] }],
  [
    korean,
    {
      kind: 'timeline',
      points: [
        { when: '1,000 BC', what: korean },
        { when: '٢٠٢٦', what: arabic },
        { when: '2026', what: long.slice(0, 48) },
      ],
    },
  ],
  [japanese, { kind: 'quote', text: `${japanese} ${long} ${accents}`, by: arabic }],
  [
    arabic,
    {
      kind: 'diagram',
      whole: long.slice(0, 40),
      parts: [hebrew, long.slice(0, 32), korean, japanese, '1234567890'],
    },
  ],
  [long, { kind: 'end' }],
];
const filler = 'and so it is all of it to the very end'.split(' ');
/** A quote appears line by line, its attribution last. */
const fillers: Partial<Record<Scene['kind'], number>> = {
  title: 6,
  quote: 10,
  comparison: 8,
  list: 5,
  diagram: 4,
};

/** Parts that appear when spoken of: the voice names them at once, so that a short scene is complete. */
function spokenItems(scene: Scene): readonly string[] {
  if (scene.kind === 'subject') return scene.facts;
  if (scene.kind === 'list') return scene.items;
  if (scene.kind === 'timeline') return scene.points.map(({ what }) => what);
  return scene.kind === 'diagram' ? scene.parts : [];
}

const story = storyOf(
  beats.map(
    ([text, scene], i): Beat => ({
      narration: `${[...spokenItems(scene).map((each) => each.split(' ')[0]), ...filler.slice(0, fillers[scene.kind] ?? 5)].join(' ')}.`,
      on_screen: text.slice(0, 60),
      subject: i % 2 === 0 ? 'octopus' : text.slice(0, 40),
      mood: (['curious', 'playful', 'warm'] as const)[i % 3]!,
      scene,
    }),
  ),
  'en',
  'curious',
);
const seed = 9;
const narration: Narration = narrate(story, 0.22);
let outDir: string;
let verified: VideoReport;
/** For each complete scene: how much of its content is inside the safe area, and how much outside. */
const scenes: { kind: string; inside: number; outside: number; where: string }[] = [];

/** The same video without content: its backgrounds and their moving decorations. */
function bare(): FrameRenderer {
  const words = narration.words.map((word) => ({ ...word, text: '·' }));
  const renderer = new FrameRenderer(story, { ...narration, words }, seed);
  for (const { parts } of renderer.scenes) (parts as unknown[]).length = 0;
  return renderer;
}

before(async () => {
  outDir = await mkdtemp(path.join(tmpdir(), 'kith-safe-'));
  const video = await makeVideo({ storyboard: story, narration, outDir, seed, onProgress: () => {} });
  const ground = bare();
  const shown = new FrameRenderer(story, narration, seed);
  const looks = new Map(
    shown.scenes.map(({ time, parts }, i) => {
      const settled = Math.max(...parts.map(({ enter }) => enter.at + (enter.for ?? 0.5)));
      const t = time.from + settled + 0.05;
      assert.ok(t < time.to, `scene ${i} ends before it is complete`);
      return [Math.round(t * fps), story.beats[i]!.scene.kind] as const;
    }),
  );
  verified = await verify(video.mp4, (n, seen) => {
    const kind = looks.get(n);
    if (kind) scenes.push({ kind, ...compared(seen, ground.still(n / fps)) });
  });
});
after(() => rm(outDir, { recursive: true, force: true }));

/** Soft shadows are not text: only clear differences count. */
const clear = 56;
/** How far a shadow or the edge of a pill may extend beyond a box that ends at the safe area. */
const rim = 14;

function compared(
  { y, lumaStride }: FramePlanes,
  ground: Buffer,
): { inside: number; outside: number; where: string } {
  let [inside, outside, where] = [0, 0, ''];
  for (let row = 12; row < height; row += 2)
    for (let x = 0; x < width; x += 2) {
      if (Math.abs(y[row * lumaStride + x]! - ground[row * width + x]!) < clear) continue;
      const isIn =
        x >= safeArea.x - rim &&
        x < safeArea.x + safeArea.w + rim &&
        row >= safeArea.y - rim &&
        row < safeArea.y + safeArea.h + rim;
      if (isIn) inside++;
      else {
        outside++;
        where ||= `${x} ${row}`;
      }
    }
  const share = (count: number) => (count * 4) / (width * height);
  return { inside: share(inside), outside: share(outside), where };
}

test('long words, Arabic, Hebrew, Korean and Japanese render like any other text', () => {
  assert.deepEqual(faultsOf(verified, narration.duration), []);
});

test('by its pixels, every scene shows something, and nothing outside the safe area', () => {
  assert.deepEqual(
    scenes.map(({ kind }) => kind),
    story.beats.map(({ scene }) => scene.kind),
  );
  for (const { kind, inside, outside, where } of scenes) {
    assert.ok(inside > 0.02, `${kind} shows ${inside}`);
    assert.ok(outside < 0.0004, `${kind} leaves the safe area by ${outside}, first at ${where}`);
  }
});
