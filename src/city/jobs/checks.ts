import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { asRecord } from '../../platform/decode.ts';
import { messageOf } from '../../platform/error-fields.ts';
import { anyObject, foreignText } from '../../platform/http/schema.ts';
import type { DocumentTest, DocumentTester } from './document-tester.ts';
import type { SkillCaller } from './skill-caller.ts';
import { findSkillCheckFault, type SkillCheck } from './skill-check.ts';

/** A check of the proof's own text or document: pure, so a second run gives the same result. */
export type ArtifactCheck =
  | { kind: 'json_schema'; schema: object }
  | { kind: 'sha256'; sha256: string }
  | { kind: 'url'; contains?: string }
  | { kind: 'words'; min?: number; max?: number };

/** Acceptance checks: conditions of a job that the city tests on a proof. */
export type Check = ArtifactCheck | SkillCheck;

export interface CheckResult {
  readonly kind: string;
  readonly passed: boolean;
  readonly detail: string;
}

/** The object of a check: the document at the proof's URL if it is one, otherwise the proof's text. */
export interface Artifact {
  readonly fetched: boolean;
  /** Why the URL could not be fetched; undefined if it was. */
  readonly failure?: string | undefined;
  readonly bytes: Buffer;
}

const count = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, description }));

export const checkSchema = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('json_schema'),
        schema: Type.Object({}, { additionalProperties: true, ...foreignText }),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        kind: Type.Literal('sha256'),
        sha256: Type.String({ pattern: '^[0-9a-f]{64}$', 'x-rule': '64 hexadecimal digits in lower case' }),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        kind: Type.Literal('url'),
        contains: Type.Optional(Type.String({ minLength: 1, maxLength: 500, ...foreignText })),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      { kind: Type.Literal('words'), min: count('At least.'), max: count('At most.') },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        kind: Type.Literal('skill'),
        skill: Type.String({ minLength: 1, maxLength: 64 }),
        params: anyObject(
          '{proof} in a value is replaced with the proof, {artifact} with the document at its URL.',
          foreignText,
        ),
        expect: anyObject('What the response must contain.', foreignText),
      },
      { additionalProperties: false },
    ),
  ],
  {
    description:
      'json_schema: the proof is JSON that fits the schema; sha256: of the proof; url: the proof is a live URL (whose text contains …); words: how many; skill: the answer of a data skill contains what is expected. A proof that is one URL is fetched and its document is tested.',
  },
);

export const checkResultSchema = Type.Object({
  kind: Type.String(),
  passed: Type.Boolean(),
  detail: Type.String(),
});

/** The URL, if the proof is nothing but a URL. */
export function extractUrl(proof: string): string | undefined {
  const text = proof.trim();
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined;
}

/** Why a job cannot have this check; undefined if it can. */
export function findCheckFault(check: Check, skills: SkillCaller): string | undefined {
  if (check.kind === 'skill') return findSkillCheckFault(check, skills);
  if (check.kind === 'words') {
    if (check.min === undefined && check.max === undefined) return 'words needs min or max';
    return (check.min ?? 0) > (check.max ?? Number.POSITIVE_INFINITY) ? 'words has min above max' : undefined;
  }
  return check.kind === 'json_schema' ? schemaFaultOf(check.schema) : undefined;
}

export async function runCheck(
  documents: DocumentTester,
  check: ArtifactCheck,
  artifact: Artifact,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { kind } = check;
  if (artifact.failure) return { kind, passed: false, detail: artifact.failure };
  const test = toDocumentTest(check);
  if (check.kind === 'url' && !artifact.fetched)
    return { kind, passed: false, detail: 'the proof is not a URL' };
  if (!test) return { kind, passed: true, detail: 'the URL answers' };
  return { kind, ...(await documents.run({ test, bytes: artifact.bytes }, signal)) };
}

/** Undefined if nothing is asked of the document but that it is there. */
function toDocumentTest(check: ArtifactCheck): DocumentTest | undefined {
  if (check.kind !== 'url') return check;
  return check.contains === undefined ? undefined : { kind: 'contains', text: check.contains };
}

const maxSchemaLength = 8_000;
const maxDepth = 20;
/** Keywords of JSON Schema draft-07 by the kind of their value. */
const holdsSchema = [
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames'],
  ...['items', 'additionalItems', 'additionalProperties'],
];
const holdsSchemas = ['allOf', 'anyOf', 'oneOf', 'items'];
const holdsNamedSchemas = ['properties', 'definitions', '$defs', 'dependencies'];
const holdsValue = [
  ...['type', 'enum', 'const', 'required', 'uniqueItems', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ...['title', 'description', 'default', 'examples', '$schema', '$comment', 'readOnly', 'writeOnly'],
];
const keywords = new Set([...holdsSchema, ...holdsSchemas, ...holdsNamedSchemas, ...holdsValue]);
/** Keywords that compile a stranger's regular expression or reach outside the schema. */
const refusedKeywords = ['pattern', 'patternProperties', 'format', '$ref', '$dynamicRef', '$id'];

const metaSchema = new Ajv({ strict: false, logger: false });

/**
 * Why a JSON Schema cannot be an acceptance check; undefined if it can. It is not compiled here, because that
 * takes seconds for a hostile schema.
 */
function schemaFaultOf(schema: object): string | undefined {
  if (JSON.stringify(schema).length > maxSchemaLength)
    return `schema must be at most ${maxSchemaLength} characters`;
  return keywordFaultOf(schema, 1) ?? metaFaultOf(schema);
}

function metaFaultOf(schema: object): string | undefined {
  try {
    if (metaSchema.validateSchema(schema)) return undefined;
    return `schema is not a valid JSON Schema: ${metaSchema.errorsText(metaSchema.errors, { dataVar: 'schema' }).slice(0, 200)}`;
  } catch (error) {
    return `schema is not a valid JSON Schema: ${messageOf(error).slice(0, 200)}`;
  }
}

/** A misspelt keyword would be ignored, and the check would pass whatever is handed in. */
function keywordFaultOf(schema: unknown, depth: number): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return undefined;
  if (depth > maxDepth) return `schema must nest at most ${maxDepth} levels deep`;
  for (const [keyword, value] of Object.entries(schema)) {
    if (refusedKeywords.includes(keyword)) return `schema must not use ${keyword}`;
    if (!keywords.has(keyword))
      return `schema has ${keyword.slice(0, 40)}, which is not a keyword of JSON Schema draft-07`;
    for (const part of partsOf(keyword, value)) {
      const fault = keywordFaultOf(part, depth + 1);
      if (fault) return fault;
    }
  }
  return undefined;
}

function partsOf(keyword: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return holdsSchemas.includes(keyword) ? value : [];
  if (holdsSchema.includes(keyword)) return [value];
  return holdsNamedSchemas.includes(keyword) ? Object.values(asRecord(value)) : [];
}
