import type { SpokenWord } from '../../narration.ts';
import { canvasFor } from '../drawing/canvas.ts';
import { clamp, overshoot } from '../easing.ts';
import { type Box, centre } from '../frame.ts';
import type { Arena } from '../frames/arena.ts';
import type { Compositor, CompositorPicture } from '../frames/compositor.ts';
import type { Sprite } from '../frames/sprite.ts';
import type { Palette } from '../look/palettes.ts';
import { paintText } from '../text/paint.ts';
import type { Type } from '../text/type.ts';
import { layOutPage, type PlacedWord } from './layout.ts';
import { type CaptionPage, splitIntoPages, spokenWordAt } from './pages.ts';

interface PaintedCaption {
  readonly page: CaptionPage;
  readonly plain: Sprite;
  readonly words: readonly { readonly sprite: Sprite; readonly x: number; readonly y: number }[];
}

const bleed = 26;
const enterDuration_s = 0.22;
const highlightDuration_s = 0.16;

/** Captions over every scene: the whole phrase, with a pill behind the word being spoken. */
export class Captions {
  readonly #compositor: Compositor;
  readonly #arena: Arena;
  readonly #type: Type;
  readonly #pages: readonly CaptionPage[];
  readonly #paletteOf: (beat: number) => Palette;
  readonly #band: Box;
  #painted: PaintedCaption | undefined;

  /** The arena must not be shared: it is cleared with every page. */
  constructor(
    compositor: Compositor,
    arena: Arena,
    type: Type,
    narration: { readonly words: readonly SpokenWord[]; readonly duration: number },
    paletteOf: (beat: number) => Palette,
    band: Box,
  ) {
    this.#band = band;
    this.#compositor = compositor;
    this.#arena = arena;
    this.#type = type;
    this.#pages = splitIntoPages(narration.words, narration.duration);
    this.#paletteOf = paletteOf;
  }

  draw(frame: CompositorPicture, t: number): void {
    const page = this.#pages.find(({ from, to }) => t >= from && t < to);
    if (!page) return;
    if (this.#painted?.page !== page) this.#painted = this.#paint(page);
    const { plain, words } = this.#painted;
    // Moved, not scaled: captions are on every frame, and transforming them would cost more than everything
    // else.
    const share = clamp((t - page.from) / enterDuration_s);
    const risen = (1 - overshoot(share, 2.6)) * 34;
    const opacity = clamp(share * 3);
    const middle = centre(this.#band);
    this.#compositor.draw(frame, plain, { x: middle.x, y: middle.y + risen, opacity });
    const spoken = spokenWordAt(page, t);
    const [word, caption] = [words[spoken], page.words[spoken]];
    if (!word || !caption) return;
    const { sprite, x, y } = word;
    // The first word of a page is highlighted immediately, since the page appears before it is spoken.
    const marked = spoken === 0 ? 1 : clamp((t - caption.start) / highlightDuration_s);
    const hop = Math.sin(marked * Math.PI) * -9;
    this.#compositor.draw(frame, sprite, { x, y: y + risen + hop, opacity });
  }

  #paint(page: CaptionPage): PaintedCaption {
    this.#arena.clear();
    const palette = this.#paletteOf(page.words[0]?.beat ?? 0);
    const placedWords = layOutPage(this.#type, page, this.#band);
    const bandCanvas = canvasFor(this.#band, bleed);
    for (const word of placedWords) paintWord(bandCanvas.context, this.#type, word, palette, false);
    return {
      page,
      plain: this.#compositor.sprite(bandCanvas.canvas, this.#arena),
      words: placedWords.map((word) => {
        const { canvas, context } = canvasFor(word.pill, bleed);
        paintWord(context, this.#type, word, palette, true);
        return { sprite: this.#compositor.sprite(canvas, this.#arena), ...centre(word.pill) };
      }),
    };
  }
}

function paintWord(
  context: Parameters<typeof paintText>[0],
  type: Type,
  word: PlacedWord,
  palette: Palette,
  spoken: boolean,
): void {
  const { lines, size, box, pill } = word;
  const leading = box.h / lines.length;
  const text = {
    role: 'caption',
    size,
    lines,
    widths: lines.map(() => box.w),
    leading,
    w: box.w,
    h: box.h,
  } as const;
  if (spoken) {
    context.save();
    context.shadowColor = 'rgba(0,0,0,.42)';
    context.shadowBlur = 20;
    context.shadowOffsetY = 7;
    context.fillStyle = palette.pill;
    context.beginPath();
    context.roundRect(pill.x, pill.y, pill.w, pill.h, Math.min(28, pill.h * 0.28));
    context.fill();
    context.restore();
    paintText(context, type, text, box, { fill: palette.pillInk });
  } else {
    paintText(context, type, text, box, {
      fill: '#ffffff',
      stroke: { colour: 'rgba(6,8,26,.94)', width: Math.max(8, size * 0.19) },
      shadow: { colour: 'rgba(0,0,0,.35)', blur: 14, y: 5 },
    });
  }
}
