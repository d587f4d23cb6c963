import { asRecord } from '../../decode.ts';

type Json = Record<string, unknown>;

/** The named schemas of a document, each once: equal schemas share a name. */
export class Components {
  readonly schemas: Record<string, Json>;
  readonly #names = new Map<string, string>();

  constructor(known: Readonly<Record<string, Json>>) {
    this.schemas = { ...known };
  }

  /** A reference to the schema; one without fields is short enough to be inlined. */
  reference(name: string, schema: Json): Json {
    const isNamed = schema.type === 'object' && Object.keys(asRecord(schema.properties)).length > 0;
    if (!isNamed) return schema;
    const text = JSON.stringify(schema);
    const found = this.#names.get(text) ?? this.#add(name, text, schema);
    return { $ref: `#/components/schemas/${found}` };
  }

  #add(name: string, text: string, schema: Json): string {
    if (name in this.schemas) throw new Error(`two schemas are called ${name}`);
    this.schemas[name] = schema;
    this.#names.set(text, name);
    return name;
  }
}

/** `acceptJob` and `Answer` become `AcceptJobAnswer`. */
export const schemaName = (operation: string, part: 'Body' | 'Answer'): string =>
  operation.charAt(0).toUpperCase() + operation.slice(1) + part;
