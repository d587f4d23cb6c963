import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type preValidationHookHandler,
  type RouteHandlerMethod,
  type RouteOptions,
} from 'fastify';
import { asRecord } from '../decode.ts';
import { errorCode } from '../error-fields.ts';
import { currentOwner } from '../fair-share.ts';
import type { FairSlots } from '../fair-slots.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Tracer } from '../tracing/open.ts';
import { inTrace } from '../tracing/trace.ts';
import type { Authenticator } from './authenticator.ts';
import { probeHooks, routeProbedByGet } from './bare-probe.ts';
import { callerOf, type Screen } from './caller.ts';
import { allowAnyOrigin } from './cors.ts';
import {
  type EndpointDependencies,
  endpoint,
  headEndpoint,
  requestSlots,
  tooManyAtOnce,
} from './endpoint.ts';
import { sendRefusal, toRefusal } from './error-responses.ts';
import { errors, invalidField } from './errors.ts';
import { refuseForeignPages } from './foreign-host.ts';
import { IncomingRequest, isDisconnect, toNetwork } from './incoming-request.ts';
import { parseJsonBodies, readShortJson, refuseGuessedTypes } from './json-body.ts';
import { type HtmlPages, prefersHtml, sendMissingPage, servePages } from './pages.ts';
import { answerWithReceipts, type Receipts } from './paid-responses.ts';
import { isPlainRead, PathIndex, refusesQuery, restParamName, toRouterPath } from './paths.ts';
import { limitPipelining } from './pipelining.ts';
import { Refusal } from './refusal.ts';
import { readOnRefusedBodies } from './refused-body.ts';
import { traceOfRequest, traceRequests } from './request-span.ts';
import {
  addResponseConventions,
  deprecationHeaders,
  keepRouteConfigs,
  routeConfigOf,
} from './response-conventions.ts';
import { type BoundRoute, needsBody } from './route.ts';
import { Turns } from './turns.ts';
import { type PathWords, type Sibling, UnknownPaths } from './unknown-path.ts';
import { asksForWebSocket, handleUpgrades } from './upgrade.ts';
import { serializerCompiler, validatorCompiler } from './validation.ts';

const maxBodyBytes = 1_048_576;
const requestTimeoutMs = 60_000;
const keepAliveMs = 72_000;

export interface Service {
  readonly name: string;
  readonly baseUrl: string;
  /** The API version, which every response states. */
  readonly apiVersion: string;
  readonly routes: readonly BoundRoute[];
  readonly authenticators: Readonly<Record<string, Authenticator>>;
  /** For routes that name fields to be screened. */
  readonly screen?: Screen;
  /** For hints on unknown paths. */
  readonly pathWords?: PathWords;
  /** Other services of this server, whose calls are sometimes sent here. */
  readonly siblings?: () => readonly Sibling[];
  /** Pages for people, beside the routes. */
  readonly pages?: HtmlPages;
}

export interface ServerDependencies extends Omit<EndpointDependencies, 'slots'> {
  /** Of all services of the process: they share its thread and its database. */
  readonly slots?: FairSlots;
  readonly turns?: Turns;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Only if traces are exported. */
  readonly tracer?: Tracer | undefined;
  /** Proxies whose x-forwarded-for is trusted; none if undefined. */
  readonly trustProxy: string[] | undefined;
  /** Addresses of all services: a page of one may call the others. */
  readonly ownUrls: () => readonly string[];
  /** Issues the receipts of paid calls. */
  readonly receipts?: Receipts;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: BoundRoute;
  }
  interface FastifyRequest {
    /** Read at the beginning: a closed connection has no address. */
    network: string;
  }
}

