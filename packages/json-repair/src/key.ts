import { isQuote, startsName } from './characters.ts';
import { matches, startsKey, startsQuotedKey, startsValue } from './lookahead.ts';
import { type ArrayNode, type JsonNode, type Property, scalar } from './node.ts';
import { type SourceText, skip } from './source.ts';
import { readString, startsString } from './string.ts';

const symbol = /:[A-Za-z_]\w{0,80}(?=\s{0,20}=>)/y;

export interface Key {
  readonly json: string;
  readonly from: number;
}

const keyText = /[^:=,{}[\]"'“”\n]{1,200}/y;

/** Reads the next key; undefined if text that is not a member was skipped instead. */
export function readKey(source: SourceText, later: boolean): Key | undefined {
  const from = source.at;
  if (isEmptyJunk(source)) {
    skip(source, 2, 'removed empty quotes');
    return undefined;
  }
  if (startsString(source)) {
    const key = readString(source, 'key');
    if (key.cut) {
      source.fix('removed a key that the end of the text cut off', from);
      return undefined;
    }
    return { json: key.json, from };
  }
  // :name => "Ada", as in Ruby.
  if (source.code === 0x3a && matches(source, symbol, from)) {
    const name = source.text.slice(from + 1, symbol.lastIndex);
    source.fix('added quotes');
    source.at = symbol.lastIndex;
    return { json: JSON.stringify(name), from };
  }
  const found = matches(source, keyText, from) ? source.text.slice(from, keyText.lastIndex) : '';
  source.steps += found.length;
  const name = found.trimEnd();
  const after = from + found.length;
  const next = source.charAt(after);
  if (name === '')
    source.fail(next === ':' ? 'a key is expected here' : `unexpected ${JSON.stringify(next)}`);
  if (after >= source.text.length) {
    source.fix('removed a key that the end of the text cut off', from);
    source.truncated = true;
    source.at = after;
    return undefined;
  }
  return bareKey(source, { from, name, after, next, later });
}

/** {"a": 1, "" "b": 2}: empty quotes before the next key. */
function isEmptyJunk(source: SourceText): boolean {
  if (!source.startsWith('""')) return false;
  const next = source.nextTokenAfter(source.at + 2);
  return source.startsWith('""', next) || startsQuotedKey(source, next);
}

function bareKey(
  source: SourceText,
  at: { from: number; name: string; after: number; next: string; later: boolean },
): Key | undefined {
  const { from, name, after, next } = at;
  const strayQuote = isQuote(source.codeAt(after)) && source.charAt(source.nextTokenAfter(after + 1)) === ':';
  if (next === ':' || next === '=' || (strayQuote && name.length === after - from)) {
    source.fix('added quotes', from);
    source.at = after + (strayQuote ? 1 : 0);
    return { json: JSON.stringify(name), from };
  }
  // {a "b"} and {a 1}: a word and a value without a colon between them.
  const [word = ''] = /^\S+/.exec(name) ?? [];
  const value = source.nextTokenAfter(from + word.length);
  if (!startsQuotedKey(source, after) && word !== '' && startsValue(source, value) && !/^[,}]/.test(word)) {
    source.fix('added quotes', from);
    source.at = from + word.length;
    return { json: JSON.stringify(word), from };
  }
  if (!at.later && !startsQuotedKey(source, after)) source.fail('a colon is expected here');
  source.fix('removed text that is not a member', from);
  source.at = after;
  return undefined;
}

/** Skips the colon after a key, or whatever was written in its place. */
export function takeColon(source: SourceText, keyFrom: number): void {
  source.space();
  if (source.char === ':') {
    source.at++;
    source.space();
    while (source.char === ':') {
      skip(source, 1, 'removed an extra separator');
      source.space();
    }
    return;
  }
  const arrow = ['=>', ':=', '='].find((each) => source.startsWith(each));
  if (arrow) {
    skip(source, arrow.length, 'replaced a sign with a colon');
    return;
  }
  if (source.char === ',' && !startsKey(source, source.nextTokenAfter(source.at + 1))) {
    skip(source, 1, 'replaced a comma with a colon');
    return;
  }
  const follows = source.isAtEnd || ',}'.includes(source.char) || startsValue(source, source.at);
  if (!follows && source.char !== '(' && !startsName(source.code)) source.fail('a colon is expected here');
  source.fix('added a missing colon', keyFrom);
}

const hasKey = (members: readonly Property[], { json }: Key): boolean =>
  members.some((each) => each.key === json);

/** A value cut off by the end of the text must not replace a complete one of the same key. */
export function addProperty(
  source: SourceText,
  members: Property[],
  key: Key,
  { value, from, wasTruncated }: { value: JsonNode; from: number; wasTruncated: boolean },
): void {
  const isCut = value.kind === 'scalar' ? value.cut : source.truncated && !wasTruncated;
  if (isCut && hasKey(members, key)) source.fix('removed a value that the end of the text cut off', from);
  else members.push({ key: key.json, value });
}

/** A key whose value is missing gets null, unless the text ended there and the key is known already. */
export function addMemberWithoutValue(
  source: SourceText,
  members: Property[],
  key: Key,
  { missing, ended, from }: { missing: boolean; ended: boolean; from: number },
): void {
  if (ended) source.truncated = true;
  if ((ended && hasKey(members, key)) || (!missing && source.isAtEnd)) {
    source.fix('removed a key without a value', key.from);
    return;
  }
  source.fix('added null for a missing value', from);
  members.push({ key: key.json, value: scalar('null', from, from, ended) });
}

export function continueList(source: SourceText, list: ArrayNode, from: number): void {
  source.fix('removed a bracket that closed a list too early', from);
  list.clean = false;
}
