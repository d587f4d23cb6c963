import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Clock } from '../clock.ts';
import type { OnReplica, Reader } from '../db/database.ts';
import { checkPosition } from '../db/positions.ts';
import { mapResult, type Transact } from '../db/transaction.ts';
import { findUnavailable } from '../db/unavailable.ts';
import { asRecord } from '../decode.ts';
import { errorCode } from '../error-fields.ts';
import { currentOwner, runForOwner } from '../fair-share.ts';
import { FairSlots, type LeaveSlot, ShareUsedUp } from '../fair-slots.ts';
import type { ServerKey } from '../keys/server-key.ts';
import { type Authenticator, missingKey } from './authenticator.ts';
import { type Caller, type Screen, setActor, setCaller, type WrittenText } from './caller.ts';
import { checkIfMatch } from './conditional-requests.ts';
import { DelayedResponse, sendDelayed } from './delayed-response.ts';
import { errors } from './errors.ts';
import { findReplay, parseIdempotencyKey, Replay, storeAnswer, takeRecord } from './idempotency.ts';
import { IncomingRequest } from './incoming-request.ts';
import { type LimitUse, limitHeaders } from './limits.ts';
import { noteIdempotency, noteRequestPaid, paymentIn } from './paid-responses.ts';
import { urlPath } from './paths.ts';
import { RawJson, RawResponse } from './raw-response.ts';
import { Refusal } from './refusal.ts';
import { RequestLimits } from './request-limits.ts';
import type { BoundRoute, RequestFacts } from './route.ts';
import { beginStreaming, longPolls } from './streams.ts';
import type { IdempotencyRecord } from './tables.ts';
import { performUpgrade, Upgrade } from './upgrade.ts';
import { placeholderIn } from './validation.ts';

export interface EndpointDependencies {
  readonly read: Reader;
  readonly onReplica?: OnReplica | undefined;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly serverKey: ServerKey;
  readonly screen?: Screen | undefined;
  /** Of the calls at work in this process. */
  readonly slots: FairSlots;
}

/**
 * HEAD for a GET with effects: checks the caller and the input. Nothing is executed or counted, so the response
 * has no fields of the GET itself.
 */
export function headEndpoint(
  route: BoundRoute,
  authenticator: Authenticator | undefined,
): RouteHandlerMethod {
  const required = authenticator !== undefined && !route.auth.endsWith('?');
  const { status, types = ['application/json'] } = route.response;
  return async (request, reply) => {
    const facts = new IncomingRequest(request, reply);
    const caller = await authenticator?.identify(request.headers, false, facts);
    if (required && !caller) throw missingKey(route, authenticator, request);
    if (caller) authenticator?.authorize?.(caller, route);
    if (request.validationError) throw request.validationError;
    const { free } = asRecord(request.query);
    if (route.price && authenticator && !caller && free !== '1')
      throw (await route.unpaid?.(facts)) ?? missingKey(route, authenticator, request);
    return reply.code(status).headers({ 'content-type': types[0], 'cache-control': 'no-store' }).send();
  };
}

/**
 * Converts a route to a Fastify handler. Every route runs the same steps: identify, authorize, execute,
 * respond.
 */
