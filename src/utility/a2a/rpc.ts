import { errors } from '../../platform/http/errors.ts';
import { parseJson } from '../../platform/http/json-body.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** JSON-RPC 2.0 as A2A uses it. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  pushNotSupported: -32003,
  unsupported: -32004,
  contentType: -32005,
  noExtendedCard: -32007,
} as const;

export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

type Id = string | number | null;

export interface RpcRequest {
  readonly id: Id;
  readonly method: string;
  readonly params: unknown;
}

export function readRequest(text: string): RpcRequest {
  const sent = parse(text);
  const bad = (why: string) => new RpcError(rpcCodes.invalidRequest, `Invalid request: ${why}`);
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw bad('send one object');
  const { jsonrpc, id, method, params } = sent as Record<string, unknown>;
  if (jsonrpc !== '2.0') throw bad('jsonrpc must be "2.0"');
  if (typeof method !== 'string') throw bad('method must be a string');
  if (params !== undefined && (typeof params !== 'object' || params === null))
    throw new RpcError(rpcCodes.invalidParams, 'Invalid params: params must be an object');
  if (!isId(id)) throw bad('id must be a string or a number: an answer without it has nowhere to go');
  return { id, method, params };
}

/** The same refusals of NUL, lone surrogates and deep nesting as for every other JSON body. */
function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code = error.kind === errors.badJson ? rpcCodes.parse : rpcCodes.invalidParams;
    throw new RpcError(
      code,
      `${code === rpcCodes.parse ? 'Parse error' : 'Invalid params'}: ${error.message}`,
    );
  }
}

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isInteger(id);

/** The id of a request that was refused, if it can be read. */
export function idIn(text: string): Id {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return isId(id) ? id : null;
  } catch {
    return null;
  }
}

export const rpcResult = (id: Id, result: Record<string, unknown>) => ({
  jsonrpc: '2.0' as const,
  id,
  result,
});

export const rpcFailure = (id: Id, { code, message, data }: RpcError) => ({
  jsonrpc: '2.0' as const,
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});
