/** Longer scripts are programs, not a simple redirect. */
const maxChars = 20_000;

const openers: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };

interface Opener {
  readonly char: string;
  /** The word before it: `setTimeout` of `setTimeout(`. */
  readonly word: string;
  /** Whether the code inside runs when the script loads. */
  readonly runs: boolean;
  /** The function whose code it opens. */
  readonly declares?: string;
  /** Where that code starts. */
  readonly at?: number;
}

const place = String.raw`(?:(?:window|self|top|parent|document|globalThis)\s*\.\s*){0,3}`;
const literal = String.raw`(["'\`])((?:[^"'\`\\\n]|\\.){1,4096})\1\s*`;
const statementEnd = String.raw`(?:;|\)|\}|\n|$)`;
const targets = [
  new RegExp(
    `^${place}location\\s*(?:(?:\\.\\s*href\\s*)?=(?!=)|\\.\\s*(?:replace|assign)\\s*\\()\\s*${literal}${statementEnd}`,
  ),
  new RegExp(`^${place}open\\s*\\(\\s*${literal},\\s*["']_(?:self|top|parent)["']`),
];
/** A timer whose code is a string: setTimeout("location.href='/a'", 0). */
const codeTimer = new RegExp(
  `^${place}setTimeout\\s*\\(\\s*(?:"((?:[^"\\\\\\n]|\\\\.){1,4096})"|'((?:[^'\\\\\\n]|\\\\.){1,4096})')`,
);
/** go(), setTimeout(go, 0) and onload = go: a function without arguments that runs. */
const call = new RegExp(
  `^${place}(?:setTimeout\\s*\\(\\s*([\\w$]+)\\s*[,)]|onload\\s*=\\s*([\\w$]+)\\s*(?:;|\\n|$)|([\\w$]+)\\s*\\(\\s*\\))`,
);
const conditions: ReadonlySet<string> = new Set(['if', 'while', 'for', 'with', 'switch', 'catch']);

interface ScriptCode {
  /** Where it redirects by itself. */
  readonly target: string | null;
  /** Functions that it calls while it loads. */
  readonly calls: readonly string[];
  /** The code of the functions it declares. */
  readonly functions: ReadonlyMap<string, string>;
}

/**
 * Where the scripts of a page redirect as soon as they run, including `onload` handlers: an assignment of a string literal to
 * `location` outside conditions and functions that are not called. Null if there is none, or if it cannot be determined.
 */
export function scriptRedirect(...scripts: readonly string[]): string | null {
  const functions = new Map<string, string>();
  const pending = [...scripts];
  const calls: string[] = [];
  for (let script = pending.shift(); script !== undefined; script = pending.shift()) {
    const code = readScript(script);
    if (code.target !== null) return code.target;
    for (const [name, body] of code.functions) functions.set(name, body);
    calls.push(...code.calls);
    // Functions may be declared after they are called, also by a later script.
    for (const name of pending.length === 0 ? calls.splice(0) : []) {
      const body = functions.get(name);
      if (body === undefined) continue;
      pending.push(body);
      functions.set(name, '');
    }
  }
  return null;
}

