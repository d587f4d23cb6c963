import fc from 'fast-check';
import { Agent, request } from 'undici';
import type { World } from '../../api/platform/http/world.ts';
import type { Client, RegisteredAgent } from '../client.ts';
import { randomAddress } from '../client.ts';
import type { ServedOperation, ServiceDocument } from '../document.ts';
import { bodies, extraHeaders, type FuzzSchema, KnownValue, pathValue, queries, RawJson } from './inputs.ts';

/** Far more than any call needs, also beside other work. */
const hangMs = 60_000;
const maxUrlLength = 12_000;
const callsAtOnce = 6;
const callerCount = 4;
const maxResponseBytes = 8 * 1024 * 1024;

interface Caller {
  key: string;
  ally: string;
  /** Its key has less than every right, here and at the other service. */
  readonly isLimited: boolean;
  /** What its own calls returned. */
  readonly own: KnownValues;
}

interface FuzzedRoute extends ServedOperation {
  readonly client: Client;
  readonly document: ServiceDocument;
  readonly plans: fc.Arbitrary<Plan>;
}

/** A call with values still to be chosen from what is known. */
interface Plan {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown[]>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: number;
  /** By whom the operation can succeed, with what exists then. */
  readonly isPrepared: boolean;
}

export interface FuzzReport {
  readonly calls: number;
  readonly byOutcome: ReadonlyMap<string, number>;
  /** Routes that never succeeded. */
  readonly neverSucceeded: readonly string[];
  /** What is wrong, each with the call that shows it. */
  readonly faults: readonly string[];
}

/** Values seen in responses, by the area and name of their field. */
class KnownValues {
  readonly #byField = new Map<string, unknown[]>();

  collect(area: string, value: unknown, field = ''): void {
    if (Array.isArray(value)) for (const each of value.slice(0, 5)) this.collect(area, each, field);
    else if (value && typeof value === 'object')
      for (const [name, each] of Object.entries(value)) this.collect(area, each, name);
    else if (
      (typeof value === 'string' && value !== '' && value.length <= 100) ||
      Number.isSafeInteger(value)
    )
      for (const place of [`${area} ${field}`, field]) this.#add(place, value);
  }

  #add(place: string, value: unknown): void {
    const values = this.#byField.get(place) ?? [];
    this.#byField.set(place, values);
    if (values.includes(value)) return;
    values.push(value);
    if (values.length > 60) values.splice(10, 1);
  }

  /** What a world names, for the calls of its caller. */
  collectParams(params: World['params']): void {
    for (const [field, value] of Object.entries(params ?? {})) this.#add(field, value);
  }

  /** Usually of the same area and field; sometimes of another, and names of agents have many fields. */
  choose(area: string, { field, type, place }: KnownValue): unknown | undefined {
    const among = [`${area} ${field}`, field, type === 'string' ? 'screen_name' : 'id']
      .map((name) => (this.#byField.get(name) ?? []).filter((each) => typeof each === type))
      .filter((values) => values.length > 0);
    const values = among[Math.max(0, (place % 4) - 4 + among.length)] ?? among[0] ?? [];
    return values[Math.floor(place / 4) % values.length];
  }
}

/**
 * Calls every operation of the documents with generated input, several at once, until the time is over. The seed
 * decides on the input; which values of earlier responses it refers to depends on their order.
 */
export async function fuzz(
  clients: readonly Client[],
  join: (isLimited: boolean) => Promise<RegisteredAgent & { ally: string }>,
  prepare: (operationId: string) => Promise<World | undefined>,
  { seed, rounds, endsAt }: { seed: number; rounds: number; endsAt: number },
): Promise<FuzzReport> {
  const values = new KnownValues();
  const routes = (await Promise.all(clients.map(routesOf))).flat();
  const joinAsCaller = async (isLimited: boolean): Promise<Caller> => {
    const { api_key: key, ally, screen_name } = await join(isLimited);
    values.collect('identity', { screen_name });
    return { key, ally, isLimited, own: new KnownValues() };
  };
  const callers = await Promise.all(
    Array.from({ length: callerCount }, (_, i) => joinAsCaller(i === callerCount - 1)),
  );
  const byOutcome = new Map<string, number>();
  const succeeded = new Set<FuzzedRoute>();
  const faults: string[] = [];
  let calls = 0;

  const run = async (route: FuzzedRoute, caller: Caller, call: Call): Promise<void> => {
    const answer = await send(route, call);
    calls += 1;
    const outcome = `${answer.status} ${answer.headers['x-error-code'] ?? ''}`.trim();
    byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1);
    const fault = answer.fault ?? faultOf(route, call, answer) ?? leakOf(route, caller, answer);
    if (fault) faults.push(`${fault}\n    ${describeCall(route, call)}`);
    if (answer.status < 400) {
      succeeded.add(route);
      const area = route.operation.tags[0] ?? '';
      values.collect(area, answer.json);
      if (route.method !== 'GET') caller.own.collect(area, answer.json);
      return;
    }
    // It deleted itself, or ended its key.
    const { authorization = '' } = call.headers;
    const isGone = answer.status === 401 && (authorization === '' || authorization.endsWith(caller.key));
    if (!isGone) return;
    const successor = await joinAsCaller(caller.isLimited);
    if (callers.includes(caller)) callers[callers.indexOf(caller)] = successor;
  };

  // Through the documented examples, each by several callers, so that there is something to refer to and to answer.
  for (const route of routes.filter(({ method }) => method !== 'DELETE'))
    for (const i of [0, 1]) await run(route, callers[i]!, exampleCall(route, callers[i]!));
  /** Puts the caller of a state in which the operation can succeed in place of another, and returns what it names. */
  const enter = async ({ operation }: FuzzedRoute, place: number): Promise<World['params']> => {
    const before = callers[place]!;
    const world = before.isLimited ? undefined : await prepare(operation.operationId);
    if (!world) return undefined;
    const { key } = world.who;
    const own = new KnownValues();
    own.collectParams(world.params);
    callers[place] = { ...before, ...(key.includes('_ally_') ? { ally: key } : { key }), own };
    return world.params;
  };
  for (let round = 0; round < rounds && performance.now() < endsAt; round++) {
    const left = fc
      .sample(fc.shuffledSubarray(routes, { minLength: routes.length }), { seed: seed + round, numRuns: 1 })
      .flat()
      .map((route, i) => ({
        route,
        plan: fc.sample(route.plans, { seed: seed + round * 1_000 + i, numRuns: 1 })[0]!,
      }));
    const next = async (): Promise<void> => {
      for (let each = left.pop(); each && performance.now() < endsAt; each = left.pop()) {
        const { route, plan } = each;
        const other = callers[plan.caller]!;
        const params = plan.isPrepared ? await enter(route, plan.caller) : undefined;
        const caller = callers[plan.caller]!;
        const call = prepareCall(route, plan, caller, values, params);
        // Another tries the same meanwhile.
        const among = caller === other ? [caller] : [caller, other];
        await Promise.all(
          among.map((one) =>
            run(route, one, { ...call, headers: { ...headersOf(route, one, call.body), ...plan.headers } }),
          ),
        );
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, next));
  }
  const neverSucceeded = routes
    .filter((route) => !succeeded.has(route))
    .map(({ method, path }) => `${method} ${path}`);
  return { calls, byOutcome, neverSucceeded, faults };
}

