export interface RobotsRule {
  readonly allow: boolean;
  /** As written, in UTF-8. */
  readonly path: string;
  /** As it is compared: percent-encoded, escapes in upper case. */
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

/** Spellings that crawlers have long forgiven. */
const fields: Readonly<Record<string, 'agent' | 'allow' | 'disallow' | 'sitemap' | 'delay'>> = {
  'user-agent': 'agent',
  useragent: 'agent',
  'user agent': 'agent',
  allow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
  sitemap: 'sitemap',
  'site-map': 'sitemap',
  'crawl-delay': 'delay',
};

/** A robots.txt by RFC 9309. Bytes, not text: paths are compared by their bytes, whatever the file says it is. */
export function readRobots(bytes: Buffer): RobotsFile {
  const file: RobotsFile = { groups: [], sitemaps: [] };
  let group: RobotsGroup | undefined;
  let naming = false;
  for (const line of linesOf(bytes)) {
    const found = readLine(line);
    if (!found) continue;
    const { field, value } = found;
    if (field === 'sitemap') {
      if (value !== '') file.sitemaps.push(fromBytes(value));
    } else if (field === 'agent') {
      if (!group || !naming) {
        group = { agents: [], rules: [], crawlDelay: null };
        file.groups.push(group);
      }
      naming = true;
      group.agents.push(fromBytes(value));
    } else if (group) {
      naming = false;
      if (field === 'delay') group.crawlDelay = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
      else group.rules.push({ allow: field === 'allow', path: fromBytes(value), pattern: encoded(value) });
    }
  }
  return file;
}

function linesOf(bytes: Buffer): string[] {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const lines = bytes.toString('latin1', start).split(/\r\n|\r|\n/, maxLines);
  return lines.map((line) => line.slice(0, maxLineBytes));
}

function readLine(line: string): { field: (typeof fields)[string]; value: string } | undefined {
  const text = line.replace(/#.*$/, '').trim();
  // Where the colon was forgotten, the first gap stands for it.
  const colon = text.indexOf(':');
  const at = colon >= 0 ? colon : /^\S+\s+\S+$/.test(text) ? text.search(/\s/) : -1;
  if (at < 0) return undefined;
  const field = fields[text.slice(0, at).trim().toLowerCase()];
  return field && { field, value: text.slice(at + 1).trim() };
}

const fromBytes = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8');

/** Bytes beyond ASCII as escapes, escapes in upper case; nothing is unescaped. */
export function encoded(latin1: string): string {
  return latin1
    .replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(/%[0-9a-f]{2}/gi, (found) => found.toUpperCase());
}
