import {
  isCutLiteral,
  isSet,
  readBare,
  readPattern,
  readPlain,
  startsNumberSet,
  startsPlainItems,
} from './bare.ts';
import { isCloser, isDelimiter, isQuote, startsName, startsSeparator } from './characters.ts';
import { addMemberWithoutValue, addProperty, continueList, type Key, readKey, takeColon } from './key.ts';
import { matches, startsKey } from './lookahead.ts';
import { isString, type JsonNode, type ObjectNode, type Property, scalar } from './node.ts';
import { type SourceText, skip } from './source.ts';
import { readString, startsString } from './string.ts';
import type { StringContext } from './string-end.ts';

const callStart = /(?:new\s+)?[A-Za-z_$][\w$.]{0,80}\(/y;
const fencedValue = /["']```(?:json)?\s{0,20}[{[]\s{0,20}["'{[][^"',:}\]]/iy;

/**
 * Reads one value in any notation; undefined if it is missing or too incomplete to use. No decision is ever
 * revised, so the time is linear in the length of the text.
 */
export function readValue(source: SourceText, place: StringContext): JsonNode | undefined {
  const { char } = source;
  if (char === '{') return readObject(source);
  if (char === '[') return readArray(source, '[');
  if (char === '(') return readArray(source, '(');
  const plain = readPlain(source, place);
  if (plain) return plain;
  if (source.codeAt(source.at + 1) === 0x60 && matches(source, fencedValue, source.at))
    return readFenced(source);
  if (startsString(source)) return readString(source, place);
  if (char === '/' && place !== 'key') return readPattern(source) ?? readBare(source, place);
  if (char === 'f' && matches(source, functionStart, source.at)) return skipFunction(source);
  if (startsName(source.code) && matches(source, callStart, source.at)) return readCall(source);
  if (isCutLiteral(source, source.at)) {
    source.fix('removed a value that the end of the text cut off');
    source.truncated = true;
    source.at = source.text.length;
    return undefined;
  }
  return readBare(source, place);
}

/** "```json {"a": 1}```": the string is a fence around the intended value. */
function readFenced(source: SourceText): JsonNode | undefined {
  const inside = source.text.indexOf('```', source.at) + 3;
  const start = source.nextTokenAfter(source.startsWith('json', inside) ? inside + 4 : inside);
  source.fix('removed a fence inside a string');
  source.at = start;
  const value = readValue(source, 'item');
  source.space();
  if (source.startsFence()) source.at += 3;
  source.space();
  if (isQuote(source.code)) source.at++;
  return value;
}

/**
 * ObjectId("7"), new Date("…"), Decimal('1.5'): the argument is the intended value; several arguments are
 * kept as text.
 */
function readCall(source: SourceText): JsonNode | undefined {
  const from = source.at;
  source.at = source.text.indexOf('(', from);
  source.fix('removed a function call around a value', from);
  const args = readArray(source, '(', true);
  if (args.kind !== 'array') return args;
  if (args.items.length === 1) return args.items[0];
  const whole = source.text.slice(from, source.at);
  return args.items.length === 0
    ? scalar('null', from, source.at)
    : scalar(JSON.stringify(whole), from, source.at);
}

function readObject(source: SourceText): JsonNode {
  const fixesBefore = source.fixCount;
  const from = source.at;
  const read: Property[] = [];
  const parent = source.open.at(-1);
  source.enter('{');
  source.at++;
  const set = readMembers(source, read, parent);
  source.leave();
  if (set) return { kind: 'array', from, to: source.at, items: set, clean: false };
  const clean = source.fixCount === fixesBefore;
  return { kind: 'object', from, to: source.at, members: read, clean };
}

/** Reads members up to the closing bracket. Returns items instead if {'a', 'b'} turns out to be a set. */
export function readMembers(
  source: SourceText,
  members: Property[],
  parent: string | undefined,
): JsonNode[] | undefined {
  // In a list, a repeated key starts the next object.
  const keys = parent === '[' ? new Set<string>() : undefined;
  for (;;) {
    source.space();
    const { char } = source;
    if (source.isAtEnd || source.startsFence()) return missingBracket(source);
    if (char === '}') {
      source.at++;
      return undefined;
    }
    if (char === ']') return wrongBracket(source, '[');
    if (char === ')') return wrongBracket(source, '(');
    if (char === '{') {
      if (members.length > 0 && parent === '[') return missingBracket(source);
      if (members.length > 0) mergeObjects(source, members);
      else skip(source, 1, 'removed an extra opening bracket');
      continue;
    }
    if (char === '[') {
      mergeArray(source, members);
      continue;
    }
    if (skipSeparator(source) || readLateItems(source, members)) continue;
    if (members.length === 0 && startsNumberSet(source)) return readSet(source);
    const key = readKey(source, members.length > 0);
    if (key === undefined) continue;
    // [{"a": 1, "a": 2]: a repeated key starts the next object of the list, so that no value is lost.
    if (keys?.has(key.json)) {
      source.at = key.from;
      return missingBracket(source);
    }
    keys?.add(key.json);
    if (members.length === 0 && isSet(source)) return readSet(source, key);
    readMember(source, members, key);
    expectSeparator(source);
  }
}

