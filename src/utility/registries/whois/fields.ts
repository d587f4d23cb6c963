/** Names that start a section without indentation, which ends at the next empty line. */
const sectionNames =
  /^(?:domain|registrar|registrant|holder|whois|(?:name|domain|dns) ?servers?(?: information)?|additional info|first registration date|[a-z ]*contacts?(?:\(s\))?)$/;
/** First field of the record of a person or company, which is a separate paragraph. */
const personNames = /^(?:personname|person|role|contact|nic-hdl(?:-br)?)$/;
/** First field of other records, which have their own registrar and dates. */
const objectNames = /^(?:nsset|keyset|nserver|registrar)$/;
/** A line of a list of name servers, whose IPv6 address is not a field. */
const hostLine = /^[a-z\d-]+(?:\.[a-z\d-]+)+\.?(?:[\s[(]|$)/i;

/**
 * `name: value` lines by lower-case name. Lines in a section, below a name alone on its line, become values of the section, or
 * `section/name` if they have a name: a contact's `created` must not be mistaken for that of the domain.
 */
export function readFields(written: readonly string[]): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  const add = (name: string, value: string) => fields.set(name, [...(fields.get(name) ?? []), value]);
  let part: Section | null = null;
  let afterGap = true;
  let last: { readonly name: string; readonly indent: number } | null = null;
  const lines = written.map(withoutStars);
  if (!lines.some((line) => parseField(line.trim()).value !== '')) return readColumns(lines);
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || /^[%#>*]/.test(trimmed)) {
      part = underlinedTitle(lines, at) ?? afterEmptyLine(part);
      afterGap ||= trimmed === '';
      continue;
    }
    const indent = countIndent(line);
    if (part && part.margin === 'deeper' && indent <= part.indent) part = null;
    const { name, value } = hostLine.test(trimmed) ? noField : parseField(trimmed);
    const newSection: Section | null = part
      ? null
      : (sectionAt(lines, at, afterGap) ?? objectAt(name, indent, fields, afterGap));
    if (newSection) {
      part = newSection;
      if (value !== '') add(name, value);
    } else if (name === '' || (part && /^[\da-f.]+$/.test(name))) {
      if (part) add(part.name, trimmed);
      else if (last && indent > last.indent) add(last.name, trimmed);
      continue;
    } else if (value !== '') add(part ? `${part.name}/${name}` : name, value);
    last = part || value === '' ? null : { name, indent };
    afterGap = false;
  }
  return fields;
}

/** A paragraph about another object, after the one with the domain and its dates. */
function objectAt(
  name: string,
  indent: number,
  fields: ReadonlyMap<string, unknown>,
  afterGap: boolean,
): Section | null {
  const secondHandle = name === 'norid handle' && fields.has(name);
  const other =
    objectNames.test(name) &&
    fields.has('domain') &&
    (fields.has('created') || fields.has('registered')) &&
    (name !== 'registrar' || fields.has(name));
  return afterGap && (secondHandle || other) ? { name, indent, margin: 'same' } : null;
}

/** An empty line or a comment ends a section without indentation, unless the section's lines start after it. */
function afterEmptyLine(part: Section | null): Section | null {
  if (part?.margin !== 'same') return part;
  return part.afterGap ? { ...part, afterGap: false } : null;
}

/** `** Registrar:` is a title, not a comment. */
const withoutStars = (line: string): string => line.replace(/^\*\* (?=[A-Z])/, '');

/** A table without colons: `Registered on   2006-05-03`. */
function readColumns(lines: readonly string[]): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = '', value = ''] =
      /^([A-Za-z][A-Za-z ]{2,40}?)(?: {2,}|\t+)(\S.*)$/.exec(lastGap(line)) ?? [];
    const key = name.trim().toLowerCase();
    if (key !== '') fields.set(key, [...(fields.get(key) ?? []), value.trim()]);
  }
  return fields;
}

/** Only the last gap separates name and value: `Expires    on   2027-05-03`. */
const lastGap = (line: string): string => {
  const at = Math.max(line.lastIndexOf('  '), line.lastIndexOf('\t'));
  return at < 0 ? '' : `${line.slice(0, at).replaceAll(/\s+/g, ' ')}  ${line.slice(at).trim()}`;
};

/** A title in comments, underlined: `% Registrar:` and `% =====` above the lines of the section. */
function underlinedTitle(lines: readonly string[], at: number): Section | null {
  if (!/^% ?={3,}$/.test(lines[at] ?? '')) return null;
  const title = /^% ?([\w ]+):$/.exec(lines[at - 1] ?? '')?.[1];
  return title ? { name: title.toLowerCase(), indent: 0, margin: 'same' } : null;
}

interface Section {
  readonly name: string;
  readonly indent: number;
  readonly margin: 'deeper' | 'same';
  /** Its lines follow an empty one. */
  readonly afterGap?: boolean;
}

/** The section that a line opens; null if it is an ordinary field. */
function sectionAt(lines: readonly string[], at: number, afterGap: boolean): Section | null {
  const line = lines[at] ?? '';
  const next = lines[at + 1] ?? '';
  const { name, value } = parseField(line.trim());
  const title = name || line.trim().toLowerCase();
  const indent = countIndent(line);
  if (next.trim() === '') {
    const isHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\.?(?:\s|$)/i.test(lines[at + 2]?.trim() ?? '');
    return isHost && /^(?:name|domain|dns) ?servers?/.test(title)
      ? { name: title, indent, margin: 'same', afterGap: true }
      : null;
  }
  if (value === '' && title.length <= 40 && countIndent(next) > indent)
    return { name: title, indent, margin: 'deeper' };
  if (afterGap && personNames.test(title)) return { name: 'person', indent, margin: 'same' };
  if (!afterGap || !sectionNames.test(title)) return null;
  // A name with a value opens a section only for a registrar, whose section starts with its name.
  const isRegistrar = title === 'registrar' && parseField(next.trim()).name === 'name';
  return value === '' || isRegistrar ? { name: title, indent, margin: 'same' } : null;
}

const countIndent = (line: string): number => line.length - line.trimStart().length;

const noField = { name: '', value: '' };

/** Parses `name: value`, `name.......: value`, `[name] value` and `a. [name] value`. */
function parseField(written: string): { name: string; value: string } {
  const line = written.replace(/^[a-z]\. \[/, '[');
  const bracketed = line.startsWith('[');
  const end = line.search(bracketed ? /\]/ : /:(?!\/\/)/);
  if (end < 1 || end > 60) return noField;
  const name = line
    .slice(bracketed ? 1 : 0, end)
    .replace(/[.\s]+$/, '')
    .toLowerCase();
  return { name, value: line.slice(end + 1).trim() };
}
