import type { Tree } from './tree.ts';
import { rawText } from './tree.ts';

export interface JsonLdBlock {
  /** What the block holds, or null where it cannot be read. */
  readonly value: unknown;
  readonly error: string | null;
}

const maxBlocks = 500;

/** Every JSON-LD script of a page, read leniently: pages wrap them in comments, break lines in strings, end lists with commas. */
export function jsonLdBlocks(tree: Tree): JsonLdBlock[] {
  return tree
    .all('script')
    .filter(({ attribs }) => /^application\/ld\+json\s*(?:;|$)/i.test((attribs.type ?? '').trim()))
    .slice(0, maxBlocks)
    .map((script) => readLenient(rawText(script)));
}

function readLenient(text: string): JsonLdBlock {
  const stripped = text
    .replace(/^[\s\ufeff]*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|(?:\/\/\s*)?\]\]>)[\s;]*$/, '')
    .trim()
    .replace(/;+$/, '');
  if (stripped === '') return { value: null, error: 'An empty JSON-LD script.' };
  try {
    return { value: JSON.parse(stripped), error: null };
  } catch (strict) {
    try {
      return { value: JSON.parse(mended(stripped)), error: null };
    } catch {
      return { value: null, error: `A JSON-LD script is not JSON: ${(strict as Error).message}` };
    }
  }
}

/**
 * One pass, so that it stays linear: control characters in strings are escaped, bad escapes doubled, comments and
 * commas before a closing bracket dropped.
 */
function mended(text: string): string {
  const out: string[] = [];
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i] ?? '';
    if (inString) {
      if (char === '\\') {
        const next = text[i + 1] ?? '';
        if ('"\\/bfnrtu'.includes(next) && next !== '') out.push(char, next);
        else out.push(next === "'" ? "'" : `\\\\${next}`);
        i += 1;
      } else if (char === '"') {
        inString = false;
        out.push(char);
      } else out.push(char < ' ' ? escapedControl(char) : char);
    } else if (char === '"') {
      inString = true;
      out.push(char);
    } else if (char === '/' && text[i + 1] === '/') {
      const end = text.indexOf('\n', i);
      i = end < 0 ? text.length : end;
    } else if (char === '/' && text[i + 1] === '*') {
      const end = text.indexOf('*/', i + 2);
      i = end < 0 ? text.length : end + 1;
    } else if (char === '}' || char === ']') {
      dropComma(out);
      out.push(char);
    } else out.push(char);
  }
  return out.join('');
}

const escapedControl = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

function dropComma(out: string[]): void {
  let at = out.length - 1;
  while (at >= 0 && /^\s$/.test(out[at] ?? '')) at -= 1;
  if (out[at] === ',') out.length = at;
}
