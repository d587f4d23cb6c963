import { type TObject, type TSchema, Type } from 'typebox';
import { asRecord, isJsonObject } from '../decode.ts';
import { describeField } from './documents/signature.ts';
import { formatCurl } from './example.ts';
import {
  areOpposite,
  fieldOfKind,
  fieldsMeant,
  fieldsNamed,
  fieldsResembling,
  flagMeant,
  subjectWords,
  withUnitOf,
} from './field-names.ts';
import { isSeveral, proposals, readings, readTruth } from './field-values.ts';
import { baseOf, namedUnit, qualifies, toKey, toWords, unitOf } from './field-words.ts';
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
  /** Whether the call itself is a guess: then only fields that are named as ours keep their values. */
  readonly isGuess?: boolean;
}

type Fields = Record<string, unknown>;
type Form = 'text' | 'json';

interface Corrected {
  readonly fields: Fields;
  /** What the call has no field for, each as a sentence with the way out. */
  readonly notes: readonly string[];
  /** Paths of the lists of what may stand in the place of its placeholders. */
  readonly lists: readonly string[];
  /** Whether something was sent that the call has no field for. */
  readonly hasUnknown: boolean;
}

/** How an input is read. */
interface Reading {
  readonly as: Form;
  /** Words for what the call is about. */
  readonly subject?: ReadonlySet<string>;
  readonly isGuess?: boolean | undefined;
  /** Whether the call is right without the fields that it does not have. */
  readonly mayDrop?: boolean;
}

const maxEchoed = 200;
const secret = /kith_(?:sk|rc|ally)_/;
/** Beyond this many fields no name is corrected: comparing each with every name would take longer than the call. */
const maxCompared = 200;
/** More fields that no one knows tell a reader nothing. */
const maxUnknownShown = 8;
/** Characters of the descriptions of optional fields in a hint. */
const maxDescribed = 1_200;
const noFields = Type.Object({});
/** Headers without which a call could do more than was asked. */
const restrictingHeaders = ['x-max-ap', 'if-match', 'idempotency-key'];

/**
 * The caller's own call, corrected, after an explanation of what could not be kept. Valid values stay, and a field under another
 * name of the same meaning gets ours. Everything else, including a field that the call lacks, stays visible as a placeholder in
 * angle brackets, which the server refuses: run as printed, the call never does more than the caller asked.
 */
export function explainCorrection(route: BoundRoute, baseUrl: string, sent: SentInput): string {
  const subject = subjectWords(route.path.replaceAll(/\{\w+\}/g, ''), route.name);
  const reading = { subject, isGuess: sent.isGuess, mayDrop: isFreeRead(route) };
  const params = correctFields(route.params ?? noFields, sent.params, { as: 'text', subject });
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    toText(params.fields[name] ?? `<${name}>`),
  );
  const takesBody = route.method !== 'GET' && !route.stream;
  const sorted = sortParts(route, sent);
  const query = correctFields(route.query ?? noFields, sorted.query, { ...reading, as: 'text' });
  const body = takesBody
    ? correctBody(route, { ...sent, body: sorted.body }, { ...reading, as: 'json' })
    : undefined;
  const search = Object.entries(query.fields).map(([name, value]) => `${name}=${toText(value)}`);
  const hasKey =
    sorted.hadKey || sent.headers?.authorization !== undefined || sent.headers?.['x-ally-key'] !== undefined;
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
  const lists = [...new Set([params, query, body].flatMap((each) => each?.lists ?? []))].map(
    (list) => `GET ${baseUrl}${list.replace('{path}', path.replace(/\/[^/]*$/, ''))} lists what there is.`,
  );
  const notes = [params, query, body].flatMap((each) => each?.notes ?? []);
  const hasUnknown = !isFreeRead(route) && [query, body].some((each) => each?.hasUnknown);
  if (hasUnknown) notes.unshift(`What the call does: ${route.summary}`);
  return [...notes, ...shapes, ...lists, `Like this: ${curl}`].join(' ');
}

