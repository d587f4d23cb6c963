import { Type } from 'typebox';
import { asRecord, decodeObject, unreadable } from '../platform/decode.ts';
import { invalidField } from '../platform/http/errors.ts';
import { foreignHost, refuseForeign } from '../platform/http/foreign-host.ts';
import type { Limit } from '../platform/http/limits.ts';
import { RawResponse } from '../platform/http/raw-response.ts';
import { errorKind } from '../platform/http/refusal.ts';
import { type RequestFacts, route } from '../platform/http/route.ts';
import { anyObject } from '../platform/http/schema.ts';
import type { McpServer } from './mcp-server.ts';
import { chooseForm, resultForm, sessionSuffix } from './result-form.ts';
import type { McpSessions } from './sessions.ts';

export interface McpRouteDependencies {
  readonly server: () => Promise<McpServer>;
  /** Origins of both services: a page of one may call the other. */
  readonly ownOrigins: () => readonly string[];
  readonly sessions: Pick<McpSessions, 'newId' | 'end'>;
}

const requestLimit: Limit = {
  name: 'mcp',
  max: 600,
  window: 'minute',
  per: 'network',
  of: 'MCP requests from one network',
};

const rpcErrors = {
  refused: errorKind('rpc_refused', 400, 'The protocol refuses the message; the body is a JSON-RPC error.'),
  unknown: errorKind('rpc_unknown_method', 404, 'There is no such method; the body is a JSON-RPC error.'),
};
const rpcCodes: Record<number, string> = {
  400: rpcErrors.refused.code,
  404: rpcErrors.unknown.code,
};

const rpcBody = Type.Object({
  jsonrpc: Type.String(),
  id: Type.Optional(Type.Unsafe<string | number | null>({ description: 'The id of the request.' })),
  result: Type.Optional(anyObject()),
  error: Type.Optional(anyObject('The error with code, message and data.')),
});
const rpcErrorDescription = 'A JSON-RPC error.';

export const mcpRoute = route<McpRouteDependencies>()({
  method: 'POST',
  path: '/mcp',
  name: 'mcp',
  area: 'mcp',
  summary: 'MCP over streamable HTTP: the operations of this service as tools of a model.',
  auth: 'none',
  effect: 'own',
  limits: [requestLimit],
  errors: [foreignHost, ...Object.values(rpcErrors)],
  query: Type.Object({ results: Type.Optional(resultForm) }),
  relays: true,
  body: Type.Object({
    jsonrpc: Type.Unsafe<'2.0'>({ type: 'string', enum: ['2.0'] }),
    id: Type.Optional(
      Type.Unsafe<unknown>({ description: 'A string or a whole number; a notification has none.' }),
    ),
    method: Type.String({ minLength: 1, maxLength: 200 }),
    params: Type.Optional(anyObject()),
  }),
  example: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  response: {
    status: 200,
    schema: rpcBody,
    also: [
      { status: 202, description: 'The notification was accepted.', body: false },
      { status: 400, description: rpcErrorDescription, body: true },
      { status: 404, description: rpcErrorDescription, body: true },
    ],
  },
  handle: async ({ query, body, request }, { server, ownOrigins, sessions }) => {
    refuseForeign(request, ownOrigins());
    if (body.id !== undefined && typeof body.id !== 'string' && !Number.isSafeInteger(body.id))
      throw invalidField('id must be a string or a whole number', 'A notification has no id.');
    const form = chooseForm(query.results, request.headers['mcp-session-id']);
    const answer = await (await server()).answer(toWebRequest(body, request), body, request, form);
    const text = await answer.text();
    const code = rpcCodes[answer.status];
    return new RawResponse(
      text,
      {
        'cache-control': 'no-store',
        ...(body.method === 'initialize' &&
          answer.status === 200 && { 'mcp-session-id': sessions.newId() + sessionSuffix(revisionIn(text)) }),
        ...(text !== '' && { 'content-type': 'application/json; charset=utf-8' }),
        ...(code !== undefined && { 'x-error-code': code }),
      },
      answer.status,
    );
  },
});

export const endSessionRoute = route<McpRouteDependencies>()({
  method: 'DELETE',
  path: '/mcp',
  name: 'endMcpSession',
  area: 'mcp',
  summary: 'End the MCP session in mcp-session-id: it forgets its key.',
  auth: 'none',
  effect: 'own',
  limits: [requestLimit],
  errors: [foreignHost],
  output: Type.Object({ ended: Type.Boolean({ description: 'false if there is no such session.' }) }),
  handle: async ({ request }, { ownOrigins, sessions }) => {
    refuseForeign(request, ownOrigins());
    return { ended: await sessions.end(request.headers['mcp-session-id']?.toString()) };
  },
});

/** The protocol revision in a response to `initialize`. */
function revisionIn(text: string): string {
  const answer = decodeObject(text);
  const result = answer === unreadable ? undefined : answer.result;
  return String(asRecord(result).protocolVersion ?? '');
}

/** Protocol headers; the library does not need the rest of the request. */
const protocolHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

function toWebRequest(body: object, { headers }: RequestFacts): Request {
  const forwarded = new Headers({
    'content-type': 'application/json',
    // Every response here is readable for a client that accepts JSON.
    accept: 'application/json, text/event-stream',
  });
  for (const [name, value] of Object.entries(headers)) {
    const isForwarded = protocolHeaders.includes(name) || name.startsWith('mcp-param-');
    if (isForwarded && typeof value === 'string') forwarded.set(name, value);
  }
  return new Request('http://mcp.invalid/mcp', {
    method: 'POST',
    headers: forwarded,
    body: JSON.stringify(body),
  });
}
