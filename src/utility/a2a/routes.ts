import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { foreignHost, refuseForeign } from '../../platform/http/foreign-host.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { anyObject } from '../../platform/http/schema.ts';
import type { Attempts } from '../access/attempts.ts';
import type { BoundSkill } from '../catalogue/skill.ts';
import type { SkillDirectory } from '../catalogue/skill-directory.ts';
import { type Conversation, prepareCancel, prepareGet, prepareList } from './operations.ts';
import {
  type A2aRequest,
  idIn,
  invalidParams,
  parseA2aRequest,
  RpcError,
  requireId,
  rpcCodes,
  rpcFailure,
  rpcResult,
  toRpcError,
} from './rpc.ts';
import { prepareSend } from './send.ts';
import type { Tasks } from './tasks.ts';
import { findOperation, readRequestedVersion, versionFor, versionOfError, versions } from './versions.ts';

const cardSchema = anyObject('An A2A agent card with the fields of 1.0 and of 0.3.0.');

/**
 * One card serves both versions: a 1.0 client reads `supportedInterfaces`, a 0.3 client reads `url` and
 * `protocolVersion`, and each ignores the other's fields. The versions differ in how they write security
 * schemes, and this card has none.
 */
function agentCard(skills: readonly BoundSkill[], baseUrl: string) {
  const url = `${baseUrl}/a2a`;
  return {
    name: 'kith',
    description:
      'Small data skills for agents. Send the text "<skill-id> <value>", or data {"skill": "<skill-id>", "params": {…}}, and get JSON back.',
    version: '1.1.0',
    supportedInterfaces: versions.map((protocolVersion) => ({
      url,
      protocolBinding: 'JSONRPC',
      protocolVersion,
    })),
    protocolVersion: '0.3.0',
    url,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url, transport: 'JSONRPC' }],
    documentationUrl: `${baseUrl}/llms.txt`,
    capabilities: {
      streaming: false,
      pushNotifications: false,
      stateTransitionHistory: false,
      extendedAgentCard: false,
    },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: skills.map((skill) => ({
      id: skill.id,
      name: skill.id,
      description: skill.does,
      tags: skill.id.split('-'),
      examples: listExamples(skill),
      inputModes: ['text/plain', 'application/json'],
      outputModes: ['application/json'],
    })),
  };
}

/** Each example as text and as structured input: text can carry one value, not several parameters. */
function listExamples(skill: BoundSkill): string[] {
  const params = skill.example;
  const structured = JSON.stringify({ skill: skill.id, params });
  return Object.keys(params).length === 1 ? [`${skill.id} ${params[skill.value]}`, structured] : [structured];
}

interface A2aDependencies {
  readonly directory: SkillDirectory;
  readonly tasks: Tasks;
  readonly attempts: Attempts;
  readonly urls: { readonly utility: string; readonly city: string };
  readonly onError: (error: unknown) => void;
}

/** Twice the message limit, to leave room for protocol fields that are not stored. */
const maxBodyBytes = 131_072;
const calls: Limit = {
  name: 'a2a',
  max: 60,
  window: 'minute',
  per: 'network',
  of: 'A2A calls from one network',
};

const card = (
  path: string,
  name: string,
  summary: string,
  deprecated?: { since: string; sunset: string; instead: string },
) =>
  route<A2aDependencies>()({
    method: 'GET',
    path,
    name,
    area: 'a2a',
    summary,
    auth: 'none',
    effect: 'read',
    ...(deprecated && { deprecated }),
    output: cardSchema,
    handle: async ({ setHeader }, { directory, urls }) => {
      setHeader('cache-control', 'public, max-age=300');
      return agentCard(directory.skills, urls.utility);
    },
  });

const refusalStatuses = [403, 413, 415, 429, 500, 503];

