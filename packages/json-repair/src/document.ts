import { readBareText } from './bare.ts';
import { isQuote, startsName } from './characters.ts';
import {
  charBefore,
  isMarker,
  matches,
  startsJsonInProse,
  startsLiteral,
  startsQuotedKey,
  startsValue,
} from './lookahead.ts';
import { isEmpty, isString, type JsonNode, type ObjectNode } from './node.ts';
import { jsonNumber } from './number.ts';
import { readMembers, readValue } from './parser.ts';
import { NotRepairable, type SourceText, skip } from './source.ts';
import { startsString } from './string.ts';

/** After this many brackets that turn out not to be JSON, the rest is treated as prose. */
const maxFailures = 500;

export const listOfValues = 'made a list of several values';

const fence = /`{3,}[ \t]*([\w+-]*)/y;
const closingFence = /`{3,}/y;
const thinkStart = /<(think|thinking|thought|reasoning|reflection|scratchpad)>/iy;
const thinkEnd = /<\/(?:think|thinking|thought|reasoning|reflection|scratchpad)>/iy;
const proseEnd = /[{[]|```|<\/?(?:think|thinking|thought|reasoning|reflection|scratchpad)>/gi;
const jsonp = /[A-Za-z_$][\w$.]{0,80}\s{0,20}\(/y;

/** Finds the JSON value in a text: the whole text, or the part between prose, fences and code. */
export class DocumentReader {
  readonly #source: SourceText;
  #roots: Root[] = [];
  #prose = false;
  #fence: string | undefined;
  #failure: NotRepairable | undefined;
  #failures = 0;
  /** A thinking tag is never closed, so its end need not be searched again. */
  #openThought = false;
  /** End of the last value. */
  #lastEnd = -1;

  constructor(source: SourceText) {
    this.#source = source;
  }

  read(): JsonNode {
    const source = this.#source;
    for (;;) {
      source.space({ hashComments: !this.#prose && this.#roots.length > 0 });
      if (source.isAtEnd) break;
      this.#step();
    }
    return this.#chooseRoot();
  }

  #step(): void {
    const source = this.#source;
    const { char } = source;
    if (char === '`' && source.startsFence()) this.#toggleFence();
    else if (char === '`' && this.#isInlineCode()) skip(source, 1, 'removed a Markdown fence');
    else if (char === '<' && this.#skipThinking()) return;
    else if (char === '{' || char === '[') this.#bracket();
    else if (char === ',' || char === ';') source.at++;
    else if (this.#roots.length > 0 && matches(source, signs, source.at))
      skip(source, signs.lastIndex - source.at, 'removed text around the JSON');
    else if (char === '}' || char === ']' || char === ')') this.#strayCloser();
    else if (this.#prose) this.#skipProse();
    else if (this.#isMemberOfLast()) this.#continueObject();
    else if (this.#isScalar()) this.#scalar();
    else this.#skipProse();
  }

  /** `{"a": 1}`: the backticks are Markdown for code, and not the quotes of a string. */
  #isInlineCode(): boolean {
    const source = this.#source;
    if (this.#roots.length === 0) return '{['.includes(source.charAt(source.at + 1) || ' ');
    return source.nextTokenAfter(source.at + 1) >= source.text.length;
  }

  #push(node: JsonNode): void {
    const { text } = this.#source;
    const sameLine = this.#lastEnd >= 0 && !text.slice(this.#lastEnd, node.from).includes('\n');
    this.#roots.push({ node, fence: this.#fence, sameLine });
    this.#lastEnd = this.#source.at;
  }

  #toggleFence(): void {
    const source = this.#source;
    source.fix('removed a Markdown fence');
    if (this.#fence !== undefined) {
      closingFence.lastIndex = source.at;
      closingFence.test(source.text);
      source.at = closingFence.lastIndex;
      this.#fence = undefined;
      return;
    }
    fence.lastIndex = source.at;
    const [all = '```', label = ''] = fence.exec(source.text) ?? [];
    const isValue =
      label !== '' && (startsLiteral(source, source.at + all.length - label.length) || /^\d/.test(label));
    source.at += isValue ? all.length - label.length : all.length;
    this.#fence = isValue ? '' : label;
    // The content of a fence is read as a separate document.
    if (!isValue && (label === '' || isJsonLabel(label))) this.#prose = this.#prose && this.#roots.length > 0;
  }

  /** Skips a model's reasoning, which is not its answer; true if a tag was skipped. */
  #skipThinking(): boolean {
    const source = this.#source;
    if (matches(source, thinkEnd, source.at)) {
      source.fix('removed text around the JSON', 0);
      source.at = source.text.indexOf('>', source.at) + 1;
      this.#roots = [];
      this.#prose = false;
      return true;
    }
    thinkStart.lastIndex = source.at;
    const name = thinkStart.exec(source.text)?.[1];
    if (name === undefined) return false;
    const close = this.#openThought ? -1 : source.text.indexOf(`</${name}>`, source.at);
    source.fix('removed text around the JSON');
    source.at = close < 0 ? source.at + name.length + 2 : close + name.length + 3;
    if (close < 0) {
      this.#openThought = true;
      this.#prose = true;
    }
    return true;
  }

  #bracket(): void {
    const source = this.#source;
    if (!this.#startsJson() || this.#failures > maxFailures) {
      this.#skipProse();
      return;
    }
    const from = source.at;
    if (source.startsFence(source.nextTokenAfter(from + 1))) {
      source.fix('removed a bracket around a fence');
      source.at++;
      return;
    }
    const fixes = source.fixCount;
    try {
      const node = readValue(source, 'top');
      if (node && !(this.#prose && isLink(source, node))) this.#push(node);
    } catch (error) {
      if (!(error instanceof NotRepairable) || error.final) throw error;
      source.leaveTo(0);
      source.dropFixes(fixes);
      this.#failure ??= error;
      this.#failures++;
      source.at = Math.max(error.position, from + 1);
      this.#prose = true;
    }
  }

  /** Whether the bracket here opens JSON rather than a part of the prose. */
  #startsJson(): boolean {
    const source = this.#source;
    const isFirst = !this.#prose && this.#roots.length === 0 && !isMarker(source);
    return isFirst || startsJsonInProse(source);
  }

  /** [1], 2, 3]: values between a list that was closed too early and its last bracket belong to the list. */
  #strayCloser(): void {
    const source = this.#source;
    if (source.char === ')') source.leave();
    const lastArray = this.#roots.findLastIndex(({ node }) => node.kind === 'array');
    const [first] = this.#roots;
    if (
      source.char === ']' &&
      !this.#prose &&
      lastArray === 0 &&
      this.#roots.length > 1 &&
      first?.node.kind === 'array'
    ) {
      for (const { node } of this.#roots.splice(1)) first.node.items.push(node);
      first.node.clean = false;
      source.fix('removed a bracket that closed a list too early', first.node.to - 1);
    } else source.fix('removed a closing bracket');
    source.at++;
    this.#lastEnd = source.at;
  }

  /** {"a": 1}, "b": 2}: members after an object that was closed too early. */
  #isMemberOfLast(): boolean {
    const source = this.#source;
    const last = this.#roots.at(-1)?.node;
    if (!isQuote(source.code) || (last !== undefined && last.kind !== 'object')) return false;
    if (startsQuotedKey(source, source.at)) return true;
    if (last === undefined || charBefore(source, source.at) !== ',') return false;
    return matches(source, keyWithoutColon, source.at);
  }

  #continueObject(): void {
    const source = this.#source;
    const last = this.#roots.at(-1)?.node;
    const node: ObjectNode =
      last?.kind === 'object' ? last : { kind: 'object', from: source.at, to: 0, members: [], clean: false };
    source.fix(last ? 'removed a bracket that closed an object too early' : 'added braces around pairs');
    source.enter('{');
    readMembers(source, node.members, undefined);
    source.leave();
    node.clean = false;
    if (node === last) this.#lastEnd = source.at;
    else this.#push(node);
  }

  #isScalar(): boolean {
    const source = this.#source;
    if (startsString(source) || source.char === '(' || source.char === '/') return true;
    if (startsName(source.code) && matches(source, jsonp, source.at)) return this.#isCallOfWhole();
    return startsValue(source, source.at) || jsonNumber(wholeLine(source)) !== undefined;
  }

  /** callback(…): any other call-like text is prose. */
  #isCallOfWhole(): boolean {
    const open = this.#source.text.indexOf('(', this.#source.at) + 1;
    return (
      '{["\''.includes(this.#source.charAt(this.#source.nextTokenAfter(open)) || ' ') ||
      /\)\s*;?\s*$/.test(this.#source.text.slice(-40))
    );
  }

  #scalar(): void {
    const source = this.#source;
    const from = source.at;
    const fixes = source.fixCount;
    if (startsName(source.code) && matches(source, jsonp, from)) {
      source.fix('removed a function call around a value');
      source.at = source.text.indexOf('(', from) + 1;
      source.enter('(');
      if (matches(source, quotedJson, source.at)) {
        source.at = quotedJson.lastIndex;
        this.#prose = true;
      }
      return;
    }
    const node = readValue(source, 'top');
    if (node) this.#push(node);
    if (source.at === from) this.#skipProse();
    else if (node?.kind === 'scalar' && !isString(node)) this.#checkScalarEnd(from, fixes);
  }

  /** "2 apples" is prose: a number must be alone on its line, or precede a comma. */
  #checkScalarEnd(from: number, fixes: number): void {
    const source = this.#source;
    const next = source.nextTokenAfter(source.at);
    const isAlone =
      next >= source.text.length || ',;)]}`'.includes(source.charAt(next)) || startsValue(source, next);
    if (isAlone || source.text.slice(source.at, next).includes('\n')) return;
    this.#roots.pop();
    source.dropFixes(fixes);
    source.at = from;
    this.#skipProse();
  }

  #skipProse(): void {
    const source = this.#source;
    if (!this.#prose || source.fixes.at(-1)?.fix !== 'removed text around the JSON')
      source.fix('removed text around the JSON');
    this.#prose = true;
    proseEnd.lastIndex = source.at + 1;
    const found = proseEnd.exec(source.text);
    const next = found?.index ?? source.text.length;
    source.steps += next - source.at;
    source.at = next;
  }

  #chooseRoot(): JsonNode {
    const found = chooseRoots(this.#roots, this.#prose);
    const [first] = found;
    if (!first) {
      if (this.#failure) throw this.#failure;
      return readBareText(this.#source);
    }
    if (found.length === 1) return first.node;
    const nodes = found.map(({ node }) => node);
    this.#source.fix(listOfValues, 0);
    const to = this.#source.text.length;
    return { kind: 'array', from: first.node.from, to, items: nodes, clean: false, isListOfValues: true };
  }
}

/** {"a": 1}. – signs after a value that cannot start another one, and a lone quote at the end. */
const signs = /(?:[^\p{L}\p{N}\s{}[\]()"'“”‘’`<,;]{1,40}(?=\s|$)|["'](?=\s{0,200}$))/uy;
/** json.loads('{…}'): the quotes are those of the code. */
const quotedJson = /\s{0,20}[bru]?["'`]{1,3}(?=\s{0,200}[{[]\s{0,200}[^\s\\])/y;
const keyWithoutColon = /"[^"\n]{1,80}"\s{0,20}["{[\d]/y;

const wholeLine = (source: SourceText): string => {
  const end = source.text.indexOf('\n', source.at);
  const line = source.text.slice(source.at, Math.min(end < 0 ? source.text.length : end, source.at + 400));
  return line.trim().replace(/[,;]$/, '');
};

/** [text](url) in prose. */
const isLink = (source: SourceText, node: JsonNode): boolean => node.kind === 'array' && source.char === '(';

/** A value found at the top level of the text. */
interface Root {
  readonly node: JsonNode;
  /** Label of the surrounding fence; undefined outside a fence. */
  readonly fence: string | undefined;
  /** It starts on the line on which the previous value ends. */
  readonly sameLine: boolean;
}

const isJsonLabel = (label: string): boolean =>
  /^(?:json|json5|jsonc|jsonl|ndjson|json-?lines)$/i.test(label);

/**
 * Selects the values to return: those in a JSON fence, otherwise in any fence, otherwise all that are not
 * asides.
 */
function chooseRoots(roots: readonly Root[], prose: boolean): readonly Root[] {
  if (roots.length === 1 && !prose) return roots;
  const containers = roots.filter(({ node }) => node.kind !== 'scalar');
  const fenced = containers.filter((each) => each.fence !== undefined);
  for (const rank of [
    fenced.filter((each) => isJsonLabel(each.fence ?? '')),
    fenced.filter((each) => each.fence === ''),
    fenced,
    roots.filter((each) => isJsonLabel(each.fence ?? '')),
  ])
    if (rank.length > 0) return rank;
  if (prose) return withoutAsides(containers);
  return roots.filter((each, i) => i === 0 || !(each.sameLine && isEmpty(each.node)));
}

/** Footnotes such as [1] and empty brackets do not count beside real values. */
function withoutAsides(roots: readonly Root[]): readonly Root[] {
  const weighty = roots.filter(({ node }) => !isAside(node));
  return weighty.length > 0
    ? weighty
    : roots.filter(({ node }) => node.kind === 'object' || node.to - node.from > 1);
}

const isAside = (node: JsonNode): boolean =>
  isEmpty(node) || (node.kind === 'array' && node.items.length === 1 && node.items[0]?.kind === 'scalar');
