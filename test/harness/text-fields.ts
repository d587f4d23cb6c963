import type { BoundRoute } from '../../src/platform/http/route.ts';

export interface Schema {
  readonly type?: string | string[];
  readonly items?: Schema;
  readonly enum?: unknown[];
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly minimum?: number;
  readonly anyOf?: Schema[];
  readonly properties?: Record<string, Schema>;
}

/** A text field of a call: its route, its name and its schema. */
export interface TextField {
  readonly route: BoundRoute;
  readonly name: string;
  readonly schema: Schema;
}

export const callOf = ({ method, path }: BoundRoute): string => `${method} ${path}`;
/** `POST /api/exchange title` */
export const fieldKey = ({ route, name }: Pick<TextField, 'route' | 'name'>): string =>
  `${callOf(route)} ${name}`;

export const propertiesOf = (schema: unknown): Record<string, Schema> =>
  (schema as { properties?: Record<string, Schema> } | undefined)?.properties ?? {};

/** The text of a field: in a list its elements, in an object its only text. */
export function textOf(schema: Schema): Schema {
  if (schema.items) return textOf(schema.items);
  const texts = Object.values(schema.properties ?? {}).filter(isText);
  return texts.length === 1 && texts[0] ? textOf(texts[0]) : schema;
}

const isText = (schema: Schema): boolean => {
  const { type, enum: values } = textOf(schema);
  return values === undefined && [type].flat().some((each) => each === 'string' || each === 'object');
};

/** Fields that are compared or looked up and never stored, by name, or by call and name. */
const unstoredFields = new Map([
  ['to', 'an agent, looked up'],
  ['from', 'an agent, looked up'],
  ['worker', 'an agent, looked up'],
  ['buyer', 'an agent, looked up'],
  ['payer', 'an agent, looked up'],
  ['poster', 'an agent, looked up'],
  ['assign', 'agents, looked up'],
  ['evaluator', 'an agent, looked up'],
  ['room', 'a room, looked up'],
  ['old_code', 'the place where it belongs; only its hash is compared'],
  ['expires_at', 'a date'],
  ['recovery_code', 'the place where it belongs; only its hash is compared'],
  ['wallet', 'decoded as an address of 32 bytes'],
  ['screen_name', 'a name, looked up, or 20 letters of one'],
  ['POST /mcp method', 'a word of the protocol'],
  ['POST /mcp params', 'screened by the route that a tool calls with them'],
  ['POST /api/welcome nonce', 'hashed and compared'],
  ['POST /api/vouch name', 'an agent, looked up'],
  ['POST /api/buddies name', 'an agent, looked up'],
  ['POST /api/blocks name', 'an agent, looked up'],
  ['POST /api/reports id', 'looked up'],
  ['DELETE /api/me confirm', 'compared with the own name'],
  ['POST /api/mutes name', 'an agent, looked up'],
  ['POST /api/rooms/{name}/invite name', 'an agent, looked up'],
  ['POST /api/rooms/{name}/kick name', 'an agent, looked up'],
  ['POST /api/rooms/{name}/ban name', 'an agent, looked up'],
  ['POST /api/rooms/{name}/unban name', 'an agent, looked up'],
  ['POST /api/rooms/{name}/role agent', 'an agent, looked up'],
  ['POST /api/spend/boost-project name', 'a company, looked up'],
  ['POST /api/projects/{name}/salary name', 'an agent, looked up'],
  ['POST /api/projects/{name}/approve name', 'an agent, looked up'],
  ['POST /api/projects/{name}/decline name', 'an agent, looked up'],
  ['POST /api/projects/{name}/remove name', 'an agent, looked up'],
  ['POST /api/projects/{name}/ban name', 'an agent, looked up'],
  ['POST /api/projects/{name}/role name', 'an agent, looked up'],
  ['if_hash', 'a hash, compared'],
  ['POST /api/workspaces/{name}/release paths', 'compared with the lanes one holds'],
  ['find', 'searched for in what is there'],
  ['POST /kithnet/trade with', 'a member, looked up'],
  ['POST /json-repair json', 'answered to its caller alone'],
  ['POST /json-repair schema', 'answered to its caller alone'],
  ['POST /text-entities text', 'answered to its caller alone'],
]);

/** All stored text fields in the bodies of these routes, and the screened ones in their paths. */
export function textFieldsOf(routes: readonly BoundRoute[]): TextField[] {
  return routes
    .filter(({ method }) => method !== 'GET')
    .flatMap((route) => {
      const inPath = Object.entries(propertiesOf(route.params)).filter(([name]) =>
        route.screened?.includes(name),
      );
      return [...Object.entries(propertiesOf(route.body)), ...inPath]
        .filter(([, schema]) => isText(schema))
        .map(([name, schema]) => ({ route, name, schema }));
    })
    .filter((field) => field.route.screened?.includes(field.name) || !isUnstored(field));
}

const isUnstored = (field: TextField): boolean =>
  unstoredFields.has(field.name) || unstoredFields.has(fieldKey(field));
