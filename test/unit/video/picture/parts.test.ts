import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canvasFor } from '../../../../src/video/picture/drawing/canvas.ts';
import { type Box, type Frame, frames, upright } from '../../../../src/video/picture/frame.ts';
import { type Pairing, pairings } from '../../../../src/video/picture/look/pairings.ts';
import { paletteFor } from '../../../../src/video/picture/look/palettes.ts';
import { findCues } from '../../../../src/video/picture/scenes/cues.ts';
import type { Part } from '../../../../src/video/picture/scenes/part.ts';
import { layOut } from '../../../../src/video/picture/scenes/scene.ts';
import { Type } from '../../../../src/video/picture/text/type.ts';
import { seededRandom } from '../../../../src/video/seeded-random.ts';
import type { Mood } from '../../../../src/video/storyboard.ts';
import { beatOf, scenesOf } from '../../../fixtures/video/picture/story.ts';
import { runs } from '../../../harness/runs.ts';
import { formatBox, overlap, within } from './boxes.ts';
import { hostile } from './hostile-texts.ts';

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

/** Parts shown at different times may share a place. */
const together = (a: Part, b: Part): boolean =>
  a.enter.at < (b.until ?? Number.POSITIVE_INFINITY) && b.enter.at < (a.until ?? Number.POSITIVE_INFINITY);

function checkPlaces(where: string, parts: readonly Part[], safeArea: Box): void {
  const standing = parts.filter((part) => !part.backdrop);
  for (const part of parts)
    assert.ok(within(part.box, safeArea), `${where}: ${part.name} at ${formatBox(part.box)}`);
  standing.forEach((a, i) => {
    for (const b of standing.slice(i + 1))
      assert.ok(
        !together(a, b) || !overlap(a.box, b.box),
        `${where}: ${a.name} ${formatBox(a.box)} over ${b.name} ${formatBox(b.box)}`,
      );
    a.contents.forEach((c, k) => {
      assert.ok(
        within(c.box, a.box),
        `${where}: ${c.name} ${formatBox(c.box)} leaves ${a.name} ${formatBox(a.box)}`,
      );
      for (const d of a.contents.slice(k + 1))
        assert.ok(!overlap(c.box, d.box), `${where}: ${c.name} over ${d.name} in ${a.name}`);
    });
  });
}

/** How far solid ink (shadows are less dense) extends outside the part's box. */
function inkOutside(part: Part): number {
  const { canvas, context } = canvasFor(part.box, part.bleed);
  part.paint(context);
  const { width: w, height: h } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, w, h);
  const edge = Math.floor(part.bleed);
  let farthest = 0;
  for (let y = 0; y < h; y++) {
    const inside = y >= edge && y <= h - 1 - edge;
    // Inside the box there is nothing to check.
    for (let x = 0; x < w; x += inside && x === edge ? w - 2 * edge : 1) {
      const out = Math.max(edge - x, x - (w - 1 - edge), edge - y, y - (h - 1 - edge));
      if (out > farthest && data[(y * w + x) * 4 + 3]! > 216) farthest = out;
    }
  }
  return farthest;
}

/** Each text is laid out in one of so many formats. */
const oneOf = runs(1, Object.keys(frames).length);

test('for any text, every part of a scene is inside the safe area and overlaps no other', () => {
  const faces = Object.values(pairings);
  Object.entries(hostile).forEach(([name, [language, text]], i) => {
    for (const [format, frame] of Object.entries(frames).filter((_, k) => (i + k) % oneOf === 0)) {
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
        // The dots of a capital rise a little above its line; stacked combining marks rise above any line.
        assert.ok(
          out <= (name === 'marks' ? 30 : Math.max(9, part.box.h * 0.06)),
          `${name}, ${kind}: ${part.name} is ${out} px outside`,
        );
      }
  });
});
