import { asRecord } from '../platform/decode.ts';
import { sampleValue } from '../platform/http/documents/sample.ts';
import type { BoundRoute } from '../platform/http/route.ts';

type Json = Record<string, unknown>;

/** The discovery extension of x402: how a crawler calls a paid route, and what it gets back. */
export interface Bazaar extends Json {
  readonly info: Json;
  readonly schema: Json;
}

type Described = Pick<BoundRoute, 'method' | 'query' | 'body' | 'example'> & {
  readonly response: { readonly schema: unknown };
};

/** The extension as specified; `schema` must accept `info`, which the conformance test checks. */
export function describeForBazaar(route: Described): Bazaar {
  const input = route.body ? bodyInput(route) : queryInput(route);
  const example = asRecord(sampleValue(route.response.schema));
  return {
    info: { input: input.info, output: { type: 'json', example } },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: { type: { type: 'string', const: 'http' }, ...input.properties },
          required: ['type', 'method', ...input.required],
          additionalProperties: false,
        },
        output: {
          type: 'object',
          properties: { type: { type: 'string' }, example: toPlainSchema(route.response.schema) },
          required: ['type'],
        },
      },
      required: ['input'],
    },
  };
}

function queryInput({ method, query, example }: Described) {
  return {
    info: { type: 'http', method, queryParams: { ...example?.query } },
    properties: {
      method: { type: 'string', enum: [method] },
      queryParams: toPlainSchema(query ?? { type: 'object', properties: {} }),
    },
    required: [],
  };
}

function bodyInput({ method, body, example }: Described) {
  return {
    info: { type: 'http', method, bodyType: 'json', body: { ...example?.body } },
    properties: {
      method: { type: 'string', enum: [method] },
      bodyType: { type: 'string', enum: ['json'] },
      body: toPlainSchema(body),
    },
    required: ['bodyType', 'body'],
  };
}

/** Strips TypeBox's internal properties from a schema. */
const toPlainSchema = (schema: unknown): Json => asRecord(JSON.parse(JSON.stringify(schema)));

/** A payer returns the extension in a header with every payment, so long parts are left to the listing. */
const maxBytes = 3_000;

export function shortenBazaar(whole: Bazaar): Bazaar {
  if (countJsonBytes(whole) <= maxBytes) return whole;
  const properties = { ...asRecord(whole.schema.properties) };
  const output = asRecord(properties.output);
  properties.output = {
    ...output,
    properties: { ...asRecord(output.properties), example: { type: 'object' } },
  };
  const withoutSchema = { ...whole, schema: { ...whole.schema, properties } };
  if (countJsonBytes(withoutSchema) <= maxBytes) return withoutSchema;
  const { output: _left, ...input } = properties;
  return { info: { input: whole.info.input }, schema: { ...whole.schema, properties: input } };
}

const countJsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
