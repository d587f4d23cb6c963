import { closest } from 'fastest-levenshtein';
import { type TObject, Type } from 'typebox';
import { asRecord, isRecord } from '../../platform/decode.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { estimateTokens } from './tokens.ts';

type Json = Record<string, unknown>;
type Path = readonly string[];

const maxPasses = 24;
/** Shorter texts are not worth cutting. */
const minTextChars = 80;

/** Parameters with which a caller shortens the response of any skill. */
export const shorteningParams = {
  fields: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description:
        'Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay.',
    }),
  ),
  max_tokens: Type.Optional(
    Type.Integer({
      minimum: 50,
      maximum: 1_000_000,
      description:
        'Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing.',
    }),
  ),
};

/** The response of a skill that `max_tokens` may have shortened. */
export const shortenedOutput = (output: TObject): TObject =>
  Type.Object({
    ...output.properties,
    left_out: Type.Optional(
      Type.Record(Type.String(), Type.Integer(), {
        description: 'With max_tokens: how many rows or letters of which field are missing.',
      }),
    ),
  });

/** What a caller asked for, checked before the skill runs; throws for an unknown field. */
export function readFields(output: object, sent: string | undefined): Path[] | undefined {
  return sent?.split(',').map((each) => {
    const path = each.trim().split('.');
    requireField(output, path, each.trim());
    return path;
  });
}

function requireField(schema: unknown, [name, ...rest]: Path, whole: string): void {
  const fields = namedFields(schema);
  if (name === undefined || fields === undefined) return;
  const known = Object.keys(fields);
  if (!known.includes(name))
    throw invalidField(
      `fields contains ${whole.slice(0, 60) || 'an empty name'}, which is not a field of the response`,
      `Did you mean ${closest(name, known)}? The fields there are ${known.join(', ')}.`,
    );
  requireField(fields[name], rest, whole);
}

/** The fields of an object, or of the rows of a list; undefined if it may have any. */
function namedFields(schema: unknown): Json | undefined {
  const { properties, items, anyOf } = asRecord(schema);
  if (isRecord(properties)) return properties;
  if (items !== undefined) return namedFields(items);
  const found = Array.isArray(anyOf) ? anyOf.flatMap((each) => namedFields(each) ?? []) : [];
  return found.length > 0 ? Object.assign({}, ...found) : undefined;
}

/** The response with what the caller asked for. */
export function shorten(answer: Json, fields: Path[] | undefined, maxTokens: number | undefined): Json {
  const picked = fields ? asRecord(pick(answer, [...fields, ['access'], ['not_read']])) : answer;
  return maxTokens === undefined ? picked : fit(picked, maxTokens);
}

function pick(value: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((each) => pick(each, paths));
  if (!isRecord(value)) return value;
  const names = [...new Set(paths.map(([name]) => name ?? ''))].filter((name) => Object.hasOwn(value, name));
  const below = (name: string) => paths.filter(([first]) => first === name).map((path) => path.slice(1));
  return Object.fromEntries(names.map((name) => [name, pick(value[name], below(name))]));
}

/** Cuts the part with the most tokens until the whole fits; the end of a list or text goes first. */
function fit(answer: Json, maxTokens: number): Json {
  const short: Json = structuredClone(answer);
  const leftOut: Record<string, number> = {};
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const excess = tokensOf(withLeftOut(short, leftOut)) - maxTokens;
    if (excess <= 0) break;
    const part = longestPart(short);
    if (!part) break;
    const { length } = part.value;
    const kept = Math.min(length - 1, Math.floor(length * Math.max(0, 1 - excess / part.tokens)));
    part.owner[part.key] =
      typeof part.value === 'string' ? part.value.slice(0, kept).toWellFormed() : part.value.slice(0, kept);
    leftOut[part.path] = (leftOut[part.path] ?? 0) + length - kept;
  }
  return withLeftOut(short, leftOut);
}

const withLeftOut = (answer: Json, leftOut: Json): Json =>
  Object.keys(leftOut).length > 0 ? { ...answer, left_out: leftOut } : answer;

const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value) ?? '');

interface Part {
  readonly owner: Record<string | number, unknown>;
  readonly key: string | number;
  readonly path: string;
  readonly value: string | unknown[];
  readonly tokens: number;
}

/** The longest list or text. Where one row is most of a list, what is long inside that row. */
function longestPart(top: Json): Part | undefined {
  let owner: Record<string | number, unknown> = top;
  let path: (string | number)[] = [];
  let found: Part | undefined;
  for (;;) {
    const entries = Object.entries(owner).map(([key, value]) => ({ key, value, tokens: tokensOf(value) }));
    const [longest] = entries.filter(({ value }) => canShrink(value)).toSorted((a, b) => b.tokens - a.tokens);
    if (!longest || (found && Array.isArray(found.value) && longest.tokens * 2 < found.tokens)) return found;
    const { key, value, tokens } = longest;
    path = [...path, key];
    if (typeof value === 'string' || Array.isArray(value))
      found = { owner, key, path: path.join('.'), value, tokens };
    if (typeof value === 'string') return found;
    owner = Object(value);
  }
}

const canShrink = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length > minTextChars
    : isRecord(value) || (Array.isArray(value) && value.length > 0);
