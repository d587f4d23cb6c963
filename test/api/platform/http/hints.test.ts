import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBoard, Person } from '../../../fixtures/city/jobs/board.ts';
import { waitUntilSealed } from '../../../fixtures/ledger/test-ledger.ts';
import type { Answer, Client } from '../../../harness/client.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import type { ServedOperation } from '../../../harness/document.ts';
import { type Command, readCurl } from '../../../harness/printed-calls.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { brokenBodies, brokenTexts, type Schema } from './broken-inputs.ts';
import { asksInternet, patterns } from './example-exceptions.ts';
import type { World } from './world.ts';
import { furnish, worldsOf } from './worlds.ts';

// Every route of both services: a broken field is answered with the caller's own command, corrected. It works once its
// placeholders are filled in, and contains no value that the caller did not send.

test('a curl line is parsed as a shell and curl parse it', () => {
  const line = `curl -X POST 'http://a/b?c=d' -H "authorization: Bearer $API_KEY" -d '{"a":"it'\\''s"}'`;
  assert.deepEqual(readCurl(line, { API_KEY: 'k' }), {
    method: 'POST',
    url: 'http://a/b?c=d',
    headers: { authorization: 'Bearer k' },
    data: `{"a":"it's"}`,
    files: [],
  });
});

interface Called {
  readonly url: string;
  readonly raw?: string;
  /** The path itself is wrong, so the command is the example's. */
  readonly byExample?: boolean;
}

const pathOf = (path: string, params: Record<string, string | number>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? name));

/** A call of this route with a broken body, query or path. */
function* brokenCalls(
  { method, path, operation }: ServedOperation,
  params: Record<string, string | number>,
): Generator<Called> {
  const json = operation.requestBody?.content['application/json'];
  const url = pathOf(path, params);
  const inQuery = operation.parameters.find(
    (each) => each.in === 'query' && wrong(each.name, each.schema) !== undefined,
  );
  const inPath = operation.parameters.find((each) => each.in === 'path');
  if (json) {
    const [broken] = brokenBodies(json.schema as Schema, json.example ?? {});
    yield { url, raw: JSON.stringify(broken!.value) };
  } else if (method !== 'GET' && !operation.requestBody) yield { url, raw: '{"surprise":1}' };
  if (inQuery) yield { url: `${url}?${inQuery.name}=${wrong(inQuery.name, inQuery.schema)}` };
  if (inPath) {
    const broken = pathOf(path, { ...params, [inPath.name]: String(wrong(inPath.name, inPath.schema)) });
    yield { url: broken, byExample: true, ...(json && { raw: JSON.stringify(json.example) }) };
  }
}

/** A wrong value that a URL can contain. */
const wrong = (name: string, schema: Schema) =>
  [...brokenTexts(name, schema)].find((each) => each.field === name && String(each.value).length < 4_000)
    ?.value;

const commandIn = ({ text, json }: Answer): string =>
  /(?:^| )Like this: (curl .*)$/.exec(json.hint)?.[1] ?? assert.fail(`no command: ${text}`);

const dataDirs: (() => Promise<void>)[] = [];
const board = await openBoard({
  env: { KITH_DATA_DIR: await freshDataDir({ after: (clean) => void dataDirs.push(clean) }) },
});
const { city, app, database, joinRich } = board;
await furnish(board);

test('of an input with hundreds of unknown fields the hint keeps those that the call has', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`screen_names${at}`, 'other']));
  const answer = await city.post('/api/register', { ...unknown, screen_name: 'of_many_fields' });
  assertRefused(answer, 400, 'invalid_field');
  const { data } = readCurl(commandIn(answer), {});
  const { screen_name, ...rest } = JSON.parse(data ?? '');
  assert.equal(screen_name, 'of_many_fields');
  assert.equal(Object.keys(rest).length, 9, 'eight unknown fields, and how many more');
});

