import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { layOutPage } from '../../../src/video/picture/captions/layout.ts';
import { splitIntoPages } from '../../../src/video/picture/captions/pages.ts';
import { toWebVtt } from '../../../src/video/picture/captions/webvtt.ts';
import { canvasFor } from '../../../src/video/picture/drawing/canvas.ts';
import { countryName } from '../../../src/video/picture/drawing/countries.ts';
import { outlineFor, scaleOf } from '../../../src/video/picture/drawing/outline.ts';
import { type Box, type Frame, frames, upright } from '../../../src/video/picture/frame.ts';
import { Compositor } from '../../../src/video/picture/frames/compositor.ts';
import { FrameRenderer } from '../../../src/video/picture/frames/frame-renderer.ts';
import { pictureFor, pictureKey, samePicture } from '../../../src/video/picture/icons/picture.ts';
import { pictureAliases } from '../../../src/video/picture/icons/picture-aliases.ts';
import { type Pairing, pairingFor, pairings } from '../../../src/video/picture/look/pairings.ts';
import { paletteFor, palettes } from '../../../src/video/picture/look/palettes.ts';
import { findCues } from '../../../src/video/picture/scenes/cues.ts';
import { positions } from '../../../src/video/picture/scenes/line-chart.ts';
import { numberText, unitText } from '../../../src/video/picture/scenes/number-text.ts';
import type { Part } from '../../../src/video/picture/scenes/part.ts';
import { layOut } from '../../../src/video/picture/scenes/scene.ts';
import { figuresOf } from '../../../src/video/picture/scenes/versus.ts';
import { Type } from '../../../src/video/picture/text/type.ts';
import { spansOf } from '../../../src/video/picture/timeline.ts';
import { seededRandom } from '../../../src/video/seeded-random.ts';
import { limit, truePeakDb } from '../../../src/video/sound/limiter.ts';
import { loudness } from '../../../src/video/sound/loudness.ts';
import { compose } from '../../../src/video/sound/music/compose.ts';
import { styles } from '../../../src/video/sound/music/styles.ts';
import { resample } from '../../../src/video/sound/resample.ts';
import { type Mood, moods } from '../../../src/video/storyboard.ts';
import { beatOf, everyKind, narrate, scenesOf } from './story.ts';

