import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { AtEnd, Tx } from '../db/transaction.ts';
import { declaringFile } from './declaring-file.ts';
import type { Claim, Replay } from './idempotency.ts';
import type { Later } from './later.ts';
import type { Limit } from './limits.ts';
import type { Payment } from './paid.ts';
import type { Raw } from './raw.ts';
import type { ErrorKind, Refusal } from './refusal.ts';
import type { Upgrade } from './upgrade.ts';

/** Who may call, by the name of an authenticator; the product declares its callers into this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the areas' declarations
export interface Callers {}

export type AuthName = keyof Callers & string;
/** `agent` wants a key, `agent?` takes one, `none` looks at no key. */
export type Auth = 'none' | AuthName | `${AuthName}?`;
type CallerOf<A extends Auth> = A extends 'none'
  ? undefined
  : A extends `${infer N extends AuthName}?`
    ? Callers[N] | undefined
    : A extends AuthName
      ? Callers[A]
      : never;

/**
 * How a route touches data. `read` may not write; `write` runs whole inside one transaction, together with its limits
 * and its idempotency record; `own` brings its effect to the database itself and commits its claim with it.
 */
export type Effect = 'read' | 'write' | 'own';

export interface RequestFacts {
  readonly id: string;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** The address limits count by: an IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string;
  readonly ip: string;
  /** The host that was asked for, as a trusted proxy tells it. */
  readonly host: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly signal: AbortSignal;
  /** Says what this call was paid with: its answer then carries a receipt. */
  paidBy(payment: Payment): void;
  /** Called once: `true` when an answer that is not a refusal has left this process whole, else `false`. */
  whenAnswered(listener: (whole: boolean) => void): void;
}

interface InputBase<P, Q, B, C> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: C;
  readonly request: RequestFacts;
  /** The body as it arrives, for a route that streams. */
  readonly stream: Readable;
  setHeader(name: string, value: string): void;
}
type InputOf<P, Q, B, C, E extends Effect> = InputBase<P, Q, B, C> &
  (E extends 'write'
    ? { readonly tx: Tx }
    : E extends 'own'
      ? { readonly claim: Claim | undefined }
      : unknown);
type OutputOf<O, E extends Effect> =
  | O
  | Raw
  | Later
  | Upgrade
  | (E extends 'own' ? Replay : never)
  | (E extends 'write' ? AtEnd<O> : never);

/** An example of the call, shown in the documents and made real by the contract tests. */
export interface Example {
  readonly params?: Record<string, string | number>;
  readonly query?: Record<string, string | number | boolean>;
  readonly body?: Record<string, unknown>;
}

interface RouteFacts<A extends Auth, E extends Effect> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As OpenAPI writes it: `/api/agents/{name}`. */
  readonly path: string;
  /** The last parameter of the path takes all that follows, slashes included. */
  readonly rest?: boolean;
  /** The operation's name in the SDK, in MCP and in the reference. */
  readonly name: string;
  readonly area: string;
  readonly does: string;
  /** The file that declares it, as a URL; where it is left out, the one that calls `route`. */
  readonly source?: string;
  readonly auth: A;
  readonly effect: E;
  /** Reads may go to a replica: the handler fills no cache and joins no work of other callers. */
  readonly replica?: boolean;
  readonly limits?: readonly Limit[];
  readonly errors?: readonly ErrorKind[];
  /** What the call costs when it is paid, in USD as an exact decimal; a range where the caller names the amount. */
  readonly price?: string | { readonly min: string; readonly max: string };
  readonly example?: Example;
  /** The answer holds a key or code: never cached, and encrypted where it is kept for a retry. */
  readonly secret?: boolean;
  /** The call ends the key it was made with: a retry is recognised by that key before authentication fails. */
  readonly endsCredential?: boolean;
  /** Fields of the body or the path that hold a person's or agent's text: looked at before anything is stored. */
  readonly screened?: readonly string[];
  /** The route is to be removed; its answers say so (RFC 9745, RFC 8594). */
  readonly deprecated?: { readonly since: string; readonly sunset: string; readonly instead: string };
  /** The body is taken as it arrives, of any type, and not read beforehand. */
  readonly stream?: boolean;
  /** The challenge of a route that is paid for, to a request without any input. */
  readonly unpaid?: (request: RequestFacts) => Promise<Refusal>;
  /** The JSON body of a refusal, where the protocol of the route has its own form; status and headers stay. */
  readonly refuseAs?: (
    refusal: Refusal,
    request: Pick<RequestFacts, 'headers' | 'url'>,
    body: Readable,
  ) => Promise<string>;
}

interface OtherAnswer {
  readonly status: number;
  readonly description: string;
  /** Headers that this answer has beyond those of every answer, and what each says. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same media types as the main answer, or none at all: there is no body. */
  readonly body: boolean;
}

type NoFields = TObject<Record<never, never>>;

interface RouteInput<P, Q, B, O> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answer: {
    /** 101: the request becomes a WebSocket, and the schema is that of its frames. */
    readonly status: 101 | 200 | 201 | 202;
    readonly schema: O;
    readonly description?: string;
    /** Where what was made is read, with fields of the answer or the path: '/api/exchange/{id}'. */
    readonly location?: string;
    /** Media types, where it is not JSON alone. */
    readonly types?: readonly string[];
    /** What a call that went well may be answered with instead, as a Raw of that status. */
    readonly also?: readonly OtherAnswer[];
  };
}

/** A route as a value. The server, its documents and its contract tests are all made from these. */
export interface Route<Parts>
  extends RouteFacts<Auth, Effect>,
    RouteInput<TObject, TObject, TObject, TSchema> {
  handle(input: InputOf<unknown, unknown, unknown, unknown, Effect>, parts: Parts): Promise<unknown>;
}

/** `route<Parts>()({...})`: Parts is what the handler needs handed in; the rest is inferred from the schemas. */
export function route<Parts>() {
  return <
    const A extends Auth,
    const E extends Effect,
    O extends TSchema,
    P extends TObject = NoFields,
    Q extends TObject = NoFields,
    B extends TObject = NoFields,
  >(
    spec: RouteFacts<A, E> &
      RouteInput<P, Q, B, O> & {
        handle(
          input: InputOf<Static<P>, Static<Q>, Static<B>, CallerOf<A>, E>,
          parts: Parts,
        ): Promise<OutputOf<Static<O>, E>>;
      },
  ): Route<Parts> => ({ source: declaringFile(), ...spec }) as unknown as Route<Parts>;
}

/** A route with its parts in hand, ready to be served. */
export type BoundRoute = Route<undefined>;

export function bind<Parts>(routes: readonly Route<Parts>[], parts: Parts): BoundRoute[] {
  return routes.map((each) => ({ ...each, handle: (input) => each.handle(input, parts) }));
}

/** Where no field is required, sending nothing is the same as sending {}. */
export function needsBody({ body }: Pick<BoundRoute, 'body'>): boolean {
  return ((body as { required?: string[] } | undefined)?.required ?? []).length > 0;
}
