import { closest, distance } from 'fastest-levenshtein';
import type { TObject, TSchema } from 'typebox';
import { asRecord } from '../decode.ts';
import { formatCurl } from './example.ts';
import type { BoundRoute } from './route.ts';
import { matchesSchema } from './validation.ts';

/** What the caller sent. */
export interface SentInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
}

type Fields = Record<string, unknown>;
const maxEchoed = 200;
/** Beyond this many fields no name is corrected: comparing each with every name would take longer than the call. */
const maxCompared = 200;

/**
 * The caller's own call, corrected: valid values stay, a misspelt field gets its right name, and missing or
 * invalid values become placeholders in angle brackets. It never contains a value that the caller did not
 * send.
 */
export function correctedCurl(route: BoundRoute, baseUrl: string, sent: SentInput): string {
  const params = fieldsFor(route.params, sent.params, 'text');
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? `<${name}>`);
    return value.startsWith('<') ? value : encodeURIComponent(value);
  });
  const query = Object.entries(fieldsFor(route.query, sent.query, 'text'));
  const search = query.map(([name, value]) => `${name}=${toText(value)}`).join('&');
  const body = route.body && !route.stream ? fieldsFor(route.body, sent.body, 'json') : undefined;
  const hasKey = sent.headers?.authorization !== undefined || sent.headers?.['x-ally-key'] !== undefined;
  const auth = hasKey && route.auth.endsWith('?') ? 'key' : route.auth;
  return formatCurl(
    { method: route.method, auth },
    baseUrl + path + (search === '' ? '' : `?${search}`),
    body,
  );
}

const toText = (value: unknown): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.startsWith('<') ? text : encodeURIComponent(text);
};

/**
 * An object's fields by its schema: the valid ones that were sent, and placeholders for other required ones.
 */
export function fieldsFor(schema: TObject | undefined, sent: unknown, as: 'text' | 'json'): Fields {
  if (!schema) return {};
  const sentFields = withoutDefaults(schema, comparableFields(schema, asRecord(sent)));
  const corrected = correctNames(sentFields, Object.keys(schema.properties));
  Object.assign(corrected, placeUnknown(schema, sentFields, corrected, as));
  const required = new Set(schema.required ?? []);
  const fields: Fields = {};
  for (const [name, rule] of Object.entries(schema.properties)) {
    const value = as === 'json' ? coerce(rule, corrected[name]) : corrected[name];
    if (value !== undefined && mayEcho(value) && matchesSchema(rule, value, as)) fields[name] = value;
    else if (required.has(name) || value !== undefined)
      fields[name] = as === 'json' ? jsonPlaceholder(name, rule) : placeholder(name, rule);
  }
  return fields;
}

function comparableFields({ properties }: TObject, sent: Fields): Fields {
  if (Object.keys(sent).length <= maxCompared) return sent;
  const known = Object.keys(properties).filter((name) => Object.hasOwn(sent, name));
  return Object.fromEntries(known.map((name) => [name, sent[name]]));
}

/** A default filled in by the server was not sent, and must not take the place of a misspelt field. */
const withoutDefaults = ({ properties }: TObject, sent: Fields): Fields =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => value !== asRecord(properties[name]).default),
  );

/** Misspelt fields under their intended names. */
function correctNames(sent: Fields, names: readonly string[]): Fields {
  const fields: Fields = {};
  for (const [name, value] of Object.entries(sent)) {
    const nearest = names.includes(name) ? name : closest(name, names);
    if (nearest === undefined || (nearest in sent && nearest !== name)) continue;
    if (distance(name, nearest) <= Math.max(2, nearest.length / 2)) fields[nearest] = value;
  }
  return fields;
}

/**
 * Assigns values whose names resemble no field: each to the only missing field it fits, unless another value fits it too. If
 * nothing is missing, a text goes to the only text field.
 */
