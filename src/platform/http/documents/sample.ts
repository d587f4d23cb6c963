import { asRecord, isRecord } from '../../decode.ts';

type Json = Readonly<Record<string, unknown>>;

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T12:00:00.000Z',
  date: '2026-01-15',
  time: '12:00:00Z',
  uri: 'https://example.com/',
  email: 'ada@example.com',
  uuid: '3f2b8c1e-5d4a-4b6f-9a7c-0e1d2c3b4a59',
  ipv4: '192.0.2.1',
};

/** A value that the schema accepts, to show what a response looks like. Deterministic. */
export function sampleValue(schema: unknown, name = 'text'): unknown {
  if (!isRecord(schema)) return null;
  for (const key of ['example', 'default', 'const']) if (schema[key] !== undefined) return schema[key];
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const union: unknown = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(union))
    return sampleValue(union.find((member) => asRecord(member).type !== 'null') ?? union[0], name);
  const [type] = [schema.type].flat().filter((each) => each !== 'null');
  switch (type) {
    case 'object':
      return sampleObject(schema);
    case 'array':
      return sampleArray(schema, name);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    case 'string':
      return sampleText(schema, name);
    default:
      return schema.properties ? sampleObject(schema) : null;
  }
}

function sampleObject({ properties = {}, patternProperties = {} }: Json): Json {
  const fields = Object.entries(asRecord(properties)).map(([name, each]) => [name, sampleValue(each, name)]);
  const [open] = Object.values(asRecord(patternProperties));
  return Object.fromEntries(
    fields.length === 0 && open !== undefined ? [['name', sampleValue(open)]] : fields,
  );
}

function sampleArray({ items, minItems, maxItems }: Json, name: string): unknown[] {
  const count = maxItems === 0 ? 0 : Math.max(1, Number(minItems ?? 1));
  return Array.from({ length: count }, (_, index) =>
    Array.isArray(items) ? sampleValue(items[index], name) : sampleValue(items, name),
  );
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: Json): number {
  const lowest = minimum ?? (exclusiveMinimum === undefined ? 1 : Number(exclusiveMinimum) + 1);
  return Math.min(Math.max(1, Number(lowest)), Number(maximum ?? Number.POSITIVE_INFINITY));
}

function sampleText({ format, minLength, maxLength, pattern }: Json, name: string): string {
  const known = texts[String(format)];
  if (known !== undefined) return known;
  if (typeof pattern === 'string') return textMatching(pattern, Number(minLength ?? 1));
  const word = name.replaceAll('_', ' ');
  return word.padEnd(Number(minLength ?? 0), ' x').slice(0, Number(maxLength ?? word.length + 1_000));
}

/**
 * There are few patterns of ids, hashes, dates and signed numbers; a test validates every sample against its
 * schema.
 */
function textMatching(pattern: string, length: number): string {
  const tries = [
    'a'.repeat(Math.max(1, length)),
    '1',
    '0x0',
    ...[8, 16, 32, 40, 64, 128].flatMap((size) => ['a'.repeat(size), `0x${'a'.repeat(size)}`]),
    texts.date ?? '',
    texts['date-time'] ?? '',
    texts.uuid ?? '',
    'A',
    'kith_sk_a',
  ];
  const expression = new RegExp(pattern, 'u');
  return tries.find((each) => expression.test(each)) ?? tries[0] ?? '';
}
