import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { InnerCall, InnerInput } from './inner-call.ts';

/** What a client may show or ask before it lets a model use a tool. */
interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What a tool does its work with: the service's own routes, called as the caller of the tool. */
export interface Bench {
  call(route: string, input?: InnerInput): Promise<CallToolResult>;
  /** The answer itself, for a tool that makes something else of it. */
  answerOf(route: string, input?: InnerInput): Promise<InnerCall>;
  readonly hasKey: boolean;
  /** Lets the MCP session act with a key from now on. False where the client keeps no session. */
  bind(key: string): Promise<boolean>;
  /** The result of an answer; if it went well, the session acts with the key that was passed. */
  keepKey(answer: InnerCall): Promise<CallToolResult>;
}

interface ToolFacts<I extends TObject> {
  readonly name: string;
  readonly does: string;
  readonly input: I;
  /** The fields of a result that a model goes on with; a tool without it answers with content alone. */
  readonly output?: TObject;
  readonly hints: Hints;
  readonly example: Static<I>;
}

/** A tool as a value, like a route: the list a client reads and the check of arguments are made of it. */
export interface Tool extends ToolFacts<TObject> {
  run(args: never, bench: Bench): Promise<CallToolResult>;
}

export function tool<I extends TObject>(
  spec: ToolFacts<I> & { run(args: Static<I>, bench: Bench): Promise<CallToolResult> },
): Tool {
  return spec as unknown as Tool;
}

/** An output schema. Nothing is required and more may come: clients also hold a payment challenge against it. */
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
/** Reads what others wrote, or what stands somewhere on the internet. */
export const readsTheWorld = hints(true, false, true, true);
export const adds = hints(false, false, false, true);
/** Doing it again changes nothing more. */
export const sets = hints(false, true, true, false);
export const doesAnything = hints(false, true, false, true);