export function endpoint(
  route: BoundRoute,
  authenticator: Authenticator | undefined,
  deps: EndpointDependencies,
): RouteHandlerMethod {
  const required = authenticator !== undefined && !route.auth.endsWith('?');
  const fresh = route.method !== 'GET';
  const { status } = route.response;
  const call = `${route.method} ${route.path}`;
  // Skill calls have shares of their own, which also count what they wait for; a relayed call is counted itself, and a
  // streamed body arrives at its sender's pace.
  const isShared = !route.price && !route.relays && !route.stream;

  return async (request, reply) => {
    const facts = new IncomingRequest(request, reply);
    const problem =
      request.validationError ??
      (route.relays
        ? undefined
        : (placeholderIn(request.params, route.params) ??
          placeholderIn(request.query, route.query) ??
          placeholderIn(!route.stream && request.body, route.body)));
    if (problem) {
      // A missing key is reported first: a key sent in the URL is also an unknown query field.
      const asking = await authenticator?.identify(request.headers, false, facts);
      if (required && !asking) throw missingKey(route, authenticator, request);
      if (asking) setCaller(request, asking);
      throw problem;
    }
    if (route.endsCredential) {
      const retried = readIdempotency(route, request, undefined, facts, deps);
      const replay = retried && (await findReplay(deps.read, retried));
      if (replay) return send(request, reply, route, replay);
    }
    const identified = authenticator?.identify(request.headers, fresh, facts);
    const caller = identified instanceof Promise ? await identified : identified;
    if (required && !caller) throw missingKey(route, authenticator, request);
    if (caller) setCaller(request, caller);
    if (caller) authenticator?.authorize?.(caller, route);
    const input = {
      params: request.params,
      query: request.query,
      body: route.stream ? {} : (request.body ?? {}),
      stream: request.body,
      caller,
      request: facts,
      setHeader: (name: string, value: string) => void reply.header(name, value),
      epochSent: undefined,
    };
    const limits =
      route.limits &&
      new RequestLimits(route.limits, { caller, network: facts.network, query: request.query }, deps.clock);
    // Screened before anything is read or counted, so nothing of a rejected text is stored.
    const texts = route.screened && collectTexts(route.screened, input);
    if (texts && texts.length > 0) await deps.screen?.(caller, texts, call);
    if (route.secret) reply.header('cache-control', 'no-store');
    // Outbound requests count towards the caller, so one caller's slow peers delay nobody else.
    const owner = caller?.subject ?? facts.network;
    const isWaiting = isLongPoll(request.query);
    if (!isShared || isWaiting) deps.slots.noteActive(facts.network);
    const leave = isShared && !isWaiting ? await enter(deps.slots, caller?.subject, facts) : undefined;
    // Awaited before it is sent: a slow reader holds no share.
    const respond = await (route.effect === 'write' ? write() : run()).catch((error: unknown) => {
      leave?.(isFaultOfServer(error) ? error : undefined);
      throw error;
    });
    leave?.();
    return respond();

    async function run(): Promise<() => unknown> {
      if (limits) setLimitHeaders(reply, await deps.transaction((tx) => limits.take(tx)));
      if (isWaiting) longPolls.begin(facts.network, reply.raw);
      const idempotency =
        route.effect === 'own' && !route.stream
          ? readIdempotency(route, request, caller, facts, deps)
          : undefined;
      const checked =
        route.position && (await checkPosition(deps.read, route.position, asRecord(request.query)));
      const { epoch } = asRecord(request.query);
      const position = checked && {
        query: checked.query,
        epochSent: epoch === checked.told.epoch ? undefined : epoch,
      };
      const handle = () =>
        runForOwner(
          owner,
          () => route.handle({ ...input, ...position, idempotency } as never, undefined),
          leave,
        );
      const mayLag = route.replica === true && !isWaiting;
      const answer = await (mayLag && deps.onReplica ? deps.onReplica(handle) : handle());
      if (answer instanceof DelayedResponse) return () => sendDelayed(answer, reply);
      if (answer instanceof RawResponse && isStream(answer.body))
        beginStream(answer.body, facts.network, reply);
      return answer instanceof Upgrade
        ? () => performUpgrade(answer, request, reply)
        : () => send(request, reply, route, checked ? tell(answer, checked.told) : answer);
    }

    async function write(): Promise<() => unknown> {
      const idempotency = readIdempotency(route, request, caller, facts, deps);
      const answer = await deps
        .transaction(async (tx) => {
          const replay = idempotency && (await takeRecord(tx, idempotency));
          if (replay) return replay;
          // It reads the value by a call of its own, which needs no share beside this one's.
          await runForOwner(owner, () => checkIfMatch(tx, request, route));
          if (caller) setActor(tx, caller);
          const limitUse = limits?.take(tx);
          // If the handler throws synchronously, nothing awaits `taken`.
          limitUse?.catch(() => {});
          if (limits?.isLikelyOver) await limitUse;
          // The handler's first statements are sent together with the limit's; if the limit refuses, they are
          // rolled back.
          const handled = route.handle({ ...input, tx } as never, undefined);
          if (limitUse) {
            handled.catch(() => {});
            setLimitHeaders(reply, await limitUse);
          }
          const result = await handled;
          return mapResult<unknown, unknown>(result, async (answer) => {
            const payment = paymentIn(tx);
            if (payment) facts.paidBy(payment);
            if (idempotency) storeAnswer(tx, idempotency, status, serializeAnswer(reply, status, answer));
            return answer;
          });
        })
        .catch(async (error: unknown) => {
          // The rollback returned what was taken, so the headers must show the use without it.
          if (limits && error instanceof Refusal && !('ratelimit-limit' in error.headers)) {
            setLimitHeaders(reply, await limits.peek(deps.read));
          }
          throw error;
        });
      if (limits && answer instanceof Replay) setLimitHeaders(reply, await limits.peek(deps.read));
      return () => send(request, reply, route, answer);
    }
  };
}

/** Adds to a page what its reader is told of its position; shared bytes of many readers have it already. */
function tell(answer: unknown, told: object): unknown {
  if (answer instanceof RawJson) return new RawJson({ ...told, ...answer.value });
  return answer instanceof RawResponse || answer instanceof Replay
    ? answer
    : { ...told, ...asRecord(answer) };
}

/**
 * Calls at work in a process. While others are active a network holds few, so that they wait for few; one that is
 * always at work holds one.
 */
export const requestSlots = (): FairSlots =>
  new FairSlots({
    limit: 96,
    perNetwork: 4,
    alone: 64,
    maxCostMs: 1_000,
    maxWaiting: 512,
    maxWaitMs: 30_000,
  });

/** For what a network sends beyond its share of the process, and beyond what may wait for it. */
export const tooManyAtOnce = (): Refusal =>
  new Refusal(
    errors.overLimit,
    'too many calls of your network at once',
    'Wait for your other calls to end, and send fewer at once.',
    { 'retry-after': '2' },
  );

