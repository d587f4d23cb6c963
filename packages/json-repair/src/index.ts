import { listOfValues } from './document.ts';
import { copyNode, type JsonNode, printJson } from './node.ts';
import { type ExactNumber, exactNumbers, mayHoldExactNumbers, putExactNumbers } from './number.ts';
import { type Repaired, repairText } from './repair.ts';
import { CheckedSchema, InvalidSchema, type SchemaError } from './schema-check.ts';
import { type Coercion, SchemaCoercer } from './schema-coercion.ts';
import { NotRepairable, type RepairFix } from './source.ts';
import { isJson } from './strict.ts';

export type { ExactNumber, RepairFix };
export { putExactNumbers };

export interface RepairTask {
  readonly json: string;
  /** A JSON Schema, or a tool definition that contains one. */
  readonly schema?: Record<string, unknown>;
  /** Whether to keep a value that was cut off by the end of the text. */
  readonly cut?: 'keep' | 'drop';
}

export interface RepairResult {
  readonly valid_before: boolean;
  readonly json: unknown;
  readonly text: string;
  readonly fixes: RepairFix[];
  readonly fix_count: number;
  readonly truncated: boolean;
  readonly schema_valid?: boolean;
  readonly schema_errors?: SchemaError[];
  readonly coercions?: Coercion[];
  readonly coercion_count?: number;
}

export type RepairOutcome =
  | { readonly ok: true; readonly result: RepairResult; readonly exact: readonly ExactNumber[] }
  | {
      readonly ok: false;
      readonly field: 'json' | 'schema';
      readonly position: number;
      readonly reason: string;
    };

/** Repairs the JSON in a text: pure, and linear in the length of the text. */
export function repairJson({ json: sent, schema, cut }: RepairTask): RepairOutcome {
  const isValid = isJson(sent);
  try {
    if (isValid && !schema && !mayHoldExactNumbers(sent)) return toUnchanged(sent, []);
    const repaired = repairText(sent, { dropCut: cut === 'drop' });
    if (schema) return repairToSchema(sent, isValid, repaired, schema);
    return isValid
      ? toUnchanged(sent, exactNumbers(repaired.node))
      : toRepaired(repaired, repaired.text, repaired.node);
  } catch (error) {
    if (error instanceof InvalidSchema)
      return { ok: false, field: 'schema', position: 0, reason: error.message };
    if (!(error instanceof NotRepairable)) throw error;
    // JSON.parse has no depth limit.
    if (isValid && !schema) return toUnchanged(sent, []);
    return { ok: false, field: 'json', position: error.position, reason: error.message };
  }
}

/** Valid JSON is returned byte for byte. */
const toUnchanged = (text: string, exact: readonly ExactNumber[]): RepairOutcome => ({
  ok: true,
  result: { valid_before: true, json: JSON.parse(text), text, fixes: [], fix_count: 0, truncated: false },
  exact,
});

const toRepaired = (
  { fixes, fixCount, truncated }: Repaired,
  text: string,
  node: JsonNode,
): RepairOutcome & { ok: true } => ({
  ok: true,
  result: { valid_before: false, json: JSON.parse(text), text, fixes, fix_count: fixCount, truncated },
  exact: mayHoldExactNumbers(text) ? exactNumbers(node) : [],
});

function repairToSchema(
  sent: string,
  isValid: boolean,
  repaired: Repaired,
  schema: Record<string, unknown>,
): RepairOutcome {
  const checkedSchema = new CheckedSchema(schema);
  const { coercer, node, chosen } = coerceRoot(repaired.node, checkedSchema);
  const { coercions, count } = coercer;
  const isSame = isValid && count === 0;
  const text = isSame ? sent : count === 0 && !chosen ? repaired.text : printJson(node, repaired.source);
  const outcome = toRepaired(repaired, text, node);
  const errors = checkedSchema.errors(outcome.result.json);
  return {
    ...outcome,
    result: {
      ...outcome.result,
      valid_before: isSame,
      ...(isValid && { fixes: [], fix_count: 0, truncated: false }),
      ...(chosen && withChoice(repaired, chosen)),
      schema_valid: errors.length === 0,
      schema_errors: errors,
      coercions,
      coercion_count: count,
    },
  };
}

interface CoercedRoot {
  readonly coercer: SchemaCoercer;
  readonly node: JsonNode;
  /** The value that was chosen of several. */
  readonly chosen?: JsonNode;
}

/** Of several values in a text, the last one that fits is meant if the schema takes no list of them all. */
function coerceRoot(root: JsonNode, schema: CheckedSchema): CoercedRoot {
  const budget = { visits: 0 };
  const choices = root.kind === 'array' && root.isListOfValues ? root.items.toReversed() : [];
  const coerced = [root, ...choices].map((chosen): CoercedRoot => {
    const coercer = new SchemaCoercer(schema, budget);
    const copy = choices.length === 0 ? chosen : copyNode(chosen, budget);
    return { coercer, node: coercer.coerce(copy, schema.root), ...(chosen !== root && { chosen }) };
  });
  return coerced.reduce((best, each) => (each.coercer.misfits < best.coercer.misfits ? each : best));
}

/** The text is not made a list, but its other values are left out. */
function withChoice({ fixes, fixCount }: Repaired, { from }: JsonNode) {
  const others = fixes.filter(({ fix }) => fix !== listOfValues);
  return {
    fixes: [...others, { position: from, fix: 'chose the value that fits the schema' }],
    fix_count: fixCount,
  };
}
