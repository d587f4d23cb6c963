/** Names that open a section whose lines are not indented and which ends at the next empty line. */
const sectionNames =
  /^(?:domain|registrar|registrant|holder|whois|name ?servers?(?: information)?|[a-z ]*contacts?(?:\(s\))?)$/;
/** First names of the record of a person or company, which stands in a paragraph of its own. */
const personNames = /^(?:personname|person|role|contact)$/;

/**
 * `name: value` lines by lower-case name. Lines in a section, below a name alone on its line, become values
 * of the section, or `section/name` if they have a name. Under a plain name they would be mistaken for the
 * domain's own, such as the `created` of a contact.
 */
export function readFields(lines: readonly string[]): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  const add = (name: string, value: string) => fields.set(name, [...(fields.get(name) ?? []), value]);
  let part: Section | null = null;
  let afterGap = true;
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || /^[%#>*]/.test(trimmed)) {
      if (part?.margin === 'same') part = null;
      part = underlinedTitle(lines, at) ?? part;
      afterGap ||= trimmed === '';
      continue;
    }
    const indent = countIndent(line);
    if (part && part.margin === 'deeper' && indent <= part.indent) part = null;
    const { name, value } = parseField(trimmed);
    const opened: Section | null = part ? null : sectionAt(lines, at, afterGap);
    if (opened) {
      part = opened;
      if (value !== '') add(name, value);
    } else if (name === '' || (part && /^[\da-f.]+$/.test(name))) {
      if (part) add(part.name, trimmed);
    } else if (value !== '') add(part ? `${part.name}/${name}` : name, value);
    afterGap = false;
  }
  return fields;
}

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
}

/** The section that a line opens; null if it is an ordinary field. */
function sectionAt(lines: readonly string[], at: number, afterGap: boolean): Section | null {
  const line = lines[at] ?? '';
  const next = lines[at + 1] ?? '';
  if (next.trim() === '') return null;
  const { name, value } = parseField(line.trim());
  const title = name || line.trim().toLowerCase();
  const indent = countIndent(line);
  if (value === '' && title.length <= 40 && countIndent(next) > indent)
    return { name: title, indent, margin: 'deeper' };
  if (afterGap && personNames.test(title)) return { name: 'person', indent, margin: 'same' };
  if (!afterGap || !sectionNames.test(title)) return null;
  // A name with a value opens a section only for a registrar, whose section starts with its name.
  const named = title === 'registrar' && parseField(next.trim()).name === 'name';
  return value === '' || named ? { name: title, indent, margin: 'same' } : null;
}

const countIndent = (line: string): number => line.length - line.trimStart().length;

/** Parses `name: value`, `name.......: value`, `[name] value` and `a. [name] value`. */
function parseField(written: string): { name: string; value: string } {
  const line = written.replace(/^[a-z]\. \[/, '[');
  const bracketed = line.startsWith('[');
  const end = line.indexOf(bracketed ? ']' : ':');
  if (end < 1 || end > 60) return { name: '', value: '' };
  const name = line
    .slice(bracketed ? 1 : 0, end)
    .replace(/[.\s]+$/, '')
    .toLowerCase();
  return { name, value: line.slice(end + 1).trim() };
}
