import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../../../platform/decode.ts';

export interface SchemaTask {
  readonly schema: object;
  readonly text: string;
}

export interface SchemaFit {
  readonly passed: boolean;
  readonly detail: string;
}

/** A property name of the document can be as long as the document. */
const maxDetailLength = 300;
/** The schema was validated when it was stored. */
const options = { strict: false, meta: false, validateSchema: false, logger: false } as const;
/** Accepts any JSON: the schema decides about its shape. */
const decodeDocument = jsonDecoder(Type.Unknown());

/** Whether a text is JSON that fits a schema. Runs in a worker: a schema can compare every pair of items. */
export function fitSchema({ schema, text }: SchemaTask): SchemaFit {
  const value = decodeDocument(text);
  if (value === unreadable) return { passed: false, detail: 'the proof is not valid JSON' };
  const validate = new Ajv(options).compile(schema);
  if (validate(value) === true) return { passed: true, detail: 'the JSON fits the schema' };
  const [first] = validate.errors ?? [];
  const detail = `${first?.instancePath || 'the JSON'} ${first?.message ?? 'does not fit'}`;
  return { passed: false, detail: detail.slice(0, maxDetailLength) };
}
