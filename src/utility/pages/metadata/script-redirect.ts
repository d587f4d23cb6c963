/** Longer scripts are programs, not a simple redirect. */
const maxChars = 20_000;

const openers: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };

interface Opener {
  readonly char: string;
  /** The word before it: `setTimeout` of `setTimeout(`. */
  readonly word: string;
  /** Whether the code inside runs when the script loads. */
  readonly runs: boolean;
}

const target =
  /^(?:(?:window|self|top|parent|document|globalThis)\s*\.\s*)?location\s*(?:(?:\.\s*href\s*)?=(?!=)|\.\s*(?:replace|assign)\s*\()\s*(["'`])((?:[^"'`\\\n]|\\.){1,4096})\1\s*(?:;|\)|\}|\n|$)/;

/**
 * Where a script redirects as soon as it runs: an assignment of a string literal to `location` that is not
 * inside a condition or a function called from elsewhere. Null if there is none, or if it cannot be
 * determined.
 */
export function scriptRedirect(script: string): string | null {
  if (script.length > maxChars || !script.includes('location')) return null;
  const stack: Opener[] = [];
  let word = '';
  let before = ';';
  /** The word before the last closed parenthesis: `if` of `if (…) {`. */
  let closed = '';
  /** What a value is assigned to: `onload` of `window.onload = …`. */
  let assigned = '';
  for (let at = 0; at < script.length; at += 1) {
    const char = script[at] ?? '';
    const rest = char + (script[at + 1] ?? '');
    if (rest === '//' || rest === '/*') {
      const end = script.indexOf(rest === '//' ? '\n' : '*/', at + 2);
      if (end < 0) return null;
      at = rest === '//' ? end : end + 1;
    } else if (char === '"' || char === "'" || char === '`') {
      at = endOfString(script, at);
      if (at < 0) return null;
      before = char;
      word = '';
    } else if (/[\w$]/.test(char)) {
      const found = /^[\w$]+/.exec(script.slice(at, at + 100))?.[0] ?? char;
      const isStart = before === ';' || before === '{' || before === '}';
      if (isStart && stack.every(({ runs }) => runs)) {
        const match = target.exec(script.slice(at, at + 5_000));
        if (match) return unescapeString(match[2] ?? '');
      }
      // Named functions count too: `function go() {`.
      if (word !== 'function') word = found;
      before = found === 'else' || found === 'do' ? 'x' : 'w';
      at += found.length - 1;
    } else if (char === '(' || char === '{' || char === '[') {
      const isOnLoad = onLoad.test(script.slice(at, at + 40));
      const opened = { char, word, before, closed, assigned, isOnLoad };
      stack.push({ char, word, runs: runsOnLoad(opened, stack.at(-1)) });
      before = char;
      word = '';
    } else if (char in openers) {
      const opener = stack.pop();
      if (!opener || opener.char !== openers[char]) return null;
      if (char === ')') closed = opener.word;
      before = char;
      word = '';
    } else if (!/\s/.test(char)) {
      if (char === '=' || char === ';') assigned = word;
      if (rest === '=>') {
        closed = 'function';
        before = ')';
        at += 1;
      } else before = char;
      word = '';
    }
  }
  return null;
}

interface OpenedAt {
  readonly char: string;
  readonly word: string;
  readonly before: string;
  readonly closed: string;
  readonly assigned: string;
  /** The first argument is the name of an event of loading. */
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
