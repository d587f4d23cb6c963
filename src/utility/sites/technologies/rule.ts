/**
 * A technology and what gives it away. Rules are written a line each, `name|category|signs`, the signs parted by
 * spaces (a `+` within one is a space) and all in plain text, so that looking for them takes as long as reading:
 *   h:name        a header is there            h:name=text   …and its value has the text
 *   c:name        a cookie (`*` at its end: any that begins so)
 *   g:text        the generator named by the page             m:name=text  another meta element
 *   s:text        the address of a script, style or frame has it
 *   x:text        the page's tags or its own scripts have it: `<div id="a" class="b">`, attributes as in the page
 *   >Name         it is not without that other technology
 *   !host         its maker's own site, which shows the same signs and is not made with it
 */
export interface Rule {
  readonly name: string;
  readonly category: string;
  readonly signs: readonly Sign[];
  readonly implies: readonly string[];
  /** Hosts, with those below them, of which it is never said. */
  readonly notOn: readonly string[];
}

export interface Sign {
  readonly kind: 'h' | 'c' | 'g' | 'm' | 's' | 'x';
  readonly name: string;
  /** Null where it is enough that it is there. */
  readonly text: string | null;
}

export function readRules(source: string): Rule[] {
  return source
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', category = '', words = ''] = line.split('|');
      const all = words.split(' ').map((each) => each.replaceAll('+', ' '));
      return {
        name,
        category,
        signs: all.filter((each) => !/^[>!]/.test(each)).map(signOf),
        implies: all.filter((each) => each.startsWith('>')).map((each) => each.slice(1)),
        notOn: all.filter((each) => each.startsWith('!')).map((each) => each.slice(1)),
      };
    });
}

function signOf(word: string): Sign {
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
