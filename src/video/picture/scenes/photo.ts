import type { Image } from '@napi-rs/canvas';
import { paintCard } from '../drawing/subject.ts';
import { type Box, bottom, inset } from '../frame.ts';
import { composeScene } from './composition.ts';
import { line } from './line-part.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

/** An uploaded image, framed like a photograph, with the beat's headline. */
export function photoScene(input: SceneInput, image: Image): Part[] {
  const { palette, opening, beat } = input;
  const { parts, body: whole } = composeScene(input, { share: 0.2 });
  const creditH = beat.credit === undefined ? 0 : 44;
  const body: Box = { ...whole, h: whole.h - creditH };
  const ratio = Math.min(1.9, Math.max(0.6, image.width / Math.max(1, image.height)));
  const w = Math.min(body.w, body.h * ratio);
  const h = Math.min(body.h, w / ratio);
  const frame: Box = { x: body.x + (body.w - w) / 2, y: body.y + (body.h - h) / 2, w, h };
  const picture = inset(frame, 16);
  const credit =
    beat.credit === undefined
      ? []
      : [
          line(input, {
            name: 'credit',
            text: beat.credit,
            box: { ...whole, y: bottom(whole) - creditH + 8, h: creditH - 8 },
            enter: { at: opening ? -1 : 0.2, by: 'fade', for: 0.4 },
            largest: 30,
            lines: 1,
          }),
        ];
  return [
    ...parts,
    ...credit,
    {
      name: 'photo',
      box: frame,
      contents: [{ name: 'image', box: picture }],
      bleed: 46,
      enter: { at: opening ? -1 : 0.03, by: 'pop', for: 0.6 },
      lively: true,
      paint: (context) => {
        paintCard(context, palette, frame, 40);
        context.save();
        context.beginPath();
        context.roundRect(picture.x, picture.y, picture.w, picture.h, 28);
        context.clip();
        const by = Math.max(picture.w / image.width, picture.h / image.height);
        const [iw, ih] = [image.width * by, image.height * by];
        context.drawImage(image, picture.x + (picture.w - iw) / 2, picture.y + (picture.h - ih) / 2, iw, ih);
        context.restore();
      },
    },
  ];
}