/** A read that costs nothing may return more than was asked for; every other call must not do more. */
const isFreeRead = ({ method, effect, price }: BoundRoute): boolean =>
  method === 'GET' && effect === 'read' && price === undefined;

/** The same for a call that is not HTTP: `say {"room":"lobby"}`. */
export function explainFields(call: string, schema: TObject, sent: unknown): string {
  const { fields, notes } = correctFields(schema, sent, { as: 'text' });
  return [...notes, `Like this: ${call} ${JSON.stringify(fields)}`].join(' ');
}

/** What was sent, with each field in the part of the call where it belongs. */
interface Sorted {
  readonly query: Fields;
  readonly body: unknown;
  /** Whether the caller's key was among the fields. */
  readonly hadKey: boolean;
}

function sortParts(route: BoundRoute, sent: SentInput): Sorted {
  const inQuery = route.query?.properties ?? {};
  const inBody = route.body?.properties ?? {};
  let hadKey = false;
  // A field is kept in its part, or moves to the one that has a field of the same meaning.
  const sort = (part: Fields, here: TObject['properties'], there: TObject['properties']) => {
    const kept: Fields = {};
    const moved: Fields = {};
    for (const [name, value] of Object.entries(part).slice(0, maxCompared + 1)) {
      const isOurs = Object.hasOwn(here, name) || fieldsMeant(name, here).length > 0;
      if (isOurs) kept[name] = value;
      else if (route.auth !== 'none' && typeof value === 'string' && secret.test(value)) hadKey = true;
      else if (fieldsMeant(name, there).length > 0) moved[name] = value;
      else kept[name] = value;
    }
    return { kept, moved };
  };
  const query = sort(asRecord(sent.query), inQuery, inBody);
  const isAlone = Object.keys(query.moved).length === 0;
  if (!isJsonObject(sent.body ?? {}) || hasMany(sent.body))
    return {
      query: query.kept,
      body: isAlone ? sent.body : { ...query.moved, body: sent.body },
      hadKey,
    };
  const body = sort(unwrap(route.body ?? noFields, asRecord(sent.body)), inBody, inQuery);
  const isRead = route.method === 'GET';
  const fields = { ...query.moved, ...body.kept };
  return {
    query: { ...query.kept, ...body.moved, ...(isRead && fields) },
    body: !isRead && (sent.body !== undefined || Object.keys(fields).length > 0) ? fields : undefined,
    hadKey,
  };
}

const hasMany = (value: unknown): boolean => Object.keys(asRecord(value)).length > maxCompared;