export async function createServer(service: Service, deps: ServerDependencies): Promise<FastifyInstance> {
  const nextId = requestIds();
  const turns = deps.turns ?? new Turns();
  const app = Fastify({
    loggerInstance: deps.log.child({ service: service.name }) as never,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextId,
    requestIdHeader: false,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    trustProxy: deps.trustProxy ?? false,
    // Our own hook responds in our own format.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: { shouldUpgradeCallback: asksForWebSocket },
    ...(service.pages && {
      rewriteUrl: ({ url = '/' }: { url?: string | undefined }) => service.pages?.rewriteUrl(url) ?? url,
    }),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      const refuse = (refusal: Refusal) => void sendRefusal(refusal, request, reply);
      turns.start(
        toNetwork(request.ip),
        () => refuse(toRefusal(error, undefined, service.baseUrl)),
        () => refuse(tooManyAtOnce()),
      );
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable || errorCode(error) === 'ECONNRESET') return socket.destroy();
      socket.end(rawRefusal(errorCode(error), nextId()));
    },
  }) as unknown as FastifyInstance;

  // One logger for all requests: a child per request costs more than the one line it writes. Assigned here because the framework
  // validates every logger that a `childLoggerFactory` returns.
  app.log.child = () => app.log;
  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(serializerCompiler as never);
  parseJsonBodies(app);
  refuseGuessedTypes(app);
  keepRouteConfigs(app);
  if (deps.tracer) traceRequests(app, service.name, deps.tracer);
  observe(app, service, deps.metrics);
  startInTurns(app, turns);
  readOnRefusedBodies(app);
  refuseWhileClosing(app);
  refuseSeveralHosts(app);
  refuseForeignPages(app, deps.ownUrls);
  const index = new PathIndex(service.routes);
  const unknown = new UnknownPaths(index, service.pathWords, service.siblings);
  allowAnyOrigin(app, index);
  // Before compression: a receipt covers the response, not its encoding.
  if (deps.receipts)
    answerWithReceipts(app, deps.receipts, (error) =>
      deps.log.error({ err: error }, 'a receipt could not be created'),
    );
  addResponseConventions(app, deps.serverKey.derive('etag'));

  app.setErrorHandler(async (error, request, reply) => {
    const { route, url = 'unknown' } = routeConfigOf(request);
    const { params, query, headers } = request;
    const sent = { params, query, body: request.body, headers };
    const refusal = turns.explain(request.network, (isBrief) =>
      toRefusal(error, route, service.baseUrl, isBrief ? null : sent, () =>
        route ? unknown.otherCall(route, request.url, sent, service.baseUrl) : undefined,
      ),
    );
    if (refusal.kind.status >= 500) logFailure(request, error, refusal);
    // By the refusal: over JSON-RPC the response has another status.
    if (refusal.kind === errors.overLimit) deps.metrics.limitHit(service.name, request.method, url);
    if (!route?.refuseAs) return sendRefusal(refusal, request, reply);
    const body = await route.refuseAs(refusal, request, request.body as IncomingMessage);
    return sendRefusal(refusal, request, reply, body);
  });
  refuseUnknownPaths(app, service, unknown, turns);
  const own = { ...deps, screen: service.screen, slots: deps.slots ?? requestSlots() };
  for (const route of service.routes) serve(app, route, service, own);
  if (service.pages) servePages(app, service.pages, () => service.baseUrl);
  handleUpgrades(app);
  limitPipelining(app.server);
  return app;
}

/**
 * A Refusal is an expected outcome, such as a failing upstream, and any caller can cause it: no stack, not an
 * error.
 */
function logFailure(request: FastifyRequest, error: unknown, refusal: Refusal): void {
  if (error instanceof Refusal)
    request.log.info({ code: refusal.kind.code, request_id: request.id }, refusal.message);
  else if (isDisconnect(error)) request.log.info({ request_id: request.id }, 'the client left');
  else request.log.error({ err: error, request_id: request.id }, refusal.message);
}

/** For calls without query fields: a field sent there would be dropped silently. */
const noQuery = { type: 'object', properties: {}, additionalProperties: false };

function serve(app: FastifyInstance, route: BoundRoute, service: Service, deps: EndpointDependencies): void {
  const authenticator = service.authenticators[route.auth.replace('?', '')];
  if (route.auth !== 'none' && !authenticator)
    throw new Error(`${service.name} has no authenticator for ${route.auth}`);
  if (route.screened && !service.screen) throw new Error(`${service.name} cannot screen ${route.path}`);
  const options: RouteOptions = {
    method: route.method,
    url: toRouterPath(route),
    exposeHeadRoute: isPlainRead(route),
    config: { route },
    schema: {
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: { additionalProperties: false, ...route.query } }),
      ...(refusesQuery(route) && { querystring: noQuery }),
      ...(route.method !== 'GET' && !route.stream && { body: bodySchema(route) }),
      ...(route.response.status !== 101 && { response: { [route.response.status]: route.response.schema } }),
    },
    attachValidation: true,
    ...probeHooks(route),
    ...(route.rest && { preValidation: nameRest(restParamName(route.path)) }),
    handler: withTrace(endpoint(route, authenticator, deps)),
  };
  if (route.method === 'GET' && !isPlainRead(route))
    app.route({ ...options, method: 'HEAD', handler: headEndpoint(route, authenticator) });
  if (!route.stream) {
    app.route(options);
    return;
  }
  // In its own scope, so that no other route accepts bodies of any type.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (_request: unknown, payload: IncomingMessage) => payload);
    scope.route(options);
  });
}