/** Takes the caller's share of the process; a call that was made by another one belongs to it. */
async function enter(
  slots: FairSlots,
  subject: string | undefined,
  facts: RequestFacts,
): Promise<LeaveSlot | undefined> {
  if (currentOwner() !== undefined) return undefined;
  const { network } = facts;
  try {
    return await slots.take({ network, key: subject ?? network }, () => facts.signal);
  } catch (error) {
    if (!(error instanceof ShareUsedUp)) throw error;
    throw tooManyAtOnce();
  }
}

const statementTimeout = '57014';

/** A statement that took too long may be what the caller asked for. */
const isFaultOfServer = (error: unknown): boolean =>
  findUnavailable(error) !== undefined && errorCode(error) !== statementTimeout;

/** Whether the call is a long poll: every route that can wait has the query field `wait`. */
const isLongPoll = (query: unknown): boolean => Number(asRecord(query).wait ?? 0) > 0;

const isStream = (body: RawResponse['body']): body is Readable => body instanceof Readable;

/** A refused stream is destroyed: it may hold a file or a connection open. */
function beginStream(body: Readable, network: string, reply: FastifyReply): void {
  try {
    beginStreaming(network, reply.raw);
  } catch (error) {
    body.destroy();
    throw error;
  }
}

/** The texts of the named fields, including those in lists and objects. */
function collectTexts(fields: readonly string[], { body, params }: { body: unknown; params: unknown }) {
  const inputFields: Record<string, unknown> = { ...asRecord(params), ...asRecord(body) };
  return fields.flatMap((field) => textsIn(inputFields[field]).map((text): WrittenText => ({ field, text })));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

function readIdempotency(
  route: BoundRoute,
  request: FastifyRequest,
  caller: Caller | undefined,
  facts: RequestFacts,
  deps: EndpointDependencies,
): IdempotencyRecord | undefined {
  const idempotency = parseIdempotencyKey(
    request.headers['idempotency-key'],
    {
      scope: idempotencyScope(route, request, caller, facts),
      method: route.method,
      path: urlPath(request.url),
      query: request.query,
      body: request.body,
      secret: route.secret === true,
    },
    deps.serverKey,
  );
  if (idempotency) noteIdempotency(request, idempotency);
  return idempotency;
}

function idempotencyScope(
  route: BoundRoute,
  request: FastifyRequest,
  caller: Caller | undefined,
  facts: RequestFacts,
): string {
  const { authorization = '', 'x-ally-key': allyKey = '' } = request.headers;
  // Both headers can carry a key: a retry sends the key that the first call revoked.
  if (route.endsCredential && `${authorization}${allyKey}` !== '') {
    return `credential:${createHash('sha256').update(`${authorization}\n${allyKey}`).digest('hex')}`;
  }
  return caller?.subject ?? `network:${facts.network}`;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  route: BoundRoute,
  answer: unknown,
): FastifyReply {
  linkAnswer(request, reply, route, answer);
  if (answer instanceof Replay) {
    if (answer.payment) noteRequestPaid(request, answer.payment);
    reply.header('idempotency-replayed', 'true').header('content-type', 'application/json; charset=utf-8');
    return reply.code(answer.status).send(answer.json);
  }
  if (answer instanceof RawResponse) {
    // An empty body has no content type; an empty string would be given one.
    const body = answer.body === '' && !('content-type' in answer.headers) ? undefined : answer.body;
    return reply.code(answer.status).headers(answer.headers).send(body);
  }
  return reply.code(route.response.status).send(answer);
}

function serializeAnswer(reply: FastifyReply, status: number, answer: unknown): string {
  const serialize = reply.getSerializationFunction(String(status));
  return serialize ? serialize(answer as Record<string, unknown>) : JSON.stringify(answer);
}

function setLimitHeaders(reply: FastifyReply, use: LimitUse | undefined): void {
  if (use) reply.headers(limitHeaders(use));
}

type Json = Readonly<Record<string, unknown>>;

/** Headers that refer to resources: `Location` of a created one, `Link` to the next page of a list. */
function linkAnswer(request: FastifyRequest, reply: FastifyReply, route: BoundRoute, answer: unknown): void {
  const { location } = route.response;
  if (location !== undefined) {
    const fields = asRecord(answer instanceof Replay ? JSON.parse(answer.json) : answer);
    const path = fillTemplate(location, { ...asRecord(request.params), ...fields });
    if (path !== undefined) reply.header('location', path);
  }
  if (route.method !== 'GET') return;
  const { next } = asRecord(answer);
  if (typeof next === 'string' && next.startsWith('?'))
    reply.header('link', `<${urlPath(request.url)}${next}>; rel="next"`);
}

/** A path with its fields filled in; undefined if the response lacks one of them. */
function fillTemplate(template: string, fields: Json): string | undefined {
  let isComplete = true;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name];
    if (typeof value !== 'string' && typeof value !== 'number') isComplete = false;
    return template === `{${name}}` ? String(value) : encodeURIComponent(String(value));
  });
  return isComplete ? path : undefined;
}
