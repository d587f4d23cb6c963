/**
 * Whether a text matches a pattern in which `*` stands for any characters, including none. The parts between
 * stars are searched in sequence, so the time is linear; there are no other special characters.
 */
export function matchesGlob(text: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/**
 * Matches a URL: a pattern that starts with `/` is compared with path and query, any other with the whole
 * URL.
 */
export function addressMatches(loc: string, pattern: string): boolean {
  if (!pattern.startsWith('/')) return matchesGlob(loc, pattern);
  const url = URL.parse(loc);
  return url !== null && matchesGlob(url.pathname + url.search, pattern);
}
