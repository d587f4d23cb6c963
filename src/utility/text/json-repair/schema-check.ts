import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { isSchema, readDialect, type Schema } from './schema-dialect.ts';
import { errorText, invalidPart } from './schema-errors.ts';
import { findSchema } from './sent-schema.ts';

export interface SchemaError {
  /** JSON Pointer of the value. */
  readonly path: string;
  readonly error: string;
}

/** The given `schema` cannot be used as one. */
export class InvalidSchema extends Error {}

const maxListedErrors = 100;
/** Base URI of a schema without an `$id`. */
const ownId = 'schema:sent';

/** A caller's schema, compiled and indexed. Throws InvalidSchema if it cannot be used. */
export class CheckedSchema {
  readonly root: Schema;
  readonly #validator: Ajv;
  /** Parts by JSON Pointer, for conditions. */
  readonly #pointers = new Map<object, string>();
  /** By `$anchor`, `$id` and JSON Pointer, including the `#`. */
  readonly #targets = new Map<string, unknown>();
  readonly #base: string;
  readonly #validate: ValidateFunction;
  readonly #conditions = new Map<object, ValidateFunction>();

  constructor(sent: Schema) {
    const found = refuseInvalid(() => findSchema(sent));
    if (!found) throw new InvalidSchema('it has no keyword of JSON Schema, such as type or properties');
    const { schema, validator } = refuseInvalid(() => readDialect(found));
    this.root = schema;
    this.#validator = validator;
    this.#base = typeof schema.$id === 'string' ? schema.$id.replace(/#$/, '') : ownId;
    this.#validate = refuseInvalid(() => {
      this.#index(schema, '');
      if (validator.validateSchema(schema) !== true)
        throw new InvalidSchema(invalidPart(validator.errors ?? []));
      validator.addSchema(schema, this.#base);
      return validator.compile({ $ref: this.#base });
    });
  }

  /** The subschema that a `$ref` refers to. */
  target(reference: string): unknown {
    const local = reference.startsWith(`${this.#base}#`) ? reference.slice(this.#base.length) : reference;
    return local === '#' || local === this.#base ? this.root : this.#targets.get(decodePointer(local));
  }

  /** Whether a value fits one part of the schema. */
  accepts(part: unknown, value: unknown): boolean {
    if (!isSchema(part)) return part !== false;
    let condition = this.#conditions.get(part);
    if (!condition) {
      const $ref = `${this.#base}#${this.#pointers.get(part) ?? ''}`;
      condition = refuseInvalid(() => this.#validator.compile({ $ref }));
      this.#conditions.set(part, condition);
    }
    const test = condition;
    return refuseInvalid(() => test(value)) === true;
  }

  /** Violations that remain in the value. */
  errors(value: unknown): SchemaError[] {
    refuseInvalid(() => this.#validate(value));
    return (this.#validate.errors ?? []).slice(0, maxListedErrors).map(toError);
  }

  #index(part: unknown, pointer: string): void {
    if (typeof part !== 'object' || part === null) return;
    this.#targets.set(`#${pointer}`, part);
    if (isSchema(part)) {
      this.#pointers.set(part, encodeURI(pointer));
      for (const name of [part.$anchor, part.$dynamicAnchor])
        if (typeof name === 'string') this.#targets.set(`#${name}`, part);
      if (typeof part.$id === 'string') this.#targets.set(part.$id, part);
    }
    for (const [key, value] of Object.entries(part)) this.#index(value, `${pointer}/${escapePointer(key)}`);
  }
}

function refuseInvalid<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    if (error instanceof InvalidSchema) throw error;
    if (error instanceof RangeError)
      throw new InvalidSchema('its references lead back to themselves, or it is nested too deeply');
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidSchema(reason.replace(` from id ${ownId}`, ''));
  }
}

export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** A pointer in a URL can be percent-encoded; one that is encoded wrongly names nothing. */
function decodePointer(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

const toError = (error: ErrorObject): SchemaError => ({ path: error.instancePath, error: errorText(error) });