/** Work that a request causes elsewhere belongs to its trace. */
function withTrace(handler: RouteHandlerMethod): RouteHandlerMethod {
  return function (request, reply) {
    const trace = traceOfRequest(request);
    return trace
      ? inTrace(trace, () => handler.call(this, request, reply))
      : handler.call(this, request, reply);
  };
}

/** The router names the rest of a path `*`; the route's schema and handler use its real name. */
function nameRest(name: string): preValidationHookHandler {
  return (request, _reply, done) => {
    const { '*': rest, ...params } = asRecord(request.params);
    request.params = { ...params, [name]: rest };
    done();
  };
}

/** Unknown fields are rejected: a misspelt one must not be silently ignored. */
function bodySchema(route: BoundRoute): object {
  const type = needsBody(route) ? 'object' : ['object', 'null'];
  return { properties: {}, ...route.body, type, additionalProperties: false };
}

/** Unique across processes and cheap: a random prefix per process and a counter. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

function observe(app: FastifyInstance, { name, apiVersion }: Service, metrics: Metrics): void {
  // Callback hooks, here and below: a promise for each is a considerable part of a small request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('kith-version', apiVersion);
    const deprecated = routeConfigOf(request).route?.deprecated;
    if (deprecated) reply.headers(deprecationHeaders(deprecated));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unknown' } = routeConfigOf(request);
    const { id: request_id, method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const trace_id = traceOfRequest(request)?.traceId;
    metrics.request(name, method, route, status, elapsedTime / 1000);
    const ms = Math.round(elapsedTime * 100) / 100;
    // A field that is undefined is left out of the line.
    const caller = callerOf(request)?.screenName;
    request.log.info({ request_id, method, route, status, trace_id, ms, caller }, 'request');
    done();
  });
}

/** Before everything that costs more than reading the request; a call within another one has had its turn. */
function startInTurns(app: FastifyInstance, turns: Turns): void {
  app.decorateRequest('network', '');
  app.addHook('onRequest', (request, reply, done) => {
    request.network = toNetwork(request.ip);
    if (currentOwner() !== undefined) return done();
    const begin = () => {
      // Whoever left while it waited is not served.
      if (!reply.raw.destroyed) done();
    };
    const refuse = () => {
      // The caller's next call costs it a connection.
      reply.header('connection', 'close');
      done(tooManyAtOnce());
    };
    turns.start(request.network, begin, refuse);
  });
}

/** A proxy and this server could each believe another one of them. */
function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    let hosts = 0;
    for (let i = 0; i < rawHeaders.length; i += 2)
      if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
    if (hosts <= 1) done();
    else done(invalidField('the request has several Host headers', 'Send one.'));
  });
}

function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (!closing) return done();
    reply.header('connection', 'close');
    const headers = { 'retry-after': '3' };
    done(
      new Refusal(errors.shuttingDown, 'this server is shutting down', 'Retry in a few seconds.', headers),
    );
  });
  // A connection kept alive after its last response would delay the stop until the drain ends.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}

/** Before the body is checked: whatever was sent to an unknown path, the path is the problem. */
function refuseUnknownPaths(
  app: FastifyInstance,
  service: Service,
  unknown: UnknownPaths,
  turns: Turns,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) {
      const person = request.method === 'GET' && prefersHtml(request.headers);
      const paid = person ? undefined : routeProbedByGet(request, service.routes);
      if (paid?.unpaid) return void paid.unpaid(new IncomingRequest(request, reply)).then(done, done);
      const refuse = async () => {
        const body = await readShortJson(request);
        const wrong = turns.explain(request.network, (isBrief) =>
          isBrief
            ? unknown.briefRefusalOf(request, service.baseUrl)
            : unknown.refusalOf(request, service.baseUrl, body),
        );
        if (service.pages && person && wrong.kind === errors.notFound)
          await sendMissingPage(service.pages, request, reply);
        else throw wrong;
      };
      refuse().catch(done);
    } else if (request.url.includes('%00')) {
      done(invalidField('the URL contains a NUL character', 'Send it without %00.'));
    } else done();
  });
}

/** A request that could not be parsed as HTTP is answered on the bare socket. */
function rawRefusal(code: string | undefined, requestId: string): string {
  const [status, error] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'the headers are too large']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'the request took too long to arrive']
        : ['400 Bad Request', 'this is not HTTP'];
  const body = JSON.stringify({ error, hint: 'Send a well-formed HTTP/1.1 request.' });
  return `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\nx-error-code: bad_request\r\nx-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
