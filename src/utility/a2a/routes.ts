import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { foreignHost, refuseForeign } from '../../platform/http/foreign-host.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type RequestFacts, route } from '../../platform/http/route.ts';
import { anyObject } from '../../platform/http/schema.ts';
import type { SkillDesk } from '../catalogue/desk.ts';
import { agentCard, cardSchema } from './card.ts';
import { idIn, RpcError, type RpcRequest, readRequest, rpcCodes, rpcFailure, rpcResult } from './rpc.ts';
import { cancelTask, getTask, send } from './talk.ts';
import type { Tasks } from './tasks.ts';

interface A2aParts {
  readonly desk: SkillDesk;
  readonly tasks: Tasks;
  readonly urls: { readonly utility: string; readonly city: string };
  readonly onError: (error: unknown) => void;
}

/** Twice the limit of a message: fields of the protocol that are not stored need room too. */
const maxBodyBytes = 131_072;
const calls: Limit = {
  name: 'a2a',
  max: 60,
  window: 'minute',
  per: 'network',
  of: 'A2A calls from one network',
};

const card = (path: string, name: string, does: string) =>
  route<A2aParts>()({
    method: 'GET',
    path,
    name,
    area: 'a2a',
    does,
    auth: 'none',
    effect: 'read',
    answer: { status: 200, schema: cardSchema },
    handle: async (_, { desk, urls }) => agentCard(desk.skills, urls.utility),
  });

const rpc = route<A2aParts>()({
  method: 'POST',
  path: '/a2a',
  name: 'a2a',
  area: 'a2a',
  does: 'A2A 0.3.0 by JSON-RPC 2.0: message/send with the text "<skill-id> <value>" runs the skill, free.',
  auth: 'none',
  effect: 'own',
  stream: true,
  limits: [calls],
  errors: [errors.tooLarge, errors.wrongType, foreignHost],
  example: {
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'message/send',
      params: {
        message: {
          kind: 'message',
          role: 'user',
          messageId: 'm-1',
          parts: [{ kind: 'text', text: 'dns-lookup example.com' }],
        },
      },
    },
  },
  answer: {
    status: 200,
    schema: Type.Object({
      jsonrpc: Type.String(),
      id: Type.Unsafe<string | number | null>({ description: 'That of the request.' }),
      result: Type.Optional(anyObject('A message, or a task.')),
      error: Type.Optional(anyObject('code, message and data.')),
    }),
  },
  handle: async ({ stream, request }, parts) => {
    refuseForeign(request, [parts.urls.utility, parts.urls.city]);
    requireJson(request.headers['content-type']);
    const text = await textOf(stream);
    try {
      const asked = readRequest(text);
      return rpcResult(asked.id, (await answer(asked, parts, request)) as Record<string, unknown>);
    } catch (error) {
      if (error instanceof RpcError) return rpcFailure(idIn(text), error);
      parts.onError(error);
      return rpcFailure(idIn(text), new RpcError(rpcCodes.internal, 'Internal error'));
    }
  },
});

function answer(
  { method, params }: RpcRequest,
  parts: A2aParts,
  request: Pick<RequestFacts, 'signal' | 'network'>,
): Promise<unknown> {
  switch (method) {
    case 'message/send':
      return send(params, parts, request);
    case 'tasks/get':
      return getTask(params, parts);
    case 'tasks/cancel':
      return cancelTask(params, parts, request);
    case 'message/stream':
    case 'tasks/resubscribe':
      throw new RpcError(rpcCodes.unsupported, 'This operation is not supported: the agent does not stream');
    case 'agent/getAuthenticatedExtendedCard':
      throw new RpcError(rpcCodes.noExtendedCard, 'Authenticated extended card is not configured');
  }
  if (method.startsWith('tasks/pushNotificationConfig/')) {
    throw new RpcError(rpcCodes.pushNotSupported, 'Push notifications are not supported');
  }
  throw new RpcError(rpcCodes.unknownMethod, `Method not found: ${method.slice(0, 60)}`);
}

/** A page of another origin cannot send this type without a preflight, which its origin fails. */
function requireJson(type: string | string[] | undefined): void {
  if (/^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(String(type ?? ''))) return;
  throw new Refusal(
    errors.wrongType,
    'the content type must be application/json',
    "Send JSON with the header 'content-type: application/json'.",
  );
}

/** The body as text: JSON-RPC has its own error for what is not JSON. */
async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes)
      throw new Refusal(
        errors.tooLarge,
        'the body is larger than this call accepts',
        'Send at most 128 KiB of JSON, with a message of at most 64 KiB.',
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export const a2aRoutes = [
  card('/.well-known/agent-card.json', 'agentCard', 'The A2A agent card.'),
  card('/.well-known/agent.json', 'agentCardOld', 'The A2A agent card at its path before 0.3.0.'),
  card('/a2a', 'a2aCard', 'The A2A agent card at the URL of the agent.'),
  rpc,
];
