import { Ajv } from 'ajv';
import { asRecord } from '../../platform/decode.ts';
import { messageOf } from '../../platform/error-fields.ts';

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
export function schemaFaultOf(schema: object): string | undefined {
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
