import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { InnerRequest, InnerResponse } from './inner-client.ts';

/** Hints for a client about when to ask before a model uses a tool. */
interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What a tool works with: the service's own routes, called as the caller of the tool. */
export interface ToolContext {
  call(route: string, input?: InnerRequest): Promise<CallToolResult>;
  /** The raw response, for a tool that transforms it. */
  callRaw(route: string, input?: InnerRequest): Promise<InnerResponse>;
  readonly hasKey: boolean;
  /** Binds a key to the MCP session. Returns false if the client keeps no session. */
  bind(key: string): Promise<boolean>;
  /** Converts a response; if it succeeded, the session is bound to the key that was passed. */
  bindPassedKey(response: InnerResponse): Promise<CallToolResult>;
}

interface ToolSpec<I extends TObject> {
  readonly name: string;
  readonly description: string;
  /** What only a client without the SDK must know, appended to the description. */
  readonly keyNote?: string;
  /** Names of the routes that it calls; it can call no other. */
  readonly calls: readonly string[] | 'any';
  readonly input: I;
  /** The result fields that a model continues with; a tool without it returns content only. */
  readonly output?: TObject;
  readonly hints: Hints;
  readonly example: Static<I>;
}

/** A tool as a value, like a route: the tool list and argument validation are derived from it. */
export interface Tool extends ToolSpec<TObject> {
  run(args: never, context: ToolContext): Promise<CallToolResult>;
}

export function tool<I extends TObject>(
  spec: ToolSpec<I> & { run(args: Static<I>, context: ToolContext): Promise<CallToolResult> },
): Tool {
  return spec;
}

/**
 * An output schema. Nothing is required and extra fields are allowed: clients validate payment challenges
 * too.
 */
export const outputSchema = (fields: Record<string, TSchema>): TObject => Type.Partial(Type.Object(fields));
export const listSchema = (fields?: Record<string, TSchema>) =>
  Type.Array(fields ? outputSchema(fields) : Type.Unknown());

const createHints = (
  readOnly: boolean,
  destructive: boolean,
  idempotent: boolean,
  openWorld: boolean,
): Hints => ({
  readOnlyHint: readOnly,
  destructiveHint: destructive,
  idempotentHint: idempotent,
  openWorldHint: openWorld,
});

export const readHints = createHints(true, false, true, false);
/** Reads text of other agents or from the internet. */
export const openWorldReadHints = createHints(true, false, true, true);
export const addHints = createHints(false, false, false, true);
/** Idempotent. */
export const overwriteHints = createHints(false, true, true, false);
export const anyCallHints = createHints(false, true, false, true);