function readScript(script: string): ScriptCode {
  const calls: string[] = [];
  const functions = new Map<string, string>();
  const code = (target: string | null): ScriptCode => ({ target, calls, functions });
  if (script.length > maxChars) return code(null);
  const stack: Opener[] = [];
  let word = '';
  let before = ';';
  /** The word before the last closed parenthesis: `if` of `if (…) {`. */
  let closed = '';
  /** What a value is assigned to: `onload` of `window.onload = …`. */
  let assigned = '';
  /** The last token is on an earlier line. */
  let isNewLine = false;
  for (let at = 0; at < script.length; at += 1) {
    const char = script[at] ?? '';
    const rest = char + (script[at + 1] ?? '');
    if (rest === '//' || rest === '/*' || script.startsWith('<!--', at)) {
      const end = script.indexOf(rest === '/*' ? '*/' : '\n', at + 2);
      if (end < 0) return code(null);
      at = rest === '/*' ? end + 1 : end;
      isNewLine ||= rest !== '/*';
    } else if (char === '"' || char === "'" || char === '`') {
      at = endOfString(script, at);
      if (at < 0) return code(null);
      before = char;
      word = '';
      isNewLine = false;
    } else if (/[\w$]/.test(char)) {
      const found = /^[\w$]+/.exec(script.slice(at, at + 100))?.[0] ?? char;
      if (isStatementStart(before, isNewLine && !conditions.has(closed)) && stack.every(({ runs }) => runs)) {
        const statement = script.slice(at, at + 5_000);
        const timed = timedCode(statement);
        const target = parseRedirect(statement) ?? timed?.target ?? null;
        if (target !== null) return code(target);
        calls.push(...(timed?.calls ?? []));
        const called = call
          .exec(statement)
          ?.slice(1)
          .find((each) => each !== undefined);
        if (called !== undefined) calls.push(called);
      }
      // Named functions count too: `function go() {`.
      if (word === 'function') assigned = found;
      else word = found;
      before = found === 'else' || found === 'do' ? 'x' : 'w';
      at += found.length - 1;
      isNewLine = false;
    } else if (char === '(' || char === '{' || char === '[') {
      const isOnLoad = onLoad.test(script.slice(at, at + 40));
      const opened = { char, word, before, closed, assigned, isOnLoad };
      const isFunction = char === '{' && before === ')' && closed === 'function' && stack.length === 0;
      stack.push({
        char,
        word,
        runs: runsOnLoad(opened, stack.at(-1)),
        ...(isFunction && { declares: assigned, at: at + 1 }),
      });
      before = char;
      word = '';
      isNewLine = false;
    } else if (char in openers) {
      const opener = stack.pop();
      if (!opener || opener.char !== openers[char]) return code(null);
      if (char === ')') closed = opener.word;
      if (opener.declares) functions.set(opener.declares, script.slice(opener.at, at));
      before = char;
      word = '';
      isNewLine = false;
    } else if (char === '\n') isNewLine = true;
    else if (!/\s/.test(char)) {
      if (char === '=' || char === ';') assigned = word;
      if (rest === '=>') {
        closed = 'function';
        before = ')';
        at += 1;
      } else before = char;
      word = '';
      isNewLine = false;
    }
  }
  return code(null);
}

/** A line break ends a statement unless an operator precedes it. */
const isStatementStart = (before: string, isNewLine: boolean): boolean =>
  before === ';' || before === '{' || before === '}' || (isNewLine && /["'`w\])]/.test(before));

/** The address that a statement navigates to. */
function parseRedirect(statement: string): string | null {
  for (const target of targets) {
    const match = target.exec(statement);
    if (match) return unescapeString(match[2] ?? '');
  }
  return null;
}

function timedCode(statement: string): ScriptCode | null {
  const [, double, single] = codeTimer.exec(statement) ?? [];
  const timed = double ?? single;
  return timed === undefined ? null : readScript(unescapeString(timed));
}

interface OpenedAt {
  readonly char: string;
  readonly word: string;
  readonly before: string;
  readonly closed: string;
  readonly assigned: string;
  /** Whether the first argument names a load event. */
  readonly isOnLoad: boolean;
}

const onLoad = /^\(\s*["'`](?:load|pageshow|DOMContentLoaded)["'`]\s*,/;

/** Functions of timers, of loading and immediately invoked ones run; bodies of conditions and declarations do not. */
function runsOnLoad(opened: OpenedAt, parent: Opener | undefined): boolean {
  const { char, word, before, closed, assigned, isOnLoad } = opened;
  if (char === '(') {
    if (word === 'setTimeout' || word === 'ready') return true;
    if (word === 'addEventListener') return isOnLoad;
    return word === '' && (before === ';' || before === '!');
  }
  if (char !== '{') return false;
  const isFunction = before === ')' && closed === 'function';
  return isFunction && (parent === undefined ? assigned === 'onload' : parent.char === '(' && parent.runs);
}

function endOfString(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
}

const unescapeString = (text: string): string =>
  text.replaceAll(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/gi, (_, hex, unicode, char: string | undefined) =>
    char === undefined ? String.fromCharCode(Number.parseInt(hex ?? unicode, 16)) : char,
  );
