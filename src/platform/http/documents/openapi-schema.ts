import { asRecord } from '../../decode.ts';

type Json = Record<string, unknown>;

/**
 * Converts a route's JSON Schema to the older dialect of OpenAPI 3.0: `null` becomes nullable, `const` an
 * enum of one, patternProperties plain additional properties.
 */
function openapiSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openapiSchema);
  if (!schema || typeof schema !== 'object') return schema;
  const known = translated.get(schema) ?? translate(schema);
  translated.set(schema, known);
  return known;
}

/** The same schema occurs in many routes, and in every service of a process. */
const translated = new WeakMap<object, Json>();

function translate(schema: object): Json {
  const out: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key.startsWith('~') || key === '$id') continue;
    switch (key) {
      case 'properties':
        out.properties = Object.fromEntries(
          Object.entries(asRecord(value)).map(([name, s]) => [name, openapiSchema(s)]),
        );
        break;
      case 'enum':
      case 'default':
      case 'example':
        out[key] = value;
        break;
      case 'const':
        out.enum = [value];
        break;
      case 'patternProperties':
        out.additionalProperties = openapiSchema(Object.values(asRecord(value))[0] ?? {});
        break;
      case 'type':
        Object.assign(out, typeOf(value));
        break;
      case 'anyOf':
        Object.assign(out, unionOf([value].flat().map(asRecord)));
        break;
      default:
        out[key] = openapiSchema(value);
    }
  }
  return out;
}

function typeOf(type: unknown): Json {
  if (!Array.isArray(type)) return { type };
  const others = type.filter((each) => each !== 'null');
  const nullable = others.length < type.length ? { nullable: true } : {};
  // OpenAPI 3.0 allows one type per schema.
  return others.length > 1
    ? { anyOf: others.map((each) => ({ type: each })), ...nullable }
    : { type: others[0], ...nullable };
}

/** The same for a schema that is an object, as all are except true and false. */
export const openapiObject = (schema: unknown): Json => asRecord(openapiSchema(schema));

function unionOf(members: Json[]): Json {
  const others = members.filter((member) => member.type !== 'null').map(openapiObject);
  const nullable = others.length < members.length ? { nullable: true } : {};
  const [only] = others;
  return only && others.length === 1 ? { ...only, ...nullable } : { anyOf: others, ...nullable };
}
