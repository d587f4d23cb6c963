import { zip } from '../../../platform/zip.ts';
import { isDrawable, paintSubject } from '../drawing/subject.ts';
import { type Box, bottom, inset, squareIn } from '../frame.ts';
import { withAlpha } from '../look/colour.ts';
import { onCard } from '../look/palettes.ts';
import { findRelation } from '../relations/relation.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { chainParts } from './chain.ts';
import { composeScene, isWide } from './composition.ts';
import { line } from './line-part.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';
import { firstStep, type StepTime, stepTimes } from './steps.ts';
import { subjectParts } from './subject-part.ts';

/** One stop on the rail: its mark, and what is shown large while it is current. */
export interface Stop {
  readonly mark: { readonly picture: string } | { readonly text: string };
  readonly subject: string;
  /** In the display face, large. */
  readonly title: string;
  readonly detail?: string;
}

/** Several stops on a rail, a light that runs along it, and the current stop shown large. */
export function railScene(input: SceneInput, stops: readonly Stop[]): Part[] {
  const { parts, body } = composeScene(input, { share: 0.17 });
  const times = stepTimes(
    input,
    stops.map(({ title, detail }) => `${title} ${detail ?? ''}`),
  );
  const nodeSide = Math.min(132, (body.w - 20 * (stops.length - 1)) / stops.length, body.h * 0.2);
  const rail: Box = { ...body, h: nodeSide };
  const stage: Box = { ...body, y: bottom(rail) + body.h * 0.04, h: body.h - nodeSide - body.h * 0.04 };
  const step = stops.length > 1 ? (rail.w - nodeSide) / (stops.length - 1) : 0;
  const nodes = stops.map((_, i): Box => ({ x: rail.x + i * step, y: rail.y, w: nodeSide, h: nodeSide }));
  const first = firstStep(times);
  return [
    ...parts,
    ...railParts(input, nodes, times, first),
    ...zip(stops, nodes).flatMap(([stop, node], i) =>
      nodeParts(input, stop, i, node, { time: times[i], first }),
    ),
    ...stops.flatMap((stop, i) => (times[i] ? stageParts(input, stop, i, stage, times[i]) : [])),
  ];
}

function railParts(
  input: SceneInput,
  nodes: readonly Box[],
  times: readonly (StepTime | undefined)[],
  first: number,
): Part[] {
  const { palette, opening } = input;
  return zip(nodes, nodes.slice(1)).flatMap(([before, node], k): Part[] => {
    const y = before.y + before.h / 2;
    const from = before.x + before.w;
    const box: Box = { x: from, y: y - 5, w: Math.max(2, node.x - from), h: 10 };
    const time = times[k + 1];
    const bar = (name: string, colour: string, enter: Part['enter']): Part => ({
      name,
      box,
      contents: [],
      bleed: 2,
      backdrop: true,
      enter,
      paint: (context) => {
        context.fillStyle = colour;
        context.fillRect(box.x, box.y, box.w, box.h);
      },
    });
    const dim = bar(`rail ${k}`, withAlpha(palette.ink, 0.28), {
      at: opening ? -1 : 0.05,
      by: 'fade',
      for: 0.25,
    });
    if (k + 1 <= first) return [dim, bar(`way ${k}`, palette.accent, { at: -1, by: 'fade' })];
    if (!time) return [dim];
    const way = bar(`way ${k}`, palette.accent, {
      at: Math.max(0, time.at - 0.1),
      by: 'wipe-right',
      for: 0.5,
    });
    return [dim, way, runner(input, k, box, time)];
  });
}

/** A light that runs to the current stop repeatedly. */
function runner({ palette }: SceneInput, i: number, way: Box, { at, until }: StepTime): Part {
  const r = 13;
  const box: Box = { x: way.x - r, y: way.y + way.h / 2 - r, w: 2 * r, h: 2 * r };
  const period = 1.1;
  return {
    name: `runner ${i}`,
    box,
    contents: [],
    bleed: 8,
    backdrop: true,
    enter: { at: at + 0.3, by: 'fade', for: 0.2 },
    ...(until !== undefined && { until }),
    follow: (t) => ({ dx: (((t - at) % period) / period) * way.w, dy: 0 }),
    paint: (context) => {
      context.shadowColor = palette.accent;
      context.shadowBlur = 12;
      context.fillStyle = '#ffffff';
      context.beginPath();
      context.arc(box.x + r, box.y + r, r * 0.8, 0, Math.PI * 2);
      context.fill();
    },
  };
}