/** What videos may have to show: each goes into every field of every kind of scene, as much of it as the field takes. */
const hostile: Record<string, readonly [string, string]> = {
  'one letter': ['en', 'I'],
  'long words': ['de', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'],
  'the widest letters': ['en', 'W'.repeat(60)],
  'a full line': ['en', 'Sixty characters of plain English that fill a field to its end'],
  accents: ['vi', 'Nghĩa của Tiếng Việt được viết bằng chữ Quốc ngữ, ÀÉÎÕÜ Ŵŷ'],
  Arabic: ['ar', 'لماذا تبدو السماء زرقاء في النهار وحمراء عند الغروب'],
  'Hebrew and Latin mixed': ['he', 'למה השמיים כחולים? Rayleigh 1871 הסביר'],
  Japanese: ['ja', '蜂蜜はなぜ腐らないのか、三千年前の壺の中の話をしよう'],
  Korean: ['ko', '하늘은 왜 파란색일까요 빛의 산란 이야기'],
  Thai: ['th', 'ทำไมท้องฟ้าจึงเป็นสีฟ้าในตอนกลางวัน'],
  Devanagari: ['hi', 'आसमान नीला क्यों दिखता है यह एक पुराना सवाल है'],
  emoji: ['en', '👩🏽‍🚀🏳️‍🌈👨‍👩‍👧‍👦🇯🇵🦄❤️‍🔥'],
  marks: ['en', 'Z̸̡̨̛͓̹̖͚̊̽a̷̢̛̳̙̯̔̏l̵̰̓̈́g̸̱̍o̶̧͋ </svg>{{x}} $& \\ %s'],
  spaces: ['en', ' \u00a0\u2003 '],
};

function laidOut(pairing: Pairing, language: string, text: string, mood: Mood, frame: Frame = upright) {
  const type = new Type(pairing, language, text);
  return scenesOf(text).map((scene, i) => {
    const beat = beatOf(text, scene, mood);
    const parts = layOut({
      beat,
      phases: [{ beat, at: 0, until: undefined }],
      opening: i % 2 === 0,
      story: {
        title: beat.on_screen,
        tags: [text, text],
        cast: [text, '🦊', 'map of Chile', text],
        recap: [1, 2, 3].map(() => ({ text: beat.subject, subject: text })),
        credits: ['Streamline (CC BY 4.0)', 'game-icons.net (CC BY 3.0)'],
      },
      area: frame.sceneArea,
      type,
      palette: paletteFor(mood, i, 1),
      random: seededRandom(i),
      cues: findCues([], 0, 4),
    });
    return { kind: scene.kind, parts };
  });
}

const within = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.w <= outer.x + outer.w + 1 &&
  inner.y + inner.h <= outer.y + outer.h + 1;
const overlap = (a: Box, b: Box): boolean =>
  a.x + a.w > b.x + 1 && b.x + b.w > a.x + 1 && a.y + a.h > b.y + 1 && b.y + b.h > a.y + 1;
const shown = (box: Box): string => [box.x, box.y, box.w, box.h].map(Math.round).join(' ');

/** Parts that take turns may have one place. */
const together = (a: Part, b: Part): boolean =>
  a.enter.at < (b.until ?? Number.POSITIVE_INFINITY) && b.enter.at < (a.until ?? Number.POSITIVE_INFINITY);

function checkPlaces(where: string, parts: readonly Part[], safeArea: Box): void {
  const standing = parts.filter((part) => !part.backdrop);
  for (const part of parts)
    assert.ok(within(part.box, safeArea), `${where}: ${part.name} at ${shown(part.box)}`);
  standing.forEach((a, i) => {
    for (const b of standing.slice(i + 1))
      assert.ok(
        !together(a, b) || !overlap(a.box, b.box),
        `${where}: ${a.name} ${shown(a.box)} over ${b.name} ${shown(b.box)}`,
      );
    a.contents.forEach((c, k) => {
      assert.ok(within(c.box, a.box), `${where}: ${c.name} ${shown(c.box)} leaves ${a.name} ${shown(a.box)}`);
      for (const d of a.contents.slice(k + 1))
        assert.ok(!overlap(c.box, d.box), `${where}: ${c.name} over ${d.name} in ${a.name}`);
    });
  });
}

/** How far solid ink (no shadow is as dense) lies outside of the part's box. */
function inkOutside(part: Part): number {
  const { canvas, context } = canvasFor(part.box, part.bleed);
  part.paint(context);
  const { width: w, height: h } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, w, h);
  const edge = Math.floor(part.bleed);
  let farthest = 0;
  for (let y = 0; y < h; y++) {
    const inside = y >= edge && y <= h - 1 - edge;
    // Within the box there is nothing to look for.
    for (let x = 0; x < w; x += inside && x === edge ? w - 2 * edge : 1) {
      const out = Math.max(edge - x, x - (w - 1 - edge), edge - y, y - (h - 1 - edge));
      if (out > farthest && data[(y * w + x) * 4 + 3]! > 216) farthest = out;
    }
  }
  return farthest;
}

test('for any text, every part of a scene is inside the safe area and overlaps no other', () => {
  const faces = Object.values(pairings);
  Object.entries(hostile).forEach(([name, [language, text]], i) => {
    for (const [format, frame] of Object.entries(frames)) {
      const pairing = faces[(i + format.length) % 4]!;
      for (const { kind, parts } of laidOut(pairing, language, text, 'curious', frame))
        checkPlaces(`${name} in ${pairing.name}, ${format}, ${kind}`, parts, frame.safeArea);
    }
  });
});

