import { readFileSync } from 'node:fs';
import { type Element, isTag } from 'domhandler';
import { splitRels } from '../../pages/metadata/meta.ts';
import type { PageSource } from '../../pages/page-source.ts';
import { type ParsedPage, parsePage } from '../../pages/parsed-page.ts';
import { rawText, walk } from '../../pages/tree.ts';

/**
 * The tags, attributes and inline scripts of a page without its prose: an article about a technology is not built with it. Links
 * are left out for the same reason, because their URLs consist of titles. Comments are kept, because plugins sign with them.
 */
function searchableSource(page: ParsedPage, maxChars: number): string {
  const parts: string[] = [];
  let left = maxChars;
  const add = (text: string) => {
    if (left <= 0) return;
    parts.push(text.slice(0, left));
    left -= text.length;
  };
  walk(page.root, (node) => {
    if (left <= 0) return false;
    if (node.type === 'comment') add(`<!--${node.data}-->\n`);
    if (!isTag(node)) return true;
    add(formatTag(node));
    if (node.name === 'style' || (node.name === 'script' && isProgram(node))) add(rawText(node));
    return true;
  });
  return parts.join('');
}

/** Scripts with data repeat the text of the page. */
const isProgram = (script: Element): boolean =>
  /^\s*(?:$|module\b|(?:text|application)\/(?:java|ecma|x-java)script)/i.test(script.attribs.type ?? '') &&
  !rawText(script).trimStart().startsWith('self.__next_f.push');

/** Attributes with text for readers. */
const textAttributes = new Set([
  'alt',
  'title',
  'content',
  'placeholder',
  'aria-label',
  'summary',
  'label',
  'value',
]);

function formatTag({ name, attribs }: Element): string {
  const attributes = Object.entries(attribs)
    .filter(([field]) => !textAttributes.has(field))
    .filter(([field]) => !(field === 'href' && (name === 'a' || name === 'area')))
    .map(([field, value]) => ` ${field}="${value}"`);
  return `<${name}${attributes.join('')}>`;
}

/**
 * A technology and its signs, from `technologies.txt`: one per line, `name|category|signs`; lines that start with # are
 * headings. Signs are separated by spaces
 * (a `+` within one is a space) and are plain text, so that matching takes linear time:
 *   h:name        a header is present          h:name=text   …and its value contains the text
 *   c:name        a cookie (`*` at its end: any with this prefix)
 *   g:text        the page's generator meta element           m:name=text  another meta element
 *   s:text        the URL of a script, style or frame contains it
 *   x:text        the page's tags or inline scripts contain it: `<div id="a" class="b">`, attributes as in the page
 *   >Name         implies that other technology
 *   !host         its vendor's own site, which shows the same signs without using it
 */
export interface TechnologyRule {
  readonly name: string;
  readonly category: string;
  readonly signs: readonly Sign[];
  readonly implies: readonly string[];
  /** Hosts, including subdomains, on which it is never reported. */
  readonly notOn: readonly string[];
}

export interface Sign {
  readonly kind: 'h' | 'c' | 'g' | 'm' | 's' | 'x';
  readonly name: string;
  /** Null if presence is enough. */
  readonly text: string | null;
}

/** Every known technology, each once. */
export const rules: readonly TechnologyRule[] = parseRules(
  readFileSync(new URL('./technologies.txt', import.meta.url), 'utf8'),
);

function parseRules(source: string): TechnologyRule[] {
  return source
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', category = '', words = ''] = line.split('|');
      const all = words.split(' ').map((each) => each.replaceAll('+', ' '));
      return {
        name,
        category,
        signs: all.filter((each) => !/^[>!]/.test(each)).map(parseSign),
        implies: all.filter((each) => each.startsWith('>')).map((each) => each.slice(1)),
        notOn: all.filter((each) => each.startsWith('!')).map((each) => each.slice(1)),
      };
    });
}

function parseSign(word: string): Sign {
  const kind = word.charAt(0) as Sign['kind'];
  const rest = word.slice(2);
  const at = rest.indexOf('=');
  if (kind === 'h' || kind === 'm') {
    return at < 0
      ? { kind, name: rest, text: null }
      : { kind, name: rest.slice(0, at), text: rest.slice(at + 1) };
  }
  return kind === 'c' ? { kind, name: rest, text: null } : { kind, name: '', text: rest };
}

