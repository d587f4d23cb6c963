import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { CharSet } from './char-set.ts';
import { type TextSpan, withoutOverlaps } from './span.ts';
import { isTld, tldLength } from './tlds.ts';
import { endOfUrl, latin } from './url-tail.ts';

const maxHostChars = 1_024;
/**
 * Characters that end a host name: ASCII punctuation except hyphen, underscore and dot, all white space, and
 * text direction marks.
 */
const endsHost = new CharSet(
  /[\s!"#$%&'()*+,/:;<=>?@[\\\]^`{|}~\p{Cc}\u00a0\u1680\u180e\u2000-\u200a\u2028-\u202f\u205f\u2066-\u2069\u3000\ufeff\ufffe\uffff]/u,
);
const bareRun = new RegExp(`[${latin}][${latin}._-]{0,1023}`, 'iy');
const inBareHost = new CharSet(new RegExp(`[${latin}._-]`, 'i'));
/** A character before a bare name that makes it a part of something else. */
const beforeName = new CharSet(/[A-Za-z0-9@＠$#＃/._-]/);
const beforeScheme = new CharSet(/[A-Za-z0-9$#＃]/);
const beforeHandle = /(?:^|\W)[@＠]$/;
const shortener = /^https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]_.,~|-]*[a-z0-9_&=#/-])?/i;
const maxSlugLength = 40;

/** Finds URLs as people write them: with http(s), or a bare name with an existing top-level domain. */
export function findUrls(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  let searchedTo = 0;
  const take = (start: number, end: number) => {
    found.push({ start, end, text: text.slice(start, end) });
    searchedTo = end;
  };
  const hasUser = text.includes('@');
  let dot = text.indexOf('.');
  let slashes = text.indexOf('://');
  while (dot >= 0 || slashes >= 0) {
    if (slashes >= 0 && (dot < 0 || slashes < dot)) {
      const start = slashes - schemeLength(text, slashes);
      const end = start < slashes && start >= searchedTo ? withScheme(text, start, slashes + 3, hasUser) : 0;
      if (end > 0) take(start, end);
      slashes = text.indexOf('://', Math.max(slashes + 3, searchedTo));
    } else {
      const name = bareName(text, dot, searchedTo);
      if (name.end > 0) take(name.start, name.end);
      else searchedTo = name.passed;
      if (slashes >= 0 && slashes < searchedTo) slashes = text.indexOf('://', searchedTo);
      dot += 1;
    }
    if (dot >= 0) dot = text.indexOf('.', Math.max(dot, searchedTo));
  }
  const allFound = foreignDot.test(text) ? withForeignNames(text, found) : found;
  return text.includes('localhost:') ? withLocalhost(text, allFound) : allFound;
}

const foreignDot = /[\p{sc=Cyrl}\p{sc=Grek}]\.[\p{Ll}]/u;
const foreignLabel = '[\\p{sc=Cyrl}\\p{sc=Grek}\\p{Nd}-]{1,63}';
const foreignName = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_@./-])${foreignLabel}(?:\\.${foreignLabel}){0,5}\\.(?=\\p{Ll})([\\p{sc=Cyrl}\\p{sc=Grek}]{2,24})(?![\\p{L}\\p{M}\\p{N}_@-])`,
  'gu',
);

/** Names in Cyrillic and Greek letters: these scripts put spaces between words, so a name is not part of a sentence. */
function withForeignNames(text: string, found: readonly TextSpan[]): TextSpan[] {
  const own: TextSpan[] = [];
  for (const match of text.matchAll(foreignName)) {
    const host = match[0];
    if (!isTld(match[1]!) || !hasValidLabels(host) || !isName(host)) continue;
    const end = endOfUrl(text, match.index + host.length);
    own.push({ start: match.index, end, text: text.slice(match.index, end) });
  }
  return [...found, ...withoutOverlaps(own, found)].sort((left, right) => left.start - right.start);
}

const localhost = /(?<![\p{L}\p{N}_.@/:-])localhost(?=:\d{2,5}(?!\d))/giu;

/** localhost:3000, as developers write it: without a scheme it needs a port. */
function withLocalhost(text: string, found: readonly TextSpan[]): TextSpan[] {
  const all = [...found];
  for (const { index } of text.matchAll(localhost)) {
    const end = endOfUrl(text, index + 'localhost'.length);
    all.push({ start: index, end, text: text.slice(index, end) });
  }
  return all.sort((left, right) => left.start - right.start);
}

/** Length of the known scheme that ends at this position; 0 if there is none. */
function schemeLength(text: string, end: number): number {
  const before = text.slice(Math.max(0, end - 5), end).toLowerCase();
  if (before === 'https') return 5;
  if (before.endsWith('http')) return 4;
  return before.endsWith('ftp') ? 3 : 0;
}

const userinfo = /[^\s/?#@<>"'()]{1,256}@(?=[\p{L}\p{N}])/uy;
const singleLabel = /[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?=[:/?#]|[)\]>}'",!;]?(?:\s|$))/iy;

/** An IPv6 address as a host: `[::1]`. */
const bracketed = /\[[0-9a-f:.]{2,45}\]/iy;

/** http(s) and ftp with any host, including one without a dot or after a user name. */
function withScheme(text: string, start: number, schemeEnd: number, hasUser: boolean): number {
  if (beforeScheme.hasAt(text, start - 1)) return 0;
  if (start > 0 && beforeHandle.test(text.slice(Math.max(0, start - 2), start))) return 0;
  userinfo.lastIndex = schemeEnd;
  const hostAt = hasUser && userinfo.test(text) ? userinfo.lastIndex : schemeEnd;
  bracketed.lastIndex = hostAt;
  const [address] = bracketed.exec(text) ?? [];
  if (address !== undefined) return isIPv6(address.slice(1, -1)) ? endOfUrl(text, bracketed.lastIndex) : 0;
  singleLabel.lastIndex = hostAt;
  if (singleLabel.test(text)) return endOfUrl(text, singleLabel.lastIndex);
  let to = hostAt;
  while (to < text.length && to - hostAt < maxHostChars && !endsHost.hasAt(text, to)) to += 1;
  const host = endOfHost(text, hostAt, to) || endOfLocalHost(text, hostAt);
  if (host === 0) return 0;
  const end = endOfUrl(text, host);
  if ((text.charCodeAt(schemeEnd) | 0x20) !== 0x74) return end;
  const short = shortener.exec(text.slice(start, Math.min(end, start + 4_096)));
  if (!short) return end;
  return short[1]!.length > maxSlugLength ? 0 : start + short[0].length;
}

/** Names that are not in the public DNS: those of documentation (RFC 2606), of tests, and of local networks. */
const localHost =
  /[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?\.(?:example|test|invalid|localhost|local|internal|intranet|lan|onion)(?![\w-]|\.\w)/iy;

function endOfLocalHost(text: string, from: number): number {
  localHost.lastIndex = from;
  const [name] = localHost.exec(text) ?? [];
  return name !== undefined && !name.includes('..') && hasValidLabels(name) ? from + name.length : 0;
}

const digit = new CharSet(/\d/);

/** End of the host: the last dot followed by a top-level domain, with valid labels before it. */
function endOfHost(text: string, from: number, to: number): number {
  if (digit.hasAt(text, from)) {
    const numeric = /^[\d.]{7,15}/.exec(text.slice(from, from + 16))?.[0].replace(/\.$/, '') ?? '';
    if (isIPv4(numeric)) return from + numeric.length;
  }
  const host = text.slice(from, to);
  for (let dot = host.lastIndexOf('.'); dot > 0; dot = host.lastIndexOf('.', dot - 1)) {
    const length = tldLength(text, from + dot + 1, to);
    const name = host.slice(0, dot + 1 + length);
    if (length > 0 && hasValidLabels(host.slice(0, dot)) && isName(name)) return from + name.length;
  }
  return 0;
}

/** No label is empty or starts or ends with a mark; underscores occur only before the registered name. */
function hasValidLabels(labels: string): boolean {
  const last = labels.lastIndexOf('.') + 1;
  if (labels.indexOf('_', last) >= 0) return false;
  for (let start = 0; start <= labels.length; ) {
    const dot = labels.indexOf('.', start);
    const end = dot < 0 ? labels.length : dot;
    if (end === start || isMark(labels, start) || isMark(labels, end - 1)) return false;
    start = end + 1;
  }
  return true;
}

const isMark = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === 0x2d || code === 0x5f;
};

const plainHost = /^(?!.*xn--)[a-z0-9_.-]+$/i;
const longLabel = /[^.]{64}/;

function isName(host: string): boolean {
  // Plain ASCII stays unchanged, because a Punycode label may be invalid.
  const ascii = plainHost.test(host) ? host : domainToASCII(host);
  return ascii.length > 0 && ascii.length <= 253 && (ascii.length <= 63 || !longLabel.test(ascii));
}

/** A name without a scheme around a dot. `end` is 0 if there is none; `passed` is the end of the characters examined. */
function bareName(text: string, dot: number, from: number): { start: number; end: number; passed: number } {
  let start = dot;
  while (start > from && dot - start < maxHostChars && inBareHost.hasAt(text, start - 1)) start -= 1;
  bareRun.lastIndex = dot + 1;
  const to = bareRun.test(text) ? bareRun.lastIndex : dot + 1;
  const loose = beforeName.hasAt(text, start - 1);
  const host = loose ? 0 : endOfHost(text, start, Math.max(to, tldEnd(text, to)));
  const name = text.slice(start, host);
  const end = host === 0 || /^[\d.]*$/.test(name) ? 0 : endOfUrl(text, host);
  const isCode = end > 0 && end === host && looksLikeCode(text, start, name, end);
  return { start, end: isCode ? 0 : end, passed: to };
}

/** Top-level domains that are better known as file extensions. */
const fileName = /^[\p{L}\p{N}_-]+\.(?:md|py|sh|rs|pm|zip|mov)$/iu;
const propertyName =
  /^(?:this|self|foo|obj|object|console|window|document|process|module|exports|req|res|event|props|state|math|array|json|system|os|sys|np|pd|user|node|item|data)\.(?:name|id|bar|call|date|page|link|style|host|click|select|run|now|box|map|open|read|watch|save|global|post)$/i;

/** README.md, foo.bar(), path:to:file.pm and user.name are not URLs. */
function looksLikeCode(text: string, start: number, name: string, end: number): boolean {
  if (text.charAt(end) === '(' || fileName.test(name) || propertyName.test(name)) return true;
  return /\w:\w+:$/.test(text.slice(Math.max(0, start - 80), start));
}

/** A top-level domain in another script may directly follow the last dot. */
const tldEnd = (text: string, at: number): number =>
  text.charAt(at - 1) === '.' ? at + tldLength(text, at, text.length) : at;
