export interface HeaderLink {
  readonly href: string;
  readonly params: Readonly<Record<string, string>>;
}

const maxLinks = 1_000;

/** Parses a Link header (RFC 8288) in one pass from left to right, skipping malformed parts. */
export function linkHeader(value: string): HeaderLink[] {
  const links: HeaderLink[] = [];
  const target = /<([^>]*)>/y;
  const param = /\s*;\s*([\w!#$&+.^`|~-]+)\*?\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]+)))?/y;
  let at = 0;
  while (at < value.length && links.length < maxLinks) {
    at = value.indexOf('<', at);
    if (at < 0) break;
    target.lastIndex = at;
    const found = target.exec(value);
    if (!found) break;
    at = target.lastIndex;
    const params: Record<string, string> = {};
    for (;;) {
      param.lastIndex = at;
      const next = param.exec(value);
      if (!next) break;
      at = param.lastIndex;
      const name = (next[1] ?? '').toLowerCase();
      params[name] ??= (next[2] ?? next[3] ?? '').replaceAll(/\\(.)/g, '$1');
    }
    links.push({ href: found[1] ?? '', params });
  }
  return links;
}
