import { rawText, type Tree } from '../tree.ts';

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
  let first = '';
  for (const form of forms) {
    try {
      const value: unknown = JSON.parse(form(stripped));
      return tooDeep(value)
        ? { value: null, error: 'A JSON-LD script nests too deep.' }
        : { value, error: null };
    } catch (error) {
      first ||= (error as Error).message;
    }
  }
  return { value: null, error: `A JSON-LD script is not JSON: ${first}` };
}

/** As it stands, then mended, then with the entities that some templates put into scripts. */
const forms = [(text: string) => text, mended, (text: string) => mended(withoutEntities(text))];

const entities: Readonly<Record<string, string>> = {
  quot: '"',
  '#34': '"',
  '#39': "'",
  apos: "'",
  lt: '<',
  gt: '>',
  amp: '&',
};

const withoutEntities = (text: string): string =>
  text.replaceAll(/&(quot|#34|#39|apos|lt|gt|amp);/g, (whole, name: string) => entities[name] ?? whole);

const maxDepth = 100;

function tooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
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