test('painted pixels stay in their box', () => {
  const some = ['long words', 'accents', 'Arabic', 'Japanese', 'marks'];
  some.forEach((name, i) => {
    const [language, text] = hostile[name]!;
    const pairing = Object.values(pairings)[i % 4]!;
    const scenes = laidOut(pairing, language, text, 'warm').filter((_, k) => [0, 3, 8, 10].includes(k));
    for (const { kind, parts } of scenes)
      for (const part of parts.filter(({ backdrop }) => !backdrop)) {
        const out = inkOutside(part);
        // The dots of a capital rise a little over its line; marks that are piled upon marks rise over any.
        assert.ok(
          out <= (name === 'marks' ? 30 : Math.max(9, part.box.h * 0.06)),
          `${name}, ${kind}: ${part.name} is ${out} px outside`,
        );
      }
  });
});

test('captions stay in their band and never overlap', () => {
  for (const [name, [language, text]] of Object.entries(hostile)) {
    const words = text.trim() === '' ? ['-'] : text.split(/\s+/u);
    const spoken = words.map((word, i) => ({ text: word, start: i, end: i + 0.9, beat: 0, sentence: 0 }));
    const type = new Type(pairings.poster, language, text);
    for (const page of splitIntoPages(spoken, words.length)) {
      const set = layOutPage(type, page, upright.captionBand);
      for (const { pill } of set) assert.ok(within(pill, upright.captionBand), `${name}: ${shown(pill)}`);
      set.forEach(({ box }, i) => {
        for (const other of set.slice(i + 1)) assert.ok(!overlap(box, other.box), name);
      });
    }
  }
});

test('words of a right-to-left script are set from right to left', () => {
  const words = ['السماء', 'زرقاء'].map((text, i) => ({ text, start: i, end: i + 1, beat: 0, sentence: 0 }));
  const [first, second] = layOutPage(
    new Type(pairings.poster, 'ar', 'السماء زرقاء'),
    { words, from: 0, to: 2 },
    upright.captionBand,
  );
  assert.ok(first!.box.x > second!.box.x);
});

test('captions end with sentences and contain each word once; WebVTT matches and escapes markup', () => {
  const { words, duration } = narrate(everyKind);
  const pages = splitIntoPages(words, duration);
  assert.deepEqual(
    pages.flatMap((page) => page.words),
    words,
  );
  for (const page of pages) assert.equal(new Set(page.words.map(({ sentence }) => sentence)).size, 1);
  pages.forEach((page, i) => {
    assert.ok(page.from < page.to && page.to <= (pages[i + 1]?.from ?? duration));
  });
  const tricky = [
    { text: '-->', start: 1, end: 2, beat: 0, sentence: 0 },
    { text: '<b>&\n\nNOTE', start: 3661.5, end: 3662, beat: 0, sentence: 0 },
  ];
  const vtt = toWebVtt(splitIntoPages(tricky, 3663), 'en');
  assert.equal(vtt.split('\n\n').length, 3);
  assert.ok(vtt.includes('--&gt;') && vtt.includes('&lt;b&gt;&amp; NOTE'));
  assert.ok(vtt.includes('01:01:01.440 --> '));
});

test('a scene starts with its first sentence, and its items appear as they are spoken', () => {
  const narration = narrate(everyKind);
  const spans = spansOf(narration, everyKind.beats.length);
  spans.forEach(({ from, to, beat }) => {
    const own = narration.words.filter((word) => word.beat === beat);
    assert.ok(from <= own[0]!.start && own.at(-1)!.end <= to, `beat ${beat}: ${from} to ${to}`);
  });
  assert.equal(spans.at(-1)!.to, narration.duration);
  const said = ['first', 'copper', 'then', 'the', 'irons'].map((text, i) => ({
    text,
    start: 10 + i,
    end: 10.9 + i,
    beat: 0,
    sentence: 0,
  }));
  const [copper, iron, never] = findCues(said, 10, 8).of(['Copper is blue', 'Irony of iron', 'Never said']);
  assert.ok(Math.abs(copper! - 0.82) < 0.01 && Math.abs(iron! - 3.82) < 0.01);
  assert.ok(never! > iron! && never! < 8 * 0.83);
});

const keyOf = (subject: string): string | undefined => {
  const picture = pictureFor(subject);
  return picture && pictureKey(picture);
};

