import { type TObject, type TSchema, Type } from 'typebox';
import { asRecord, isJsonObject } from '../decode.ts';
import { formatCurl } from './example.ts';
import { fieldOfKind, fieldsMeant, fieldsNamed, fieldsResembling, subjectWords } from './field-names.ts';
import { isPlaceholder } from './placeholders.ts';
import type { BoundRoute } from './route.ts';
import { oneOf } from './schema.ts';
import { matchesSchema } from './validation.ts';

/** What the caller sent. */
export interface SentInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
}

type Fields = Record<string, unknown>;
type Form = 'text' | 'json';

interface Corrected {
  readonly fields: Fields;
  /** What the call has no field for, each as a sentence with the way out. */
  readonly notes: readonly string[];
}

const maxEchoed = 200;
/** Beyond this many fields no name is corrected: comparing each with every name would take longer than the call. */
const maxCompared = 200;
/** More fields that no one knows tell a reader nothing. */
const maxUnknownShown = 8;
const noFields = Type.Object({});
/** Headers that restrict a call: without them it could do more than was asked. */
const restrictingHeaders = ['x-max-ap', 'if-match', 'idempotency-key'];

/**
 * The caller's own call, corrected, after an explanation of what could not be kept. Valid values stay, and a field under another
 * name of the same meaning gets ours. Everything else, including a field that the call lacks, stays visible as a placeholder in
 * angle brackets, which the server refuses: run as printed, the call never does more than the caller asked.
 */
export function explainCorrection(route: BoundRoute, baseUrl: string, sent: SentInput): string {
  const subject = subjectWords(route.path.replaceAll(/\{\w+\}/g, ''), route.name);
  const params = correctFields(route.params ?? noFields, sent.params, 'text', subject).fields;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toText(params[name] ?? `<${name}>`));
  const takesBody = route.method !== 'GET' && !route.stream;
  const [inQuery, toBody] = splitQuery(route, asRecord(sent.query));
  const query = correctFields(route.query ?? noFields, inQuery, 'text', subject);
  const body = takesBody ? correctBody(route, sent, toBody, subject) : undefined;
  const search = Object.entries(query.fields).map(([name, value]) => `${name}=${toText(value)}`);
  const hasKey = sent.headers?.authorization !== undefined || sent.headers?.['x-ally-key'] !== undefined;
  const curl = formatCurl(
    { method: route.method, auth: hasKey && route.auth.endsWith('?') ? 'key' : route.auth },
    baseUrl + path + (search.length === 0 ? '' : `?${search.join('&')}`),
    body && (route.body || Object.keys(body.fields).length > 0) ? body.fields : undefined,
    keptHeaders(sent.headers),
  );
  const isNested = Object.values(body?.fields ?? {}).some(
    (each) => typeof each === 'object' && each !== null && hasPlaceholder(each),
  );
  const shapes = isNested ? [`GET ${baseUrl}/api/help?call=${route.name} has the shapes.`] : [];
  return [...query.notes, ...(body?.notes ?? []), ...shapes, `Like this: ${curl}`].join(' ');
}

/** The same for a call that is not HTTP: `say {"room":"lobby"}`. */
export function explainFields(call: string, schema: TObject, sent: unknown): string {
  const { fields, notes } = correctFields(schema, sent, 'text');
  return [...notes, `Like this: ${call} ${JSON.stringify(fields)}`].join(' ');
}

/** A query field that only the body has moves there, where it means the same. */
function splitQuery({ query, body }: BoundRoute, sent: Fields): [Fields, Fields] {
  const inBody = body?.properties ?? {};
  const inQuery = query?.properties ?? {};
  const belongs = (name: string) =>
    fieldsMeant(name, inQuery).length === 0 && fieldsMeant(name, inBody).length > 0;
  const entries = Object.entries(sent).slice(0, maxCompared);
  return [
    Object.fromEntries(entries.filter(([name]) => !belongs(name))),
    Object.fromEntries(entries.filter(([name]) => belongs(name))),
  ];
}

/** A field that repeats what the path says is not needed a second time. */
function correctBody(
  { body = noFields }: BoundRoute,
  { params, body: sent }: SentInput,
  moved: Fields,
  subject: ReadonlySet<string>,
) {
  const inPath = asRecord(params);
  if (sent !== undefined && sent !== null && !isJsonObject(sent))
    return correctFields(body, { ...moved, body: sent }, 'json', subject);
  const own = Object.entries(unwrap(body, asRecord(sent))).filter(
    ([name, value]) =>
      Object.hasOwn(body.properties, name) ||
      !Object.hasOwn(inPath, name) ||
      String(inPath[name]) !== String(value),
  );
  return correctFields(body, { ...moved, ...Object.fromEntries(own) }, 'json', subject);
}

/** The fields of `{"job": {…}}`, where the call takes them without the object around them. */
function unwrap({ properties }: TObject, sent: Fields): Fields {
  const [only, another] = Object.entries(sent);
  return only && !another && !Object.hasOwn(properties, only[0]) && isJsonObject(only[1]) ? only[1] : sent;
}

