import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairingFor, pairings } from '../../../src/video/picture/look/pairings.ts';
import { paletteFor, palettes } from '../../../src/video/picture/look/palettes.ts';
import { limit, loudness, resample, truePeakDb } from '../../../src/video/sound/mix.ts';
import { compose } from '../../../src/video/sound/music/compose.ts';
import { musicStyle } from '../../../src/video/sound/music/styles.ts';
import { moods } from '../../../src/video/storyboard.ts';

test('every mood has its own look and music', () => {
  assert.ok(Object.keys(palettes).length >= 5 && Object.keys(pairings).length >= 3);
  for (const mood of moods) {
    assert.notEqual(paletteFor(mood, 1, 0, { before: paletteFor(mood, 0, 0) }), paletteFor(mood, 0, 0));
    assert.ok(pairingFor(mood, 3));
  }
  const rate = 8_000;
  const pieces = moods.map((mood) => compose(mood, 7, rate * 4, rate));
  assert.equal(new Set(moods.map((mood) => musicStyle(mood).name)).size, moods.length);
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
  // At a quarter of the sampling rate and offset by an eighth: the samples reach 0.71, the signal 1.
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