const rpc = route<A2aDependencies>()({
  method: 'POST',
  path: '/a2a',
  name: 'a2a',
  area: 'a2a',
  summary:
    'A2A 1.0 and 0.3 by JSON-RPC 2.0: a message "<skill-id> <value>" or {skill, params} runs the skill, free.',
  auth: 'none',
  effect: 'own',
  stream: true,
  // The protocol has a query field of its own, A2A-Version.
  relays: true,
  limits: [calls],
  errors: [errors.tooLarge, errors.wrongType, foreignHost],
  example: {
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: {
        message: { role: 'ROLE_USER', messageId: 'm-1', parts: [{ text: 'dns-lookup example.com' }] },
      },
    },
  },
  response: {
    status: 200,
    schema: Type.Object({
      jsonrpc: Type.String(),
      id: Type.Unsafe<string | number | null>({ description: 'The id of the request.' }),
      result: Type.Optional(anyObject('A message, or a task.')),
      error: Type.Optional(anyObject('The error with code, message and data.')),
    }),
    also: refusalStatuses.map((status) => ({ status, description: 'A JSON-RPC error.', body: true })),
  },
  handle: async ({ stream, request }, deps) => {
    refuseForeign(request, [deps.urls.utility, deps.urls.city]);
    requireJson(request.headers['content-type']);
    const text = await readText(stream);
    const requestedVersion = readRequestedVersion(request.headers, request.url);
    let version = versionOfError(requestedVersion);
    try {
      const rpcRequest = parseA2aRequest(text);
      version = versionFor(requestedVersion, rpcRequest.method);
      const run = prepare(rpcRequest, { ...deps, version, request });
      const id = requireId(rpcRequest.id);
      return rpcResult(id, await run());
    } catch (error) {
      if (error instanceof RpcError) return rpcFailure(idIn(text), error, version);
      deps.onError(error);
      return rpcFailure(idIn(text), new RpcError(rpcCodes.internal, 'Internal error'), version);
    }
  },
  refuseAs: async (refusal, request, stream) => {
    const text = await readText(stream).catch(() => '');
    const version = versionOfError(readRequestedVersion(request.headers, request.url));
    return JSON.stringify(rpcFailure(idIn(text), toRpcError(refusal), version));
  },
});

/** Validates the parameters and returns the remaining work. */
function prepare({ method, params }: A2aRequest, talk: Conversation): () => Promise<Record<string, unknown>> {
  const operation = findOperation(talk.version, method);
  if (params !== undefined && (typeof params !== 'object' || params === null))
    throw invalidParams('params must be an object');
  switch (operation) {
    case 'send':
      return prepareSend(params, talk);
    case 'get':
      return prepareGet(params, talk);
    case 'list':
      return prepareList(params, talk);
    case 'cancel':
      return prepareCancel(params, talk);
    case 'stream':
      throw new RpcError(rpcCodes.unsupported, 'This operation is not supported: the agent does not stream');
    case 'push':
      throw new RpcError(rpcCodes.pushNotSupported, 'Push notifications are not supported');
    case 'extendedCard':
      throw talk.version === '1.0'
        ? new RpcError(rpcCodes.unsupported, 'This operation is not supported: there is no extended card')
        : new RpcError(rpcCodes.noExtendedCard, 'Authenticated extended card is not configured');
  }
}

/** A page of another origin cannot send this content type without a preflight, which fails for its origin. */
function requireJson(type: string | string[] | undefined): void {
  if (/^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(String(type ?? ''))) return;
  throw new Refusal(
    errors.wrongType,
    'the content type must be application/json',
    "Send JSON with the header 'content-type: application/json'.",
  );
}

/** The body as text: JSON-RPC has its own error for a body that is not valid JSON. */
async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
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
  card('/.well-known/agent.json', 'agentCardOld', 'The A2A agent card at its path before 0.3.0.', {
    since: '2026-11-16',
    sunset: '2027-11-16',
    instead: '/.well-known/agent-card.json',
  }),
  card('/a2a', 'a2aCard', 'The A2A agent card at the URL of the agent.'),
  rpc,
];
