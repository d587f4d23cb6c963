export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly description?: string;
}

/** Values of a boolean query parameter. */
export const flagWords = '0,1,false,true';

/** Converts a JSON Schema to a TypeScript type; `nameOf` returns the name of a named shape. */
export function typeOf(schema: Schema, nameOf: (schema: Schema) => string | undefined, indent = ''): string {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  if (schema.enum?.toSorted().join() === flagWords) return 'boolean';
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if ('const' in schema) return JSON.stringify(schema.const);
  const members = schema.anyOf ?? schema.oneOf;
  if (members) return union(members.map((each) => typeOf(each, nameOf, indent)));
  if (schema.allOf) return schema.allOf.map((each) => typeOf(each, nameOf, indent)).join(' & ');
  if (schema.properties && !isOpen(schema)) {
    const fields = fieldsOf(schema, nameOf, indent);
    return schema.type && [schema.type].flat().includes('null') ? union([fields, 'null']) : fields;
  }
  return union([schema.type].flat().map((type) => plainType(type, schema, nameOf, indent)));
}

function plainType(
  type: string | undefined,
  schema: Schema,
  nameOf: (schema: Schema) => string | undefined,
  indent: string,
): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return type;
    case 'integer':
      return 'number';
    case 'array': {
      const items = schema.items ? typeOf(schema.items, nameOf, indent) : 'unknown';
      return schema.items && isCompound(schema.items) && /[|&]/.test(items) ? `(${items})[]` : `${items}[]`;
    }
    case 'object': {
      const [pattern] = Object.values(schema.patternProperties ?? {});
      const values =
        pattern ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {});
      return `Record<string, ${typeOf(values, nameOf, indent)}>`;
    }
    default:
      return 'unknown';
  }
}

/** An object of any fields, such as a JSON Schema. */
export const isOpen = ({ properties = {}, additionalProperties }: Schema): boolean =>
  additionalProperties === true && Object.keys(properties).length === 0;

/** Whether its type is a union or an intersection, which needs parentheses as the items of an array. */
const isCompound = ({ anyOf, oneOf, allOf, enum: values, type }: Schema): boolean =>
  [anyOf, oneOf, allOf, values, [type].flat()].some((members) => members !== undefined && members.length > 1);

function union(types: readonly string[]): string {
  const each = new Set(types);
  return each.has('unknown') ? 'unknown' : [...each].join(' | ');
}

/** The fields of an object in braces, each with its description. */
export function fieldsOf(
  { properties = {}, required = [] }: Schema,
  nameOf: (schema: Schema) => string | undefined,
  indent: string,
): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, field]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? '' : '?';
    const description = describeField(field);
    return [
      ...(description ? [`${inner}/** ${description} */`] : []),
      `${inner}${key}${mark}: ${typeOf(field, nameOf, inner)};`,
    ];
  });
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${indent}}`;
}

/** The description is on the field or, for a nullable field, on its other type. */
function describeField({ description, anyOf }: Schema): string | undefined {
  const text = description ?? anyOf?.find((member) => member.description !== undefined)?.description;
  return text?.replaceAll('*/', '*\\/');
}
