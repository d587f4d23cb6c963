import fc from 'fast-check';

/** A JSON schema as our documents write it, references resolved. */
export interface FuzzSchema {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly FuzzSchema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: FuzzSchema;
  readonly properties?: Readonly<Record<string, FuzzSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | FuzzSchema;
}

/** Stands for a value that an earlier response contained, chosen when the call is made. */
export class KnownValue {
  readonly field: string;
  readonly type: 'string' | 'number';
  readonly place: number;
  constructor(field: string, type: 'string' | 'number', place: number) {
    this.field = field;
    this.type = type;
    this.place = place;
  }
}

const known = (field: string, { type }: FuzzSchema): fc.Arbitrary<unknown> =>
  fc
    .nat({ max: 10_000 })
    .map((place) => new KnownValue(field, type === 'string' ? 'string' : 'number', place));

/** Texts that broke parsers, databases and comparisons of others. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\ufeff',
  '\u202e\u200b\u2066',
  '\r\nset-cookie: a=1',
  '-'.repeat(199),
  '%',
  '%%%_\\',
  '*',
  '.',
  '..',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  "'; DROP TABLE agent; --",
  '" OR ""="',
  '\\',
  '(((((((((((((((((((((',
  '!&|<->:*',
  'аdmіn',
  'ＡＤＭＩＮ',
  'ﷺ'.repeat(20),
  'e\u0301\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  'İıſK',
  '0x10',
  '1e1',
  '-0',
  'NaN',
  'null',
  'true',
  '9007199254740993',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01',
  'http://[::1%25eth0]:99999/',
  'http://user:pass@localhost:1@example.org/',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '$1',
  '{}',
  '[',
];
const hostileNumbers = [0, -0, -1, 1, 2, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324];

const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom('x', 'é', '\u0301', '[', '-', '🙂').map((c) => c.repeat(20_000)) },
);

const nested = fc
  .tuple(fc.nat({ max: 5_000 }), fc.boolean())
  .map(
    ([depth, list]) => new RawJson((list ? '[' : '{"a":').repeat(depth) + (list ? ']' : '1}').repeat(depth)),
  );

/** JSON text that `JSON.stringify` would not write. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Values of any type, most of which a field refuses. */
const wrongValue = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...hostileNumbers, null, true, false, [], {}, [[]], [null]),
  fc
    .constantFrom('{"a":1,"a":2}', '{"__proto__":{"x":1}}', '1e999', '"\\ud800"')
    .map((text) => new RawJson(text)),
  fc.array(fc.constantFrom('a', 1, null), { minLength: 1_000, maxLength: 3_000 }),
  nested,
  fc.jsonValue({ maxDepth: 3 }),
);

const ordinaryText = fc.lorem({ maxCount: 4 });

/** Undefined if the pattern says more than the library can follow, such as a lookahead. */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return undefined;
  }
}

function text(field: string, schema: FuzzSchema): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = 400 } = schema;
  const fit = (value: string) => [...value.padEnd(minLength, 'x')].slice(0, maxLength).join('');
  const ways: fc.WeightedArbitrary<unknown>[] = [{ weight: 4, arbitrary: known(field, schema) }];
  if (schema.pattern) {
    ways.push({ weight: 4, arbitrary: matching(schema.pattern) ?? ordinaryText.map(fit) });
  } else {
    ways.push(
      { weight: 4, arbitrary: ordinaryText.map(fit) },
      { weight: 2, arbitrary: hostileText.map(fit) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('x', '\u0301', '🙂').map((c) => c.repeat(maxLength).slice(0, maxLength)),
      },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('https://example.org/a', 'example.org', `0x${'1'.repeat(40)}`, 'a@example.org')
          .map(fit),
      },
    );
  }
  return fc.oneof(...ways);
}

/** No long poll: it would hold a caller for as long as it asks. */
const longestWait = 0.2;

function number(field: string, schema: FuzzSchema): fc.Arbitrary<unknown> {
  const { type, minimum = -1e6, maximum = 1e6 } = schema;
  if (field === 'wait') return fc.constantFrom(0, longestWait);
  const near = [minimum, minimum + 1, maximum, maximum - 1, 1, 2, 10].filter(
    (n) => n >= minimum && n <= maximum,
  );
  const spread =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.oneof(
    { weight: 3, arbitrary: known(field, schema) },
    { weight: 3, arbitrary: fc.constantFrom(...near) },
    { weight: 1, arbitrary: spread },
  );
}

