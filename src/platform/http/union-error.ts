import type { ErrorObject } from 'ajv';
import { asRecord } from '../decode.ts';

/** The field whose value tells the variants of a union apart, and the variant that the input chose. */
export type UnionFault =
  | { readonly error: ErrorObject }
  | { readonly field: string; readonly allowed: readonly string[] };

/**
 * The fault of an input that fits no variant of a union. The validator reports one error per variant; only that
 * of the variant which the input names by its constant field (`kind`) helps. Undefined without such a field.
 */
export function unionFaultOf(
  schema: unknown,
  value: unknown,
  errors: readonly ErrorObject[],
): UnionFault | undefined {
  const union = errors.find(({ keyword }) => keyword === 'anyOf');
  if (!union) return undefined;
  const variants = Object.values(asRecord(valueAtPointer(schema, union.schemaPath.slice(1))));
  const [first] = variants;
  const field = Object.keys(propertiesOf(first)).find((name) =>
    variants.every((variant) => constantOf(variant, name) !== undefined),
  );
  if (field === undefined) return undefined;
  const chosen = asRecord(valueAtPointer(value, union.instancePath))[field];
  const index = variants.findIndex((variant) => constantOf(variant, field) === chosen);
  if (index < 0) {
    const allowed = variants.map((variant) => String(constantOf(variant, field)));
    return { field: `${union.instancePath}/${field}`, allowed };
  }
  const error = errors.find(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/${index}/`));
  return error && { error };
}

const propertiesOf = (variant: unknown) => asRecord(asRecord(variant).properties);
const constantOf = (variant: unknown, name: string): unknown => asRecord(propertiesOf(variant)[name]).const;

/** The value at a JSON Pointer. */
const valueAtPointer = (root: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value, part) => asRecord(value)[part], root);
