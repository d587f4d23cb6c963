/** Crawlers whose directives count in a general audit. */
const auditedCrawlers = new Set(['robots', 'googlebot']);
const withValue = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/**
 * The X-Robots-Tag directives that apply to all crawlers or to Google. A header may name the crawler it is
 * for (`otherbot: noindex, nofollow`), which applies until another one is named.
 */
export function generalDirectives(headers: readonly string[]): string[] {
  return headers.flatMap((header) => {
    let agent = 'robots';
    const found: string[] = [];
    // A date contains commas, so the value of unavailable_after runs to the end.
    const [before = '', after] = header.split(/(?=unavailable_after\s*:)/i);
    for (const part of before.split(',')) {
      const named = /^\s*([\w-]+)\s*:\s*(.*)$/.exec(part);
      const isAgent = named && !withValue.has((named[1] ?? '').toLowerCase());
      if (isAgent) agent = (named[1] ?? '').toLowerCase();
      const directive = (isAgent ? (named[2] ?? '') : part).trim().toLowerCase();
      if (directive && auditedCrawlers.has(agent)) found.push(directive);
    }
    if (after && auditedCrawlers.has(agent)) found.push(after.trim().toLowerCase());
    return found;
  });
}

/** Whether these directives keep a page out of the index at `now`. */
export function isNoindex(directives: readonly string[], now: number): boolean {
  return directives.some((each) => {
    if (each === 'noindex' || each === 'none') return true;
    const until = /^unavailable_after\s*:\s*(.+)$/.exec(each)?.[1];
    return until !== undefined && Date.parse(until) < now;
  });
}
