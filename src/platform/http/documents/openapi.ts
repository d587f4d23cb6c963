import type { TObject } from 'typebox';
import { asRecord } from '../../decode.ts';
import { replacesValue } from '../conditional-requests.ts';
import { errors } from '../errors.ts';
import { exampleCurl } from '../example.ts';
import { foreignHost } from '../foreign-host.ts';
import { refusesQuery } from '../paths.ts';
import type { ErrorKind } from '../refusal.ts';
import { canBeMinimal } from '../response-conventions.ts';
import { type BoundRoute, needsBody } from '../route.ts';
import type { Service } from '../server.ts';
import { sampleValue } from './sample.ts';

export interface About {
  readonly title: string;
  readonly description: string;
  /** Version of the API description, not of the package. */
  readonly version: string;
  /** The first steps of a newcomer. */
  readonly startHere: readonly string[];
  /** Additional content of the service's index, next to its calls. */
  readonly index?: Readonly<Record<string, unknown>>;
}

type Json = Record<string, unknown>;

/** The whole service as OpenAPI 3.0.3. */
export function buildOpenapi(service: Service, about: About): Json {
  const paths: Record<string, Json> = {};
  const components = new Components({ Error: errorSchema, PaymentRequired: challengeSchema });
  for (const route of service.routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: describeOperation(route, service, components),
    };
  }
  const schemes = Object.values(service.authenticators).map((authenticator) => authenticator.schemes);
  return {
    openapi: '3.0.3',
    info: {
      title: about.title,
      description: about.description,
      version: about.version,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: service.baseUrl }],
    tags: [...new Set(service.routes.map((route) => route.area))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: Object.assign({}, ...schemes),
      schemas: components.schemas,
      headers: {
        ErrorCode: { description: 'Stable machine-readable error code.', schema: { type: 'string' } },
        RequestId: { description: 'Identifies this request in the log.', schema: { type: 'string' } },
      },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['error', 'hint'],
  properties: {
    error: { type: 'string', description: 'What is wrong.' },
    hint: { type: 'string', description: 'The next step, as an exact call wherever there is one.' },
  },
};

/** An x402 v2 challenge, which some clients read from the header and some from the body. */
const challengeSchema = {
  type: 'object',
  required: [...errorSchema.required, 'x402Version', 'resource', 'accepts'],
  properties: {
    ...errorSchema.properties,
    x402Version: { type: 'integer', enum: [2] },
    resource: { type: 'object', description: 'The paid resource: url, description, mimeType.' },
    accepts: {
      type: 'array',
      items: { type: 'object' },
      description: 'Ways to pay; choose one.',
    },
    extensions: { type: 'object', description: 'bazaar: how to call it, and its response.' },
  },
};

/** The format that crawlers of paid APIs expect. */
function paymentInfo(price: NonNullable<BoundRoute['price']>): Json {
  const amount = typeof price === 'string' ? { mode: 'fixed', amount: price } : { mode: 'dynamic', ...price };
  return { protocols: ['x402'], price: { currency: 'USD', ...amount } };
}

function describeOperation(route: BoundRoute, service: Service, components: Components): Json {
  return {
    operationId: route.name,
    tags: [route.area],
    summary: route.summary,
    description: `Example: \`${exampleCurl(route, service.baseUrl)}\``,
    ...(route.deprecated && { deprecated: true }),
    ...(route.price && { 'x-payment-info': paymentInfo(route.price) }),
    security: describeSecurity(route, service),
    parameters: [
      ...describeParameters('path', route.params),
      ...describeParameters('query', route.query),
      ...describeHeaders(route),
    ],
    ...(route.stream && {
      requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    }),
    ...(route.body && {
      requestBody: {
        required: needsBody(route),
        content: {
          'application/json': {
            schema: components.reference(
              schemaName(route.name, 'Body'),
              openapiObject({ ...route.body, additionalProperties: false }),
            ),
            ...(route.example?.body && { example: route.example.body }),
          },
        },
      },
    }),
    responses: describeResponses(route, service, components),
  };
}

function describeSecurity(route: BoundRoute, service: Service): Json[] {
  if (route.auth === 'none') return [];
  const schemes = Object.keys(service.authenticators[route.auth.replace('?', '')]?.schemes ?? {});
  return [...(route.auth.endsWith('?') ? [{}] : []), ...schemes.map((name) => ({ [name]: [] }))];
}

function describeParameters(place: 'path' | 'query', schema: TObject | undefined): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = openapiObject(property);
    return {
      name,
      in: place,
      required: place === 'path' || schema?.required?.includes(name) === true,
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

function describeHeaders(route: BoundRoute): Json[] {
  if (route.method === 'GET' || route.stream) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Repeating a request with the same key and body returns the first response and changes nothing.',
      schema: { type: 'string', minLength: 1, maxLength: 128 },
    },
  ];
}