function placeUnknown(
  { properties, required }: TObject,
  sent: Fields,
  corrected: Fields,
  as: 'text' | 'json',
): Fields {
  const placed = Object.values(corrected);
  const unplaced = Object.keys(sent)
    .filter((name) => !(name in properties) && !placed.includes(sent[name]))
    .map((name) => sent[name])
    .filter(mayEcho);
  const missing = (required ?? []).filter((name) => corrected[name] === undefined);
  if (missing.length === 0) return placeSoleText(properties, unplaced, corrected);
  const fits = (name: string, value: unknown) => {
    const rule = properties[name];
    return rule !== undefined && !isChoice(rule) && matchesSchema(rule, value, as);
  };
  const fields: Fields = {};
  for (const value of unplaced.slice(0, maxPlaced)) {
    const [name, other] = missing.filter((each) => fits(each, value));
    const rivals = name === undefined ? [] : unplaced.filter((each) => fits(name, each));
    if (name !== undefined && other === undefined && rivals.length === 1) fields[name] = value;
  }
  return fields;
}

const maxPlaced = 8;
const isChoice = (rule: TSchema): boolean => Array.isArray(asRecord(rule).enum);

function placeSoleText(
  properties: TObject['properties'],
  unplaced: readonly unknown[],
  corrected: Fields,
): Fields {
  const [value, another] = unplaced;
  const [name = '', ...others] = Object.keys(properties).filter((each) => each !== 'api_key');
  const { type, enum: choices, pattern } = asRecord(properties[name]);
  const isText = typeof value === 'string' && type === 'string' && !choices && !pattern;
  if (!isText || another !== undefined || others.length > 0 || corrected[name] !== undefined) return {};
  return { [name]: value };
}

/**
 * A value of another type that can only mean one of the right type: "5" for an integer, 5 for a text, one item for
 * a list of them, a text for an object with one field of text.
 */
function coerce(rule: TSchema, value: unknown): unknown {
  const { type, items } = asRecord(rule);
  if (value === undefined || matchesSchema(rule, value, 'json')) return value;
  if (isObject(rule)) return coerceObject(rule, value);
  if (type === 'array' && items !== undefined && matchesSchema(items as TSchema, value, 'json'))
    return [value];
  if (type === 'string' && typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value))
    return Number(value);
  if (type === 'boolean' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return value;
}

const isObject = (rule: TSchema): rule is TObject => asRecord(rule).properties !== undefined;

function coerceObject(rule: TObject, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fields = isRecord ? fieldsFor(rule, value, 'json') : {};
  if (Object.keys(fields).length > 0) return fields;
  const [only, ...more] = isRecord ? Object.values(value) : [value];
  const [fit, another] = Object.entries(rule.properties).filter(([, each]) =>
    matchesSchema(each, only, 'json'),
  );
  return fit && !another && more.length === 0 ? { [fit[0]]: only } : jsonPlaceholder('', rule);
}

/** A call as handlers print it in a hint, with the caller's own values or placeholders in angle brackets. */
export function printCall(call: string, body: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  const printed = fields.map(([name, value]) => [name, mayEcho(value) ? value : `<${name}>`]);
  return `${call} ${JSON.stringify(Object.fromEntries(printed))}`;
}

/** Whether a value is short enough for a hint, and not one of our secrets. */
function mayEcho(value: unknown): boolean {
  const text = JSON.stringify(value);
  return text.length <= maxEchoed && !/kith_(?:sk|rc|ally)_/.test(text);
}

/** In the shape that is expected: a list with one item, an object with what it needs, or with its first field. */
function jsonPlaceholder(name: string, rule: TSchema): unknown {
  const { type, items } = asRecord(rule);
  if (type === 'array' && items !== undefined) return [jsonPlaceholder(name, items as TSchema)];
  if (!isObject(rule)) return placeholder(name, rule);
  const needed = rule.required?.length ? rule.required : Object.keys(rule.properties).slice(0, 1);
  return Object.fromEntries(
    needed.map((each) => [each, jsonPlaceholder(each, rule.properties[each] as TSchema)]),
  );
}

function placeholder(name: string, rule: TSchema): string {
  const { enum: values } = asRecord(rule);
  return Array.isArray(values) && values.length <= 8 ? `<${values.join('|')}>` : `<${name}>`;
}
