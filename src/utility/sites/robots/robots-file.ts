export interface RobotsRule {
  readonly allow: boolean;
  /** As written, decoded as UTF-8. */
  readonly path: string;
  /** For comparison: percent-encoded, with escapes in upper case. */
  readonly pattern: string;
}

export interface RobotsGroup {
  readonly agents: string[];
  readonly rules: RobotsRule[];
  crawlDelay: number | null;
}

export interface RobotsFile {
  readonly groups: RobotsGroup[];
  readonly sitemaps: string[];
}

const maxLineBytes = 16_664;
const maxLines = 100_000;

type Field = 'agent' | 'allow' | 'disallow' | 'sitemap' | 'delay';

/** Misspellings that crawlers have long tolerated. */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['user-agent', 'agent'],
  ['useragent', 'agent'],
  ['user agent', 'agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
  ['crawl-delay', 'delay'],
]);

const newline = 0x0a;
const carriageReturn = 0x0d;
const hash = 0x23;
const colon = 0x3a;

/**
 * Parses a robots.txt by RFC 9309. It takes bytes, since paths are compared as bytes whatever charset is
 * declared.
 */
export function readRobots(bytes: Buffer): RobotsFile {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const text = bytes.toString('latin1', start);
  const reading = new RobotsParser();
  let at = 0;
  for (let line = 0; line < maxLines && at < text.length; line++) {
    const from = at;
    let comment = -1;
    let separator = -1;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === newline || code === carriageReturn) break;
      if (code === colon && separator < 0) separator = at;
      else if (code === hash && comment < 0) comment = at;
    }
    const end = Math.min(comment < 0 ? at : comment, from + maxLineBytes);
    if (end > from) readLine(text, from, end, separator, reading);
    // Lines end in CR, LF or both.
    at += text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === newline ? 2 : 1;
  }
  return reading.file;
}

/** Parser state, line by line. */
class RobotsParser {
  readonly file: RobotsFile = { groups: [], sitemaps: [] };
  #group: RobotsGroup | undefined;
  #naming = false;

  line(field: Field, value: string): void {
    if (field === 'sitemap') {
      if (value !== '') this.file.sitemaps.push(decodeBytes(value));
    } else if (field === 'agent') this.#agent(decodeBytes(value));
    else if (this.#group) {
      this.#naming = false;
      if (field === 'delay') this.#group.crawlDelay = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
      else
        this.#group.rules.push({
          allow: field === 'allow',
          path: decodeBytes(value),
          pattern: percentEncode(value),
        });
    }
  }

  #agent(name: string): void {
    if (!this.#group || !this.#naming) {
      this.#group = { agents: [], rules: [], crawlDelay: null };
      this.file.groups.push(this.#group);
    }
    this.#naming = true;
    this.#group.agents.push(name);
  }
}

function readLine(
  text: string,
  lineFrom: number,
  lineEnd: number,
  separator: number,
  into: RobotsParser,
): void {
  const from = afterSpace(text, lineFrom, lineEnd);
  const end = trimmedEnd(text, from, lineEnd);
  // If the colon is missing, the first gap replaces it.
  const at = separator >= 0 && separator < end ? separator : findSingleGap(text, from, end);
  if (at < from) return;
  const field = fields.get(text.slice(from, trimmedEnd(text, from, at)).toLowerCase());
  if (field) into.line(field, text.slice(afterSpace(text, at + 1, end), end));
}

/** The gap between two words if the line consists of just these, otherwise -1. */
function findSingleGap(text: string, from: number, end: number): number {
  let gap = from;
  while (gap < end && !isSpace(text.charCodeAt(gap))) gap++;
  if (gap === end) return -1;
  for (let at = afterSpace(text, gap, end); at < end; at++) if (isSpace(text.charCodeAt(at))) return -1;
  return gap;
}

/** ASCII white space only: the second byte of an à is not a space. */
const isSpace = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d);

function afterSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function trimmedEnd(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

const decodeBytes = (latin1: string) =>
  /[\x80-\xff]/.test(latin1) ? Buffer.from(latin1, 'latin1').toString('utf8') : latin1;

/**
 * The form in which paths are compared (RFC 9309, 2.2.2): what a URL cannot contain is percent-encoded, escapes are in
 * upper case, and the marks `-._~` are decoded. Letters and digits stay encoded, as Google's parser has them.
 */
export function percentEncode(latin1: string): string {
  if (!/[%\x80-\xff "<>\\^`{|}]/.test(latin1)) return latin1;
  return latin1
    .replaceAll(/[\x80-\xff "<>\\^`{|}]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(/%[0-9a-f]{2}/gi, (found) => marks[found.toUpperCase()] ?? found.toUpperCase());
}

const marks: Readonly<Record<string, string>> = { '%2D': '-', '%2E': '.', '%5F': '_', '%7E': '~' };