/** A field that repeats what the path says is not needed a second time. */
function correctBody({ body = noFields, params }: BoundRoute, sent: SentInput, reading: Reading): Corrected {
  if (sent.body !== undefined && sent.body !== null && !isJsonObject(sent.body))
    return correctFields(body, { body: sent.body }, reading);
  const inPath = asRecord(params && sent.params);
  const own = Object.entries(asRecord(sent.body)).filter(
    ([name, value]) =>
      Object.hasOwn(body.properties, name) ||
      !Object.hasOwn(inPath, name) ||
      String(inPath[name]) !== String(value),
  );
  return correctFields(body, Object.fromEntries(own), reading);
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
function correctFields(schema: TObject, sent: unknown, reading: Reading): Corrected {
  const { properties } = schema;
  const { as } = reading;
  const required: readonly string[] = schema.required ?? [];
  const entries = Object.entries(asRecord(sent)).filter(
    // A default filled in by the server was not sent; null says nothing where it is not a value, nor does the opposite of a
    // field that can only be true.
    ([name, value]) =>
      value !== undefined &&
      value !== asRecord(properties[name]).default &&
      !(isOnlyTrue(properties[name]) && readTruth(String(value)) === false) &&
      (value !== null || (properties[name] !== undefined && matchesSchema(properties[name], value, as))),
  );
  const known = Object.fromEntries(entries.filter(([name]) => Object.hasOwn(properties, name)));
  const unknown = entries.filter(
    ([name, value]) => !Object.hasOwn(properties, name) && !saysAp(name, value, properties),
  );
  const notes: string[] = [];
  const lists: string[] = [];
  const moved =
    entries.length > maxCompared
      ? new Map<string, Placed>()
      : placeByMeaning(schema, known, unknown, reading);
  const placed = new Set([...moved.values()].map(({ sentName }) => sentName));
  const left = unknown.filter(([name]) => !placed.has(name));
  const fields: Fields = {};
  for (const [name, rule] of Object.entries(properties)) {
    const source = moved.get(name);
    const value = source ? source.value : known[name];
    if (value === undefined && !required.includes(name)) continue;
    const correct = correctValue(rule, value, name, as);
    // What was said of the quantity beside it could make it another one.
    const doubt = reading.mayDrop ? undefined : left.find(([each, said]) => qualifies(each, said, name));
    const isValid =
      correct !== undefined &&
      source?.isUnfit !== true &&
      doubt === undefined &&
      isUsable(correct) &&
      matchesSchema(rule, correct, as);
    fields[name] = isValid ? correct : placeholderFor(name, rule, correct, as);
    const sentName = source?.sentName ?? name;
    const sentWord = asRecord(sent)[sentName];
    if (source && (toKey(sentName) !== toKey(name) || !isValid))
      notes.push(
        isValid && correct !== sentWord
          ? `${plainName(sentName)} ${show(sentWord)} is ${name} ${show(correct)} here.`
          : `${plainName(sentName)} is called ${name} here.`,
      );
    if (isValid) continue;
    if (isPlaceholder(fields[name])) notes.push(`Fill in ${name}: ${describeShort(rule)}.`);
    if (isSeveral(sentName, sentWord, name, rule))
      notes.push(`${name} takes one value: make one call for each.`);
    const { 'x-listed': list, 'x-rule': form } = asRecord(rule);
    if (typeof list === 'string') lists.push(list);
    const near =
      form !== undefined && typeof value === 'string'
        ? proposals(value).find((each) => matchesSchema(rule, each, as))
        : undefined;
    if (near !== undefined) notes.push(`${name} must be ${form}: for example ${show(near)}.`);
  }
  const free = Object.keys(properties).filter(
    (name) => fields[name] === undefined || isPlaceholder(fields[name]),
  );
  // What is missing and what has no place may be the same, unless a name says a quantity or the opposite.
  const maySay = (name: string, field: string) =>
    namedUnit(name) === undefined && !areOpposite(toKey(name), field);
  const needed = free.filter((each) => required.includes(each) && unitOf(each) === undefined);
  const [missing, ...othersMissing] = needed;
  const saying = left.filter(([name]) => missing !== undefined && maySay(name, missing));
  const said = othersMissing.length === 0 && saying.length === 1 ? saying[0]?.[0] : undefined;
  for (const [name, value] of left.slice(0, maxUnknownShown)) {
    const shown = plainName(name);
    if (!reading.mayDrop) fields[`<${shown}>`] = mayEcho(value) ? value : `<${shown}>`;
    notes.push(describeUnknown(shown, value, schema, free, name === said ? missing : undefined, reading));
  }
  if (left.length > maxUnknownShown && !reading.mayDrop)
    fields[`<${left.length - maxUnknownShown}_more_fields>`] = '<unknown>';
  if (left.length > 0 && !reading.mayDrop) {
    notes.push(
      ...describeOptional(
        free.filter((name) => fields[name] === undefined),
        properties,
      ),
    );
    notes.push(
      'Send a field in <angle brackets> under another name, or leave it out if you mean the call without it.',
    );
  }
  return { fields, notes, lists, hasUnknown: left.length > 0 };
}

/** The fields that may say what another one was to say, as many as a hint has room for. */
function describeOptional(names: readonly string[], properties: TObject['properties']): string[] {
  const described: string[] = [];
  let length = 0;
  for (const name of names) {
    const field = `${name}: ${describeShort(properties[name])}`;
    length += field.length;
    if (length > maxDescribed) break;
    described.push(field);
  }
  return described.length === 0 ? [] : [`It also takes ${described.join('; ')}.`];
}

/** In the middle of a sentence: the shape, and the first sentence of what it is. */
const describeShort = (rule: TSchema | undefined): string =>
  (/^.*?\. .*?(?=\. [A-Z])/.exec(describeField(rule))?.[0] ?? describeField(rule)).replace(/\.$/, '');

const isOnlyTrue = (rule: TSchema | undefined): boolean => {
  const { const: only, enum: choices } = asRecord(rule);
  return only === true || (Array.isArray(choices) && choices.length === 1 && choices[0] === true);
};

const show = (value: unknown): string => JSON.stringify(value);

/** Whether a field only says that a price is in AP. */
const saysAp = (name: string, value: unknown, properties: Fields): boolean =>
  ['currency', 'unit'].includes(toKey(name)) &&
  /^(?:ap|points?)$/i.test(String(value)) &&
  Object.keys(properties).some((each) => unitOf(each) === 'ap');

/** Sent fields by the name of ours that they certainly mean: one name, free, the only one that accepts the value, and no rival. */
function placeByMeaning(
  schema: TObject,
  known: Fields,
  unknown: readonly [string, unknown][],
  { as, subject, isGuess }: Reading,
) {
  const { properties } = schema;
  const isFree = (name: string) => known[name] === undefined;
  const named = unknown.map(([name, sent]): { name: string; value: unknown; field: string | undefined } => {
    const flag = flagMeant(name, sent, properties);
    if (flag && isFree(flag.field)) return { name, ...flag };
    const value = withUnitOf(name, sent);
    const meant = fieldsNamed(name, properties, subject, sent).filter(isFree);
    const suitable = meant.filter((each) => fits(properties[each], value, as, each));
    // A certain meaning with a value of another form stays visible, as a placeholder under the right name.
    const [field, another] = suitable.length > 0 ? suitable : meant;
    return {
      name,
      value: field === undefined ? sent : value,
      field: another === undefined ? field : undefined,
    };
  });
  const taken = new Set(named.map(({ field }) => field));
  const wishes = named.map(({ name, value, field }) => {
    const other = field ?? (isGuess ? undefined : fieldOfKind(name, properties));
    const isOpen = other !== undefined && isFree(other) && !taken.has(other);
    return { name, value, field: field ?? (isOpen ? other : undefined) };
  });
  return new Map(
    wishes.flatMap(({ name, value, field }) =>
      field !== undefined && wishes.filter((each) => each.field === field).length === 1
        ? [
            [
              field,
              { sentName: name, value, isUnfit: isSeveral(name, value, field, properties[field]) },
            ] as const,
          ]
        : [],
    ),
  );
}

/** A sent field under the name of ours. */
interface Placed {
  readonly sentName: string;
  readonly value: unknown;
  /** Our field takes only a part of what the value says. */
  readonly isUnfit: boolean;
}

const fits = (rule: TSchema | undefined, value: unknown, as: Form, name: string): boolean =>
  rule !== undefined && isUsable(value) && matchesSchema(rule, correctValue(rule, value, name, as), as);

/** What to do about a field that the call lacks: its probable name with the caller's value, or that there is nothing like it. */
function describeUnknown(
  name: string,
  value: unknown,
  schema: TObject,
  free: readonly string[],
  /** The field that is missing, if this one may say it. */
  missing: string | undefined,
  { as, mayDrop, subject }: Reading,
) {
  const { properties } = schema;
  const chosen = free.filter((each) => choosesFrom(properties[each], value));
  const alike = fieldsResembling(name, free);
  const needed = missing === undefined ? [] : [missing];
  const [likely, another] = [chosen, alike, needed].find((each) => each.length === 1) ?? [];
  const rule = likely === undefined ? undefined : properties[likely];
  if (likely !== undefined && rule !== undefined && another === undefined) {
    const ours = correctValue(rule, value, likely, as);
    const isSame = chosen.includes(likely) || !alike.includes(likely) || saysNoMore(name, likely, subject);
    // A number of another kind or unit would be taken for one of ours.
    const isSafe =
      isUsable(value) && unitOf(likely) === undefined && (as === 'text' || typeof ours === typeof value);
    if (isSame && isSafe && matchesSchema(rule, ours, as)) {
      const field =
        as === 'text' ? `${likely}=${toText(ours)}` : JSON.stringify({ [likely]: ours }).slice(1, -1);
      return `If ${name} means ${likely} (${describeShort(rule)}), send ${field}.`;
    }
    if (alike.includes(likely)) return `${name} is not the same as ${likely}.`;
  }
  if (mayDrop) return `The call has no field ${name}: without it it returns more.`;
  return `The call has no field ${name}.`;
}

/** Whether all that a name says is in the name of a field, or in one of the same meaning. */
const saysNoMore = (sent: string, field: string, subject: ReadonlySet<string> = new Set()): boolean =>
  toWords(sent).every(
    (word) => subject.has(word) || baseOf(word) === '' || fieldsResembling(word, [field]).length > 0,
  );

/** Whether a value is one of the few words that a field takes. */
function choosesFrom(rule: TSchema | undefined, value: unknown): boolean {
  const { enum: words } = asRecord(rule);
  return Array.isArray(words) && words.includes(value) && readTruth(String(value)) === undefined;
}

const plainName = (name: string): string => name.replaceAll(/[^\w.-]/g, '').slice(0, 60) || 'field';

/**
 * The same value in the form that the field takes: another type or spelling, one item for a list of them or the other way round,
 * the text in `{"proof": {"url": "…"}}`. Inside an object or a list each field is corrected by itself.
 */
function correctValue(rule: TSchema, value: unknown, name: string, as: Form): unknown {
  const { type, items, anyOf } = asRecord(rule);
  if (value === undefined || matchesSchema(rule, value, as)) return value;
  if (isObject(rule) && isJsonObject(value)) return correctFields(rule, value, { as: 'json' }).fields;
  if (Array.isArray(anyOf) && isJsonObject(value)) return correctVariant(anyOf, value);
  const read = readings(rule, value, name).find(
    (each) => each !== undefined && matchesSchema(rule, each, as),
  );
  if (read !== undefined && !isLoneItem(value)) return read;
  if (isObject(rule)) return wrapScalar(rule, value);
  if (type === 'array' && items !== undefined) {
    const item = items as TSchema;
    if (Array.isArray(value)) return value.map((each) => correctValue(item, each, name, as));
    const parts = typeof value === 'string' ? value.split(/[,;\n]\s*/) : [];
    const list = (parts.length > 1 ? parts : [value]).map((part) => correctValue(item, part, name, as));
    if (list.every((part) => matchesSchema(item, part, as))) return list;
  }
  if (isLoneItem(value)) {
    const [[key = '', only] = []] = Object.entries(value);
    const saysSame =
      Array.isArray(value) || baseOf(key) === '' || fieldsMeant(key, { [name]: rule }).length > 0;
    return saysSame && typeof only !== 'object' ? correctValue(rule, only, name, as) : (read ?? value);
  }
  return value;
}

const isLoneItem = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 1;

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
    ? correctFields(variant, { ...rest, [field]: words[at] }, { as: 'json' }).fields
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
  return text.length <= maxEchoed && !secret.test(text);
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
