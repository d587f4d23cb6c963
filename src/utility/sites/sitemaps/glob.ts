/**
 * Whether a text matches a pattern in which `*` stands for any characters, none too. The parts between stars are looked
 * for one after the other, so the time is linear in the text; there is no other special character.
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

/** An address by a pattern: one that begins with `/` is compared with path and query, another with the whole address. */
export function addressMatches(loc: string, pattern: string): boolean {
  if (!pattern.startsWith('/')) return matchesGlob(loc, pattern);
  const url = URL.parse(loc);
  return url !== null && matchesGlob(url.pathname + url.search, pattern);
}