/** Values that the schema allows. */
function valid(field: string, schema: FuzzSchema): fc.Arbitrary<unknown> {
  if (schema.nullable)
    return fc.oneof(
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 4, arbitrary: valid(field, { ...schema, nullable: false }) },
    );
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valid(field, each)));
  switch (schema.type) {
    case 'string':
      return text(field, schema);
    case 'integer':
    case 'number':
      return number(field, schema);
    case 'boolean':
      return fc.boolean();
    case 'array': {
      const { minItems = 0, maxItems = 50, items = {} } = schema;
      const each = valid(field, items);
      return fc.oneof(
        {
          weight: 4,
          arbitrary: fc.array(each, {
            minLength: minItems,
            maxLength: Math.max(minItems, Math.min(3, maxItems)),
          }),
        },
        { weight: 1, arbitrary: each.map((one) => Array(maxItems).fill(one)) },
      );
    }
    case 'object':
      return schema.properties
        ? object(schema)
        : fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
    default:
      return fc.jsonValue({ maxDepth: 4 });
  }
}

function object({ properties = {}, required = [] }: FuzzSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, each]) => [name, valid(name, each)]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[], noNullPrototype: true });
}

/** A body as text: allowed by the schema, with one wrong value, or not JSON at all. */
export function bodies(
  schema: FuzzSchema,
  example: Record<string, unknown> | undefined,
): fc.Arbitrary<unknown> {
  const good = fc
    .tuple(object(schema), fc.nat({ max: 3 }))
    .map(([made, changed]) => (example && changed < 3 ? { ...example, ...some(made, changed) } : made));
  const names = [...Object.keys(schema.properties ?? {}), 'surprise', '__proto__', 'constructor'];
  const oneWrong = fc.tuple(good, fc.constantFrom(...names), wrongValue).map(([body, name, value]) => {
    const entries = Object.entries(body).filter(([each]) => each !== name);
    return Object.fromEntries([...entries, [name, value]]);
  });
  return fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 3, arbitrary: oneWrong },
    { weight: 1, arbitrary: wrongValue },
  );
}

/** With few fields of an example changed, the others still belong together. */
const some = (made: Record<string, unknown>, count: number) =>
  Object.fromEntries(Object.entries(made).slice(0, count));

/** Query parameters, each with its values: mostly a few valid ones; otherwise also wrong and repeated ones. */
export function queries(
  parameters: Readonly<Record<string, FuzzSchema>>,
  required: readonly string[],
): fc.Arbitrary<Record<string, unknown[]>> {
  const of = (values: (field: string, schema: FuzzSchema) => fc.Arbitrary<unknown[]>) => {
    const all = Object.entries(parameters).map(([name, schema]) => [name, values(name, schema)]);
    return fc.record(Object.fromEntries(all), { requiredKeys: required as never[] });
  };
  const careful = of((name, schema) => valid(name, schema).map((value) => [value])).map((all) =>
    Object.fromEntries(Object.entries(all).filter(([name], i) => required.includes(name) || i < 2)),
  );
  const careless = of((name, schema) =>
    fc.array(fc.oneof(valid(name, schema), hostileText, fc.constantFrom<unknown>(...hostileNumbers)), {
      minLength: 1,
      maxLength: 2,
    }),
  );
  return fc.oneof({ weight: 2, arbitrary: careful }, { weight: 1, arbitrary: careless }) as fc.Arbitrary<
    Record<string, unknown[]>
  >;
}

export const pathValue = (field: string, schema: FuzzSchema): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 8, arbitrary: known(field, schema) },
    { weight: 1, arbitrary: valid(field, schema) },
    { weight: 1, arbitrary: hostileText },
  );

/** Headers that change how a call is read or answered; most calls have none. */
export const extraHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'idempotency-key': 'the same for all' },
      { 'idempotency-key': 'x'.repeat(129) },
      { 'if-none-match': '*' },
      { 'if-none-match': '"a", W/"b",' },
      { 'if-match': '"a"' },
      { 'if-match': '*' },
      { prefer: 'return=minimal' },
      { range: 'bytes=5-2,-1' },
      { range: 'bytes=0-0' },
      { accept: 'text/html' },
      { accept: 'text/event-stream' },
      { accept: 'q;=;;,*/*;q=2' },
      { 'accept-encoding': 'br;q=0, zstd, *' },
      { 'content-encoding': 'gzip' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-7' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer kith_sk_x' },
      { 'x-payment': 'e30=' },
      { 'payment-signature': 'bm90IGpzb24=' },
      { traceparent: '00-00000000000000000000000000000000-0000000000000000-ff' },
      { 'mcp-session-id': 'x'.repeat(300) },
      { 'mcp-protocol-version': '1' },
      { origin: 'null' },
      { 'x-forwarded-for': '999.1.1.1, [::1' },
      { 'last-event-id': '-1' },
    ),
  },
);
