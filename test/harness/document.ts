import assert from 'node:assert/strict';
import { Ajv, type ValidateFunction } from 'ajv';
import ajvFormats from 'ajv-formats';
import { request } from 'undici';
import type { Service } from '../../src/platform/http/server.ts';
import type { Answer } from './client.ts';

type Json = Record<string, unknown>;

export interface Operation {
  readonly operationId: string;
  readonly tags: string[];
  readonly summary: string;
  readonly description: string;
  readonly security: Json[];
  readonly parameters: { name: string; in: string; required: boolean; schema: Json }[];
  readonly requestBody?: { required?: boolean; content: Record<string, { schema: Json; example?: Json }> };
  readonly responses: Record<
    string,
    { description: string; headers?: Json; content?: Record<string, { schema: Json }> }
  >;
}

export interface ServedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The /openapi.json of a service; every response that a test receives is checked against it. */
export class ServiceDocument {
  readonly json: Json;
  readonly operations: ServedOperation[];
  readonly #validators = new Map<Json, ValidateFunction>();
  readonly #patterns: { method: string; pattern: RegExp; operation: Operation }[];

  constructor(json: Json) {
    this.json = json;
    this.operations = Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          operation,
        })),
    );
    this.#patterns = this.operations
      // Fixed paths take precedence over parameters, as in the router.
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
      .map(({ method, path, operation }) => ({ method, pattern: patternOf(path), operation }));
  }

  static async of(baseUrl: string): Promise<ServiceDocument> {
    const { body } = await request(`${baseUrl}/openapi.json`);
    return new ServiceDocument((await body.json()) as Json);
  }

  /** Throws if the document does not describe the response of that call. */
  check(method: string, url: string, answer: Answer): void {
    const path = url.split('?', 1)[0]!.replace(/(.)\/$/, '$1');
    const found = this.#patterns.find((each) => each.method === method && each.pattern.test(path));
    if (!found) return;
    const label = `${method} ${url.slice(0, 200)} → ${answer.status} ${answer.text.slice(0, 500)}`;
    const response = found.operation.responses[answer.status];
    assert.ok(response, `the document lists no such status: ${label}`);
    const type = answer.headers['content-type']?.split(';', 1)[0]?.trim() ?? '';
    for (const name of Object.keys(response.headers ?? {}))
      assert.ok(answer.headers[name], `the header ${name} is missing: ${label}`);
    if (!response.content) {
      assert.deepEqual([type, answer.text], ['', ''], `the document says that there is no body: ${label}`);
      return;
    }
    const content = response.content[type];
    assert.ok(content, `the document lists no ${type} for this: ${label}`);
    // A response with selected fields has the shape that its caller requested.
    if (type !== 'application/json' || /[?&]fields=|^\/api\/exchange\?.*\bai=1/.test(url)) return;
    const validate = this.#validator(content.schema);
    assert.ok(validate(answer.json), `${validator.errorsText(validate.errors)}: ${label}`);
  }

  /** The schema of an operation's body, written out. */
  bodyOf({ requestBody }: Operation): Json | undefined {
    const json = requestBody?.content['application/json'];
    return json && (this.#resolved(json.schema) as Json);
  }

  #validator(schema: Json): ValidateFunction {
    const known =
      this.#validators.get(schema) ?? compileOnce(forbidUnknownFields(this.#resolved(schema)) as Json);
    this.#validators.set(schema, known);
    return known;
  }

  #resolved(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((each) => this.#resolved(each));
    if (!schema || typeof schema !== 'object') return schema;
    const { $ref } = schema as { $ref?: string };
    if ($ref === undefined)
      return Object.fromEntries(Object.entries(schema).map(([key, each]) => [key, this.#resolved(each)]));
    const steps = $ref.slice(2).split('/');
    return this.#resolved(steps.reduce<unknown>((at, step) => (at as Json)[step], this.json));
  }
}

function patternOf(path: string): RegExp {
  const parts = path
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`^${parts}$`);
}

/** Refuses fields that the document does not name, so that none is undocumented. */
function forbidUnknownFields(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forbidUnknownFields);
  if (!schema || typeof schema !== 'object') return schema;
  const out: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    out[key] =
      key === 'properties'
        ? Object.fromEntries(
            Object.entries(value as Json).map(([name, each]) => [name, forbidUnknownFields(each)]),
          )
        : ['enum', 'example', 'default', 'required'].includes(key)
          ? value
          : forbidUnknownFields(value);
  }
  if (out.properties && out.additionalProperties === undefined) out.additionalProperties = false;
  return out;
}

const validator = new Ajv({ strict: false, allErrors: true, validateSchema: false });
ajvFormats.default(validator);
const validators = new Map<string, ValidateFunction>();

/** Compiled once per process, for all apps that its tests start. */
function compileOnce(schema: Json): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = validators.get(text) ?? validator.compile(schema);
  validators.set(text, known);
  return known;
}

const documents = new Map<string, Promise<ServiceDocument>>();

/** The document of a service with the same routes: serving and parsing it again takes longer than starting an app. */
export function documentLike({ name, routes, authenticators }: Service, baseUrl: string) {
  const callers = Object.entries(authenticators).map(([kind, { schemes, errors }]) => [
    kind,
    schemes,
    errors,
  ]);
  return readOnce(identify([name, routes, callers]), baseUrl);
}

/** The same for a service of another process, whose settings decide on its routes. */
export function documentForSettings(name: string, settings: Record<string, string>, baseUrl: string) {
  const { DATABASE_URL: _, KITH_DATA_DIR: __, ...deciding } = settings;
  return readOnce(JSON.stringify([name, Object.entries(deciding).toSorted()]), baseUrl);
}

function readOnce(facts: string, baseUrl: string): Promise<ServiceDocument> {
  const known = documents.get(facts);
  if (known) return known;
  const read = ServiceDocument.of(baseUrl);
  documents.set(facts, read);
  read.catch(() => documents.delete(facts));
  return read;
}

const identities = new WeakMap<object, string>();
const identityOf = new Map<string, string>();

/** Equal for equal values, whatever their functions do. Most routes and schemas are the same objects in every app. */
function identify(value: unknown): string {
  if (typeof value === 'function') return 'function';
  if (!value || typeof value !== 'object') return JSON.stringify(value) ?? 'undefined';
  const known = identities.get(value);
  if (known) return known;
  const text = `${value.constructor?.name}{${Object.entries(value).map(([key, each]) => `${key}:${identify(each)}`)}}`;
  const identity = identityOf.get(text) ?? `#${identityOf.size}`;
  identityOf.set(text, identity);
  identities.set(value, identity);
  return identity;
}