function nodeParts(
  input: SceneInput,
  stop: Stop,
  i: number,
  box: Box,
  { time, first }: { readonly time: StepTime | undefined; readonly first: number },
): Part[] {
  const { palette, opening } = input;
  const base = { contents: [], bleed: 14, backdrop: true } as const;
  const paintNode =
    (fill: string, ink: string): Part['paint'] =>
    (context) => {
      context.fillStyle = fill;
      context.beginPath();
      context.arc(box.x + box.w / 2, box.y + box.h / 2, box.w / 2 - 8, 0, Math.PI * 2);
      context.fill();
      paintMark(input, stop, context, box, ink);
    };
  const isDone = i < first;
  const dim: Part = {
    name: `stop ${i}`,
    box,
    ...base,
    enter: { at: opening || isDone ? -1 : 0.05 + i * 0.06, by: 'pop', for: 0.4 },
    paint: paintNode(palette.light ? '#ffffff' : withAlpha('#ffffff', 0.82), palette.cardInk),
  };
  if (!time) return [dim];
  return [
    dim,
    {
      name: `active stop ${i}`,
      box,
      ...base,
      enter: { at: time.at, by: 'pop', for: 0.5 },
      idle: { breathe: 0.04, period: 1.2 },
      paint: (context) => {
        context.fillStyle = palette.accent;
        context.beginPath();
        context.arc(box.x + box.w / 2, box.y + box.h / 2, box.w / 2, 0, Math.PI * 2);
        context.fill();
        paintNode('#ffffff', palette.cardAccent)(context);
      },
    },
  ];
}

function paintMark(
  { type, palette }: SceneInput,
  { mark }: Stop,
  context: Parameters<Part['paint']>[0],
  box: Box,
  ink: string,
): void {
  if ('picture' in mark && isDrawable(mark.picture)) {
    paintSubject(context, type, onCard(palette), mark.picture, inset(box, box.w * 0.24), 0);
    return;
  }
  const text = 'text' in mark ? mark.text : mark.picture;
  const inner = inset(squareIn(box), box.w * 0.17, box.w * 0.25);
  const wrapped = fitText(type, text, {
    role: 'display',
    w: inner.w,
    h: inner.h,
    largest: box.w * 0.42,
    smallest: 14,
    lines: 2,
    leading: 1,
  });
  paintText(context, type, wrapped, inner, { fill: ink });
}

/** What the sentence of a stop relates, drawn as its diagram, else its picture and title. */
function stageParts(input: SceneInput, stop: Stop, i: number, stage: Box, time: StepTime): Part[] {
  const { palette, type } = input;
  const told = input.phases.find(({ beat: { scene } }) => 'at' in scene && scene.at === i);
  const relation = told && stop.detail === undefined ? findRelation(told.beat.narration) : undefined;
  if (relation?.kind === 'chain') {
    const texts = relation.steps.map(({ label, by = '' }) => `${by} ${label}`);
    const times = input.cues.of(texts, time.at);
    const own = chainParts({ ...input, opening: false }, relation.steps, stage, {
      times: [time.at, ...times.slice(1)],
      until: time.until,
    });
    return own.map((part) => ({ ...part, name: `${part.name} of ${i}` }));
  }
  const wide = isWide({ ...stage, w: stage.w * 0.8 });
  const drawable = isDrawable(stop.subject);
  const titleH = Math.min(150, stage.h * (stop.detail ? 0.22 : 0.26));
  const detailH = stop.detail ? Math.min(150, stage.h * 0.24) : 0;
  const textH = titleH + detailH;
  const drawing: Box = wide
    ? { ...stage, w: stage.h }
    : { ...stage, h: Math.min(stage.w, stage.h - textH - 20) };
  const text: Box = !drawable
    ? { ...stage, y: stage.y + (stage.h - textH) / 2, h: textH }
    : wide
      ? {
          ...stage,
          x: stage.x + stage.h + 40,
          w: stage.w - stage.h - 40,
          y: stage.y + (stage.h - textH) / 2,
          h: textH,
        }
      : { ...stage, y: bottom(drawing) + 20, h: textH };
  const until = time.until;
  return [
    ...(drawable
      ? subjectParts({ ...input, opening: false }, stop.subject, drawing, { at: time.at, until })
      : []),
    line(input, {
      name: `title ${i}`,
      text: stop.title,
      box: { ...text, h: titleH },
      enter: { at: time.at, by: 'rise', for: 0.4 },
      largest: Math.min(drawable ? 110 : 170, titleH * 0.86),
      lines: 2,
      role: 'display',
      fill: type.pairing.display === 'anton' || !palette.light ? palette.accent : palette.cardAccent,
      until,
    }),
    ...(stop.detail
      ? [
          line(input, {
            name: `detail ${i}`,
            text: stop.detail,
            box: { ...text, y: text.y + titleH, h: detailH },
            enter: { at: time.at + 0.06, by: 'rise', for: 0.4 },
            largest: 62,
            lines: 3,
            until,
          }),
        ]
      : []),
  ];
}
