import type { Readable } from 'node:stream';
import { getCallSites } from 'node:util';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { epochField, type ListPosition, resetFields } from '../db/positions.ts';
import type { DeferredResult, Tx } from '../db/transaction.ts';
import type { DelayedResponse } from './delayed-response.ts';
import type { Replay } from './idempotency.ts';
import type { Limit } from './limits.ts';
import type { RawResponse } from './raw-response.ts';
import type { ErrorKind, Refusal } from './refusal.ts';
import type { CallPayment, IdempotencyRecord } from './tables.ts';
import type { Upgrade } from './upgrade.ts';

/** Callers by the name of their authenticator; the product adds its own to this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the areas' declarations
export interface Callers {}

type AuthName = keyof Callers & string;
/** `agent` requires a key, `agent?` accepts one, `none` ignores keys. */
type Auth = 'none' | AuthName | `${AuthName}?`;
type CallerOf<A extends Auth> = A extends 'none'
  ? undefined
  : A extends `${infer N extends AuthName}?`
    ? Callers[N] | undefined
    : A extends AuthName
      ? Callers[A]
      : never;

/**
 * How a route accesses data. `read` may not write; `write` runs completely inside one transaction, together
 * with its limits and its idempotency record; `own` manages its transaction itself and commits that record with
 * it.
 */
type Effect = 'read' | 'write' | 'own';

export interface RequestFacts {
  readonly id: string;
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** The subject of limits per network: an IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string;
  readonly ip: string;
  /** The requested host, as reported by a trusted proxy. */
  readonly host: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly signal: AbortSignal;
  /** Records how this call was paid: its response then carries a receipt. */
  paidBy(payment: CallPayment): void;
  /** Called once: `true` when a response that is not a refusal was sent completely, otherwise `false`. */
  whenAnswered(listener: (whole: boolean) => void): void;
}

interface InputBase<P, Q, B, C> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: C;
  readonly request: RequestFacts;
  /** The body as it arrives, for a streaming route. */
  readonly stream: Readable;
  setHeader(name: string, value: string): void;
  /** Of a list that is read by position: the epoch that its reader sent, if it is not the server's. */
  readonly epochSent: string | undefined;
}
type InputOf<P, Q, B, C, E extends Effect> = InputBase<P, Q, B, C> &
  (E extends 'write'
    ? { readonly tx: Tx }
    : E extends 'own'
      ? { readonly idempotency: IdempotencyRecord | undefined }
      : unknown);
type OutputOf<O, E extends Effect> =
  | O
  | RawResponse
  | DelayedResponse
  | Upgrade
  | (E extends 'own' ? Replay : never)
  | (E extends 'write' ? DeferredResult<O> : never);

/** An example call, shown in the documents and executed by the contract tests. */
interface Example {
  readonly params?: Record<string, string | number>;
  readonly query?: Record<string, string | number | boolean>;
  readonly body?: Record<string, unknown>;
}

interface RouteFacts<A extends Auth, E extends Effect> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In OpenAPI notation: `/api/agents/{name}`. */
  readonly path: string;
  /** The last path parameter takes the rest of the path, including slashes. */
  readonly rest?: boolean;
  /** Name of the operation in the SDK, in MCP and in the reference. */
  readonly name: string;
  readonly area: string;
  readonly summary: string;
  /** URL of the file that declares it; by default the file that calls `route`. */
  readonly source?: string;
  readonly auth: A;
  readonly effect: E;
  /** Reads may go to a replica: the handler fills no cache and joins no other callers' work. */
  readonly replica?: boolean;
  readonly limits?: readonly Limit[];
  /** A list that is read by position: its query has `epoch`, and its response tells a reset. */
  readonly position?: ListPosition;
  readonly errors?: readonly ErrorKind[];
  /** Price of a paid call, in USD as an exact decimal; a range if the caller chooses the amount. */
  readonly price?: string | { readonly min: string; readonly max: string };
  readonly example?: Example;
  /** The response contains a key or code: never cached, and encrypted if stored for a retry. */
  readonly secret?: boolean;
  /**
   * The call revokes the key it was made with: a retry is recognised by that key before authentication fails.
   */
  readonly endsCredential?: boolean;
  /** Fields of the body or path with text by people or agents: screened before anything is stored. */
  readonly screened?: readonly string[];
  /** The route is deprecated; its responses say so (RFC 9745, RFC 8594). */
  readonly deprecated?: { readonly since: string; readonly sunset: string; readonly instead: string };
  /** The body is streamed to the handler, of any type, and not parsed. */
  readonly stream?: boolean;
  /** The body carries a call of another protocol, whose fields are checked when it is made. */
  readonly relays?: boolean;
  /** The payment challenge of a paid route, for a request without any input. */
  readonly unpaid?: (request: RequestFacts) => Promise<Refusal>;
  /** The JSON body of a refusal, if the route's protocol has its own format; status and headers stay. */
  readonly refuseAs?: (
    refusal: Refusal,
    request: Pick<RequestFacts, 'headers' | 'url'>,
    body: Readable,
  ) => Promise<string>;
}

