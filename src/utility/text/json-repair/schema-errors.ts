import type { ErrorObject } from 'ajv';

const maxListedChars = 300;

/** What a value violates, with what the schema allows. */
export function errorText({ keyword, message = 'is not valid', params }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties':
      return `${message}: ${String(params.additionalProperty)}`;
    case 'unevaluatedProperties':
      return `${message}: ${String(params.unevaluatedProperty)}`;
    case 'propertyNames':
      return `${message}: ${String(params.propertyName)}`;
    case 'enum':
      return `must be one of ${cut(asList(params.allowedValues).join(', '))}`;
    case 'const':
      return `must be ${cut(JSON.stringify(params.allowedValue) ?? '')}`;
    case 'false schema':
      return 'is not allowed';
    default:
      return message;
  }
}

/** Which part of a schema is wrong: of several errors the first that names what is allowed. */
export function invalidPart(errors: readonly ErrorObject[]): string {
  const error = errors.find(({ keyword }) => keyword === 'enum') ?? errors[0];
  return error ? `${error.instancePath || 'the schema'} ${errorText(error)}` : 'it is not a JSON Schema';
}

const asList = (values: unknown): string[] =>
  (Array.isArray(values) ? values : []).map((each) => JSON.stringify(each) ?? '');

const cut = (text: string): string =>
  text.length > maxListedChars ? `${text.slice(0, maxListedChars)}…` : text;
