import { asRecord } from '../../decode.ts';
import type { BoundRoute } from '../route.ts';

// A call and its fields in a few words, for documents and hints.

/** What a call needs and costs: a key, or money. */
export const mark = ({ auth, price }: BoundRoute): string =>
  `${auth === 'none' ? '' : auth.endsWith('?') ? '?' : '*'}${price === undefined ? '' : '$'}`;

export const signature = (route: BoundRoute): string => {
  const query = route.query ? ` ?${fieldsText(route.query)}` : '';
  const body = route.body ? ` {${fieldsText(route.body)}}` : '';
  return `${route.name}${mark(route)}: ${route.method} ${route.path}${query}${body}`;
};
/** A call in a line: its name, path, fields and summary. */
export const withSentence = (route: BoundRoute): string => `${signature(route)}. ${route.summary}`;

/** The fields of an object as `name: shape`, a question mark where they are optional. */
export function fieldsText(schema: unknown): string {
  const { properties, required } = asRecord(schema);
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(asRecord(properties))
    .map(([name, each]) => `${name}${needed.has(name) ? '' : '?'}${typeText(each)}`)
    .join(', ');
}

/** A text is what most fields are, so that only others say what they are. */
const typeText = (schema: unknown): string => {
  const shape = shapeOf(schema);
  return shape === 'text' ? '' : `: ${shape}`;
};

const shortTypes = new Map([
  ['string', 'text'],
  ['integer', 'int'],
  ['boolean', 'bool'],
]);

/** A schema in a few characters: `ask|offer`, `[text]`, `{kind: "status", url}`. */
export function shapeOf(schema: unknown, depth = 4): string {
  const { type, enum: values, const: fixed, items, properties, anyOf } = asRecord(schema);
  if (Array.isArray(values)) return values.join('|');
  if (fixed !== undefined) return JSON.stringify(fixed);
  if (Array.isArray(anyOf)) return anyOf.map((each: unknown) => shapeOf(each, depth)).join(' | ');
  if (items !== undefined) return `[${shapeOf(items, depth)}]`;
  if (properties !== undefined)
    return depth === 0
      ? 'object'
      : `{${depth === 1 ? Object.keys(asRecord(properties)).join(', ') : fieldsText(schema)}}`;
  return [type]
    .flat()
    .map((each) => shortTypes.get(String(each)) ?? String(each ?? 'any'))
    .join('|');
}

/** What a field takes: its shape, bounds and description. */
export function describeField(schema: unknown, note = ''): string {
  const { description, minimum, maximum, maxLength, 'x-rule': form } = asRecord(schema);
  const bounds = [
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && `to ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    form !== undefined && `in the form of ${form}`,
  ].filter(Boolean);
  return `${[shapeOf(schema), ...bounds].join(' ')}${note}${description ? `. ${description}` : ''}`;
}