interface OtherResponse {
  readonly status: number;
  readonly description: string;
  /** Additional headers of this response, each with a description. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Has the media types of the main response; false if there is no body. */
  readonly body: boolean;
}

type NoFields = TObject<Record<never, never>>;

interface RouteInput<P, Q, B> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

interface RouteResponse<O> {
  /** 101: the request becomes a WebSocket, and the schema is that of its frames. */
  readonly status: 101 | 200 | 201 | 202;
  readonly schema: O;
  readonly description?: string;
  /** URL of the created resource, with fields of the response or the path: '/api/exchange/{id}'. */
  readonly location?: string;
  /** Media types, if not only JSON. */
  readonly types?: readonly string[];
  /** Other successful responses, each returned as a Raw of that status. */
  readonly also?: readonly OtherResponse[];
}

/** `output` is the schema of a plain response: JSON with status 200. */
type DeclaredResponse<O> =
  | { readonly output: O; readonly response?: undefined }
  | { readonly response: RouteResponse<O>; readonly output?: undefined };

/** A route as a value. The server, its documents and its contract tests are all generated from these. */
export interface Route<Dependencies> extends RouteFacts<Auth, Effect>, RouteInput<TObject, TObject, TObject> {
  readonly response: RouteResponse<TSchema>;
  handle(input: InputOf<unknown, unknown, unknown, unknown, Effect>, deps: Dependencies): Promise<unknown>;
}

/** `route<Dependencies>()({...})`: only the handler's dependencies are named; the schemas give the other types. */
export function route<Dependencies>() {
  return <
    const A extends Auth,
    const E extends Effect,
    O extends TSchema,
    P extends TObject = NoFields,
    Q extends TObject = NoFields,
    B extends TObject = NoFields,
  >(
    spec: RouteFacts<A, E> &
      RouteInput<P, Q, B> &
      DeclaredResponse<O> & {
        handle(
          input: InputOf<Static<P>, Static<Q>, Static<B>, CallerOf<A>, E>,
          deps: Dependencies,
        ): Promise<OutputOf<Static<O>, E>>;
      },
  ): Route<Dependencies> => {
    const { output: _, ...facts } = spec;
    const response = responseOf(spec);
    const ofPosition = positionFields({ position: spec.position, query: spec.query, response });
    return { source: declaringFile(), ...facts, response, ...ofPosition } as unknown as Route<Dependencies>;
  };
}

function responseOf<O extends TSchema>(declared: DeclaredResponse<O>): RouteResponse<O> {
  if (declared.response) return declared.response;
  return { status: 200, schema: declared.output };
}

/** What every list that is read by position takes and returns besides its own fields. */
function positionFields({
  position,
  query,
  response,
}: {
  position: ListPosition | undefined;
  query: TObject | undefined;
  response: RouteResponse<TSchema>;
}) {
  if (position === undefined) return {};
  const own: TObject['properties'] = Object(response.schema).properties;
  return {
    query: Type.Object({ ...query?.properties, epoch: epochField }),
    ...(response.status !== 101 && {
      response: { ...response, schema: Type.Object({ ...own, ...resetFields }) },
    }),
  };
}

/** A route bound to its dependencies, ready to be served. */
export type BoundRoute = Route<undefined>;

export function bind<Dependencies>(routes: readonly Route<Dependencies>[], deps: Dependencies): BoundRoute[] {
  return routes.map((each) => ({ ...each, handle: (input) => each.handle(input, deps) }));
}

/** If no field is required, sending nothing is the same as sending {}. */
export function needsBody({ body }: Pick<BoundRoute, 'body'>): boolean {
  return (body?.required ?? []).length > 0;
}

/** The file URL of the code that called the caller of this function: the reference links each route to it. */
export function declaringFile(): string {
  // This function, its caller, and that one's caller.
  return getCallSites(3)[2]?.scriptName ?? '';
}
