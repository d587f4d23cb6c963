import { isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import type { Span } from './span.ts';
import { tldLength } from './tlds.ts';
import { endOfUrl, latin } from './url-tail.ts';

const maxHostChars = 1_024;
/** Not of a name: ASCII marks but hyphen, underscore and dot, every kind of space, and what steers the direction of text. */
const notHost =
  /[\s!"#$%&'()*+,/:;<=>?@[\\\]^`{|}~\p{Cc}\u00a0\u1680\u180e\u2000-\u200a\u2028-\u202f\u205f\u2066-\u2069\u3000\ufeff\ufffe\uffff]/u;
const bareRun = new RegExp(`[${latin}][${latin}._-]{0,1023}`, 'iy');
const inBareHost = new RegExp(`[${latin}._-]`, 'i');
const shortener = /^https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]_.,~|-]*[a-z0-9_&=#/-])?/i;
const longestSlug = 40;

/** Web addresses as people write them: with http(s), or a bare name under a top level that exists. */
export function findUrls(text: string): Span[] {
  const found: Span[] = [];
  let done = 0;
  const take = (start: number, end: number) => {
    found.push({ start, end, text: text.slice(start, end) });
    done = end;
  };
  const places = /(https?:\/\/)|\./gi;
  for (let place = places.exec(text); place; place = places.exec(text)) {
    if (place.index < done) continue;
    if (place[1]) {
      const end = withScheme(text, place.index, places.lastIndex);
      if (end > 0) take(place.index, end);
    } else {
      const name = bareName(text, place.index, done);
      if (name.end > 0) take(name.start, name.end);
      else done = name.passed;
    }
    places.lastIndex = Math.max(places.lastIndex, done);
  }
  return found;
}

function withScheme(text: string, start: number, hostAt: number): number {
  if (/[A-Za-z0-9@＠$#＃]/.test(text.charAt(start - 1))) return 0;
  let to = hostAt;
  while (to < text.length && to - hostAt < maxHostChars && !notHost.test(text.charAt(to))) to += 1;
  const host = endOfHost(text, hostAt, to);
  if (host === 0) return 0;
  const end = endOfUrl(text, host);
  const short = shortener.exec(text.slice(start, Math.min(end, start + 4_096)));
  if (!short) return end;
  return short[1]!.length > longestSlug ? 0 : start + short[0].length;
}

/** The last dot that a top level stands behind, with sound labels before it. */
function endOfHost(text: string, from: number, to: number): number {
  const numeric = /^[\d.]{7,15}/.exec(text.slice(from, from + 16))?.[0].replace(/\.$/, '') ?? '';
  if (isIPv4(numeric)) return from + numeric.length;
  const host = text.slice(from, to);
  for (let dot = host.lastIndexOf('.'); dot > 0; dot = host.lastIndexOf('.', dot - 1)) {
    const length = tldLength(text, from + dot + 1, to);
    const name = host.slice(0, dot + 1 + length);
    if (length > 0 && isSound(host.slice(0, dot)) && isName(name)) return from + name.length;
  }
  return 0;
}

/** No label empty or with a mark at its ends; underscores only in front of the registered name. */
function isSound(labels: string): boolean {
  const parts = labels.split('.');
  return parts.every((each) => /^[^_-](?:.*[^_-])?$/su.test(each)) && !parts.at(-1)!.includes('_');
}

function isName(host: string): boolean {
  const ascii = domainToASCII(host);
  return ascii.length > 0 && ascii.length <= 253 && ascii.split('.').every((each) => each.length <= 63);
}

/** A name without a scheme around a dot; `end` is 0 where there is none, `passed` how far its characters went. */
function bareName(text: string, dot: number, from: number): { start: number; end: number; passed: number } {
  let start = dot;
  while (start > from && dot - start < maxHostChars && inBareHost.test(text.charAt(start - 1))) start -= 1;
  bareRun.lastIndex = dot + 1;
  const to = bareRun.test(text) ? bareRun.lastIndex : dot + 1;
  const loose = /[A-Za-z0-9@＠$#＃/._-]/.test(text.charAt(start - 1));
  const end = loose ? 0 : endOfHost(text, start, Math.max(to, tldEnd(text, to)));
  const isNumber = /^[\d.]*$/.test(text.slice(start, end));
  return end === 0 || isNumber
    ? { start, end: 0, passed: to }
    : { start, end: endOfUrl(text, end), passed: to };
}

/** A top level in another script may stand right behind the last dot. */
const tldEnd = (text: string, at: number): number =>
  text.charAt(at - 1) === '.' ? at + tldLength(text, at, text.length) : at;