export interface DetectInput {
  /** Null if the response is not a page: then only its headers are checked. */
  readonly page: PageSource | null;
  /** Host of the response. */
  readonly host: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

export interface Technology {
  readonly name: string;
  readonly category: string;
  readonly version: string | null;
  readonly confidence: number;
  readonly evidence: string[];
}

const byName = new Map(rules.map((each) => [each.name, each]));
/** Confidence per kind of sign. */
const confidenceBySign = { h: 95, c: 85, g: 100, m: 90, s: 90, x: 75 } as const;
const extraConfidence = 5;
const impliedWeight = 80;
const maxSourceChars = 3_000_000;
const maxAddresses = 2_000;
const maxEvidence = 5;
/**
 * Link types that a browser loads; a canonical or alternate URL says nothing about how the page was built.
 */
const loadingRels = new Set(
  'stylesheet preload prefetch modulepreload preconnect dns-prefetch icon apple-touch-icon mask-icon manifest'.split(
    ' ',
  ),
);

interface PageUrl {
  readonly text: string;
  readonly lower: string;
}

interface PageFacts {
  readonly headers: ReadonlyMap<string, string>;
  readonly cookies: readonly string[];
  readonly generators: readonly string[];
  readonly metas: ReadonlyMap<string, string>;
  readonly addresses: readonly PageUrl[];
  /** All URLs in lower case: one search shows that most signs occur in none of them. */
  readonly addressText: string;
  readonly source: string;
}

interface Hit {
  readonly evidence: string;
  readonly version: string | null;
}

/**
 * Detects the technologies behind a response and its page. Signs are matched as plain text, never as regular
 * expressions.
 */
export function detectTechnologies(input: DetectInput): Technology[] {
  const look = readFacts(input);
  const found = new Map<string, Technology>();
  for (const rule of rules) {
    if (rule.notOn.some((host) => input.host === host || input.host.endsWith(`.${host}`))) continue;
    const hits = rule.signs.flatMap((sign) => {
      const hit = match(sign, look);
      return hit ? [{ ...hit, weight: confidenceBySign[sign.kind] }] : [];
    });
    if (hits.length === 0) continue;
    found.set(rule.name, {
      name: rule.name,
      category: rule.category,
      // A version belongs to the delivered file, not to the delivery network.
      version:
        rule.category === 'library-cdn' ? null : (hits.find(({ version }) => version)?.version ?? null),
      confidence: Math.min(
        100,
        Math.max(...hits.map((each) => each.weight)) + extraConfidence * (hits.length - 1),
      ),
      evidence: hits.slice(0, maxEvidence).map(({ evidence }) => evidence),
    });
  }
  imply(found);
  return [...found.values()].sort(
    (left, right) => right.confidence - left.confidence || (left.name < right.name ? -1 : 1),
  );
}

/** Adds the technologies that others require, with at most the same confidence. */
function imply(found: Map<string, Technology>): void {
  const pending = [...found.values()];
  for (let each = pending.pop(); each; each = pending.pop()) {
    for (const name of byName.get(each.name)?.implies ?? []) {
      const rule = byName.get(name);
      if (!rule || found.has(name)) continue;
      const implied = {
        name,
        category: rule.category,
        version: null,
        confidence: Math.min(impliedWeight, each.confidence),
        evidence: [`implied by ${each.name}`],
      };
      found.set(name, implied);
      pending.push(implied);
    }
  }
}

function readFacts({ page, headers, cookies }: DetectInput): PageFacts {
  const tree = page && parsePage(page);
  const metas = (tree?.all('meta') ?? []).flatMap(({ attribs }) =>
    attribs.name && attribs.content
      ? [[attribs.name.trim().toLowerCase(), attribs.content.slice(0, 500)] as const]
      : [],
  );
  const found = [
    ...(tree?.all('script') ?? []).map(({ attribs }) => attribs.src),
    ...(tree?.all('link') ?? [])
      .filter(({ attribs }) => splitRels(attribs).some((rel) => loadingRels.has(rel)))
      .map(({ attribs }) => attribs.href),
    ...(tree?.all('iframe') ?? []).map(({ attribs }) => attribs.src),
  ];
  const addresses = found
    .flatMap((each) => (each ? [each.slice(0, 2_048)] : []))
    .slice(0, maxAddresses)
    .map((text) => ({ text, lower: text.toLowerCase() }));
  return {
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, value.slice(0, 4_096)])),
    cookies: cookies.map((each) => each.toLowerCase()),
    generators: metas.filter(([name]) => name === 'generator').map(([, content]) => content),
    metas: new Map(metas),
    addresses,
    addressText: addresses.map(({ lower }) => lower).join('\n'),
    source: tree ? searchableSource(tree, maxSourceChars) : '',
  };
}

