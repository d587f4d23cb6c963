import { readFileSync } from 'node:fs';

/**
 * A technology and its signs, from `technologies.txt`: one per line, `name|category|signs`; lines that start with # are
 * headings. Signs are separated by spaces
 * (a `+` within one is a space) and are plain text, so that matching takes linear time:
 *   h:name        a header is present          h:name=text   …and its value contains the text
 *   c:name        a cookie (`*` at its end: any with this prefix)
 *   g:text        the page's generator meta element           m:name=text  another meta element
 *   s:text        the URL of a script, style or frame contains it
 *   x:text        the page's tags or inline scripts contain it: `<div id="a" class="b">`, attributes as in the page
 *   >Name         implies that other technology
 *   !host         its vendor's own site, which shows the same signs without using it
 */
export interface TechnologyRule {
  readonly name: string;
  readonly category: string;
  readonly signs: readonly Sign[];
  readonly implies: readonly string[];
  /** Hosts, including subdomains, on which it is never reported. */
  readonly notOn: readonly string[];
}

export interface Sign {
  readonly kind: 'h' | 'c' | 'g' | 'm' | 's' | 'x';
  readonly name: string;
  /** Null if presence is enough. */
  readonly text: string | null;
}

/** Every known technology, each once. */
export const rules: readonly TechnologyRule[] = parseRules(
  readFileSync(new URL('./technologies.txt', import.meta.url), 'utf8'),
);

function parseRules(source: string): TechnologyRule[] {
  return source
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', category = '', words = ''] = line.split('|');
      const all = words.split(' ').map((each) => each.replaceAll('+', ' '));
      return {
        name,
        category,
        signs: all.filter((each) => !/^[>!]/.test(each)).map(parseSign),
        implies: all.filter((each) => each.startsWith('>')).map((each) => each.slice(1)),
        notOn: all.filter((each) => each.startsWith('!')).map((each) => each.slice(1)),
      };
    });
}

function parseSign(word: string): Sign {
  const kind = word.charAt(0) as Sign['kind'];
  const rest = word.slice(2);
  const at = rest.indexOf('=');
  if (kind === 'h' || kind === 'm') {
    return at < 0
      ? { kind, name: rest, text: null }
      : { kind, name: rest.slice(0, at), text: rest.slice(at + 1) };
  }
  return kind === 'c' ? { kind, name: rest, text: null } : { kind, name: '', text: rest };
}
