import { isIPv4, isIPv6 } from 'node:net';
import { findMatches } from './matches.ts';
import type { TextSpan } from './span.ts';

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