function match({ kind, name, text }: Sign, look: PageFacts): Hit | null {
  if (kind === 'h') return valueHit(`header ${name}`, look.headers.get(name), text);
  if (kind === 'm') return valueHit(`meta ${name}`, look.metas.get(name), text);
  if (kind === 'g') return firstHit(look.generators, (each) => valueHit('generator', each, text));
  if (kind === 's') {
    const signText = (text ?? '').toLowerCase();
    if (!look.addressText.includes(signText)) return null;
    return firstHit(look.addresses, (each) => addressHit(each, signText));
  }
  if (kind === 'x') return sourceHit(look.source, text ?? '');
  const open = name.endsWith('*') ? name.slice(0, -1) : null;
  const cookie = look.cookies.find((each) => (open === null ? each === name : each.startsWith(open)));
  return cookie === undefined ? null : { evidence: `cookie ${cookie.slice(0, 100)}`, version: null };
}

function firstHit<T>(values: readonly T[], look: (value: T) => Hit | null): Hit | null {
  let first: Hit | null = null;
  for (const value of values) {
    const hit = look(value);
    if (hit?.version) return hit;
    first ??= hit;
  }
  return first;
}

function valueHit(what: string, value: string | undefined, text: string | null): Hit | null {
  if (value === undefined) return null;
  if (text === null) return { evidence: `${what}: ${value.slice(0, 120)}`, version: null };
  const at = indexOfWord(value.toLowerCase(), text, /[a-z-]/);
  if (at < 0) return null;
  const version = /^[ /v-]{0,3}(\d{1,6}(?:\.\d{1,6}){0,4})/.exec(value.slice(at + text.length))?.[1] ?? null;
  return { evidence: `${what}: ${value.slice(0, 120)}`, version };
}

/** Position of the text as a whole word: `go` is not in `django`. */
function indexOfWord(value: string, text: string, notAfter: RegExp | null): number {
  for (let at = value.indexOf(text); at >= 0; at = value.indexOf(text, at + 1)) {
    const glued = /^[a-z]/.test(text) && /[a-z]/.test(value.charAt(at - 1));
    const goesOn =
      notAfter !== null && /[a-z0-9]$/.test(text) && notAfter.test(value.charAt(at + text.length));
    if (!glued && !goesOn) return at;
  }
  return -1;
}

function sourceHit(source: string, text: string): Hit | null {
  const at = source.indexOf(text);
  if (at < 0) return null;
  const value = text.endsWith('=') ? source.slice(at + text.length, at + text.length + 20) : '';
  return {
    evidence: `source ${text}`,
    version: /^["']?(\d{1,4}(?:\.\d{1,6}){1,3})/.exec(value)?.[1] ?? null,
  };
}

/** What may follow the name of a library in the name of its file. */
const fileEnd =
  /^(?:$|[^a-z0-9_-]|[-_.]?(?:\d|v\d|min|bundle|latest|slim|full|core|all|es|esm|umd|iife|cdn|prod|dev|debug|legacy|modern)(?![a-z]))/;
const bareWord = /^[a-z]+$/;
const fileName = /^[a-z][\w.]*\.(?:js|css)$/;

/** Position of a sign in a URL: `chart.js` is not in `org-chart.js`, and `knockout` not in `knockout-stage.js`. */
function indexOfName(url: string, text: string): number {
  const isBare = bareWord.test(text);
  if (!isBare && !fileName.test(text)) return indexOfWord(url, text, null);
  for (let at = url.indexOf(text); at >= 0; at = url.indexOf(text, at + 1)) {
    const isWhole = !/[a-z0-9_-]/.test(url.charAt(at - 1));
    if (isWhole && (!isBare || fileEnd.test(url.slice(at + text.length, at + text.length + 20)))) return at;
  }
  return -1;
}

/** A version follows the name, precedes it as a folder, or is in the cache-busting query. */
function addressHit({ text: address, lower }: PageUrl, text: string): Hit | null {
  const at = indexOfName(lower, text);
  if (at < 0) return null;
  const numbers = /(?:^|[@/v.-])(\d{1,4}\.\d{1,6}(?:\.\d{1,6})?)(?![\d.]*\d)/;
  const file = address.split(/[?#]/, 1)[0] ?? '';
  // jquery-cookie-1.4.1.js has the version of another file.
  const isOther = text.endsWith('-') && /[a-z]/.test(lower.charAt(at + text.length));
  if (isOther) return { evidence: `script ${address.slice(0, 200)}`, version: null };
  const version =
    numbers.exec(file.slice(at, at + text.length + 24))?.[1] ??
    numbers.exec(file.slice(Math.max(0, at - 24), at + 1))?.[1] ??
    /[?&](?:ver|v)=(\d{1,4}\.\d{1,6}(?:\.\d{1,6})?)(?:&|$)/.exec(address)?.[1] ??
    null;
  return { evidence: `script ${address.slice(0, 200)}`, version };
}
