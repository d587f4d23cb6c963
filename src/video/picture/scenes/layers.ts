import { zip } from '../../../platform/zip.ts';
import { seededRandom } from '../../seeded-random.ts';
import type { Layer } from '../../storyboard.ts';
import { paintMaterial } from '../drawing/material.ts';
import { paintShadow } from '../drawing/shadow.ts';
import { type Box, bottom } from '../frame.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { composeDiagram } from './chain.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';
import { stepTimes } from './steps.ts';

/** A cut through layers, from the top down; each is drawn when it is named. */
export function layersScene(input: SceneInput, layers: readonly Layer[]): Part[] {
  const labels = layers.map(({ label }) => label);
  const { parts, body } = composeDiagram(input);
  const times = stepTimes(input, labels);
  const labelH = Math.min(96, heightOf(layers, body) * 0.28);
  const drawn = zip(layers, placesOf(layers, body)).map(([layer, box], i) => ({
    order: isBand(layer) ? 0 : 1,
    // What no sentence of the scene is about was told before, or is the ground that the others stand on.
    parts: layerParts(input, { layer, i, box, labelH }, times[i]?.at ?? -1),
  }));
  return [...parts, ...drawn.toSorted((a, b) => a.order - b.order).flatMap((each) => each.parts)];
}

const isBand = ({ form = 'band' }: Layer): boolean => form === 'band';
/** Piles and what floats stand in the layers below them. */
const takesRoom = ({ form = 'band' }: Layer): boolean => form === 'band' || form === 'block';
/** Share of what floats that is above. */
const above = 0.14;

const heightOf = (layers: readonly Layer[], body: Box): number =>
  body.h / Math.max(1, layers.filter(takesRoom).length);

/** What takes room shares the height; piles reach down to the middle of the last band. */
function placesOf(layers: readonly Layer[], body: Box): Box[] {
  const h = heightOf(layers, body);
  let top = body.y;
  const narrow = (box: Box): Box => ({ ...box, x: box.x + box.w * 0.14, w: box.w * 0.72 });
  return layers.map((layer): Box => {
    if (layer.form === 'piles') return { ...body, y: top, h: Math.max(h / 2, bottom(body) - h / 2 - top) };
    if (layer.form === 'floating') {
      const size = Math.min(h * 0.7, 340);
      const y = Math.min(Math.max(body.y, top - size * above), bottom(body) - size);
      return narrow({ ...body, y, h: size });
    }
    const box = { ...body, y: top, h };
    top += h;
    return layer.form === 'block' ? narrow(box) : box;
  });
}

interface Placed {
  readonly layer: Layer;
  readonly i: number;
  readonly box: Box;
  readonly labelH: number;
}

function layerParts(input: SceneInput, { layer, i, box, labelH }: Placed, at: number): Part[] {
  const { type, palette, random } = input;
  const { label, material = label, form = 'band' } = layer;
  const seed = Math.floor(random() * 1e9);

  // What stands in a layer has its label beside that of the layer.
  const room: Box =
    form === 'floating'
      ? { ...box, w: box.w / 2 }
      : form === 'piles'
        ? { ...box, x: box.x + box.w / 2, w: box.w / 2 }
        : box;
  const set = fitText(type, label, {
    role: 'text',
    w: room.w * 0.88 - 52,
    h: labelH,
    largest: 58,
    smallest: 20,
    lines: 2,
  });
  const chip: Box = {
    x: room.x + (room.w - set.w) / 2 - 26,
    y: form === 'piles' ? room.y + 8 : room.y + (room.h - set.h) * (form === 'band' ? 0.84 : 0.5) - 8,
    w: set.w + 52,
    h: set.h + 16,
  };
  const entering = { at, by: form === 'piles' ? 'wipe-down' : 'wipe-up', for: 0.7 } as const;
  const cut: Part = {
    name: `layer ${i}`,
    box,
    contents: [],
    bleed: form === 'band' ? 2 : 30,
    backdrop: true,
    enter: entering,
    ...(form === 'floating' && { idle: { bob: 10, period: 3.4 } }),
    paint: (context) => {
      const chance = seededRandom(seed);
      if (form === 'band') paintMaterial(context, box, { name: material, index: i, random: chance });
      else if (form === 'piles')
        for (const pile of pilesIn(box))
          paintMaterial(context, pile, { name: material, index: i, random: chance });
      else {
        paintShadow(context, box, { colour: 'rgba(3,4,20,.4)', blur: 24, down: 8 }, (soft) => {
          soft.fillRect(0, 0, box.w, box.h);
        });
        paintMaterial(context, box, { name: material, index: i, random: chance });
      }
    },
  };
  return [
    cut,
    {
      name: `label ${i}`,
      box: chip,
      contents: [{ name: label, box: { x: chip.x + 26, y: chip.y + 8, w: set.w, h: set.h } }],
      bleed: 14,
      enter: { at: at < 0 ? at : at + 0.15, by: 'pop', for: 0.45 },
      lively: false,
      paint: (context) => {
        context.fillStyle = 'rgba(255,255,255,.94)';
        context.beginPath();
        context.roundRect(chip.x, chip.y, chip.w, chip.h, Math.min(26, chip.h / 2));
        context.fill();
        paintText(context, type, set, chip, { fill: palette.cardInk });
      },
    },
  ];
}

const piles = 6;

function pilesIn({ x, y, w, h }: Box): Box[] {
  const step = w / piles;
  return Array.from({ length: piles }, (_, k) => ({ x: x + step * (k + 0.32), y, w: step * 0.36, h }));
}