test('subjects are found by name, plural, synonym and head; without a match there is no picture', () => {
  const known: Record<string, string> = {
    octopuses: 'fluent-emoji-flat:octopus',
    'blue whale': 'fluent-emoji-flat:whale',
    France: '🇫🇷',
    refrigerator: 'streamline-plump-color:refrigerator-flat',
    valve: 'game-icons:valve',
    pillow: 'game-icons:pillow',
    kidneys: 'game-icons:kidneys',
    'Sourdough bread': 'fluent-emoji-flat:bread',
    wolves: 'fluent-emoji-flat:wolf',
    '🦄 rare': 'fluent-emoji-flat:unicorn',
    'water drop': 'fluent-emoji-flat:droplet',
    automobile: 'fluent-emoji-flat:automobile',
    spaniel: 'fluent-emoji-flat:dog',
  };
  for (const [subject, key] of Object.entries(known)) assert.equal(keyOf(subject), key, subject);
  for (const subject of ['blorptangle', 'xqzv', '', '...', 'chromodynamics', 'inflation'])
    assert.equal(keyOf(subject), undefined, subject);
});

test('every alias has a picture, and two words for one picture are recognised', () => {
  for (const subject of Object.keys(pictureAliases)) assert.ok(pictureFor(subject), subject);
  assert.ok(samePicture('fridge', 'refrigerator'));
  assert.ok(!samePicture('cat', 'dog'));
  // Two that nobody can draw are not the same picture.
  assert.ok(!samePicture('blorptangle', 'xqzv'));
});

test('a comparison whose sides share a picture shows words instead', () => {
  const type = new Type(pairings.poster, 'en', 'Refrigerator Fridge');
  const scene = {
    kind: 'versus',
    left: 'Fridge',
    right: 'Refrigerator',
    left_subject: 'fridge',
    right_subject: 'refrigerator',
    rows: [{ what: 'Letters', left: '6', right: '12' }],
  } as const;
  const names = (right_subject: string) => {
    const beat = beatOf('Fridge', { ...scene, rows: [...scene.rows], right_subject }, 'calm');
    return layOut({
      beat,
      phases: [{ beat, at: 0, until: undefined }],
      story: { title: '', tags: [], cast: [], recap: [], credits: [] },
      opening: false,
      area: upright.sceneArea,
      type,
      palette: paletteFor('calm', 0, 1),
      random: seededRandom(1),
      cues: findCues([], 0, 4),
    }).flatMap(({ contents }) => contents.map(({ name }) => name));
  };
  assert.ok(!names('refrigerator').includes('fridge'));
  assert.ok(names('oven').includes('fridge'));
});

test('every country has its outline, unbroken and inside its box', () => {
  const codes = createRequire(import.meta.url)('i18n-iso-countries/codes.json') as [string][];
  const box: Box = { x: 60, y: 60, w: 400, h: 300 };
  // Natural Earth draws these as parts of the country they belong to, and Kosovo has no ISO code: their flags are drawn.
  const withoutOutline = 'BQ BV CC CX GF GP MQ RE SJ TK XK YT'.split(' ');
  assert.equal(keyOf('Kosovo'), '🇽🇰');
  for (const [code] of [...codes, ['XK']] as [string][]) {
    const name = countryName(code) ?? assert.fail(code);
    const outline = outlineFor(`map of ${name}`);
    assert.equal(outline === undefined, withoutOutline.includes(code), name);
    if (!outline) continue;
    assert.ok(outline.w > 0 && outline.h > 0, name);
    // Wider than half of the world is nothing but a line that went around it.
    assert.ok(outline.w < 180 && outline.h < 90, `${name} is ${outline.w} by ${outline.h}`);
    const points = outline.rings.flat();
    assert.ok(
      points.every(([x, y]) => x >= -1e-9 && y >= -1e-9 && x <= outline.w + 1e-9 && y <= outline.h + 1e-9),
    );
  }
  for (const name of ['DR Congo', 'Ivory Coast', 'United States of America', 'türkiye']) {
    assert.ok(outlineFor(`map of ${name}`), name);
  }
  const wide = (name: string) => outlineFor(`map of ${name}`)!;
  assert.ok(wide('Chile').h > 3 * wide('Chile').w && wide('Russia').w > wide('Russia').h);
  assert.ok(Math.abs(scaleOf(wide('Chile'), box) * wide('Chile').h - box.h) < 1e-6);
  assert.equal(outlineFor('map of Narnia'), undefined);
  // A name with its capital is the country; the bird and the pepper are written small.
  assert.ok(outlineFor('Turkey') && outlineFor('Chile'));
  assert.equal(outlineFor('turkey'), undefined);
  assert.equal(outlineFor('Heat pump'), undefined);
  assert.notEqual(keyOf('Mars'), 'tabler:mars', 'the planet, not the sign of men');
});

