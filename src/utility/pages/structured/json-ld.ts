import { messageOf } from '../../../platform/error-fields.ts';
import { rawText, type Tree } from '../tree.ts';

export interface JsonLdBlock {
  /** The parsed content, or null if it cannot be read. */
  readonly value: unknown;
  readonly error: string | null;
  /** Why it is not valid JSON as written, even if it could be repaired. */
  readonly fault: JsonLdFault | null;
}

export interface JsonLdFault {
  /** Number of the JSON-LD script within the page, from 1. */
  script: number;
  /** Position in that script, from 1; null if the parser reports none. */
  line: number | null;
  column: number | null;
  reason: string;
  /** The text around that position. */
  excerpt: string;
  /** It could be parsed after a repair; search engines ignore it. */
  repaired: boolean;
}

const maxBlocks = 500;

/**
 * Parses every JSON-LD script of a page leniently: pages wrap them in comments, break lines in strings and
 * leave trailing commas.
 */
export function jsonLdBlocks(tree: Tree): JsonLdBlock[] {
  return tree
    .all('script')
    .filter(({ attribs }) => /^application\/ld\+json\s*(?:;|$)/i.test((attribs.type ?? '').trim()))
    .slice(0, maxBlocks)
    .map((script, index) => readLenient(rawText(script), index + 1));
}

function readLenient(text: string, script: number): JsonLdBlock {
  const stripped = text
    .replace(/^[\s\ufeff]*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|(?:\/\/\s*)?\]\]>)[\s;]*$/, '')
    .trim()
    .replace(/;+$/, '');
  const fault = (reason: string, repaired: boolean): JsonLdFault => ({
    script,
    ...locateFault(text, reason),
    reason: reason.slice(0, 200),
    repaired,
  });
  if (stripped === '') {
    const error = 'An empty JSON-LD script.';
    return { value: null, error, fault: fault(error, false) };
  }
  const strict = findSyntaxError(text);
  for (const form of variants) {
    const value = parseOrUndefined(form(stripped));
    if (value === notJson) continue;
    if (tooDeep(value)) {
      const error = 'A JSON-LD script nests too deep.';
      return { value: null, error, fault: fault(error, false) };
    }
    return { value, error: null, fault: strict === null ? null : fault(strict, true) };
  }
  const jsonFault = fault(strict ?? '', false);
  const location =
    jsonFault.line === null
      ? `script ${script}`
      : `script ${script}, line ${jsonFault.line}, column ${jsonFault.column}`;
  return {
    value: null,
    error: `A JSON-LD script is not JSON (${location}): ${jsonFault.reason}`,
    fault: jsonFault,
  };
}

const notJson = Symbol('not JSON');

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}

function findSyntaxError(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Longer texts are not searched for the position of their error. */
const maxSearchedChars = 1_000_000;

/** V8 reports no position for an unexpected token: it is the end of the shortest prefix with the same error. */
function unexpectedTokenAt(text: string): number | null {
  if (text.length > maxSearchedChars) return null;
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (unexpectedToken.test(findSyntaxError(text.slice(0, middle)) ?? '')) bad = middle;
    else good = middle;
  }
  return good;
}

const unexpectedToken = /^Unexpected token/;

/** Where a text stops being JSON; for truncated text it is the end. */
function locateFault(text: string, reason: string): Pick<JsonLdFault, 'line' | 'column' | 'excerpt'> {
  const reportedPosition = /at position (\d+)/.exec(reason)?.[1];
  const inferPosition = () => {
    if (/end of|Unterminated/i.test(reason)) return text.length;
    return unexpectedToken.test(reason) ? unexpectedTokenAt(text) : null;
  };
  const at = reportedPosition === undefined ? inferPosition() : Number(reportedPosition);
  if (at === null) return { line: null, column: null, excerpt: text.trim().slice(0, 60) };
  const lines = text.slice(0, at).split('\n');
  return {
    line: lines.length,
    column: (lines.at(-1) ?? '').length + 1,
    excerpt: text
      .slice(Math.max(0, at - 30), at + 30)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  };
}

/**
 * Variants to try: as written, repaired, and with the entities that some templates put into scripts decoded.
 */
const variants = [(text: string) => text, repairText, (text: string) => repairText(withoutEntities(text))];

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
 * Repairs JSON in one linear pass: escapes control characters in strings, doubles bad escapes, drops comments
 * and trailing commas, and writes null if a property has no value.
 */
function repairText(text: string): string {
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
      fillMissing(out);
      out.push(char);
    } else if (char === ',') {
      fillMissing(out);
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

/** Templates write `"width": ,` if the width is unknown. */
function fillMissing(out: string[]): void {
  let at = out.length - 1;
  while (at >= 0 && /^\s$/.test(out[at] ?? '')) at -= 1;
  if (out[at] === ':') out.push('null');
}
