import { isSchema, type Schema } from './schema-dialect.ts';

/** Where tool definitions and response formats of model providers hold their schema. */
const wrappers: readonly (readonly string[])[] = [
  // {type: "function", function: {name, parameters}}
  ['function', 'parameters'],
  // {type: "json_schema", json_schema: {name, schema}}
  ['json_schema', 'schema'],
  // {format: {type: "json_schema", schema}}
  ['format', 'schema'],
  ['parameters'],
  ['input_schema'],
  ['inputSchema'],
  ['parametersJsonSchema'],
  ['schema'],
];

const keywords = new Set(
  [
    '$schema $id id $ref $defs definitions $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $comment',
    'type enum const nullable format pattern minLength maxLength multipleOf minimum maximum exclusiveMinimum exclusiveMaximum',
    'properties required additionalProperties patternProperties propertyNames minProperties maxProperties',
    'dependentRequired dependentSchemas dependencies unevaluatedProperties',
    'items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems',
    'allOf anyOf oneOf not if then else discriminator',
    'title description default example examples deprecated readOnly writeOnly contentEncoding contentMediaType contentSchema',
  ].flatMap((line) => line.split(' ')),
);
/** Every object has these, or a tool has them too: they do not make a schema. */
const annotations = new Set(['title', 'description', 'default', 'example', 'examples', 'id', 'format']);
const jsonTypes = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** The schema in what was sent: a schema, or a tool or response format that contains one. Undefined if there is none. */
export function findSchema(sent: Schema): Schema | undefined {
  const names = Object.keys(sent);
  if (names.length === 0) return sent;
  if (!isDefinition(sent) && names.some((name) => keywords.has(name) && !annotations.has(name)))
    return hasCapitalType(sent) ? withPlainTypes(sent) : sent;
  for (const path of wrappers) {
    let inner: unknown = sent;
    for (const name of path) inner = isSchema(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
    if (isSchema(inner)) return findSchema(inner);
  }
  return names.every((name) => keywords.has(name)) ? sent : undefined;
}

/** {type: "function", …} and {type: "json_schema", …}: the type of the definition, and not of a value. */
const isDefinition = ({ type }: Schema): boolean => type === 'function' || type === 'json_schema';

/** Gemini writes OBJECT and INTEGER. */
const hasCapitalType = ({ type }: Schema): boolean => typeof type === 'string' && plainType(type) !== type;

function withPlainTypes(part: Schema): Schema {
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, plainTypes(key, value)]));
}

function plainTypes(key: string, value: unknown): unknown {
  if (key === 'type' && typeof value === 'string') return plainType(value);
  if (key === 'enum' || key === 'const' || key === 'default' || key.startsWith('example')) return value;
  if (Array.isArray(value)) return value.map((each) => (isSchema(each) ? withPlainTypes(each) : each));
  return isSchema(value) ? withPlainTypes(value) : value;
}

const plainType = (type: string): string => {
  const plain = type.toLowerCase();
  return type === type.toUpperCase() && jsonTypes.has(plain) ? plain : type;
};
