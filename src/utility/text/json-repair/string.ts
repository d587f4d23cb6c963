import { breaksGlance, endQuotesOf, isOneOf, isQuote } from './characters.ts';
import { backslash, comma, doubleQuote, plus } from './codes.ts';
import { QuotedString, type Stop, stopAtEnd, writeString, writeUnclosed } from './quoted-string.ts';
import type { Scanner } from './scanner.ts';

/** A string in any quotes; "one" + "two" is one string. */
export function string(scan: Scanner): boolean {
  if (!startsString(scan)) return false;
  oneString(scan, false);
  scan.space();
  while (scan.code === plus) {
    scan.fixed('joined strings');
    scan.at++;
    scan.space();
    if (startsString(scan)) {
      scan.out.openLast();
      oneString(scan, true);
    }
    scan.space();
  }
  return true;
}

const startsString = (scan: Scanner) =>
  isQuote(scan.code) || (scan.code === backslash && isQuote(scan.codeAt(scan.at + 1)));

/** One string; `joined` to one whose end quote was taken away again. */
function oneString(scan: Scanner, joined: boolean): void {
  const escaped = scan.code === backslash;
  const quoteAt = escaped ? scan.at + 1 : scan.at;
  const quote = scan.codeAt(quoteAt);
  if (escaped) scan.fixed('removed an escape before a quote');
  if (quote !== doubleQuote) scan.fixed('replaced quotes by double quotes', quoteAt);
  const ends = endQuotesOf(quote);
  let stop: Stop = scan.neverEnds(ends, quoteAt) ? stopAtEnd(scan) : undefined;
  if (stop === undefined && !escaped && atGlance(scan, quoteAt, ends, joined)) return;
  const opening = { quoteAt, ends, escaped, joined };
  const { fixCount } = scan.out;
  for (;;) {
    const other = new QuotedString(scan, opening, stop).read();
    if (other === 'read') return;
    scan.out.unfix(fixCount);
    stop = other;
  }
}

/**
 * What nearly all strings are: nothing but plain characters up to a quote that ends them, or that is the next one's
 * because a comma stands before it. Says false, with nothing done, where a string needs a closer look.
 */
function atGlance(scan: Scanner, quoteAt: number, ends: number, joined: boolean): boolean {
  const { text, out } = scan;
  let at = quoteAt + 1;
  while (at < text.length && !breaksGlance(text.charCodeAt(at), ends)) at++;
  if (at === text.length || !isOneOf(text.charCodeAt(at), ends)) return false;
  if (scan.mayFollowEndQuote(scan.afterSpaceOfLine(at + 1))) {
    const asIs = text.charCodeAt(quoteAt) === doubleQuote && text.charCodeAt(at) === doubleQuote;
    if (asIs && !joined) out.copy(quoteAt, at + 1);
    else writeString(scan, text.slice(quoteAt + 1, at), joined);
    scan.at = at + 1;
    return true;
  }
  const previous = scan.beforeSpace(at - 1);
  if (previous <= quoteAt || text.charCodeAt(previous) !== comma) return false;
  scan.at = previous;
  writeUnclosed(scan, text.slice(quoteAt + 1, previous), joined);
  return true;
}