/** Objects without a key: items of the preceding list if a bracket closes that list again, otherwise members. */
function mergeObjects(source: SourceText, members: Property[]): void {
  const from = source.at;
  const objects: JsonNode[] = [];
  for (;;) {
    objects.push(readObject(source));
    source.space();
    const next = source.char === ',' ? source.nextTokenAfter(source.at + 1) : source.at;
    if (source.charAt(next) !== '{') break;
    source.at = next;
  }
  const last = members.at(-1)?.value;
  if (source.char === ']' && last?.kind === 'array' && !source.isOpen('[')) {
    continueList(source, last, from);
    for (const each of objects) last.items.push(each);
    source.at++;
    expectSeparator(source);
    return;
  }
  for (const inner of objects) {
    source.fix('merged an object into the one around it', inner.from);
    if (inner.kind === 'object') for (const each of inner.members) members.push(each);
  }
}

/** {"a": [1], 2, 3], "b": 4}: values between a list that was closed too early and its last bracket. */
function readLateItems(source: SourceText, members: readonly Property[]): boolean {
  const last = members.at(-1)?.value;
  if (last?.kind !== 'array' || source.isOpen('[') || !startsPlainItems(source)) return false;
  continueList(source, last, source.at);
  source.enter('[');
  readItems(source, last.items, '[', '{');
  source.leave();
  expectSeparator(source);
  return true;
}

/** {"a": [1], [2]}: continues a list that was closed too early. */
function mergeArray(source: SourceText, members: Property[]): void {
  const last = members.at(-1)?.value;
  if (!last) source.fail('a key is expected here');
  source.fix(last.kind === 'array' ? 'merged a list into the one before it' : 'removed a list without a key');
  const inner = readArray(source, '[');
  if (last.kind !== 'array') {
    expectSeparator(source);
    return;
  }
  if (inner.kind === 'array') for (const each of inner.items) last.items.push(each);
  last.clean = false;
  expectSeparator(source);
}

function readSet(source: SourceText, first?: Key): JsonNode[] {
  source.fix('made a list of a set', first?.from);
  const items: JsonNode[] = first ? [scalar(first.json, first.from, source.at)] : [];
  for (;;) {
    source.space();
    if (source.isAtEnd) missingBracket(source);
    if (source.isAtEnd || source.char === ']') return items;
    if (source.char === '}') {
      source.at++;
      return items;
    }
    if (source.char === ',') source.at++;
    else {
      const before = source.at;
      const item = readValue(source, 'item');
      if (item) items.push(item);
      if (source.at === before) source.at++;
    }
  }
}

function readMember(source: SourceText, members: Property[], key: Key): void {
  takeColon(source, key.from);
  source.space();
  const missing = source.isAtEnd || isDelimiter(source.code) || source.startsFence();
  const ended = source.isAtEnd;
  const from = source.at;
  const wasTruncated = source.truncated;
  const value = missing ? undefined : readValue(source, 'member');
  if (value) addProperty(source, members, key, { value, from, wasTruncated });
  else addMemberWithoutValue(source, members, key, { missing, ended, from });
}

function readArray(source: SourceText, bracket: '[' | '(', isCall = false): JsonNode {
  const fixesBefore = source.fixCount;
  const parent = source.open.at(-1);
  const from = source.at;
  const read: JsonNode[] = [];
  source.enter(bracket);
  source.at++;
  if (bracket === '(' && !isCall) source.fix('replaced parentheses with brackets', from);
  const commas = readItems(source, read, bracket, parent);
  source.leave();
  // (1) is a number in parentheses, (1,) is a tuple.
  if (bracket === '(' && !isCall && commas === 0 && read.length === 1 && read[0]) return read[0];
  const clean = source.fixCount === fixesBefore;
  return { kind: 'array', from, to: source.at, items: read, clean };
}

