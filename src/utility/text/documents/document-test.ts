import { createHash } from 'node:crypto';
import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../../../platform/decode.ts';

export type DocumentTest =
  | { readonly kind: 'json_schema'; readonly schema: object }
  | { readonly kind: 'sha256'; readonly sha256: string }
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'words'; readonly min?: number; readonly max?: number };

export interface DocumentTask {
  readonly test: DocumentTest;
  readonly bytes: Uint8Array;
}

export interface DocumentResult {
  readonly passed: boolean;
  readonly detail: string;
}

/** A property name of the document can be as long as the document. */
const maxDetailLength = 300;
/** The schema was validated when it was stored. */
const options = { strict: false, meta: false, validateSchema: false, logger: false } as const;
/** Accepts any JSON: the schema decides about its shape. */
const decodeDocument = jsonDecoder(Type.Unknown());

/**
 * Tests a document. Runs in a worker: a schema can compare every pair of items, and a search can take a second
 * for a few megabytes.
 */
export function testDocument({ test, bytes }: DocumentTask): DocumentResult {
  if (test.kind === 'sha256') {
    const found = createHash('sha256').update(bytes).digest('hex');
    return { passed: found === test.sha256, detail: `sha256 is ${found}` };
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (test.kind === 'json_schema') return fitSchema(test.schema, text);
  if (test.kind === 'contains') {
    const passed = text.includes(test.text);
    return { passed, detail: passed ? 'the text is there' : 'the text is not there' };
  }
  const words = text.match(/\S+/g)?.length ?? 0;
  const passed = words >= (test.min ?? 0) && words <= (test.max ?? Number.POSITIVE_INFINITY);
  return { passed, detail: `${words} ${words === 1 ? 'word' : 'words'}` };
}

function fitSchema(schema: object, text: string): DocumentResult {
  const value = decodeDocument(text);
  if (value === unreadable) return { passed: false, detail: 'the proof is not valid JSON' };
  const validate = new Ajv(options).compile(schema);
  if (validate(value) === true) return { passed: true, detail: 'the JSON fits the schema' };
  const [first] = validate.errors ?? [];
  const detail = `${first?.instancePath || 'the JSON'} ${first?.message ?? 'does not fit'}`;
  return { passed: false, detail: detail.slice(0, maxDetailLength) };
}
