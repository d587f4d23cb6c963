import { hexColor } from './color.ts';

export interface NamedColor {
  readonly name: string;
  readonly color: string;
}

const maxColors = 40;
/** Names of custom properties that hold a brand's colour, most reliable first. */
const ranks = [/brand/, /primary/, /accent/, /secondary/, /(?:^|-)(?:theme|main|highlight|cta|link)(?:-|$)/];
/** Palettes that come with a tool, not with a brand. */
const toolPalettes =
  /^--(?:wp--preset--|bs-|tw-|swiper-|fa-|chakra-|mantine-|mdc-|mat-|pst-|dt-|plyr-|toastify-|docsearch-)/;
/** Names for text on a colour or for its states, which are not the colour itself. */
const derivedNames =
  /(?:foreground|contrast|hover|active|disabled|focus|shadow|border|rgb|hsl|alpha|opacity|text-on|on-primary|ring)/;

/** Colours that a style sheet stores under a brand-colour name, most reliable first. */
export function styleColors({ css }: { css: string }): NamedColor[] {
  const found = new Map<string, NamedColor & { rank: number }>();
  for (const [, name = '', value = ''] of css.matchAll(/(--[\w-]{2,60})\s*:\s*([^;{}]{3,60})/g)) {
    const lower = name.toLowerCase();
    const rank = ranks.findIndex((each) => each.test(lower));
    if (rank < 0 || found.has(name) || toolPalettes.test(lower) || derivedNames.test(lower)) continue;
    const color = hexColor(value);
    if (color && found.size < maxColors) found.set(name, { name, color, rank });
  }
  return [...found.values()]
    .sort((left, right) => left.rank - right.rank)
    .map(({ name, color }) => ({ name, color }));
}
