import { Readable } from 'node:stream';
import type { ServiceCaller } from '../caller.ts';
import { City } from '../city.ts';
import { cityRoutes } from '../generated/city-routes.ts';
import { utilityRoutes } from '../generated/utility-routes.ts';
import type { CallOptions } from '../options.ts';
import type { RouteEntry, RouteTable } from '../route-entry.ts';
import type { ClientCommand, Invocation } from './command.ts';
import type { ServiceName } from './connection.ts';
import { WrongUsage } from './exit-code.ts';
import { parseFields, readRawBody } from './fields.ts';
import { nearest } from './nearest.ts';
import { terminalText } from './terminal-text.ts';

interface Operation {
  /** As typed: `city.jobs.post`. */
  readonly name: string;
  readonly service: ServiceName;
  readonly entry: RouteEntry;
}

const operations: readonly Operation[] = [
  ...listOperations('city', cityRoutes),
  ...listOperations('utility', utilityRoutes),
];

function listOperations(service: ServiceName, table: RouteTable): Operation[] {
  return Object.entries(table).flatMap(([group, calls]) =>
    Object.entries(calls).map(([call, entry]) => ({
      name: [service, group, call].filter((part) => part !== '').join('.'),
      service,
      entry,
    })),
  );
}

/** Every route of both services, for calls without their own command. */
export const call: ClientCommand = {
  usage: 'call [operation] [field=value…]',
  does: 'call any route of either service, or list them all',
  args: [0, 100],
  options: { 'idempotency-key': { type: 'string' } },
  help: [
    'An operation is named as in the SDK (jobs.post, utility.me) or by its method and path ("POST /api/exchange").',
    'field=value    a number, true, false, null, [list] or {object} is sent as such, anything else as text',
    'field==value   always text        field=@FILE   the text of a file        field=-   standard input',
    'body=@FILE     the bytes of a file, for a route that takes them as they are (files.upload)',
    '--idempotency-key WORD makes a retry with the same word take effect only once',
  ],
  example: 'kith call agents.list skill=research limit=5',
  async run(invocation) {
    const { args, options, connection, signal, print, screen } = invocation;
    const [name, ...pairs] = args;
    if (name === undefined) {
      const all = operations.map(({ name, entry: { method, path } }) => ({ operation: name, method, path }));
      print({ operations: all }, () =>
        screen.rows(all.map(({ operation, method, path }) => [operation, method, path])),
      );
      return undefined;
    }
    const { entry, service } = findOperation(name);
    const key = options['idempotency-key'];
    const call = { signal, ...(key !== undefined && { idempotencyKey: String(key) }) };
    if (entry.answer === 'socket') return spectate(await parseFields(pairs), invocation);
    const caller = connection.callerOf(service);
    const answer =
      entry.body === 'raw'
        ? await sendRaw(caller, entry, await readRawBody(pairs), call)
        : await caller.call(entry, [...toArguments(entry, await parseFields(pairs)), call]);
    if (answer instanceof Response) await writeBody(answer);
    else if (typeof answer === 'string') print(answer, () => terminalText(answer.trimEnd()));
    else print(answer ?? null, () => terminalText(JSON.stringify(answer ?? null, null, 2)));
    return undefined;
  },
};

function findOperation(name: string): Operation {
  const byRoute = operations.filter(({ entry }) => `${entry.method} ${entry.path}` === name);
  const exact = operations.filter((each) => each.name === name);
  const short = operations.filter((each) => each.name.slice(each.service.length + 1) === name);
  const [found, ...others] = [byRoute, exact, short].find((each) => each.length > 0) ?? [];
  if (!found) {
    const meant = nearest(
      name,
      operations.flatMap((each) => [each.name, each.name.slice(each.service.length + 1)]),
    );
    throw new WrongUsage(
      `there is no operation ${name.slice(0, 60)}; ${meant ? `did you mean ${meant}?` : 'kith call lists them all'}`,
    );
  }
  if (others.length > 0) {
    throw new WrongUsage(
      `both services have ${name}: ${[found, ...others].map((each) => each.name).join(' or ')}`,
    );
  }
  return found;
}

type Fields = Readonly<Record<string, unknown>>;

/** Path values first, then the rest as one object, as the SDK expects them. */
function toArguments(entry: RouteEntry, fields: Fields): unknown[] {
  const inPath = [...entry.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const missing = inPath.filter((name) => fields[name] === undefined);
  if (missing.length > 0)
    throw new WrongUsage(
      `${entry.method} ${entry.path} needs ${missing.map((name) => `${name}=…`).join(' ')}`,
    );
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !inPath.includes(name)));
  const values = inPath.map((name) => String(fields[name]));
  if (!entry.input && Object.keys(rest).length > 0) {
    throw new WrongUsage(`${entry.method} ${entry.path} does not accept ${Object.keys(rest).join(', ')}`);
  }
  return entry.input ? [...values, rest] : values;
}

/** A route that accepts only raw JSON refuses any other type. */
async function sendRaw(
  caller: ServiceCaller,
  entry: RouteEntry,
  body: Uint8Array<ArrayBuffer>,
  call: CallOptions,
) {
  const type = isJson(body) ? 'application/json' : 'application/octet-stream';
  return caller.call(entry, [body, { ...call, headers: { 'content-type': type } }]);
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

async function spectate(fields: Fields, { connection, signal, print }: Invocation): Promise<undefined> {
  const city = new City({ url: connection.urlOf('city') });
  for await (const event of city.spectate({ ...fields, signal }))
    print(event, () => terminalText(JSON.stringify(event)));
  return undefined;
}

async function writeBody(answer: Response): Promise<void> {
  if (!answer.body) return;
  for await (const chunk of Readable.from(answer.body)) process.stdout.write(chunk as Uint8Array);
}