function keptHeaders(headers: SentInput['headers'] = {}): Record<string, string> {
  const kept = restrictingHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' && mayEcho(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(kept);
}

const toText = (value: unknown): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.startsWith('<') ? text : encodeURIComponent(text);
};

/** An object's fields by its schema: those that were sent, under our names, and placeholders for the rest. */
function correctFields(schema: TObject, sent: unknown, as: Form, subject?: ReadonlySet<string>): Corrected {
  const { properties } = schema;
  const required: readonly string[] = schema.required ?? [];
  const entries = Object.entries(asRecord(sent)).filter(
    // A default filled in by the server was not sent.
    ([name, value]) => value !== undefined && value !== asRecord(properties[name]).default,
  );
  const known = Object.fromEntries(entries.filter(([name]) => Object.hasOwn(properties, name)));
  const unknown = entries.filter(([name]) => !Object.hasOwn(properties, name));
  const notes: string[] = [];
  const moved =
    entries.length > maxCompared
      ? new Map<string, readonly [string, unknown]>()
      : placeByMeaning(schema, known, unknown, as, subject);
  const fields: Fields = {};
  for (const [name, rule] of Object.entries(properties)) {
    const source = moved.get(name);
    if (source !== undefined) notes.push(`${plainName(source[0])} is called ${name} here.`);
    const value = source ? source[1] : known[name];
    if (value === undefined && !required.includes(name)) continue;
    const correct = as === 'json' ? correctValue(rule, value, name) : value;
    fields[name] =
      correct !== undefined && isUsable(correct) && matchesSchema(rule, correct, as)
        ? correct
        : placeholderFor(name, rule, correct, as);
  }
  const placed = new Set([...moved.values()].map(([name]) => name));
  const left = unknown.filter(([name]) => !placed.has(name));
  const free = Object.keys(properties).filter(
    (name) => fields[name] === undefined || isPlaceholder(fields[name]),
  );
  for (const [name, value] of left.slice(0, maxUnknownShown)) {
    const shown = plainName(name);
    fields[`<${shown}>`] = mayEcho(value) ? value : `<${shown}>`;
    notes.push(describeUnknown(shown, value, schema, free, as));
  }
  if (left.length > maxUnknownShown) fields[`<${left.length - maxUnknownShown}_more_fields>`] = '<unknown>';
  return { fields, notes };
}

/** Sent fields by the name of ours that they certainly mean: one name, free, the only one that accepts the value, and no rival. */
function placeByMeaning(
  schema: TObject,
  known: Fields,
  unknown: readonly [string, unknown][],
  as: Form,
  subject?: ReadonlySet<string>,
) {
  const { properties } = schema;
  const isFree = (name: string) => known[name] === undefined;
  const named = unknown.map(([name, value]) => {
    const flag = properties[String(value)];
    // `"visibility":"private"`: the value is the name of what it switches on.
    if (flag && asRecord(flag).type === 'boolean' && isFree(String(value)))
      return { name, value: true, field: String(value) };
    const meant = fieldsNamed(name, properties, subject).filter(isFree);
    const suitable = meant.filter((each) => fits(properties[each], value, as));
    // A certain meaning with a value of another form stays visible, as a placeholder under the right name.
    const [field, another] = suitable.length > 0 ? suitable : meant;
    return { name, value, field: another === undefined ? field : undefined };
  });
  const taken = new Set(named.map(({ field }) => field));
  const wishes = named.map(({ name, value, field }) => {
    const other = field ?? fieldOfKind(name, properties) ?? onlyFieldOfShape(properties, value);
    const isOpen = other !== undefined && isFree(other) && !taken.has(other);
    return { name, value, field: field ?? (isOpen ? other : undefined) };
  });
  return new Map(
    wishes.flatMap(({ name, value, field }) =>
      field !== undefined && wishes.filter((each) => each.field === field).length === 1
        ? [[field, [name, value] as const] as const]
        : [],
    ),
  );
}

/** The only field that takes an object, or a list of objects, with exactly the fields of this one. */
function onlyFieldOfShape(properties: TObject['properties'], value: unknown): string | undefined {
  const sample = Array.isArray(value) ? value[0] : value;
  if (!isJsonObject(sample)) return undefined;
  const [only, another] = Object.entries(properties).filter(([, rule]) => {
    const { items, properties: own, anyOf } = asRecord(rule);
    const isShaped = own !== undefined || anyOf !== undefined || items !== undefined;
    return isShaped && isUsable(value) && matchesSchema(rule, value, 'json');
  });
  return another === undefined ? only?.[0] : undefined;
}

const fits = (rule: TSchema | undefined, value: unknown, as: Form): boolean =>
  rule !== undefined &&
  isUsable(value) &&
  matchesSchema(rule, as === 'json' ? correctValue(rule, value, '') : value, as);

