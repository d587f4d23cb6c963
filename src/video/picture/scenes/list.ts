import { zip } from '../../../platform/zip.ts';
import { isDrawable } from '../drawing/subject.ts';
import { bottom, inset } from '../frame.ts';
import { samePicture } from '../icons/picture.ts';
import { card } from './card-part.ts';
import { composeScene, isWide, splitIntoColumn } from './composition.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';
import { firstStep, stepTimes } from './steps.ts';
import { subjectParts } from './subject-part.ts';

interface List {
  readonly items: readonly string[];
  readonly pictures?: readonly string[];
}

/** Items below each other, each entering when it is mentioned, with the picture of the current one. */
export function listScene(input: SceneInput, { items, pictures = [] }: List): Part[] {
  const { beat, phases } = input;
  const { parts, body } = composeScene(input, { share: 0.17 });
  const times = stepTimes(input, items);
  const first = firstStep(times);
  const stepwise = phases.length > 1 || times.some((time) => time === undefined);
  const hasOwnPictures =
    pictures.length === items.length && pictures.every(isDrawable) && allDifferent(pictures);
  const gap = Math.min(26, body.h * 0.025);
  const wide = isWide(body);
  const cardH = Math.min(170, (body.h * 0.62 - gap * (items.length - 1)) / items.length);
  const cards = cardH * items.length + gap * (items.length - 1);
  const drawing = wide ? { ...body, w: body.w * 0.36 } : { ...body, h: body.h - cards - 2 * gap };
  const column = wide
    ? { ...body, x: body.x + body.w * 0.4, w: body.w * 0.6 }
    : { ...body, y: bottom(drawing) + 2 * gap, h: cards };
  const boxes = splitIntoColumn(column, items.length, gap, wide ? 150 : cardH);
  const showsPictures = hasOwnPictures && stepwise;
  const tallest = wide ? drawing : inset(drawing, 0, 0);
  return [
    ...parts,
    ...(showsPictures
      ? pictures.flatMap((picture, i) =>
          times[i]
            ? subjectParts({ ...input, opening: false }, picture, tallest, {
                at: times[i].at,
                until: times[i].until,
              })
            : [],
        )
      : subjectParts(input, beat.subject, tallest)),
    ...zip(items, boxes).flatMap(([text, box], i) => {
      const time = times[i];
      const subject = hasOwnPictures && !showsPictures ? pictures[i] : undefined;
      const mark = subject === undefined ? { number: i + 1 } : { subject };
      const cardOptions = { text, box, mark, largest: 60 } as const;
      if (i < first && !time)
        return [card(input, { ...cardOptions, name: `item ${i}`, enter: { at: -1, by: 'fade' } })];
      if (!time) return [];
      const plainCard = card(input, {
        ...cardOptions,
        name: `item ${i}`,
        enter: { at: time.at, by: 'from-right', for: 0.5 },
      });
      if (!stepwise) return [plainCard];
      // The current item is highlighted by a second card over its plain one.
      const strong = card(input, {
        ...cardOptions,
        name: `active item ${i}`,
        enter: { at: time.at, by: 'from-right', for: 0.5 },
        strong: true,
        until: time.until,
      });
      return [
        ...(time.until === undefined
          ? []
          : [
              {
                ...plainCard,
                backdrop: true,
                enter: { at: time.until - 0.35, by: 'fade' as const, for: 0.15 },
              },
            ]),
        strong,
      ];
    }),
  ];
}

const allDifferent = (pictures: readonly string[]): boolean =>
  pictures.every((a, i) => pictures.every((b, k) => k <= i || !samePicture(a, b)));
