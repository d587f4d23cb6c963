import { circularItem } from '../../../platform/circular-item.ts';
import { zip } from '../../../platform/zip.ts';
import { paintCard } from '../drawing/subject.ts';
import { frameWorld, type MapPlace } from '../drawing/world.ts';
import { type Box, inset } from '../frame.ts';
import { blendColours } from '../look/colour.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { composeScene } from './composition.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

/**
 * Countries and places on a map: the land is visible from the start, countries light up and pins drop when
 * mentioned.
 */
export function mapScene(
  input: SceneInput,
  scene: { readonly countries: readonly string[]; readonly places: readonly MapPlace[] },
): Part[] {
  const { palette, cues } = input;
  const { parts, body } = composeScene(input, { share: 0.18 });
  const card: Box = { ...body, h: Math.min(body.h, body.w * 1.05) };
  const sheet = inset(card, 14);
  const view = frameWorld(scene.countries, scene.places, sheet);
  const [sea, land] = [
    blendColours(palette.cardAccent, '#ffffff', 0.84),
    blendColours(palette.cardInk, '#ffffff', 0.74),
  ];
  const names = [...view.marked.map(({ name }) => name), ...scene.places.map(({ name }) => name)];
  const times = cues.of(names);
  const clip = (context: Parameters<Part['paint']>[0]) => {
    context.beginPath();
    context.roundRect(sheet.x, sheet.y, sheet.w, sheet.h, 34);
    context.clip();
  };
  const colours = [palette.cardAccent, blendColours(palette.cardInk, palette.cardAccent, 0.25)];
  const labels: Box[] = [];
  const timedPlaces = zip(scene.places, times.slice(view.marked.length));
  return [
    ...parts,
    {
      name: 'map',
      box: card,
      contents: [],
      bleed: 46,
      backdrop: true,
      enter: { at: input.opening ? -1 : 0.02, by: 'rise', for: 0.4 },
      paint: (context) => {
        paintCard(context, palette, card, 46);
        context.save();
        clip(context);
        context.fillStyle = sea;
        context.fillRect(sheet.x, sheet.y, sheet.w, sheet.h);
        view.paintLand(context, land, '#ffffff');
        context.restore();
      },
    },
    ...zip(view.marked, times).map(
      ([country, time], i): Part => ({
        name: `country ${i}`,
        box: sheet,
        contents: [],
        bleed: 2,
        backdrop: true,
        enter: { at: i === 0 ? 0.1 : Math.min(time, cues.seconds * 0.5), by: 'fade', for: 0.4 },
        paint: (context) => {
          context.save();
          clip(context);
          country.paint(context, circularItem(colours, i), '#ffffff');
          context.restore();
        },
      }),
    ),
    ...zip(view.marked, times).map(([country, time], i) =>
      label(input, country.name, country, sheet, labels, {
        at: i === 0 ? 0.25 : Math.min(time, cues.seconds * 0.5) + 0.15,
        pin: false,
      }),
    ),
    ...timedPlaces.map(([place, time], i) =>
      pinAt(input, view.project(place), i, Math.min(time, 0.5 + cues.seconds * 0.4)),
    ),
    ...timedPlaces.map(([place, time]) =>
      label(input, place.name, view.project(place), sheet, labels, {
        at: Math.min(time, 0.6 + cues.seconds * 0.4),
        pin: true,
      }),
    ),
  ];
}

/** A dot at a place. */
function pinAt(
  { palette }: SceneInput,
  { x, y }: { readonly x: number; readonly y: number },
  i: number,
  at: number,
): Part {
  const box: Box = { x: x - 17, y: y - 17, w: 34, h: 34 };
  return {
    name: `pin ${i}`,
    box,
    contents: [],
    bleed: 6,
    backdrop: true,
    enter: { at, by: 'pop', for: 0.5 },
    idle: { breathe: 0.16, period: 1.1 },
    paint: (context) => {
      for (const [r, fill] of [
        [16, '#ffffff'],
        [11, palette.light ? palette.ink : palette.cardInk],
        [5, '#ffffff'],
      ] as const) {
        context.fillStyle = fill;
        context.beginPath();
        context.arc(x, y, r, 0, Math.PI * 2);
        context.fill();
      }
    },
  };
}

/** A name on the map above its place, or wherever it does not overlap earlier names. */
function label(
  { type, palette }: SceneInput,
  text: string,
  { x, y }: { readonly x: number; readonly y: number },
  sheet: Box,
  taken: Box[],
  { at, pin }: { readonly at: number; readonly pin: boolean },
): Part {
  const wrapped = fitText(type, text, {
    role: 'text',
    w: Math.min(360, sheet.w * 0.5),
    h: 58,
    largest: 44,
    smallest: 22,
    lines: 1,
    leading: 1.2,
  });
  const w = wrapped.w + 40;
  const h = 62;
  const clamped = (left: number, top: number): Box => ({
    x: Math.min(Math.max(sheet.x + 8, left), sheet.x + sheet.w - w - 8),
    y: Math.min(Math.max(sheet.y + 8, top), sheet.y + sheet.h - h - 8),
    w,
    h,
  });
  const free = (box: Box) =>
    taken.every(
      (o) => o.x + o.w <= box.x || box.x + box.w <= o.x || o.y + o.h <= box.y || box.y + box.h <= o.y,
    );
  const moved = (step: number) => clamped(x - w / 2, y - (pin ? h + 26 : h / 2) + step * 70);
  const box = [0, -1, 1, -2, 2, -3, 3, -4, 4].map(moved).find(free) ?? moved(0);
  taken.push(box);
  const tag: Box = { ...box, h: 62 };
  return {
    name: `label ${text}`,
    box,
    contents: [{ name: text, box: inset(tag, 20, 2) }],
    bleed: 24,
    enter: { at, by: 'pop', for: 0.5 },
    nods: [at + 1.6],
    paint: (context) => {
      context.shadowColor = 'rgba(3,4,20,.35)';
      context.shadowBlur = 12;
      context.shadowOffsetY = 4;
      context.fillStyle = pin ? '#ffffff' : palette.cardInk;
      context.beginPath();
      context.roundRect(tag.x, tag.y, tag.w, tag.h, 20);
      context.fill();
      context.shadowColor = 'transparent';
      paintText(context, type, wrapped, tag, { fill: pin ? palette.cardInk : '#ffffff' });
    },
  };
}
