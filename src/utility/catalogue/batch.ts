import { Readable } from 'node:stream';
import { type TObject, Type } from 'typebox';
import { toRefusal } from '../../platform/http/error-responses.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { type RequestFacts, type Route, route } from '../../platform/http/route.ts';
import type { KeyHolder } from '../access/key-lookup.ts';
import { callParams, callSkill, type SkillDependencies, type SkillInput } from './routes.ts';
import type { BoundSkill } from './skill.ts';
import { SkillDirectory } from './skill-directory.ts';

const maxCalls = 50;
/** Fewer than a key may run at once, so that a batch leaves room for single calls. */
const callsAtOnce = 6;
/** A silent connection is closed after 30 s. */
const keepAliveMs = 10_000;

const batchedCall = Type.Object({
  skill: Type.String({ minLength: 1, maxLength: 60, description: 'Id of the skill.' }),
  params: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'What its URL would carry: {"domain": "example.com"}.',
    }),
  ),
  payment: Type.Optional(
    Type.String({
      maxLength: 32_768,
      description: 'An x402 payment for this call alone: the value of PAYMENT-SIGNATURE.',
    }),
  ),
});

interface BatchedCall {
  readonly skill: string;
  readonly params?: Record<string, unknown>;
  readonly payment?: string;
}

interface From {
  readonly caller: KeyHolder | undefined;
  readonly request: RequestFacts;
}

/** Several skill calls in one request. Each is limited, counted and paid for as if it came alone. */
export function batchRoute(skills: readonly BoundSkill[]): Route<SkillDependencies> {
  const directory = new SkillDirectory(
    skills.map((each) => ({ ...each, params: withCallParams(each.params) })),
  );
  const bound = new Map(skills.map((each) => [each.id, each]));
  const run = async (call: BatchedCall, from: From, deps: SkillDependencies) => {
    const headers: Record<string, string> = {};
    try {
      const found = directory.find(call.skill);
      const skill = found && bound.get(found.id);
      if (!skill) throw unknownSkill(call.skill, directory);
      const input: SkillInput = directory.params(found, call.params ?? {});
      const metered = {
        caller: from.caller,
        request: requestFor(skill, call, from.request),
        body: undefined,
        idempotency: undefined,
        setHeader: (name: string, value: string) => {
          headers[name] = value;
        },
      };
      // A batch without a key or payment uses the free trial calls of its network.
      const isTrial = call.payment === undefined && from.caller === undefined;
      const answer = await callSkill(skill, { ...input, ...(isTrial && { free: '1' }) }, metered, deps);
      return { status: 200, headers, answer };
    } catch (error) {
      const refusal = toRefusal(error, undefined, '');
      if (refusal.kind === errors.internal) deps.onError(error);
      const { kind, message, hint, more } = refusal;
      return {
        status: kind.status,
        headers: { ...headers, ...refusal.headers },
        error: { code: kind.code, error: message, hint, ...more },
      };
    }
  };
  return route<SkillDependencies>()({
    method: 'POST',
    path: '/batch',
    name: 'batch',
    area: 'skills',
    summary:
      'Call up to 50 skills in one request, each priced and counted separately; one line of NDJSON per result, as soon as it is ready.',
    auth: 'key?',
    effect: 'own',
    errors: [errors.overLimit],
    body: Type.Object({ calls: Type.Array(batchedCall, { minItems: 1, maxItems: maxCalls }) }),
    example: {
      body: {
        calls: [
          { skill: 'json-repair', params: { json: '{"a": 1,}' } },
          { skill: 'text-entities', params: { text: 'Write to ada@example.com' } },
        ],
      },
    },
    response: {
      status: 200,
      schema: Type.String(),
      types: ['application/x-ndjson'],
      description:
        'A line per call: {"index", "skill", "status", "headers", "answer"}, or "error" instead of "answer". Lines come in the order in which the calls end; an empty line keeps the connection open. A call without payment uses the free calls of the key, or without a key the free trial calls; when they are used up its line is a 402 with the terms in headers["payment-required"].',
    },
    handle: async ({ body, caller, request }, deps) => {
      const from = { caller, request };
      const lines = asTheyEnd(body.calls, async (call: BatchedCall, index) => {
        const result = await run(call, from, deps);
        return `${JSON.stringify({ index, skill: call.skill, ...result })}\n`;
      });
      return new RawResponse(Readable.from(lines, { objectMode: false }), {
        'content-type': 'application/x-ndjson',
        'cache-control': 'no-store',
      });
    },
  });
}

const withCallParams = (params: TObject): TObject => Type.Object({ ...callParams, ...params.properties });

const unknownSkill = (id: string, { ids }: SkillDirectory): Refusal =>
  invalidField(`skill: there is no skill ${id.slice(0, 60)}`, `The skills are ${ids.join(', ')}.`);

/** The request that this call would be alone: a payment buys this URL, and no payment of the batch is its own. */
function requestFor(
  skill: BoundSkill,
  { params = {}, payment }: BatchedCall,
  whole: RequestFacts,
): RequestFacts {
  const { 'payment-signature': _, 'idempotency-key': __, ...headers } = whole.headers;
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return {
    id: whole.id,
    method: 'GET',
    url: `/${skill.id}?${query}`,
    network: whole.network,
    ip: whole.ip,
    host: whole.host,
    headers: { ...headers, ...(payment !== undefined && { 'payment-signature': payment }) },
    signal: whole.signal,
    paidBy: () => {},
    whenAnswered: (listener) => whole.whenAnswered(listener),
  };
}

/** Runs a few at a time and yields each result as it comes. */
async function* asTheyEnd<T>(
  items: readonly T[],
  run: (item: T, index: number) => Promise<string>,
): AsyncGenerator<string> {
  const running = new Map<number, Promise<readonly [number, string]>>();
  const waiting = items.entries();
  let next = waiting.next();
  for (;;) {
    for (; !next.done && running.size < callsAtOnce; next = waiting.next()) {
      const [index, item] = next.value;
      running.set(
        index,
        run(item, index).then((line) => [index, line] as const),
      );
    }
    if (running.size === 0) return;
    const pause = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => pause.resolve(undefined), keepAliveMs);
    const ended = await Promise.race([...running.values(), pause.promise]);
    clearTimeout(timer);
    if (ended) running.delete(ended[0]);
    yield ended ? ended[1] : '\n';
  }
}
