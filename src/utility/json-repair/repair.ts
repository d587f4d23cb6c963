import { inName, isSpace, startsName, startsValue } from './characters.ts';
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
  const comma = scan.take(',');
  if (comma) scan.space();
  if (startsValue(scan.char) && scan.out.endsWithCommaOrNewline()) {
    if (!comma) scan.out.insertBeforeSpace(',');
    lines(scan);
  } else if (comma) {
    scan.out.dropLast(',');
    scan.fixed('removed a trailing comma');
  }
  while (scan.skip('}', 'removed a closing bracket') || scan.skip(']', 'removed a closing bracket'))
    scan.space();
  if (!scan.ended) scan.fail(`unexpected ${JSON.stringify(scan.char)}`);
  const { fixes, fixCount } = scan.out;
  return { text: scan.out.text(), fixes, fixCount };
}

function value(scan: Scanner): boolean {
  scan.space();
  const found =
    object(scan) ||
    array(scan) ||
    string(scan) ||
    number(scan) ||
    keyword(scan) ||
    call(scan) ||
    bareString(scan, false) ||
    regularExpression(scan);
  scan.space();
  return found;
}

function object(scan: Scanner): boolean {
  if (!scan.take('{')) return false;
  scan.deeper();
  const { out } = scan;
  scan.space();
  if (scan.skip(',', 'removed a leading comma')) scan.space();
  for (let first = true; !scan.ended && scan.char !== '}'; first = false) {
    if (!first) separate(scan);
    ellipsis(scan);
    if (!string(scan) && !bareString(scan, true)) {
      if (scan.char !== undefined && !'{}[]'.includes(scan.char)) scan.fail('a key is expected here');
      trailing(scan);
      break;
    }
    scan.space();
    const colon = scan.take(':');
    const cut = scan.ended;
    if (!colon) {
      if (!startsValue(scan.char) && !cut) scan.fail('a colon is expected here');
      scan.fixed('added a missing colon');
      out.insertBeforeSpace(':');
    }
    if (!value(scan)) {
      if (!colon && !cut) scan.fail('a colon is expected here');
      scan.fixed('added null for a missing value');
      out.token('null');
    }
  }
  return end(scan, '}');
}

function array(scan: Scanner): boolean {
  if (!scan.take('[')) return false;
  scan.deeper();
  scan.space();
  if (scan.skip(',', 'removed a leading comma')) scan.space();
  for (let first = true; !scan.ended && scan.char !== ']'; first = false) {
    if (!first) separate(scan);
    ellipsis(scan);
    if (!value(scan)) {
      trailing(scan);
      break;
    }
  }
  return end(scan, ']');
}

/** A comma between two members, added where it is missing. */
function separate(scan: Scanner): void {
  if (!scan.take(',')) {
    scan.fixed('added a missing comma');
    scan.out.insertBeforeSpace(',');
  }
  scan.space();
}

function trailing(scan: Scanner): void {
  if (scan.out.dropLast(',')) scan.fixed('removed a trailing comma');
}

function end(scan: Scanner, bracket: string): true {
  scan.higher();
  if (!scan.take(bracket)) {
    scan.fixed('added a missing closing bracket');
    scan.out.insertBeforeSpace(bracket);
  }
  return true;
}

/** [1, 2, ..., 9]: what was left out cannot be known. */
function ellipsis(scan: Scanner): void {
  scan.space();
  if (!scan.text.startsWith('...', scan.at)) return;
  scan.fixed('removed an ellipsis');
  scan.at += 3;
  scan.space();
  scan.skip(',', 'removed a comma after an ellipsis');
  scan.space();
}

/** callback({...}); and ObjectId("..."): the value inside is what was meant. */
function call(scan: Scanner): boolean {
  if (!startsName(scan.char)) return false;
  let open = scan.at;
  while (inName(scan.text[open])) open++;
  while (isSpace(scan.text[open])) open++;
  if (scan.text[open] !== '(') return false;
  scan.fixed('removed a function call around a value');
  scan.at = open + 1;
  scan.deeper();
  if (!value(scan)) scan.out.token('null');
  scan.higher();
  if (scan.text[scan.at] === ')') scan.at += scan.text[scan.at + 1] === ';' ? 2 : 1;
  return true;
}

/** Values one after the other, as logs and dumps hold them, are a list. */
function lines(scan: Scanner): void {
  scan.fixed('made a list of several values', 0);
  for (let first = true; ; first = false) {
    if (!first && !scan.take(',')) scan.out.insertBeforeSpace(',');
    if (!value(scan)) break;
  }
  scan.out.dropLast(',');
  scan.out.wrap('[\n', '\n]');
}