test('numbers count up to their value, in the spoken language', () => {
  const at = (value: number, language: string, story = '') => numberText(value, language, story)(1);
  assert.equal(at(1234567.5, 'en'), '1,234,567.5');
  assert.equal(at(1234567.5, 'de'), '1.234.567,5');
  assert.equal(at(1989, 'en', 'In 1989 it fell.'), '1989');
  assert.equal(at(1989, 'en', 'It has 1,989 steps.'), '1,989');
  assert.equal(at(-17.25, 'en'), '-17.25');
  assert.equal(numberText(60, 'en', '')(0), '0');
  assert.equal(numberText(3, 'en', '')(0.3), '3', 'a small count does not pass through wrong ones');
  const units = ['nm', 'm', 'mm a year', 'million people', '°C', 'km/h'].map((unit) => unitText(unit, 'en'));
  const written = ['nanometres', 'metres', 'millimetres a year', 'million people', '°C', 'km/h'];
  assert.deepEqual(units, written, 'capitals would change the meaning of a symbol');
  const half = Number(numberText(60, 'en', '')(0.3));
  assert.ok(half > 0 && half <= 60);
});

test('years are spaced to scale, other labels evenly', () => {
  assert.deepEqual(positions(['1800', '1900', '2000']), [0, 0.5, 1]);
  assert.deepEqual(positions(['1800', '1950', '2000']), [0, 0.75, 1]);
  assert.deepEqual(positions(['Mon', 'Tue', 'Wed']), [0, 0.5, 1]);
  assert.deepEqual(positions(['2000', '1950', '1900']), [0, 0.5, 1]);
});

test('figures of a row are compared where both sides have one, in one unit', () => {
  assert.deepEqual(figuresOf('48 km/h', '72 km/h'), [48, 72]);
  assert.deepEqual(figuresOf('about 1.4 billion', '300 million'), [1.4e9, 3e8]);
  assert.deepEqual(figuresOf('1,500 kg', '300 kg'), [1500, 300]);
  assert.equal(figuresOf('3 hours', '40 minutes'), undefined);
  assert.equal(figuresOf('fur', '4'), undefined);
});

test('every mood has its own look and music', () => {
  assert.ok(Object.keys(palettes).length >= 5 && Object.keys(pairings).length >= 3);
  for (const mood of moods) {
    assert.notEqual(paletteFor(mood, 1, 0, { before: paletteFor(mood, 0, 0) }), paletteFor(mood, 0, 0));
    assert.ok(pairingFor(mood, 3));
  }
  const rate = 8_000;
  const pieces = moods.map((mood) => compose(mood, 7, rate * 4, rate));
  assert.equal(new Set(moods.map((mood) => styles[mood].name)).size, moods.length);
  pieces.forEach(({ left, right }, i) => {
    assert.ok(loudness(left, right, rate) > -40, `${moods[i]} is silent`);
    assert.ok(left.every((value) => Math.abs(value) <= 0.9));
    for (const other of pieces.slice(i + 1)) {
      const alike = correlation(left, other.left);
      assert.ok(Math.abs(alike) < 0.5, `${moods[i]} sounds like another by ${alike}`);
    }
  });
  assert.deepEqual(compose('calm', 7, rate, rate), compose('calm', 7, rate, rate));
  assert.notDeepEqual(compose('calm', 7, rate, rate), compose('calm', 8, rate, rate));
});

function correlation(a: Float32Array, b: Float32Array): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += a[i]! * b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}

const tone = (hz: number, rate: number, seconds: number, peak: number, phase = 0): Float32Array =>
  Float32Array.from(
    { length: rate * seconds },
    (_, i) => peak * Math.sin((2 * Math.PI * hz * i) / rate + phase),
  );

