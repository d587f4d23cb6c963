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
    for (const part of splitDirectives(header)) {
      const match = /^\s*([\w-]+)\s*:\s*(.*)$/.exec(part);
      const isAgent = match && !withValue.has((match[1] ?? '').toLowerCase());
      if (isAgent) agent = (match[1] ?? '').toLowerCase();
      const directive = (isAgent ? (match[2] ?? '') : part).trim().toLowerCase();
      if (directive && auditedCrawlers.has(agent)) found.push(directive);
    }
    return found;
  });
}

/** The directives between commas; a date may have a comma of its own: `Friday, 25 Jun 2010 15:00:00 GMT`. */
function splitDirectives(header: string): string[] {
  const parts: string[] = [];
  for (const part of header.split(',')) {
    const last = parts.at(-1) ?? '';
    const hasHalfDate = /\bunavailable_after\s*:/i.test(last) && Number.isNaN(Date.parse(dateIn(last)));
    if (hasHalfDate && !Number.isNaN(Date.parse(dateIn(`${last},${part}`))))
      parts.splice(-1, 1, `${last},${part}`);
    else parts.push(part);
  }
  return parts;
}

const dateIn = (directive: string): string => directive.replace(/^.*\bunavailable_after\s*:/i, '').trim();

/** Whether these directives keep a page out of the index at `now`. */
export function isNoindex(directives: readonly string[], now: number): boolean {
  return directives.some((each) => {
    if (each === 'noindex' || each === 'none') return true;
    return /^unavailable_after\s*:/.test(each) && Date.parse(dateIn(each)) < now;
  });
}