test('a hint for an invalid field is the caller’s own call, corrected, and works once filled in', async (t) => {
  t.after(() => Promise.all(dataDirs.map((clean) => clean())));
  const run = async (
    client: Client,
    route: ServedOperation,
    line: string,
    { key, params = {} }: { key: string; params?: Record<string, string | number> },
  ): Promise<Answer> => {
    const { method, url, headers, data } = filled(readCurl(line, { API_KEY: key }), route, params);
    assert.ok(url.startsWith(`${client.url}/`), `of another address: ${line}`);
    return client.call(method, url.slice(client.url.length), { headers, ...(data && { raw: data }) });
  };
  const refusedFor = async (
    client: Client,
    { method }: ServedOperation,
    { url, raw }: Called,
    key: string,
  ) => {
    const headers: Record<string, string> = raw ? { 'content-type': 'application/json' } : {};
    const refused = await client.call(method, url, { key, headers, ...(raw && { raw }) });
    assertRefused(refused, 400, 'invalid_field', `${method} ${url}`);
    return commandIn(refused);
  };

  const { operations } = await city.document();
  const named = (name: string) => operations.find((each) => each.operation.operationId === name)!;
  // First, because other examples refer to the name in its example.
  const [signup] = brokenCalls(named('register'), {});
  const command = await refusedFor(city, named('register'), signup!, '');
  const registration = await run(city, named('register'), command, { key: '' });
  assert.equal(registration.status, 201, registration.text);
  const reader = new Person(city, registration.json);
  const worlds = worldsOf(board, reader);
  await waitUntilSealed(database);

  const tried: string[] = [];
  for (const client of [city, app.utility])
    for (const route of (await client.document()).operations) {
      const { operationId, parameters, requestBody } = route.operation;
      if (operationId === 'register' || operationId in patterns) continue;
      if (asksInternet(route.path, route.operation.tags[0]!)) continue;
      const takesInput =
        requestBody?.content['application/json'] || parameters.some((each) => each.in !== 'header');
      if (!takesInput && (route.method === 'GET' || requestBody)) continue;
      const world: () => Promise<World> =
        worlds[operationId] ??
        (async () => ({ who: client === city && route.method === 'GET' ? reader : await joinRich(10_000) }));
      for (const at of [...brokenCalls(route, {})].keys()) {
        // For a wrong path the command is the example's, which exists only for reads: nothing else is called.
        const isOnlyRefused = route.method !== 'GET' && [...brokenCalls(route, {})][at]!.byExample;
        const { who, params = exampleParams(route) } = isOnlyRefused ? { who: reader } : await world();
        const called = [...brokenCalls(route, params)][at]!;
        const line = await refusedFor(client, route, called, who.key);
        if (!called.byExample)
          assert.ok(line.includes(called.url.split('?')[0]!), `${line} is not of ${called.url}`);
        if (isOnlyRefused) continue;
        const answer = await run(client, route, line, { key: who.key, params });
        assert.ok(
          answer.status < 300,
          `${operationId}: ${line}\n→ ${answer.status} ${answer.text}\n(needs a state? see worlds.ts)`,
        );
        tried.push(operationId);
      }
    }
  assert.ok(new Set(tried).size > 45, `only ${tried}`);
});

/** The command with its placeholders replaced by values of the example; what the example omits is omitted. */
function filled(command: Command, route: ServedOperation, params: Record<string, string | number>): Command {
  const example = readCurl(/curl .*(?=`)/.exec(route.operation.description)![0], { API_KEY: 'x' });
  const shown = JSON.parse(example.data ?? '{}') as Record<string, unknown>;
  // Also inside of a list or an object.
  const isOpen = (value: unknown) => /"<[^<>"]+>"/.test(JSON.stringify(value));
  const inPath: Record<string, string | number> = { ...exampleParams(route), ...params };
  const [path = '', search = ''] = command.url.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of [...query])
    if (name.startsWith('<')) query.delete(name);
    else if (isOpen(value)) {
      const known = new URL(example.url).searchParams.get(name);
      if (known === null) query.delete(name);
      else query.set(name, known);
    }
  const fill = (fields: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => !name.startsWith('<'))
        .map(([name, value]) => [name, isOpen(value) ? shown[name] : value]),
    );
  const whole = path.replaceAll(/(?<=\/)<(\w+)>/g, (_, name: string) =>
    encodeURIComponent(inPath[name] ?? name),
  );
  return {
    ...command,
    url: query.size > 0 ? `${whole}?${query}` : whole,
    data: command.data && JSON.stringify(fill(JSON.parse(command.data))),
  };
}

/** The path parameters of the example that the document shows. */
function exampleParams({ path, operation }: ServedOperation): Record<string, string> {
  const shown = new URL(/'(http:[^']+)'/.exec(operation.description)![1]!).pathname.split('/');
  const names = path.split('/');
  return Object.fromEntries(
    names.flatMap((part, at) =>
      /^\{\w+\}$/.test(part) ? [[part.slice(1, -1), decodeURIComponent(shown[at]!)]] : [],
    ),
  );
}
