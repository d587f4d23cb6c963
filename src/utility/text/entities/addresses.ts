import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { findMatches, type TextSpan } from './span.ts';
import { isTld } from './tlds.ts';

const maxLocal = 64;
const inLocal = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]/u;
const domain = /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,10}[\p{L}\p{N}-]{2,63}/uy;

/** Finds e-mail addresses: text around an @ with an existing top-level domain. */
export function findEmails(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    domain.lastIndex = at + 1;
    const host = domain.exec(text)?.[0].replace(/-+$/, '');
    if (!host || !isTld(host.slice(host.lastIndexOf('.') + 1)) || domainToASCII(host) === '') continue;
    let start = at;
    while (start > from && at - start <= maxLocal && inLocal.test(text.charAt(start - 1))) start -= 1;
    const local = localPart(text.slice(start, at));
    const end = at + 1 + host.length;
    if (
      isPassword(text, at - local.length) ||
      isRemote(text, end) ||
      isHandle(text, at - local.length) ||
      (text[at - local.length - 1] === '.' && text[at - local.length - 2] !== '.')
    )
      continue;
    if (local === '' || local.length > maxLocal || local.endsWith('.') || local.includes('..')) continue;
    found.push({ start: at - local.length, end, text: text.slice(at - local.length, end) });
    from = end;
  }
  return found;
}

/** Strips preceding punctuation, and words in a script other than the address's own. */
const localPart = (before: string): string =>
  before
    .replace(/^.*(?:\/\/|:|=)/s, '')
    .replace(/^.*[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}](?=[\w.+-]+$)/su, '')
    .replace(/^[.'"`/?=&!#$%*|{}~^+]+/, '');

const label =
  /(?:^|[^\p{L}\p{N}_-])(?:mailto|e-?mails?|mail|contact|to|from|cc|bcc|reply-to|sip|xmpp|address)$/iu;

/** git@host:group/project.git is the address of a repository. */
const isRemote = (text: string, end: number): boolean =>
  /^:[\w~.-]*\/[\w~.-]/.test(text.slice(end, end + 100));

/** @ada@server.social is an account name, not a mailbox at that server. */
const isHandle = (text: string, start: number): boolean =>
  text.charAt(start - 1) === '@' && !/[\p{L}\p{N}]/u.test(text.charAt(start - 2));

/** user:token@host contains a password and is not an address; mailto:ada@host is one. */
function isPassword(text: string, start: number): boolean {
  if (text.charAt(start - 1) !== ':') return false;
  const before = text.slice(Math.max(0, start - 40), start - 1);
  return /[\w-]$/.test(before) && !label.test(before);
}

const candidates =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)|[0-9a-fA-F:]{2,39}(?:\d{1,3}(?:\.\d{1,3}){3})?(?![\w:]|\.\d))/g;

/** IP addresses, v4 and v6. */
export function findIps(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const match of findMatches(candidates, text)) {
    const ip = match[0];
    if (/version $/i.test(text.slice(Math.max(0, match.index - 8), match.index))) continue;
    if (isIPv4(ip) || (ip.length > 2 && isIPv6(ip)))
      found.push({ start: match.index, end: match.index + ip.length, text: ip });
  }
  return found;
}
