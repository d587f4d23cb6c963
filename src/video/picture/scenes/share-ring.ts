import { type Box, centre, squareIn } from '../frame.ts';
import { withAlpha } from '../look/colour.ts';
import type { Part } from './part.ts';
import type { SceneInput } from './scene-input.ts';

/** The share of a whole, from 0 to 1; a range reaches from `from` to `to`. */
interface Share {
  readonly from: number;
  readonly to: number;
}

/** Words that make a percentage a comparison or a growth rate instead of a share. */
const isChange =
  /\b(?:more|less|fewer|faster|slower|higher|lower|cheaper|bigger|larger|smaller|stronger|longer|shorter|rates?|interest|inflation|returns?|grow\w*|grew|ris(?:e|es|en|ing)|rose|f[ae]ll\w*|increas\w+|efficien\w+)\b/i;

/** The share that a percentage in a sentence stands for; undefined for growth or a comparison. */
export function shareOf(percent: number, to: number | undefined, sentence: string): Share | undefined {
  const most = to ?? percent;
  if (isChange.test(sentence)) return undefined;
  return percent > 0 && percent <= most && most <= 100 ? { from: percent / 100, to: most / 100 } : undefined;
}

/** A ring that is filled to a share; the rest of a range is filled lightly. */
export function ringPart({ palette }: SceneInput, free: Box, { from, to }: Share): Part {
  const box = squareIn(free);
  const [width, margin] = [box.w * 0.17, box.w * 0.06];
  const radius = box.w / 2 - margin - width / 2;
  const { x, y } = centre(box);
  const top = -Math.PI / 2;
  return {
    name: 'share',
    box,
    contents: [],
    bleed: 4,
    enter: { at: 0.05, by: 'pop', for: 0.6 },
    idle: { breathe: 0.02, period: 2.6 },
    lively: true,
    paint: (context) => {
      context.lineWidth = width;
      const arc = (start: number, end: number, colour: string) => {
        context.strokeStyle = colour;
        // The canvas does not draw a full circle that starts at an angle other than 0.
        const turn = end - start < 1 ? top : 0;
        context.beginPath();
        context.arc(x, y, radius, turn + start * Math.PI * 2, turn + end * Math.PI * 2);
        context.stroke();
      };
      arc(0, 1, withAlpha(palette.light ? palette.ink : '#ffffff', 0.22));
      if (to > from) arc(from, to, withAlpha(palette.accent, 0.45));
      arc(0, from, palette.accent);
    },
  };
}
