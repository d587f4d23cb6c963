import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';

const require = createRequire(import.meta.url);

interface Family {
  readonly package: string;
  /** File name pattern; `*` is the subset. */
  readonly file: string;
}

const variable = (name: string): Family => ({
  package: `@fontsource-variable/${name}`,
  file: `${name}-*-wght-normal.woff2`,
});

/** Every typeface that a video may use. All are under the Open Font License and installed from npm. */
const families = {
  anton: { package: '@fontsource/anton', file: 'anton-*-400-normal.woff2' },
  montserrat: variable('montserrat'),
  inter: variable('inter'),
  fraunces: variable('fraunces'),
  'bricolage-grotesque': variable('bricolage-grotesque'),
  fredoka: variable('fredoka'),
  'noto-sans': variable('noto-sans'),
  'noto-sans-arabic': variable('noto-sans-arabic'),
  'noto-sans-hebrew': variable('noto-sans-hebrew'),
  'noto-sans-thai': variable('noto-sans-thai'),
  'noto-sans-sc': variable('noto-sans-sc'),
  'noto-sans-jp': variable('noto-sans-jp'),
  'noto-sans-kr': variable('noto-sans-kr'),
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof families;

interface Subset {
  readonly alias: string;
  readonly file: string;
  readonly ranges: readonly (readonly [number, number])[];
  registered: boolean;
}

export const emojiFace = 'Kith Emoji';
let emojiRegistered = false;
const subsets = new Map<FamilyName, Subset[]>();

function fontFolder(name: string): string {
  return path.dirname(require.resolve(`${name}/package.json`));
}

/**
 * Families are split into files by character range; each file needs a unique name, or all but one are
 * ignored.
 */
function readSubsets(name: FamilyName): Subset[] {
  const known = subsets.get(name);
  if (known) return known;
  const { package: from, file } = families[name];
  const folder = fontFolder(from);
  const unicodeRanges: Record<string, string> = JSON.parse(
    readFileSync(path.join(folder, 'unicode.json'), 'utf8'),
  );
  const list = Object.entries(unicodeRanges).map(([subset, ranges]) => {
    const part = subset.replace(/[[\]]/g, '');
    return {
      alias: `Kith ${name} ${part}`,
      file: path.join(folder, 'files', file.replace('*', part)),
      ranges: ranges.split(',').map(parseRange),
      registered: false,
    };
  });
  subsets.set(name, list);
  return list;
}

function parseRange(text: string): readonly [number, number] {
  const [from = '', to = from] = text.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

/** The registered names of this family's files for these characters; other files are not loaded. */
export function facesFor(name: FamilyName, characters: ReadonlySet<number>): string[] {
  const faces: string[] = [];
  for (const subset of readSubsets(name)) {
    if (!subset.ranges.some(([from, to]) => anyWithin(characters, from, to))) continue;
    if (!subset.registered && !GlobalFonts.registerFromPath(subset.file, subset.alias))
      throw new Error(`the font ${subset.file} cannot be read`);
    subset.registered = true;
    faces.push(subset.alias);
  }
  return faces;
}

export function registerEmoji(): void {
  if (emojiRegistered) return;
  const file = path.join(
    fontFolder('@fontsource/noto-color-emoji'),
    'files/noto-color-emoji-emoji-400-normal.woff2',
  );
  if (!GlobalFonts.registerFromPath(file, emojiFace)) throw new Error(`the font ${file} cannot be read`);
  emojiRegistered = true;
}

function anyWithin(characters: ReadonlySet<number>, from: number, to: number): boolean {
  if (to - from < characters.size) {
    for (let c = from; c <= to; c++) if (characters.has(c)) return true;
    return false;
  }
  for (const c of characters) if (c >= from && c <= to) return true;
  return false;
}
