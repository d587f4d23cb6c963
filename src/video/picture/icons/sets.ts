import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { toLemma } from './lemma.ts';

const require = createRequire(import.meta.url);

/** Open icon sets by preference: flat colour first, then solid shapes, then lines. */
const setNames = [
  'fluent-emoji-flat',
  'streamline-plump-color',
  'game-icons',
  'streamline-ultimate-color',
  'tabler',
] as const;
export type SetName = (typeof setNames)[number];

/** Attributions for the sets whose licence requires one. */
export const credits: Partial<Record<SetName, string>> = {
  'streamline-plump-color': 'Streamline (CC BY 4.0)',
  'streamline-ultimate-color': 'Streamline (CC BY 4.0)',
  'game-icons': 'game-icons.net (CC BY 3.0)',
};

export interface Icon {
  readonly set: SetName;
  readonly name: string;
}

interface Drawing {
  readonly body: string;
  readonly width?: number;
  readonly height?: number;
}

interface IconFile {
  readonly icons: Readonly<Record<string, Drawing>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
  readonly width?: number;
  readonly height?: number;
}

interface LoadedSet extends IconFile {
  /** Icons by the phrase in their name. */
  readonly byPhrase: ReadonlyMap<string, string>;
}

const loaded = new Map<SetName, LoadedSet>();

function load(set: SetName): LoadedSet {
  const known = loaded.get(set);
  if (known) return known;
  const file = require.resolve(`@iconify-json/${set}/icons.json`);
  const icons: IconFile = JSON.parse(readFileSync(file, 'utf8'));
  const byPhrase = new Map<string, string>();
  for (const name of [...Object.keys(icons.icons), ...Object.keys(icons.aliases ?? {})]) {
    if (unsuitable.test(name)) continue;
    const phrase = toPhrase(name);
    const before = byPhrase.get(phrase);
    // Among variants of a name, the flat or filled one is preferred: it matches the colour sets.
    if (before === undefined || (/-(?:flat|filled)$/.test(name) && !/-(?:flat|filled)$/.test(before)))
      byPhrase.set(phrase, name);
  }
  const complete = { ...icons, byPhrase };
  loaded.set(set, complete);
  return complete;
}

/** Skin tones, trademarks, letters and user interface signs. */
const unsuitable =
  /-(?:light|medium-light|medium|medium-dark|dark|off|logo)$|^(?:brand|letter|number|square|circle|hexagon|align|border|layout|box|abstract|align|arrow|zodiac|currency|badge|pentagon|octagon|alpha|photo|device|file|user|mood)-/;
/** Prefixes that Streamline adds to names. */
const shelf =
  /^(?:natural-disaster|kitchenware|seafood|science|medical-instrument|weather|office|amusement-park|car-repair|crypto-currency|vintage|body-care|make-up|trends|safety|card-game|design-tool|business|money|computer|phone|hotel|bag|clean|device)-/;

function toPhrase(name: string): string {
  const bare = name.replace(/-(?:flat|filled)$/, '').replace(/(?:-\d+)+$/, '');
  return toLemma(bare.replace(shelf, '').replaceAll('-', ' '));
}

/** The icon whose name is exactly this phrase (see toLemma). */
export function iconNamed(phrase: string, sets: readonly SetName[] = setNames): Icon | undefined {
  for (const set of sets) {
    const name = load(set).byPhrase.get(phrase);
    if (name !== undefined) return { set, name };
  }
  return undefined;
}

export const hasIcon = ({ set, name }: Icon): boolean => findDrawing(set, name) !== undefined;

function findDrawing(set: SetName, name: string): Drawing | undefined {
  const { icons, aliases } = load(set);
  return icons[name] ?? icons[aliases?.[name]?.parent ?? ''];
}

/** Sets with a single colour, which the palette sets. */
export const isMonochrome = ({ set }: Icon): boolean => set === 'game-icons' || set === 'tabler';

/** The icon as an SVG document of this size in pixels. */
export function drawSvg({ set, name }: Icon, side: number, colour: string): Buffer {
  const drawing = findDrawing(set, name);
  if (!drawing) throw new Error(`${set} has no icon ${name}`);
  const { width, height } = load(set);
  const [w, h] = [drawing.width ?? width ?? 16, drawing.height ?? height ?? 16];
  const body = drawing.body.replaceAll('currentColor', colour);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${w} ${h}">${body}</svg>`,
  );
}