async function routesOf(client: Client): Promise<FuzzedRoute[]> {
  const document = await client.document();
  return document.operations.map((each) => ({ ...each, client, document, plans: plansOf(each, document) }));
}

function plansOf({ operation }: ServedOperation, document: ServiceDocument): fc.Arbitrary<Plan> {
  const at = (place: string) => operation.parameters.filter((each) => each.in === place);
  const path = at('path').map(({ name, schema }) => [name, pathValue(name, schema)]);
  const query = Object.fromEntries(at('query').map(({ name, schema }) => [name, schema as FuzzSchema]));
  const required = at('query').flatMap(({ name, required }) => (required ? [name] : []));
  const body = document.bodyOf(operation) as FuzzSchema | undefined;
  const { example } = operation.requestBody?.content['application/json'] ?? {};
  const binary = operation.requestBody && !body;
  return fc.record({
    path: fc.record(Object.fromEntries(path)),
    query: queries(query, required),
    body: body
      ? bodies(body, example)
      : binary
        ? fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.uint8Array({ maxLength: 300 }))
        : fc.constant(undefined),
    headers: extraHeaders,
    caller: fc.nat({ max: callerCount - 1 }),
    isPrepared: fc.constantFrom(true, false, false, false),
  }) as fc.Arbitrary<Plan>;
}

interface Call {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
}

function prepareCall(
  route: FuzzedRoute,
  plan: Plan,
  caller: Caller,
  known: KnownValues,
  params: World['params'],
): Call {
  const area = route.operation.tags[0] ?? '';
  const resolve = (value: unknown) => {
    if (!(value instanceof KnownValue)) return value;
    const own = value.place % 5 < 3 ? caller.own.choose(area, value) : undefined;
    return own ?? known.choose(area, value) ?? '1';
  };
  const encode = (value: unknown) => {
    const resolved = resolve(value);
    const text = typeof resolved === 'object' ? JSON.stringify(resolved) : String(resolved);
    return encodeURIComponent(text.toWellFormed())
      .slice(0, 6_000)
      .replace(/%[^%]?$/, '');
  };
  // An empty or dotted segment would be a call of another route.
  const segment = (value: unknown) => encode(value).replace(/^\.{0,2}$/, '%20');
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    segment(params?.[name] ?? plan.path[name]),
  );
  const query = Object.entries(plan.query).flatMap(([name, each]) =>
    each.map((value) => `${name}=${encode(value)}`),
  );
  const body =
    plan.body === undefined || plan.body instanceof Uint8Array ? plan.body : writeJson(plan.body, resolve);
  const url = (query.length > 0 ? `${path}?${query.join('&')}` : path).slice(0, maxUrlLength);
  return { url, body, headers: { ...headersOf(route, caller, body), ...plan.headers } };
}

