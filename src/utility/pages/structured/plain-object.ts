import { asRecord } from '../../../platform/decode.ts';
import type { StructuredItem } from './structured-item.ts';
import { shortType } from './types.ts';

/** One shape for items of any format: every property is a list, in document order. */
export interface PlainObject {
  /** Short name of the first type; null if there is none. */
  type: string | null;
  /** All types, if there are several. */
  types?: string[];
  id?: string;
  properties: Record<string, PlainValue[]>;
}

export type PlainValue = string | number | boolean | PlainObject;

const maxDepth = 12;

/** Converts items to plain objects until the limit on values is reached. */
export class PlainReader {
  #left: number;

  constructor(maxValues: number) {
    this.#left = maxValues;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  read({ format, data }: StructuredItem): PlainObject {
    return format === 'microdata' ? this.#microdata(data, 0) : this.#linked(data, 0);
  }

  #microdata(data: Readonly<Record<string, unknown>>, depth: number): PlainObject {
    const properties: PlainObject['properties'] = {};
    for (const [name, values] of Object.entries(asRecord(data.properties))) {
      const plainValues = [values]
        .flat()
        .flatMap((value) => this.#value(value, depth, (each) => this.#microdata(each, depth + 1)));
      if (plainValues.length > 0) properties[propertyName(name)] = plainValues;
    }
    return head(data.type, data.id, properties);
  }

  /** JSON-LD, compact or expanded. */
  #linked(data: Readonly<Record<string, unknown>>, depth: number): PlainObject {
    const properties: PlainObject['properties'] = {};
    for (const [name, values] of Object.entries(data)) {
      if (name.startsWith('@')) continue;
      const plainValues = [values]
        .flat(4)
        .flatMap((value) => this.#value(value, depth, (each) => this.#node(each, depth)));
      if (plainValues.length > 0) properties[propertyName(name)] = plainValues;
    }
    return head(data['@type'], data['@id'], properties);
  }

  #node(node: Readonly<Record<string, unknown>>, depth: number): PlainValue | readonly PlainValue[] {
    if ('@value' in node) return toPlain(node['@value']);
    const list = node['@list'] ?? node['@set'];
    if (list !== undefined)
      return [list].flat().flatMap((value) => this.#value(value, depth, (each) => this.#node(each, depth)));
    // A bare reference, such as an image or an author described elsewhere, becomes its URL.
    if (typeof node['@id'] === 'string' && Object.keys(node).length === 1) return node['@id'];
    return this.#linked(node, depth + 1);
  }

  #value(
    value: unknown,
    depth: number,
    ofObject: (value: Record<string, unknown>) => PlainValue | readonly PlainValue[],
  ): readonly PlainValue[] {
    this.#left -= 1;
    if (this.#left < 0 || value === null || value === undefined) return [];
    if (typeof value !== 'object') return [toPlain(value)];
    return depth >= maxDepth ? [] : [ofObject(asRecord(value))].flat();
  }
}

const toPlain = (value: unknown): string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' ? value : String(value);

/** `http://schema.org/name` and `schema:name` become `name`; names of other vocabularies keep their URL. */
const propertyName = (name: string): string => shortType(name);

function head(type: unknown, id: unknown, properties: PlainObject['properties']): PlainObject {
  const types = [type ?? []].flat().filter((each) => typeof each === 'string' && each !== '');
  const typeNames = types.map((each) => shortType(String(each)));
  return {
    type: typeNames[0] ?? null,
    ...(typeNames.length > 1 && { types: typeNames }),
    ...(typeof id === 'string' && id !== '' && { id }),
    properties,
  };
}
