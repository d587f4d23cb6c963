import { Ajv, type AnySchema, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

export interface SchemaError {
  /** JSON Pointer of the value. */
  readonly path: string;
  readonly error: string;
}

/** The given `schema` cannot be used as one. */
export class InvalidSchema extends Error {}

const maxListedErrors = 100;
const options = { allErrors: true, strict: false, strictNumbers: false, logger: false } as const;

/** Schema violations that remain in the value. */
export function schemaErrors(schema: AnySchema, value: unknown): SchemaError[] {
  try {
    const ajv = isDraft2020(schema) ? new Ajv2020(options) : new Ajv(options);
    ajvFormats.default(ajv);
    const validate = ajv.compile(schema);
    validate(value);
    return (validate.errors ?? []).slice(0, maxListedErrors).map(toError);
  } catch (error) {
    if (error instanceof RangeError)
      throw new InvalidSchema('its references lead back to themselves, or it is nested too deeply');
    throw new InvalidSchema(error instanceof Error ? error.message : String(error));
  }
}

const toError = ({ instancePath, message, params }: ErrorObject): SchemaError => ({
  path: instancePath,
  error:
    'additionalProperty' in params
      ? `${message}: ${String(params.additionalProperty)}`
      : (message ?? 'is not valid'),
});

function isDraft2020(schema: AnySchema): boolean {
  if (typeof schema !== 'object') return false;
  return /20(?:19|20)-/.test(String(schema.$schema ?? '')) || (!schema.$schema && '$defs' in schema);
}
