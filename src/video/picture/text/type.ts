import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Pairing } from '../look/pairings.ts';
import { emojiFace, type FamilyName, facesFor, registerEmoji } from './families.ts';

export type TextRole = 'display' | 'text' | 'caption';

/**
 * Fallbacks after the pairing's own faces, in this order; the language decides which Han shapes come first.
 */
const fallbacks: readonly FamilyName[] = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-jp',
  'noto-sans-kr',
];
const hanFamilies: Record<string, FamilyName> = {
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
  zh: 'noto-sans-sc',
};

/** The type of one video: its two faces, and fallbacks for its other characters. */
export class Type {
  readonly pairing: Pairing;
  readonly language: string;
  readonly #faces: Record<TextRole, string>;
  readonly #measuring: SKRSContext2D;
  readonly #capitals = new Map<TextRole, number>();
  /** Widths at size 1: the same words are measured repeatedly while their size is determined. */
  readonly #widths: Record<TextRole, Map<string, number>> = {
    display: new Map(),
    text: new Map(),
    caption: new Map(),
  };

  /** `characters` is all text that the video will show. */
  constructor(pairing: Pairing, language: string, characters: string) {
    this.pairing = pairing;
    this.language = language;
    registerEmoji();
    const upper = capitals(characters, language);
    // Digits and punctuation are drawn in every video, whatever its text.
    const basic = '0123456789.,:%+-–—…“”‘’«»&/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const codePoints = new Set([...`${characters}${upper}${basic}`].map((c) => c.codePointAt(0) ?? 0));
    const first = hanFamilies[language];
    const rest = first ? [first, ...fallbacks.filter((name) => name !== first)] : fallbacks;
    const own = (name: FamilyName) =>
      [name, ...rest]
        .flatMap((family) => facesFor(family, codePoints))
        .concat(emojiFace)
        .map((face) => `"${face}"`)
        .join(', ');
    const text = own(pairing.text);
    this.#faces = { display: own(pairing.display), text, caption: text };
    this.#measuring = createCanvas(8, 8).getContext('2d');
  }

  /** Sets up the context for text of this role. */
  use(context: SKRSContext2D, role: TextRole, size: number): void {
    const { displayWeight, textWeight, captionWeight } = this.pairing;
    const weight = { display: displayWeight, text: textWeight, caption: captionWeight }[role];
    // Variable fonts honour a weight only as an axis setting; the regular weight finds the file.
    context.font = `400 ${size}px ${this.#faces[role]}`;
    context.fontVariationSettings = `'wght' ${weight}`;
  }

  /** Applies the role's case: the display face may be all capitals. */
  cased(role: TextRole, text: string): string {
    const all = role === 'display' ? this.pairing.displayCapitals : role === 'caption';
    return all ? capitals(text, this.language) : text;
  }

  measureWidth(role: TextRole, size: number, text: string): number {
    let width = this.#widths[role].get(text);
    if (width === undefined) {
      width = this.#measured(role, text);
      this.#widths[role].set(text, width);
    }
    return width * size;
  }

  /** Height of capitals at size 1, by which lines are centred. */
  capitalHeight(role: TextRole): number {
    const known = this.#capitals.get(role);
    if (known !== undefined) return known;
    this.use(this.#measuring, role, 100);
    const height = this.#measuring.measureText('H').actualBoundingBoxAscent / 100;
    this.#capitals.set(role, height);
    return height;
  }

  #measured(role: TextRole, text: string): number {
    const context = this.#measuring;
    const large = 100;
    this.use(context, role, large);
    const { width, actualBoundingBoxLeft, actualBoundingBoxRight } = context.measureText(text);
    // Some glyphs extend beyond their advance width, mostly in heavy faces.
    return Math.max(width, actualBoundingBoxRight + Math.max(0, actualBoundingBoxLeft)) / large;
  }
}

/** Upper case by the rules of the language, such as the Turkish i. */
function capitals(text: string, language: string): string {
  return text.toLocaleUpperCase(language);
}
