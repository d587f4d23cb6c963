import { createHash } from 'node:crypto';
import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import { messageOf } from '../../platform/error-fields.ts';
import { anyObject } from '../../platform/http/schema.ts';
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

const maxSchemaLength = 8_000;
/** Keywords that compile a stranger's regular expression or reach outside the schema. */
const refusedKeywords = ['pattern', 'patternProperties', 'format', '$ref', '$dynamicRef', '$id'];
const count = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, description }));

export const checkSchema = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('json_schema'), schema: Type.Object({}, { additionalProperties: true }) },
      { additionalProperties: false },
    ),
    Type.Object(
      { kind: Type.Literal('sha256'), sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        kind: Type.Literal('url'),
        contains: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
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
        params: anyObject('In a text, {proof} stands for the proof and {artifact} for its document.'),
        expect: anyObject('What the answer must contain.'),
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
  if (check.kind !== 'json_schema') return undefined;
  const text = JSON.stringify(check.schema);
  if (text.length > maxSchemaLength) return `schema must be at most ${maxSchemaLength} characters`;
  const refused = refusedKeywords.find((keyword) => text.includes(`"${keyword}":`));
  if (refused) return `schema must not use ${refused}`;
  try {
    compile(check.schema);
    return undefined;
  } catch (error) {
    return `schema is not a valid JSON Schema: ${messageOf(error).slice(0, 200)}`;
  }
}

const compile = (schema: object) => new Ajv({ strict: false }).compile(schema);

export function runCheck(check: ArtifactCheck, artifact: Artifact): CheckResult {
  const { kind } = check;
  if (artifact.failure) return { kind, passed: false, detail: artifact.failure };
  const text = artifact.bytes.toString('utf8');
  switch (check.kind) {
    case 'sha256': {
      const found = createHash('sha256').update(artifact.bytes).digest('hex');
      return { kind, passed: found === check.sha256, detail: `sha256 is ${found}` };
    }
    case 'url': {
      if (!artifact.fetched) return { kind, passed: false, detail: 'the proof is not a URL' };
      if (check.contains === undefined) return { kind, passed: true, detail: 'the URL answers' };
      const passed = text.includes(check.contains);
      return { kind, passed, detail: passed ? 'the text is there' : 'the text is not there' };
    }
    case 'words': {
      const found = text.split(/\s+/).filter((word) => word !== '').length;
      const passed = found >= (check.min ?? 0) && found <= (check.max ?? Number.POSITIVE_INFINITY);
      return { kind, passed, detail: `${found} ${found === 1 ? 'word' : 'words'}` };
    }
    case 'json_schema':
      return { kind, ...fits(check.schema, text) };
  }
}

/** Accepts any JSON: the poster's schema decides about its shape. */
const decodeProof = jsonDecoder(Type.Unknown());

function fits(schema: object, text: string): { passed: boolean; detail: string } {
  const value = decodeProof(text);
  if (value === unreadable) return { passed: false, detail: 'the proof is not valid JSON' };
  const validate = compile(schema);
  if (validate(value)) return { passed: true, detail: 'the JSON fits the schema' };
  const [first] = validate.errors ?? [];
  return {
    passed: false,
    detail: `${first?.instancePath || 'the JSON'} ${first?.message ?? 'does not fit'}`,
  };
}
