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

/** Encodes the text between two quotes as a JSON string. */
export function encodeContent(raw: string, report: Report): string {
  if (!mayNeedRepair.test(raw)) return `"${raw}"`;
  return `"${raw.replace(special, (found, offset: number) => {
    if (found.length > 2 && found[1] === 'u' && found[2] !== '{') return found;
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
