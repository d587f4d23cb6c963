import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { Compositor } from '../../../../src/video/picture/frames/compositor.ts';
import { FrameRenderer } from '../../../../src/video/picture/frames/frame-renderer.ts';
import { everyKind, narrate } from '../../../fixtures/video/picture/story.ts';

test('the same seed draws the same video, another seed a different one', () => {
  const narration = narrate(everyKind);
  const still = (seed: number) => new FrameRenderer(everyKind, narration, seed).still(1.1);
  const one = still(1);
  assert.ok(one.equals(still(1)));
  assert.ok(!one.equals(still(2)));
});

/** A drawing with edges, gradients and half-transparent areas. */
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

/** Interpolates between the pixels of a plane, clamped to its edges or transparent beyond them. */
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
    // Beyond the frame's right edge, unrotated, with a width that is not a multiple of sixteen.
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
          // At the very edge a pixel may count as inside or outside.
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
  assert.ok(Math.abs(off / (72 * 104)) < 0.1, 'dithering does not change the brightness');
  const over = drawing(104, 72, false);
  const [before, over0] = [Buffer.from(compositor.bytesOf(ground)), compositor.sprite(over, arena)];
  compositor.over(ground, over);
  const expected = compositor.allocatePicture(104, 72, arena);
  compositor.bytes.set(before, expected.at);
  compositor.place(expected, over0, 0, 0);
  assert.ok(compositor.bytesOf(ground).equals(compositor.bytesOf(expected)), 'blended like a sprite');
  assert.ok(!before.equals(compositor.bytesOf(expected)));
});

test('the committed compositor matches its source', async () => {
  const frames = new URL('../../../../src/video/picture/frames/', import.meta.url);
  const [source, wasm] = await Promise.all(
    ['compositor.as', 'compositor.wasm'].map((name) => readFile(new URL(name, frames))),
  );
  // The file ends with the section that tools/make-compositor.ts appends.
  assert.deepEqual(wasm!.subarray(-32), createHash('sha256').update(source!).digest());
});
