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
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    throw new RpcError(rpcCodes.parse, 'Parse error: the body is not JSON');
  }
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

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isInteger(id);

/** The id of a request that could not be taken, where it can be told. */
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
