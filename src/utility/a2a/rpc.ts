import { asRecord, decodeObject, isJsonObject, unreadable } from '../../platform/decode.ts';
import { errors } from '../../platform/http/errors.ts';
import { parseJson } from '../../platform/http/json-body.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Of the A2A protocol. */
export type Version = '0.3' | '1.0';

/** Error codes of JSON-RPC 2.0 and A2A. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  /**
   * From the range reserved for servers: failures that neither protocol has a code for, such as a rate limit.
   */
  refused: -32000,
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  pushNotSupported: -32003,
  unsupported: -32004,
  contentType: -32005,
  noExtendedCard: -32007,
  versionNotSupported: -32009,
} as const;

/** The `google.rpc.ErrorInfo` reason that A2A 1.0 defines for each code. */
const reasons: Readonly<Record<number, string>> = {
  [rpcCodes.parse]: 'JSON_PARSE_ERROR',
  [rpcCodes.invalidRequest]: 'INVALID_REQUEST',
  [rpcCodes.unknownMethod]: 'METHOD_NOT_FOUND',
  [rpcCodes.invalidParams]: 'INVALID_PARAMS',
  [rpcCodes.internal]: 'INTERNAL_ERROR',
  [rpcCodes.refused]: 'REFUSED',
  [rpcCodes.taskNotFound]: 'TASK_NOT_FOUND',
  [rpcCodes.taskNotCancelable]: 'TASK_NOT_CANCELABLE',
  [rpcCodes.pushNotSupported]: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
  [rpcCodes.unsupported]: 'UNSUPPORTED_OPERATION',
  [rpcCodes.contentType]: 'CONTENT_TYPE_NOT_SUPPORTED',
  [rpcCodes.noExtendedCard]: 'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
  [rpcCodes.versionNotSupported]: 'VERSION_NOT_SUPPORTED',
};

type Details = Readonly<Record<string, unknown>>;

export class RpcError extends Error {
  readonly code: number;
  readonly details: Details | undefined;

  constructor(code: number, message: string, details?: Details) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export const invalidParams = (why: string, details?: Details): RpcError =>
  new RpcError(rpcCodes.invalidParams, `Invalid params: ${why}`, details);

export type RpcId = string | number | null;

export interface A2aRequest {
  /** Undefined if the request has no id. */
  readonly id: RpcId | undefined;
  readonly method: string;
  readonly params: unknown;
}

export function parseA2aRequest(text: string): A2aRequest {
  const parsed = parse(text);
  if (!isJsonObject(parsed)) throw badRequest('send one object');
  const { jsonrpc, id, method, params } = parsed;
  if (jsonrpc !== '2.0') throw badRequest(`jsonrpc must be "2.0". ${explainEnvelope(parsed)}`);
  if (typeof method !== 'string') throw badRequest(`method must be a string. ${explainEnvelope(parsed)}`);
  if (id !== undefined && !isId(id)) throw badRequest('id must be a string or a whole number');
  return { id, method, params };
}

/** Checked after method and parameters, which is the order the compatibility kit expects. */
export function requireId(id: A2aRequest['id']): RpcId {
  if (id === undefined)
    throw badRequest('id is missing: without it the response cannot be matched to the request');
  return id;
}

const maxSaid = 200;

/** The whole request that says what a bare body says. */
function explainEnvelope(body: unknown): string {
  const said = textsIn(body).join(' ');
  const text = said === '' || said.length > maxSaid ? '<skill> <value>' : said;
  const message = { role: 'user', messageId: 'm-1', parts: [{ kind: 'text', text }] };
  return `Send ${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } })}`;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(asRecord(value)).flatMap(([name, each]) =>
    ['jsonrpc', 'id', 'method', 'role', 'kind'].includes(name) ? [] : textsIn(each),
  );
}

const badRequest = (reason: string) => new RpcError(rpcCodes.invalidRequest, `Invalid request: ${reason}`);

/** Rejects NUL, lone surrogates and deep nesting, like every other JSON body. */
function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind !== errors.badJson) throw invalidParams(error.message);
    throw new RpcError(rpcCodes.parse, `Parse error: ${error.message}`);
  }
}

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isInteger(id);

/** The id of a rejected request, if it can be read. */
export function idIn(text: string): RpcId {
  const request = decodeObject(text);
  return request !== unreadable && isId(request.id) ? request.id : null;
}

export const rpcResult = (id: RpcId, result: Record<string, unknown>) => ({
  jsonrpc: '2.0' as const,
  id,
  result,
});

/** 0.3 leaves `data` free; 1.0 requires a list whose first element is a `google.rpc.ErrorInfo`. */
export function rpcFailure(id: RpcId, { code, message, details }: RpcError, version: Version) {
  const data = version === '1.0' ? errorInfo(code, details) : details;
  return { jsonrpc: '2.0' as const, id, error: { code, message, ...(data !== undefined && { data }) } };
}

function errorInfo(code: number, details: Details = {}): object[] {
  const metadata = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: reasons[code] ?? 'INTERNAL_ERROR',
    domain: 'a2a-protocol.org',
    metadata,
  };
  const { retryAfter } = details;
  if (retryAfter === undefined) return [info];
  return [info, { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfter}s` }];
}

/** Converts a refusal of the HTTP layer (limit, size, content type) to a protocol error. */
export function toRpcError({ kind, message, hint, headers }: Refusal): RpcError {
  const retryAfter = Number(headers['retry-after']);
  const details = {
    code: kind.code,
    status: kind.status,
    hint,
    ...(Number.isFinite(retryAfter) && { retryAfter }),
  };
  return new RpcError(codeOfStatus(kind.status), message, details);
}

function codeOfStatus(status: number): number {
  if (status === 415) return rpcCodes.contentType;
  if (status === 413) return rpcCodes.invalidRequest;
  return status === 500 ? rpcCodes.internal : rpcCodes.refused;
}