function describeResponses(route: BoundRoute, service: Service, components: Components): Json {
  const {
    status,
    description = route.summary,
    schema,
    types = ['application/json'],
    also = [],
    location,
  } = route.response;
  const requestId = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
  const content = Object.fromEntries(
    types.map((type) => [
      type,
      type === 'application/json'
        ? {
            schema: components.reference(schemaName(route.name, 'Answer'), openapiObject(schema)),
            example: sampleValue(schema),
          }
        : { schema: { type: 'string' } },
    ]),
  );
  const responseHeaders = location === undefined ? requestId : { ...requestId, location: locationHeader };
  const out: Record<string, Json> = { [status]: { description, headers: responseHeaders, content } };
  if (hasEtag(route)) out[304] = { description: 'No body: if-none-match matches the etag.' };
  if (canBeMinimal(route) && status === 200)
    out[204] = { description: 'No body: the request has prefer: return=minimal.' };
  for (const other of also) {
    const headers = Object.entries(other.headers ?? {}).map(([name, says]) => [
      name,
      { description: says, schema: { type: 'string' } },
    ]);
    out[other.status] = {
      description: other.description,
      headers: { ...requestId, ...Object.fromEntries(headers) },
      ...(other.body && { content }),
    };
  }
  for (const [status, kinds] of Map.groupBy(listErrors(route, service), (kind) => kind.status)) {
    out[status] = {
      description: kinds.map((kind) => `\`${kind.code}\`: ${kind.means}`).join(' '),
      headers: { 'x-error-code': { $ref: '#/components/headers/ErrorCode' } },
      content: {
        'application/json': {
          schema: refusalSchema(route, status, kinds, components),
          ...(status !== 402 && { example: { error: kinds[0]?.means, hint: 'The next step.' } }),
        },
      },
    };
  }
  return out;
}

const schemaWith = (fields: NonNullable<ErrorKind['fields']>): Json => ({
  ...errorSchema,
  required: [...errorSchema.required, ...Object.keys(fields)],
  properties: { ...errorSchema.properties, ...fields },
});

const locationHeader = { description: 'URL of the created resource.', schema: { type: 'string' } };

const hasEtag = ({ method, effect, response }: BoundRoute): boolean =>
  method === 'GET' && effect === 'read' && response.status === 200;

/** A route with its own protocol may have its own format of refusals. */
function refusalSchema(
  { response, name }: BoundRoute,
  status: number,
  kinds: readonly ErrorKind[],
  components: Components,
): Json {
  const ours = { $ref: `#/components/schemas/${status === 402 ? 'PaymentRequired' : 'Error'}` };
  const withFields = kinds.flatMap(({ fields }) => (fields ? [schemaWith(fields)] : []));
  const declaredBody = response.also?.some((other) => other.status === status && other.body)
    ? [components.reference(schemaName(name, 'Answer'), openapiObject(response.schema))]
    : [];
  const forms = [ours, ...withFields, ...declaredBody];
  return forms.length > 1 ? { oneOf: forms } : ours;
}

/** All refusals of the route: its own, and those that follow from its input. */
export function listErrors(route: BoundRoute, service: Service): ErrorKind[] {
  const authenticator = service.authenticators[route.auth.replace('?', '')];
  const kinds = new Set<ErrorKind>([...(route.errors ?? []), ...(authenticator?.errors ?? [])]);
  if (route.params || route.query || route.method !== 'GET' || refusesQuery(route))
    kinds.add(errors.invalidField);
  if (route.method !== 'GET')
    for (const kind of [errors.badJson, errors.tooLarge, errors.wrongType, foreignHost]) kinds.add(kind);
  if (route.auth !== 'none') kinds.add(errors.badKey);
  if (route.auth !== 'none' && !route.auth.endsWith('?')) kinds.add(errors.noKey);
  if (route.method !== 'GET' && !route.stream) kinds.add(errors.keyReused);
  if (replacesValue(route)) kinds.add(errors.preconditionFailed);
  if (route.screened) kinds.add(errors.credential);
  for (const kind of [errors.overLimit, errors.internal, errors.overloaded, errors.shuttingDown])
    kinds.add(kind);
  return [...kinds];
}

/** The named schemas of a document, each once: equal schemas share a name. */
class Components {
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
const schemaName = (operation: string, part: 'Body' | 'Answer'): string =>
  operation.charAt(0).toUpperCase() + operation.slice(1) + part;

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
const openapiObject = (schema: unknown): Json => asRecord(openapiSchema(schema));

function unionOf(members: Json[]): Json {
  const others = members.filter((member) => member.type !== 'null').map(openapiObject);
  const nullable = others.length < members.length ? { nullable: true } : {};
  const [only] = others;
  return only && others.length === 1 ? { ...only, ...nullable } : { anyOf: others, ...nullable };
}
