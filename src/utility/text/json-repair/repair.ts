import { inName, isSpace, startsName, startsValue } from './characters.ts';
import {
  closeBrace,
  closeBracket,
  closeParenthesis,
  colon,
  comma,
  dot,
  openBrace,
  openBracket,
  openParenthesis,
  semicolon,
} from './codes.ts';
import type { Fix } from './output.ts';
import { bareString, keyword, number, regularExpression } from './scalar.ts';
import { Scanner } from './scanner.ts';
import { string } from './string.ts';

export interface Repaired {
  readonly text: string;
  /** The first thousand, of so many. */
  readonly fixes: readonly Fix[];
  readonly fixCount: number;
}

/**
 * Reads what was meant to be JSON, and writes it as JSON, in one pass: time grows with the length of the text alone.
 * Throws NotRepairable where nothing sensible can be made of it.
 */
export function repairJson(text: string): Repaired {
  const scan = new Scanner(text);
  scan.fence(['```', '[```', '{```']);
  if (!value(scan)) scan.fail('there is nothing in it');
  scan.fence(['```]', '```}', '```']);
  const trailed = scan.take(comma);
  if (trailed) scan.space();
  if (startsValue(scan.code) && scan.out.endsWithCommaOrNewline()) {
    if (!trailed) scan.out.insertBeforeSpace(',');
    lines(scan);
  } else if (trailed) {
    scan.out.dropComma();
    scan.fixed('removed a trailing comma');
  }
  while (
    scan.skip(closeBrace, 'removed a closing bracket') ||
    scan.skip(closeBracket, 'removed a closing bracket')
  )
    scan.space();
  if (!scan.ended) scan.fail(`unexpected ${JSON.stringify(scan.text[scan.at])}`);
  const { fixes, fixCount } = scan.out;
  return { text: scan.out.text(), fixes, fixCount };
}

function value(scan: Scanner): boolean {
  scan.space();
  return valueHere(scan);
}

function valueHere(scan: Scanner): boolean {
  const { code } = scan;
  const found = code === openBrace ? object(scan) : code === openBracket ? array(scan) : scalar(scan);
  scan.space();
  return found;
}

const scalar = (scan: Scanner): boolean =>
  string(scan) ||
  number(scan) ||
  keyword(scan) ||
  call(scan) ||
  bareString(scan, false) ||
  regularExpression(scan);

function object(scan: Scanner): boolean {
  scan.take(openBrace);
  scan.deeper();
  const { out } = scan;
  scan.space();
  if (scan.skip(comma, 'removed a leading comma')) scan.space();
  for (let first = true; !scan.ended && scan.code !== closeBrace; first = false) {
    if (!first) separate(scan);
    ellipsis(scan);
    if (!string(scan) && !bareString(scan, true)) {
      if (!scan.ended && !'{}[]'.includes(scan.text[scan.at]!)) scan.fail('a key is expected here');
      trailing(scan);
      break;
    }
    scan.space();
    const named = scan.take(colon);
    const cut = scan.ended;
    if (!named) {
      if (!startsValue(scan.code) && !cut) scan.fail('a colon is expected here');
      scan.fixed('added a missing colon');
      out.insertBeforeSpace(':');
    }
    if (!value(scan)) {
      if (!named && !cut) scan.fail('a colon is expected here');
      scan.fixed('added null for a missing value');
      out.write('null');
    }
  }
  return end(scan, closeBrace, '}');
}

function array(scan: Scanner): boolean {
  scan.take(openBracket);
  scan.deeper();
  scan.space();
  if (scan.skip(comma, 'removed a leading comma')) scan.space();
  for (let first = true; !scan.ended && scan.code !== closeBracket; first = false) {
    if (!first) separate(scan);
    ellipsis(scan);
    if (!valueHere(scan)) {
      trailing(scan);
      break;
    }
  }
  return end(scan, closeBracket, ']');
}

/** A comma between two members, added where it is missing. */
function separate(scan: Scanner): void {
  if (!scan.take(comma)) {
    scan.fixed('added a missing comma');
    scan.out.insertBeforeSpace(',');
  }
  scan.space();
}

function trailing(scan: Scanner): void {
  if (scan.out.dropComma()) scan.fixed('removed a trailing comma');
}

function end(scan: Scanner, code: number, bracket: string): boolean {
  scan.higher();
  if (!scan.take(code)) {
    scan.fixed('added a missing closing bracket');
    scan.out.insertBeforeSpace(bracket);
  }
  return true;
}

/** [1, 2, ..., 9]: what was left out cannot be known. */
function ellipsis(scan: Scanner): void {
  if (scan.code !== dot || !scan.text.startsWith('...', scan.at)) return;
  scan.fixed('removed an ellipsis');
  scan.at += 3;
  scan.space();
  scan.skip(comma, 'removed a comma after an ellipsis');
  scan.space();
}

/** callback({...}); and ObjectId("..."): the value inside is what was meant. */
function call(scan: Scanner): boolean {
  if (!startsName(scan.code)) return false;
  let open = scan.at;
  while (inName(scan.codeAt(open))) open++;
  while (isSpace(scan.codeAt(open))) open++;
  if (scan.codeAt(open) !== openParenthesis) return false;
  scan.fixed('removed a function call around a value');
  scan.at = open + 1;
  scan.deeper();
  if (!value(scan)) scan.out.write('null');
  scan.higher();
  if (scan.code === closeParenthesis) scan.at += scan.codeAt(scan.at + 1) === semicolon ? 2 : 1;
  return true;
}

/** Values one after the other, as logs and dumps hold them, are a list. */
function lines(scan: Scanner): void {
  scan.fixed('made a list of several values', 0);
  for (let first = true; ; first = false) {
    if (!first && !scan.take(comma)) scan.out.insertBeforeSpace(',');
    if (!value(scan)) break;
  }
  scan.out.dropComma();
  scan.out.wrap('[\n', '\n]');
}