test('loudness is measured as the standard defines it', () => {
  const full = tone(997, 48_000, 3, 1);
  const silent = new Float32Array(full.length);
  assert.ok(Math.abs(loudness(full, silent, 48_000) + 3.01) < 0.1);
  assert.ok(Math.abs(loudness(full, full, 48_000)) < 0.1);
  assert.equal(loudness(silent, silent, 48_000), Number.NEGATIVE_INFINITY);
});

test('the limiter holds peaks between samples too', () => {
  // At a quarter of the rate and off the samples by an eighth: the samples say 0.71, the sound reaches 1.
  const [left, right] = [tone(12_000, 48_000, 1, 1, Math.PI / 4), tone(440, 48_000, 1, 0.3)];
  assert.ok(truePeakDb(left, right) > -0.6);
  limit(left, right, 48_000, 0.5);
  const held = truePeakDb(left.subarray(400, -400), right.subarray(400, -400));
  assert.ok(held < -5.7 && held > -7, `held at ${held}`);
});

test('a voice keeps its pitch at another rate', () => {
  const up = resample(tone(1000, 24_000, 1, 0.5), 24_000, 48_000);
  const wanted = tone(1000, 48_000, 1, 0.5);
  assert.equal(up.length, wanted.length);
  for (let i = 1000; i < up.length - 1000; i += 37) assert.ok(Math.abs(up[i]! - wanted[i]!) < 0.01);
});

test('the same seed draws the same video, another seed a different one', () => {
  const narration = narrate(everyKind);
  const still = (seed: number) => new FrameRenderer(everyKind, narration, seed).still(1.1);
  const one = still(1);
  assert.ok(one.equals(still(1)));
  assert.ok(!one.equals(still(2)));
});

/** A drawing with edges, gradients and half-solid places. */
function drawing(w: number, h: number, solid: boolean): Canvas {
  const canvas = createCanvas(w, h);
  const context = canvas.getContext('2d');
  const colours = context.createLinearGradient(0, 0, w, h);
  colours.addColorStop(0, '#ff8000');
  colours.addColorStop(1, solid ? '#0040ff' : 'rgba(0,64,255,.3)');
  context.fillStyle = colours;
  if (solid) context.fillRect(0, 0, w, h);
  else context.arc(w / 2, h / 2, w / 2.2, 0, 7);
  context.fill();
  context.clearRect(solid ? w : 9, 7, 11, 8);
  return canvas;
}

/** What lies between the pixels of a plane, clamped to its ends or nothing beyond them. */
function between(at: (x: number, y: number) => number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const row = (line: number) => at(left, line) * (1 - fx) + at(left + 1, line) * fx;
  return row(top) * (1 - fy) + row(top + 1) * fy;
}

