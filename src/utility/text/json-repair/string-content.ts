const special = /\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\u\{[0-9a-fA-F]{1,6}\}|\\[\s\S]?|"|[^ -\uffff]/g;
const mayNeedRepair = /[\\"]|[^ -\uffff]/;
const plainEscapes = new Set(['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t']);
const cutEscape = /(?<=^|[^\\])((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]?)?$/;
const controls: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Called for each change with its offset in the raw text and a description. */
type Report = (offset: number, fix: string) => void;

/** An escape that JSON does not have: the writer escaped no backslash of this string. */
const unknownEscape = /(?<!\\)(?:\\\\)*\\(?:[ac-eg-mo-qsv-wyzA-Z.]|u(?![0-9a-fA-F]{4}))/;
const drivePath = /^(?:[A-Za-z]:\\|\\\\\w)/;
/** Commands of LaTeX that start like the escapes of a tab, a line break and a carriage return. */
const latexCommand =
  /\\(?:n(?:abla|eq?|eg|u|otin|ewline|onumber)|t(?:heta|au|ext(?:bf|it|rm|tt)?|imes|o|op|anh?|ilde|riangle|frac|herefore)|r(?:ho|angle|ight(?:arrow)?|m|ceil|floor))(?![a-z])/y;

/** `C:\Users\new` and `\alpha \theta`: a backslash that would be an escape, but is as literal as the others. */
function isLiteralBackslash(raw: string, at: number): boolean {
  if (!/[bfnrt]/.test(raw[at + 1] ?? '')) return false;
  if (drivePath.test(raw)) return !/^[A-Za-z]:\\/.test(raw.slice(at + 2, at + 5));
  if (/[bf]/.test(raw[at + 1] ?? '')) return /[a-z]/.test(raw[at + 2] ?? '');
  latexCommand.lastIndex = at;
  return latexCommand.test(raw);
}

/** Encodes the text between two quotes as a JSON string. */
export function encodeContent(raw: string, report: Report): string {
  if (!mayNeedRepair.test(raw)) return `"${raw}"`;
  const isUnescaped = raw.includes('\\') && unknownEscape.test(raw);
  return `"${raw.replace(special, (found, offset: number) => {
    if (found.length > 2 && found[1] === 'u' && found[2] !== '{') return found;
    if (isUnescaped && isLiteralBackslash(raw, offset)) {
      report(offset, 'escaped a backslash');
      return `\\\\${found[1]}`;
    }
    if (plainEscapes.has(found)) return found;
    const [repaired, fix] = repairCharacter(found);
    report(offset, fix);
    return repaired;
  })}"`;
}

function repairCharacter(found: string): [repaired: string, fix: string] {
  if (found === '"') return ['\\"', 'escaped a quote inside a string'];
  if (!found.startsWith('\\')) return [escapedControl(found), 'escaped a control character'];
  if (found.length > 2) {
    const code = Number.parseInt(found.replaceAll(/[^0-9a-fA-F]/g, ''), 16);
    if (code <= 0x10ffff)
      return [JSON.stringify(String.fromCodePoint(code)).slice(1, -1), 'rewrote an escape'];
  }
  const char = found.slice(1);
  if (char === "'" || char === '`') return [char, 'removed a backslash that escapes nothing'];
  if (char === '\n') return ['\\n', 'escaped a control character'];
  if (char === '0') return ['\\u0000', 'rewrote an escape'];
  // "C:\docs": the backslash is literal.
  return [`\\\\${char < ' ' ? escapedControl(char) : found.slice(1)}`, 'escaped a backslash'];
}

const escapedControl = (char: string): string =>
  char === '' ? '' : (controls[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Drops an escape sequence that was cut by the end of the text. */
export function withoutCutEscape(raw: string): string {
  return cutEscape.test(raw.slice(-64)) ? raw.slice(0, -64) + raw.slice(-64).replace(cutEscape, '$1') : raw;
}
