import type { VNode } from 'preact';
import { type Child, html } from '../html.ts';
import { type ApiDocument, type Parameter, resolve, type SchemaObject } from './document.ts';

const maxDepth = 6;

export const parameterFields = (document: ApiDocument, parameters: readonly Parameter[]): VNode => html`
  <ul class="fields">
    ${parameters.map(({ name, in: location, required, description, schema = {} }) =>
      field(document, name, { ...schema, ...(description && { description }) }, { required, location }),
    )}
  </ul>`;

/** The fields of an object or of an array's items; one line for any other value. */
export function schemaFields(document: ApiDocument, given: SchemaObject, depth = 0): Child {
  const schema = resolve(document, given);
  if (schema.items) return schemaFields(document, schema.items, depth);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && depth < maxDepth) return choices.map((choice) => schemaFields(document, choice, depth + 1));
  if (!schema.properties || depth >= maxDepth) return null;
  const required = new Set(schema.required);
  return html`
    <ul class="fields">
      ${Object.entries(schema.properties).map(([name, each]) =>
        field(document, name, each, { required: required.has(name), depth }),
      )}
    </ul>`;
}

interface FieldPlace {
  readonly required: boolean | undefined;
  readonly location?: string;
  readonly depth?: number;
}

function field(document: ApiDocument, name: string, given: SchemaObject, at: FieldPlace): VNode {
  const schema = resolve(document, given);
  const details = [typeName(document, schema), at.location, at.required && 'required', ...limits(schema)];
  return html`
    <li key=${name}>
      <code>${name}</code> <span class="soft">${details.filter(Boolean).join(', ')}</span>
      ${schema.description && html`<p>${schema.description}</p>`}
      ${schemaFields(document, schema, (at.depth ?? 0) + 1)}
    </li>`;
}
function typeName(document: ApiDocument, given: SchemaObject): string {
  const schema = resolve(document, given);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeName(document, choice)))].join(' or ');
  const name = [schema.type].flat().filter(Boolean).join(' or ') || 'any value';
  const fullType = schema.items ? `${name} of ${typeName(document, schema.items)}` : name;
  return schema.nullable ? `${fullType} or null` : fullType;
}

function limits(schema: SchemaObject): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, format } = schema;
  return [
    format ?? '',
    minimum === undefined ? '' : `at least ${minimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
    minLength === undefined ? '' : `at least ${minLength} characters`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} items`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
}