/** The call that the document shows, as this caller. */
function exampleCall(route: FuzzedRoute, caller: Caller): Call {
  const { pathname, search } = new URL(
    /'(http:[^']+)'/.exec(route.operation.description)?.[1] ?? route.client.url,
  );
  const { example } = route.operation.requestBody?.content['application/json'] ?? {};
  const body = example && JSON.stringify(example);
  return { url: pathname + search, body, headers: headersOf(route, caller, body) };
}

const headersOf = (
  { operation }: FuzzedRoute,
  { key, ally, isLimited }: Caller,
  body: unknown,
): Record<string, string> => ({
  'x-forwarded-for': randomAddress(),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...(!isLimited && operation.security.some((way) => 'allyKey' in way)
    ? { 'x-ally-key': ally }
    : operation.security.length > 0 && { authorization: `Bearer ${key}` }),
});

function writeJson(value: unknown, resolve: (value: unknown) => unknown): string {
  const write = (each: unknown): string => {
    const resolved = resolve(each);
    if (resolved instanceof RawJson) return resolved.text;
    if (Array.isArray(resolved)) return `[${resolved.map(write)}]`;
    if (!resolved || typeof resolved !== 'object') return JSON.stringify(resolved) ?? 'null';
    return `{${Object.entries(resolved).map(([name, field]) => `${JSON.stringify(name)}:${write(field)}`)}}`;
  };
  return write(value);
}

interface FuzzAnswer {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly text: string;
  readonly json: unknown;
  readonly fault?: string;
}

const agent = new Agent({ connections: callsAtOnce, keepAliveTimeout: 1_000 });

async function send({ client, method }: FuzzedRoute, { url, headers, body }: Call): Promise<FuzzAnswer> {
  try {
    const response = await request(client.url + url, {
      method: method as 'GET',
      dispatcher: agent,
      headers,
      body: body ?? null,
      signal: AbortSignal.timeout(hangMs),
    });
    const answered = response.headers as Record<string, string | undefined>;
    const type = answered['content-type'] ?? '';
    if (type.startsWith('text/event-stream') || answered['content-encoding']) {
      response.body.on('error', () => {}).destroy();
      return { status: response.statusCode, headers: answered, text: '', json: undefined };
    }
    let text = '';
    for await (const chunk of response.body.setEncoding('utf8')) {
      text += chunk;
      if (text.length > maxResponseBytes)
        throw new Error(`the response is longer than ${maxResponseBytes} characters`);
    }
    const json = type.startsWith('application/json') && text !== '' ? JSON.parse(text) : undefined;
    return { status: response.statusCode, headers: answered, text, json };
  } catch (error) {
    return { status: 0, headers: {}, text: '', json: undefined, fault: `no response: ${error}` };
  }
}

/** What the response breaks: our promise of no failures, or its own document. */
function faultOf({ document, method }: FuzzedRoute, { url }: Call, answer: FuzzAnswer): string | undefined {
  const { status, headers, text } = answer;
  if (status === 500 || status === 501) return `${status} ${text.slice(0, 300)}`;
  if (status === 503 && !(headers['x-error-code'] && headers['retry-after']))
    return `503 without Retry-After: ${text}`;
  if (text === '' && status < 400) return undefined;
  try {
    document.check(method, url, answer);
  } catch (error) {
    return String(error).slice(0, 600);
  }
  return undefined;
}

/** A right that the caller's key lacks. */
function leakOf({ path }: FuzzedRoute, { isLimited }: Caller, { status, text }: FuzzAnswer) {
  // A new account of its own.
  if (!isLimited || status >= 400 || path.endsWith('/register')) return undefined;
  return /kith_(?:sk|rc)_[A-Za-z0-9]{20}/.test(text)
    ? `a limited key received ${text.slice(0, 300)}`
    : undefined;
}

function describeCall({ client, method }: FuzzedRoute, { url, headers, body }: Call): string {
  const { authorization: _, 'x-ally-key': __, ...shown } = headers;
  const sent = typeof body === 'string' ? body.slice(0, 1_000) : body && Buffer.from(body).toString('hex');
  return `${method} ${client.url}${url.slice(0, 1_500)} ${JSON.stringify(shown)} ${sent ?? ''}`;
}
