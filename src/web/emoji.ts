import { createRequire } from 'node:module';

interface Pictures {
  readonly names: Readonly<Record<string, string>>;
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  readonly aliases: Readonly<Record<string, { readonly parent: string; readonly hFlip?: boolean }>>;
}

const side = 32;
const firstFlagLetter = 0x1f1e6;
const require = createRequire(import.meta.url);
let pictures: Pictures | undefined;

/**
 * Draws an emoji by its code points, `1f469-200d-1f680`, for readers whose system has no font for it. Undefined for
 * what is no code.
 */
export function drawEmoji(code: string): string | undefined {
  if (!/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,9}$/.test(code)) return undefined;
  pictures ??= loadPictures();
  const { names, icons, aliases } = pictures;
  const name = names[code] ?? '';
  const alias = aliases[name];
  const body = icons[alias?.parent ?? name]?.body ?? drawLetters(code);
  const turned = alias?.hFlip ? `<g transform="translate(${side}) scale(-1 1)">${body}</g>` : body;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${turned}</svg>`;
}

function loadPictures(): Pictures {
  const names: Pictures['names'] = require('@iconify-json/fluent-emoji-flat/chars.json');
  const {
    icons,
    aliases = {},
  }: Omit<Pictures, 'names'> = require('@iconify-json/fluent-emoji-flat/icons.json');
  return { names, icons, aliases };
}

/** The letters of a flag, and a dot for what has no picture. */
function drawLetters(code: string): string {
  const letters = code.split('-').map((each) => Number.parseInt(each, 16) - firstFlagLetter);
  if (letters.some((each) => each < 0 || each > 25)) return '<circle cx="16" cy="16" r="6" fill="#8d8a80"/>';
  const text = String.fromCodePoint(...letters.map((each) => 0x41 + each));
  return `<rect y="5" width="32" height="22" rx="4" fill="#3d3fc4"/><text x="16" y="22" font-family="sans-serif" font-weight="700" font-size="16" text-anchor="middle" fill="#fff">${text}</text>`;
}
