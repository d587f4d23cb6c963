import { isDrawable } from '../drawing/subject.ts';
import { type Box, bottom } from '../frame.ts';
import { paintText } from '../text/paint.ts';
import { fitText } from '../text/wrap.ts';
import { card } from './card-part.ts';
import { composeScene } from './composition.ts';
import { line } from './line-part.ts';
import { numberText, rangeText, splitRange, unitText } from './number-text.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';
import { ringPart, shareOf } from './share-ring.ts';
import { subjectParts } from './subject-part.ts';

const counting_s = 1.5;
const maxRun_s = 3.5;

/** One number, as large as possible, that counts up to its value. */
export function numberScene(
  input: SceneInput,
  scene: { readonly value: number; readonly unit: string; readonly label: string },
): Part[] {
  const { beat, cues, palette, type } = input;
  const story = `${beat.narration} ${beat.on_screen}`;
  const { to, unit } = splitRange(scene.value, scene.unit);
  const range = rangeText(scene.value, to, type.language, story);
  const final = range(1);
  const { parts, body } = composeScene(input, { largest: 104, share: 0.18 });
  // It starts counting before it is spoken and is complete by then, so that the space is never empty.
  const [spokenAt = 0.9] = cues.spokenTimes([numberText(scene.value, type.language, story)(1)]);
  const numberDelay_s = 0.12;
  const countDuration_s = Math.max(
    0.5,
    Math.min(maxRun_s, cues.seconds * 0.5, Math.max(counting_s, spokenAt + 0.5 - numberDelay_s)),
  );
  const unitH = unit ? Math.min(92, body.h * 0.12) : 0;
  // A label that repeats the headline is left out.
  const isLabelled = scene.label.toLowerCase() !== beat.on_screen.toLowerCase();
  const labelH = isLabelled ? Math.min(160, body.h * 0.18) : 0;
  const share = unit === '%' ? shareOf(scene.value, to, beat.narration) : undefined;
  const drawing = isDrawable(beat.subject) || share !== undefined;
  // Alone, the figure is the picture.
  const figureH = drawing ? Math.min(300, body.h * 0.36) : Math.min(460, body.h * 0.5);
  const room = body.h - labelH - unitH - figureH - 50;
  const spare = drawing ? 0 : room / 2;
  const labelBox: Box = { x: body.x + 30, y: bottom(body) - labelH - spare, w: body.w - 60, h: labelH };
  const figureBox: Box = { ...body, y: labelBox.y - 34 - unitH - figureH, h: figureH };
  const characters = [...new Set([...`0123456789${final}`])].join('');
  // The widest intermediate text: all digits get the width of the widest one.
  const figure = fitText(type, final.replace(/\d/g, '0'), {
    role: 'display',
    w: figureBox.w - 30,
    h: figureH,
    largest: drawing ? 330 : 500,
    smallest: 40,
    lines: 1,
    leading: 1,
  });
  const widest = Math.max(...[...'0123456789'].map((d) => type.measureWidth('display', figure.size, d)));
  const advance = (c: string) => (/\d/.test(c) ? widest : type.measureWidth('display', figure.size, c));
  const total = [...final].reduce((sum, c) => sum + advance(c), 0);
  const by = Math.min(1, (figureBox.w - 10) / total);
  const size = figure.size * by;
  const numberBox: Box = {
    x: figureBox.x + (figureBox.w - total * by) / 2,
    y: figureBox.y + (figureH - size * 0.98) / 2,
    w: total * by,
    h: size * 0.98,
  };
  const free: Box = { ...body, h: figureBox.y - body.y - 16 };
  return [
    ...parts,
    ...(isDrawable(beat.subject)
      ? subjectParts(input, beat.subject, free)
      : share
        ? [ringPart(input, free, share)]
        : []),
    {
      name: 'number',
      box: numberBox,
      contents: [{ name: final, box: numberBox }],
      bleed: 40,
      enter: { at: numberDelay_s, by: 'pop', for: 0.55 },
      paint: () => {},
      count: {
        text: range,
        characters,
        for: countDuration_s,
        advance: (c) => advance(c) * by,
        paintCharacter: (context, c, x, y) => {
          const w = advance(c) * by;
          const one = { ...figure, size, lines: [c], widths: [w], leading: size, w, h: size };
          paintText(
            context,
            type,
            one,
            { x, y, w, h: numberBox.h },
            {
              fill: palette.accent,
              shadow: palette.light
                ? { colour: 'rgba(255,255,255,.7)', blur: 20, y: 0 }
                : { colour: 'rgba(2,3,18,.5)', blur: 26, y: 10 },
            },
          );
        },
      },
    },
    ...(unit
      ? [
          line(input, {
            name: 'unit',
            text: unitText(unit, type.language),
            box: { ...body, y: bottom(figureBox), h: unitH },
            enter: { at: numberDelay_s + 0.2, by: 'rise', for: 0.5 },
            largest: 74,
            lines: 1,
            role: 'display',
          }),
        ]
      : []),
    ...(isLabelled
      ? [
          card(input, {
            name: 'label',
            text: scene.label,
            box: labelBox,
            enter: { at: Math.min(cues.seconds * 0.55, numberDelay_s + 0.6), by: 'rise', for: 0.55 },
            largest: 58,
          }),
        ]
      : []),
  ];
}