test('the compositor rotates, blends and scales exactly, to the last pixel of a row', () => {
  const compositor = new Compositor();
  const arena = compositor.arena(1_000_000);
  const [w, h] = [54, 46];
  const sprite = compositor.sprite(drawing(w, h, false), arena);
  const frame = compositor.allocatePicture(118, 96, arena);
  const size = frame.w * frame.h;
  const planes = [
    { grain: 1, from: sprite.y, alpha: sprite.a, to: frame.at, empty: 90 },
    { grain: 2, from: sprite.u, alpha: sprite.ca, to: frame.at + size, empty: 100 },
    { grain: 2, from: sprite.v, alpha: sprite.ca, to: frame.at + size * 1.25, empty: 160 },
  ];
  for (const pose of [
    { x: 57.3, y: 50.6, scale: 1.37, turn: 0.4, opacity: 0.7 },
    { x: 100.2, y: 20.9, scale: 0.8, turn: -2.9, opacity: 1 },
    // Over the frame's right edge, upright, with a width that is not a multiple of sixteen.
    { x: 101, y: 47, scale: 1, turn: 0, opacity: 1 },
  ]) {
    compositor.fill(frame, [90, 100, 160], 0, 0, frame.w, frame.h);
    compositor.draw(frame, sprite, pose);
    const [cos, sin] = [Math.cos(pose.turn) / pose.scale, Math.sin(pose.turn) / pose.scale];
    for (const { grain, from, alpha, to, empty } of planes) {
      const [pw, ph] = [w / grain, h / grain];
      const at = (start: number) => (x: number, y: number) => compositor.bytes[start + y * pw + x] ?? 0;
      let touched = 0;
      for (let y = 0; y < frame.h / grain; y++)
        for (let x = 0; x < frame.w / grain; x++) {
          const [dx, dy] = [x + 0.5 - pose.x / grain, y + 0.5 - pose.y / grain];
          const [u, v] = [pw / 2 - 0.5 + cos * dx + sin * dy, ph / 2 - 0.5 - sin * dx + cos * dy];
          const rim = Math.min(u, v, pw - 1 - u, ph - 1 - v);
          const [s, a] = rim >= 0 ? [between(at(from), u, v), between(at(alpha), u, v) / 255] : [0, 0];
          const wanted = s * pose.opacity + empty * (1 - a * pose.opacity);
          const got = compositor.bytes[to + (y * frame.w) / grain + x]!;
          // At the very rim a pixel may be taken for inside or outside.
          if (Math.abs(rim) > 0.02) assert.ok(Math.abs(got - wanted) < 3, `${x} ${y}: ${got} for ${wanted}`);
          if (got !== empty) touched++;
        }
      assert.ok(touched > 700 / grain ** 2, String(touched));
    }
  }

  const small = drawing(26, 18, true);
  const rgba = small.data();
  const shades = (x: number, y: number) => {
    const i = (Math.max(0, Math.min(17, y)) * 26 + Math.max(0, Math.min(25, x))) * 4;
    const [r, g, b] = [...rgba.subarray(i, i + 3)].map((value) => value / 255) as [number, number, number];
    const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    return [16 + 219 * luma, 128 + (224 * (b - luma)) / 1.8556, 128 + (224 * (r - luma)) / 1.5748] as const;
  };
  const ground = compositor.ground(small, arena);
  assert.deepEqual([ground.w, ground.h], [104, 72]);
  let off = 0;
  for (let y = 0; y < 72; y++)
    for (let x = 0; x < 104; x++) {
      const difference =
        compositor.bytes[ground.at + y * 104 + x]! -
        between((i, k) => shades(i, k)[0], (x - 1.5) / 4, (y - 1.5) / 4);
      assert.ok(Math.abs(difference) < 1.8, `${x} ${y}: ${difference}`);
      off += difference;
    }
  for (const plane of [1, 2] as const)
    for (let y = 0; y < 36; y++)
      for (let x = 0; x < 52; x++) {
        const got = compositor.bytes[ground.at + 72 * 104 * (0.75 + plane / 4) + y * 52 + x]!;
        const wanted = between((i, k) => shades(i, k)[plane], (x - 0.5) / 2, (y - 0.5) / 2);
        assert.ok(Math.abs(got - wanted) < 1, `${plane} ${x} ${y}: ${got} for ${wanted}`);
      }
  assert.ok(Math.abs(off / (72 * 104)) < 0.1, 'the grain makes it neither lighter nor darker');
  const over = drawing(104, 72, false);
  const [before, over0] = [Buffer.from(compositor.bytesOf(ground)), compositor.sprite(over, arena)];
  compositor.over(ground, over);
  const expected = compositor.allocatePicture(104, 72, arena);
  compositor.bytes.set(before, expected.at);
  compositor.place(expected, over0, 0, 0);
  assert.ok(compositor.bytesOf(ground).equals(compositor.bytesOf(expected)), 'painted over as a sprite is');
  assert.ok(!before.equals(compositor.bytesOf(expected)));
});

test('the committed compositor matches its source', async () => {
  const frames = new URL('../../../src/video/picture/frames/', import.meta.url);
  const [source, wasm] = await Promise.all(
    ['compositor.as', 'compositor.wasm'].map((name) => readFile(new URL(name, frames))),
  );
  // The file ends with the section that tools/make-compositor.ts appends.
  assert.deepEqual(wasm!.subarray(-32), createHash('sha256').update(source!).digest());
});