/** What to do about a field that the call lacks: its probable name with the caller's value, or the free names. */
function describeUnknown(name: string, value: unknown, schema: TObject, free: readonly string[], as: Form) {
  const suitable = free.filter((each) => fits(schema.properties[each], value, as));
  const chosen = free.filter((each) => choosesFrom(schema.properties[each], value));
  const [likely, another] = chosen.length > 0 ? chosen : fieldsResembling(name, suitable);
  if (likely !== undefined && another === undefined)
    return `If ${name} means ${likely}, send ${JSON.stringify({ [likely]: value }).slice(1, -1)}.`;
  const others =
    suitable.length === 0 ? '' : `, or send it as ${suitable.slice(0, maxUnknownShown).join(' or ')}`;
  return `The call has no field ${name}: leave it out if the call is right without it${others}.`;
}

/** Whether a value is one of the few words that a field takes. */
function choosesFrom(rule: TSchema | undefined, value: unknown): boolean {
  const { enum: words } = asRecord(rule);
  return Array.isArray(words) && words.includes(value);
}

const plainName = (name: string): string => name.replaceAll(/[^\w.-]/g, '').slice(0, 60) || 'field';

/**
 * The same value as another type: "5" for an integer, 5 for a text, one item for a list of them or the other way round, the text
 * in `{"proof": {"url": "…"}}`. Inside an object or a list each field is corrected by itself.
 */
function correctValue(rule: TSchema, value: unknown, name: string): unknown {
  const { type, items, anyOf } = asRecord(rule);
  if (value === undefined || matchesSchema(rule, value, 'json')) return value;
  if (isObject(rule))
    return isJsonObject(value) ? correctFields(rule, value, 'json').fields : wrapScalar(rule, value);
  if (Array.isArray(anyOf)) return isJsonObject(value) ? correctVariant(anyOf, value) : value;
  if (type === 'array' && items !== undefined) {
    if (Array.isArray(value)) return value.map((each) => correctValue(items as TSchema, each, name));
    const parts = typeof value === 'string' ? value.split(/,\s*/) : [];
    if (parts.length > 1 && parts.every((part) => matchesSchema(items as TSchema, part, 'json')))
      return parts;
    const item = correctValue(items as TSchema, value, name);
    if (matchesSchema(items as TSchema, item, 'json')) return [item];
  }
  if (typeof value === 'object' && value !== null) {
    const [only, another] = Object.entries(value);
    const isAlone = only !== undefined && another === undefined;
    const saysSame = Array.isArray(value) || (only && fieldsMeant(only[0], { [name]: rule }).length > 0);
    return isAlone && saysSame && typeof only[1] !== 'object' ? correctValue(rule, only[1], name) : value;
  }
  if (type === 'string' && typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value))
    return Number(value);
  if (type === 'boolean' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return value;
}

/** An object in one of several forms, which a field with a word of its own tells apart: `{"kind": "words", …}`. */
function correctVariant(variants: readonly TSchema[], value: Fields): unknown {
  const [first] = variants.filter(isObject);
  const field = Object.keys(first?.properties ?? {}).find((name) =>
    variants.every((each) => constantOf(each, name) !== undefined),
  );
  if (field === undefined) return value;
  const words = variants.map((each) => String(constantOf(each, field)));
  const rule = oneOf(words);
  const named = Object.keys(value).find((name) => fieldsMeant(name, { [field]: rule }).length > 0) ?? field;
  const at = words.indexOf(String(value[named]));
  const { [named]: _, ...rest } = value;
  const variant = variants[at];
  return variant && isObject(variant)
    ? correctFields(variant, { ...rest, [field]: words[at] }, 'json').fields
    : { [field]: placeholder(field, rule), ...rest };
}

const constantOf = (variant: TSchema, name: string): unknown =>
  isObject(variant) ? asRecord(variant.properties[name]).const : undefined;

/** A text for an object of which only one field takes a text. */
function wrapScalar({ properties }: TObject, value: unknown): unknown {
  const [fit, another] = Object.entries(properties).filter(([, each]) => matchesSchema(each, value, 'json'));
  return fit && !another && typeof value !== 'object' ? { [fit[0]]: value } : value;
}

const isObject = (rule: TSchema): rule is TObject => asRecord(rule).properties !== undefined;

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

const isUsable = (value: unknown): boolean => mayEcho(value) && !isPlaceholder(value);

/** Where the caller's value is of the right shape only in parts, those parts stay. */
function placeholderFor(name: string, rule: TSchema, value: unknown, as: Form): unknown {
  if (as === 'text') return placeholder(name, rule);
  return typeof value === 'object' && value !== null && mayEcho(value) && hasPlaceholder(value)
    ? value
    : jsonPlaceholder(name, rule);
}

const hasPlaceholder = (value: object): boolean => /"<[^"<>]+>"/.test(JSON.stringify(value));

/** In the shape that is expected: a list with one item, an object with what it needs, or with its first field. */
function jsonPlaceholder(name: string, rule: TSchema): unknown {
  const { type, items, anyOf } = asRecord(rule);
  if (type === 'array' && items !== undefined) return [jsonPlaceholder(name, items as TSchema)];
  if (Array.isArray(anyOf)) return correctVariant(anyOf, {});
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
