import { circularItem } from '../../../platform/circular-item.ts';
import type { Mood, Style } from '../../storyboard.ts';

/**
 * The colours of a scene. A light background has dark ink and vice versa; accents are legible on both
 * background and card.
 */
export interface Palette {
  readonly name: string;
  readonly light: boolean;
  /** Top, middle and bottom of the background gradient. */
  readonly ground: readonly [string, string, string];
  /** Colour of its light. */
  readonly glow: string;
  readonly ink: string;
  readonly accent: string;
  readonly second: string;
  readonly card: string;
  readonly cardInk: string;
  /** Colour of marks and numbers on a card. */
  readonly cardAccent: string;
  /** Colour of the pill behind the spoken word. */
  readonly pill: string;
  readonly pillInk: string;
}

const dark = { light: false, ink: '#ffffff', card: '#ffffff', pillInk: '#15131f' } as const;
const light = { light: true, card: '#ffffff', pillInk: '#ffffff' } as const;

export const palettes = {
  lagoon: {
    ...dark,
    name: 'lagoon',
    ground: ['#051036', '#114a9c', '#15b3c4'],
    glow: '#7fe9ff',
    accent: '#ffd83d',
    second: '#8af2ff',
    cardInk: '#0b1c46',
    cardAccent: '#0f6fc0',
    pill: '#ffd83d',
  },
  orchid: {
    ...dark,
    name: 'orchid',
    ground: ['#160a47', '#4b23b3', '#c04fdb'],
    glow: '#f3a6ff',
    accent: '#ffe25a',
    second: '#8ff5ff',
    cardInk: '#240f5c',
    cardAccent: '#7a2bd6',
    pill: '#ffe25a',
  },
  ember: {
    ...dark,
    name: 'ember',
    ground: ['#1a0411', '#8c1034', '#ff6b45'],
    glow: '#ffc089',
    accent: '#ffe066',
    second: '#ffd2c2',
    cardInk: '#3f0a1c',
    cardAccent: '#d0284a',
    pill: '#ffe066',
  },
  fern: {
    ...dark,
    name: 'fern',
    ground: ['#031f1f', '#0d6657', '#84d184'],
    glow: '#d2ffd0',
    accent: '#ffe873',
    second: '#b9ffdf',
    cardInk: '#053230',
    cardAccent: '#0c7d62',
    pill: '#ffe873',
  },
  midnight: {
    ...dark,
    name: 'midnight',
    ground: ['#04060f', '#121a38', '#32457d'],
    glow: '#8ea8ff',
    accent: '#7df3c6',
    second: '#a9b9ff',
    cardInk: '#0d1430',
    cardAccent: '#2f55d4',
    pill: '#7df3c6',
  },
  gilded: {
    ...dark,
    name: 'gilded',
    ground: ['#0c0906', '#3f2b0f', '#b67c22'],
    glow: '#ffdf9b',
    accent: '#ffd469',
    second: '#fff0cf',
    cardInk: '#2b1c07',
    cardAccent: '#9a6410',
    pill: '#ffd469',
  },
  sunrise: {
    ...dark,
    name: 'sunrise',
    ground: ['#2a1058', '#b5357c', '#ffae69'],
    glow: '#ffe1b0',
    accent: '#fff07a',
    second: '#ffd3ea',
    cardInk: '#3a1046',
    cardAccent: '#b5357c',
    pill: '#fff07a',
  },
  signal: {
    ...dark,
    name: 'signal',
    ground: ['#12050a', '#6e0d18', '#ee4b2b'],
    glow: '#ffb199',
    accent: '#ffffff',
    second: '#ffd84a',
    cardInk: '#300812',
    cardAccent: '#cf1f26',
    pill: '#ffd84a',
  },
  dune: {
    ...light,
    name: 'dune',
    ground: ['#fff6e6', '#ffe3bf', '#ffc48d'],
    glow: '#ffffff',
    ink: '#3b1d0c',
    accent: '#c93f22',
    second: '#8a4b12',
    cardInk: '#3b1d0c',
    cardAccent: '#c93f22',
    pill: '#c93f22',
  },
  mint: {
    ...light,
    name: 'mint',
    ground: ['#f2fff8', '#c8f4e2', '#86dccb'],
    glow: '#ffffff',
    ink: '#063a3b',
    accent: '#e0315a',
    second: '#0b7a75',
    cardInk: '#063a3b',
    cardAccent: '#0b7a75',
    pill: '#e0315a',
  },
  candy: {
    ...light,
    name: 'candy',
    ground: ['#fff3f9', '#ffcbe2', '#ff9fcd'],
    glow: '#ffffff',
    ink: '#3d0f4d',
    accent: '#6a30e8',
    second: '#b3136f',
    cardInk: '#3d0f4d',
    cardAccent: '#6a30e8',
    pill: '#6a30e8',
  },
  lemon: {
    ...light,
    name: 'lemon',
    ground: ['#fffbe0', '#ffe873', '#ffc043'],
    glow: '#ffffff',
    ink: '#2c1f57',
    accent: '#d8246b',
    second: '#4a2fc0',
    cardInk: '#2c1f57',
    cardAccent: '#4a2fc0',
    pill: '#4a2fc0',
  },
  paper: {
    ...light,
    name: 'paper',
    ground: ['#fbf9f4', '#efeae0', '#d9d1c2'],
    glow: '#ffffff',
    ink: '#14161c',
    accent: '#c4161c',
    second: '#3b4252',
    cardInk: '#14161c',
    cardAccent: '#c4161c',
    pill: '#c4161c',
  },
} as const satisfies Record<string, Palette>;

const byMood: Record<Mood, readonly Palette[]> = {
  curious: [palettes.lagoon, palettes.orchid, palettes.mint, palettes.ember, palettes.fern],
  calm: [palettes.fern, palettes.mint, palettes.lagoon, palettes.dune],
  epic: [palettes.gilded, palettes.ember, palettes.midnight, palettes.sunrise],
  playful: [palettes.candy, palettes.lagoon, palettes.lemon, palettes.orchid, palettes.mint],
  serious: [palettes.midnight, palettes.paper, palettes.lagoon, palettes.gilded],
  urgent: [palettes.signal, palettes.midnight, palettes.ember, palettes.orchid],
  warm: [palettes.dune, palettes.sunrise, palettes.fern, palettes.ember],
};

/** A card is light whatever the background is. */
export const onCard = (palette: Palette): Palette => ({ ...palette, light: true, ink: palette.cardInk });

const byStyle: Record<Exclude<Style, 'auto'>, readonly Palette[]> = {
  bright: [palettes.mint, palettes.lemon, palettes.candy, palettes.dune],
  dark: [palettes.midnight, palettes.lagoon, palettes.gilded, palettes.orchid],
  minimal: [palettes.paper, palettes.mint],
  bold: [palettes.signal, palettes.orchid, palettes.sunrise, palettes.lagoon],
};

/** The palette of a scene: by the requested style or its mood, and never the same twice in a row. */
export function paletteFor(
  mood: Mood,
  beat: number,
  seed: number,
  { style = 'auto', before }: { readonly style?: Style; readonly before?: Palette | undefined } = {},
): Palette {
  const choices = style === 'auto' ? byMood[mood] : byStyle[style];
  const at = Math.abs(seed) + beat;
  const palette = circularItem(choices, at);
  return palette === before ? circularItem(choices, at + 1) : palette;
}
