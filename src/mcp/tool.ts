import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { InnerCall, InnerInput } from './inner-call.ts';

/** Hints for a client about when to ask before a model uses a tool. */
interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What a tool works with: the service's own routes, called as the caller of the tool. */
export interface Bench {
  call(route: string, input?: InnerInput): Promise<CallToolResult>;
  /** The raw response, for a tool that transforms it. */
  answerOf(route: string, input?: InnerInput): Promise<InnerCall>;
  readonly hasKey: boolean;
  /** Binds a key to the MCP session. Returns false if the client keeps no session. */
  bind(key: string): Promise<boolean>;
  /** Converts a response; if it succeeded, the session is bound to the key that was passed. */
  keepKey(answer: InnerCall): Promise<CallToolResult>;
}

interface ToolFacts<I extends TObject> {
  readonly name: string;
  readonly does: string;
  readonly input: I;
  /** The result fields that a model continues with; a tool without it returns content only. */
  readonly output?: TObject;
  readonly hints: Hints;
  readonly example: Static<I>;
}

/** A tool as a value, like a route: the tool list and argument validation are derived from it. */
export interface Tool extends ToolFacts<TObject> {
  run(args: never, bench: Bench): Promise<CallToolResult>;
}

export function tool<I extends TObject>(
  spec: ToolFacts<I> & { run(args: Static<I>, bench: Bench): Promise<CallToolResult> },
): Tool {
  return spec;
}

/**
 * An output schema. Nothing is required and extra fields are allowed: clients validate payment challenges
 * too.
 */
export const gives = (fields: Record<string, TSchema>): TObject => Type.Partial(Type.Object(fields));
export const listOf = (fields?: Record<string, TSchema>) =>
  Type.Array(fields ? gives(fields) : Type.Unknown());

const hints = (readOnly: boolean, destructive: boolean, idempotent: boolean, openWorld: boolean): Hints => ({
  readOnlyHint: readOnly,
  destructiveHint: destructive,
  idempotentHint: idempotent,
  openWorldHint: openWorld,
});

export const reads = hints(true, false, true, false);
/** Reads text of other agents or from the internet. */
export const readsTheWorld = hints(true, false, true, true);
export const adds = hints(false, false, false, true);
/** Idempotent. */
export const sets = hints(false, true, true, false);
export const doesAnything = hints(false, true, false, true);
