import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { type TextSpan, withoutOverlaps } from './span.ts';
import { CharSet, isTld, tldLength } from './tlds.ts';

const accents =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u00ff\\u0100-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff';
const cyrillic = '\\u0400-\\u04ff';
const inPath = new CharSet(new RegExp(`[a-z0-9${cyrillic}${accents}!*';:=+,.$/%#\\u2013_~@|&-]`, 'i'));
const endsPath = new CharSet(new RegExp(`[a-z0-9${cyrillic}${accents}=_#/+-]`, 'i'));
const inQuery = new CharSet(/[a-z0-9!?*'@();:&=+$/%#[\]_.,~|-]/i);
const endsQuery = new CharSet(/[a-z0-9_&=#/-]/i);
const maxDepth = 2;
/** Letters of all other scripts, as browsers display them in a URL: they may start a segment or follow each other. */
const otherLetter = new CharSet(/[^\p{ASCII}\p{P}\p{S}\p{Z}\p{C}]|[\u30fb\u30fc\ud840-\ud8bf]/u);
const otherLetterTail = new CharSet(/[a-z0-9\udc00-\udfff]/i);
const startsPart = new CharSet(/[/=_#&+-]/);
/** Particles with which a Japanese sentence continues directly after a URL, without a space. */
const japaneseAfter = /を|[はがにのでともへ](?![\p{sc=Hiragana}])|から|まで|より|です/uy;
const japaneseSentence = /^\p{sc=Hiragana}.*(?:です|ます|でした|ました|ください)[。！!]?/u;
const japaneseVerbAfter =
  /を(?:ご覧|ご参照|ご確認|参照|確認|見|開|読|使|クリック|チェック)|(?:に|へ)アクセス|です(?:[。、！!]|\s|$)/y;

const latin = `a-z0-9${accents}`;

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

const colon = 0x3a;
const port = /:\d{1,5}(?!\d)/y;
const badPort = /:\d{6}/y;

/**
 * End of a URL whose host ends at `at`: port, path and query, without punctuation of the sentence. 0 for an
 * invalid port.
 */
function endOfUrl(text: string, at: number): number {
  const hasPort = text.charCodeAt(at) === colon;
  if (hasPort && matchesAt(badPort, text, at)) return 0;
  const host = hasPort && matchesAt(port, text, at) ? port.lastIndex : at;
  const sign = text.charAt(host);
  const path = sign === '/' || sign === '#' ? endOfPath(text, host + 1) : host;
  if (path === host + 1 && sign === '#') return host;
  return text.charAt(path) === '?' ? endOfQuery(text, path) : path;
}

const quotedWord = /"\w{1,100}"(?=\s|$)/y;

/** One pass: parentheses count only if they are balanced. */
function endOfPath(text: string, start: number): number {
  let end = start;
  const open: number[] = [];
  let at = start;
  for (; at < text.length; at += 1) {
    const char = text.charAt(at);
    if ((char === '(' || char === '[') && open.length < maxDepth) open.push(end);
    else if ((char === ')' || char === ']') && open.length > 0) {
      open.pop();
      if (open.length === 0) end = at + 1;
    } else if (char === '"' && matchesAt(quotedWord, text, at)) {
      end = quotedWord.lastIndex;
      at = end - 1;
    } else if (otherLetter.hasAt(text, at) && !inPath.hasAt(text, at)) {
      if (open.length > 0) continue;
      const to = endOfOtherLetters(text, at);
      if (to === at) break;
      end = to;
      at = to - 1;
    } else if (!inPath.hasAt(text, at)) break;
    else if (open.length === 0 && endsPath.hasAt(text, at)) end = at + 1;
  }
  return end;
}

function endOfQuery(text: string, start: number): number {
  let end = start;
  for (let at = start + 1; at < text.length; at += 1) {
    const to = inQuery.hasAt(text, at) ? at : endOfOtherLetters(text, at);
    if (to > at) {
      end = to;
      at = to - 1;
    } else if (!inQuery.hasAt(text, at)) break;
    else if (endsQuery.hasAt(text, at)) end = at + 1;
  }
  return end;
}

/** End of the letters of another script that start here; the same position if they belong to the sentence. */
function endOfOtherLetters(text: string, start: number): number {
  if (!startsPart.hasAt(text, start - 1) || matchesAt(japaneseAfter, text, start)) return start;
  let at = start;
  while (at < text.length && (otherLetter.hasAt(text, at) || otherLetterTail.hasAt(text, at))) {
    if (matchesAt(japaneseVerbAfter, text, at)) break;
    at += 1;
  }
  return japaneseSentence.test(text.slice(start, at + 2)) ? start : at;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