function readItems(
  source: SourceText,
  items: JsonNode[],
  bracket: '[' | '(',
  parent: string | undefined,
): number {
  const closer = bracket === '[' ? ']' : ')';
  let pairs: ObjectNode | undefined;
  let commas = 0;
  for (;;) {
    source.space();
    const { char } = source;
    if (source.isAtEnd || source.startsFence()) {
      missingBracket(source);
      return commas;
    }
    if (char === closer) {
      source.at++;
      return commas;
    }
    if (isCloser(source.code)) {
      if (closesList(source)) return commas;
      continue;
    }
    if (skipSeparator(source)) continue;
    const from = source.at;
    const keyed = startsString(source);
    const item = readValue(source, 'item');
    source.space();
    if (keyed && item && isString(item) && source.char === ':') {
      if (items.length > 0 && !pairs && parent === '{') {
        // {"list": [1, 2, "next": 3}: the list was not closed in time.
        source.at = from;
        missingBracket(source);
        return commas;
      }
      pairs = addPair(source, items, pairs, item);
    } else {
      if (item) items.push(item);
      pairs = undefined;
      if (source.at === from) skip(source, 1, 'removed a character that starts no value');
    }
    if (source.char === ',') commas++;
    expectSeparator(source);
  }
}

/** ["key": "value"]: pairs without braces form an object. */
function addPair(source: SourceText, items: JsonNode[], open: ObjectNode | undefined, key: Key): ObjectNode {
  const node: ObjectNode = open ?? { kind: 'object', from: key.from, to: 0, members: [], clean: false };
  if (!open) {
    source.fix('added braces around pairs', key.from);
    items.push(node);
  }
  source.enter('{');
  readMember(source, node.members, key);
  source.leave();
  node.to = source.at;
  return node;
}

const functionStart = /function\s{0,20}\(/y;

/** function () { … }: JSON has no functions. Braces in its strings count too, as they are nearly always in pairs. */
function skipFunction(source: SourceText): JsonNode {
  const from = source.at;
  source.fix('replaced a function with null');
  let depth = 0;
  for (source.at = source.text.indexOf(')', from); source.at > 0 && !source.isAtEnd; source.at++) {
    if (source.char === '{') depth++;
    else if (source.char === '}') depth--;
    if (source.char === '}' && depth <= 0) break;
  }
  if (source.at < 0) source.at = source.text.length;
  else if (depth === 0) source.at++;
  return scalar('null', from, source.at);
}

/** A closing bracket of another kind: it closes the enclosing container, or is a typo for the right one. */
function wrongBracket(source: SourceText, kind: '[' | '('): undefined {
  if (source.isOpen(kind)) return missingBracket(source);
  skip(source, 1, 'replaced a closing bracket');
}

/** Handles a closing bracket of another kind inside a list; true if it ends the list. */
function closesList(source: SourceText): boolean {
  const { char } = source;
  const other = char === '}' ? '{' : char === ')' ? '(' : '[';
  if (!source.isOpen(other)) {
    skip(source, 1, 'replaced a closing bracket');
    return char === '}' || char === ']';
  }
  const comma = source.nextTokenAfter(source.at + 1);
  if (char === '}' && source.charAt(comma) === ',' && startsKeyAfter(source, comma)) {
    skip(source, 1, 'replaced a closing bracket');
    return true;
  }
  missingBracket(source);
  return true;
}

function startsKeyAfter(source: SourceText, comma: number): boolean {
  return startsKey(source, source.nextTokenAfter(comma + 1));
}

/** The container ends without its closing bracket. */
function missingBracket(source: SourceText): undefined {
  if (source.isAtEnd) source.truncated = true;
  source.fix('added a missing closing bracket');
}

/** Skips commas without a value between them, semicolons, and ellipses. */
function skipSeparator(source: SourceText): boolean {
  if (!startsSeparator(source.code)) return false;
  if (source.char === ',' || source.char === ';') skip(source, 1, 'removed an extra separator');
  else if (source.char === '.' && source.startsWith('...')) skip(source, 3, 'removed an ellipsis');
  else if (source.char === '…') skip(source, 1, 'removed an ellipsis');
  else return false;
  return true;
}

/** Skips the comma after a value, or records a fix if it is missing. */
function expectSeparator(source: SourceText): void {
  source.space();
  const comma = source.at;
  if (source.code === 0x2c) {
    source.at++;
    source.space();
    if (source.isAtEnd || isCloser(source.code)) source.fix('removed a trailing comma', comma);
  } else if (source.char === ';') skip(source, 1, 'replaced a semicolon with a comma');
  else if (!source.isAtEnd && !isCloser(source.code) && !source.startsFence())
    source.fix('added a missing comma');
}
