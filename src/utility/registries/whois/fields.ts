/** Names that open a part where the lines below it stand at the same margin, up to the next empty line. */
const partNames = /^(?:domain|registrar|registrant|holder|name ?servers?|[a-z ]*contacts?)$/;

/**
 * `name: value` lines by lower-case name. What stands in a part, below a name alone on its line, is the part's values,
 * or `part/name` where it has a name of its own. A plain name there would be taken for the domain's own: the `created`
 * of a contact, say.
 */
export function readFields(lines: readonly string[]): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  const add = (name: string, value: string) => fields.set(name, [...(fields.get(name) ?? []), value]);
  let part: Part | null = null;
  let afterGap = true;
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || /^[%#>*]/.test(trimmed)) {
      if (part?.margin === 'same') part = null;
      afterGap ||= trimmed === '';
      continue;
    }
    const indent = indentOf(line);
    if (part && part.margin === 'deeper' && indent <= part.indent) part = null;
    const { name, value } = fieldOf(trimmed);
    const opened: Part | null = part ? null : partAt(lines, at, afterGap);
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

interface Part {
  readonly name: string;
  readonly indent: number;
  readonly margin: 'deeper' | 'same';
}

/** The part that a line opens; null where it is a field like any other. */
function partAt(lines: readonly string[], at: number, afterGap: boolean): Part | null {
  const line = lines[at] ?? '';
  const next = lines[at + 1] ?? '';
  if (next.trim() === '') return null;
  const { name, value } = fieldOf(line.trim());
  const title = name || line.trim().toLowerCase();
  const indent = indentOf(line);
  if (value === '' && title.length <= 40 && indentOf(next) > indent)
    return { name: title, indent, margin: 'deeper' };
  if (!afterGap || !partNames.test(title)) return null;
  // Beside a value only the part of a registrar, which begins with its name, is told from a field.
  const named = title === 'registrar' && fieldOf(next.trim()).name === 'name';
  return value === '' || named ? { name: title, indent, margin: 'same' } : null;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** `name: value`, `name.......: value` and `[name] value`. */
function fieldOf(line: string): { name: string; value: string } {
  const bracketed = line.startsWith('[');
  const end = line.indexOf(bracketed ? ']' : ':');
  if (end < 1 || end > 60) return { name: '', value: '' };
  const name = line
    .slice(bracketed ? 1 : 0, end)
    .replace(/[.\s]+$/, '')
    .toLowerCase();
  return { name, value: line.slice(end + 1).trim() };
}
