import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Refusal } from '../../platform/http/refusal.ts';
import type { RequestFacts } from '../../platform/http/route.ts';
import { InvalidInput, inputReader } from '../../platform/http/validation.ts';
import { SkillCall } from '../catalogue/call.ts';
import type { SkillDesk } from '../catalogue/desk.ts';
import { runSkill } from '../catalogue/routes.ts';
import type { BoundSkill } from '../catalogue/skill.ts';
import { sentMessage } from './card.ts';
import { RpcError, rpcCodes } from './rpc.ts';
import { jsonBytes, maxMessageBytes } from './task-size.ts';
import type { A2aTask, Tasks } from './tasks.ts';

type Sent = Static<typeof sentMessage>;

interface TalkParts {
  readonly desk: SkillDesk;
  readonly tasks: Tasks;
}

const maxAgeS = 300;
const longestRunMs = 30_000;
const readMessage = inputReader(sentMessage, 'message', 'json');
const readTaskQuery = inputReader(
  Type.Object({ id: Type.String(), historyLength: Type.Optional(Type.Integer({ minimum: 0 })) }),
  'params',
  'json',
);

/** `message/send`: the words of a message name a skill and its value; the answer is what the skill found. */
export async function send(
  params: unknown,
  { desk, tasks }: TalkParts,
  { signal, network }: Pick<RequestFacts, 'signal' | 'network'>,
): Promise<unknown> {
  const { message: given, configuration } = (params ?? {}) as {
    message?: unknown;
    configuration?: Record<string, unknown>;
  };
  if (given === undefined) throw new RpcError(rpcCodes.invalidParams, 'Invalid params: message is missing');
  if (configuration?.pushNotificationConfig) {
    throw new RpcError(rpcCodes.pushNotSupported, 'Push notifications are not supported');
  }
  const message = read(() => readMessage(known(given)));
  if (jsonBytes(message) > maxMessageBytes) {
    throw new RpcError(
      rpcCodes.invalidParams,
      `Invalid params: message must have at most ${maxMessageBytes} bytes of JSON`,
    );
  }
  const going = message.taskId === undefined ? undefined : await open(message.taskId, tasks);
  const contextId = going?.contextId ?? message.contextId ?? randomUUID();
  const asked = askedFor(message, desk);
  if (asked === undefined) {
    const help = agentMessage(contextId, [{ kind: 'text', text: howTo(desk) }]);
    const task = going
      ? tasks.move(going, 'input-required', { message: help, received: message })
      : tasks.begin(contextId, 'input-required', { message: help, history: [message] });
    await tasks.save(task, network);
    return task;
  }
  const data = await run(asked.skill, asked.params, desk, signal);
  if (!going) return agentMessage(contextId, [{ kind: 'data', data }]);
  const artifact = { artifactId: randomUUID(), name: asked.skill.id, parts: [{ kind: 'data', data }] };
  const task = tasks.move(going, 'completed', { received: message, artifact });
  await tasks.save(task, network);
  return task;
}

export async function getTask(params: unknown, { tasks }: TalkParts): Promise<unknown> {
  const { id, historyLength } = read(() => readTaskQuery(only(params, ['id', 'historyLength'])));
  const task = await found(id, tasks);
  return historyLength === undefined
    ? task
    : { ...task, history: historyLength === 0 ? [] : task.history.slice(-historyLength) };
}

export async function cancelTask(
  params: unknown,
  { tasks }: TalkParts,
  { network }: Pick<RequestFacts, 'network'>,
): Promise<unknown> {
  const { id } = read(() => readTaskQuery(only(params, ['id'])));
  const task = await found(id, tasks);
  if (task.status.state !== 'input-required') {
    throw new RpcError(rpcCodes.taskNotCancelable, `Task cannot be canceled: it is ${task.status.state}`);
  }
  const canceled = tasks.move(task, 'canceled');
  await tasks.save(canceled, network);
  return canceled;
}

async function found(id: string, tasks: Tasks): Promise<A2aTask> {
  const task = await tasks.find(id);
  if (!task) throw new RpcError(rpcCodes.taskNotFound, `Task not found: ${id}`);
  return task;
}

async function open(id: string, tasks: Tasks): Promise<A2aTask> {
  const task = await found(id, tasks);
  if (task.status.state === 'input-required') return task;
  throw new RpcError(
    rpcCodes.invalidParams,
    `Invalid params: the task is ${task.status.state} and takes no more messages`,
  );
}

interface Asked {
  readonly skill: BoundSkill;
  readonly params: Record<string, unknown>;
}

/** Undefined for words that name no skill at all: those are asked back, not refused. */
function askedFor(message: Sent, desk: SkillDesk): Asked | undefined {
  const data = message.parts.find((part) => part.kind === 'data')?.data as
    | { skill?: unknown; params?: Record<string, unknown> }
    | undefined;
  if (typeof data?.skill === 'string') return { skill: named(data.skill, desk), params: data.params ?? {} };
  const text = message.parts
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join(' ')
    .trim();
  const [id = '', rest = ''] = splitFirst(text);
  const skill = desk.find(id);
  if (skill) return { skill, params: rest === '' ? {} : { [skill.value]: rest } };
  if (looksLikeSkill(id, rest)) named(id, desk);
  return undefined;
}

function splitFirst(text: string): [string, string] {
  const gap = /\s+/.exec(text);
  return gap ? [text.slice(0, gap.index), text.slice(gap.index + gap[0].length)] : [text, ''];
}

/** One lower-case word and at most one value is an attempt at a skill; prose is not. */
const looksLikeSkill = (id: string, rest: string) =>
  /^\/?[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(id) && !/\s/.test(rest);

function named(id: string, desk: SkillDesk): BoundSkill {
  const skill = desk.find(id);
  if (skill) return skill;
  const message = `Invalid params: there is no skill ${id.slice(0, 60)}; the skills are ${desk.ids.join(', ')}`;
  throw new RpcError(rpcCodes.invalidParams, message, { skills: desk.ids });
}

async function run(
  skill: BoundSkill,
  params: Record<string, unknown>,
  desk: SkillDesk,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const call = new SkillCall({
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestRunMs)]),
      maxAgeS,
    });
    return await runSkill(skill, desk.params(skill, params), call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code = error.kind.status < 500 ? rpcCodes.invalidParams : rpcCodes.internal;
    const before = code === rpcCodes.invalidParams ? 'Invalid params: ' : '';
    throw new RpcError(code, before + error.message, {
      code: error.kind.code,
      status: error.kind.status,
      hint: error.hint,
    });
  }
}

function agentMessage(contextId: string, parts: unknown[]) {
  return { kind: 'message', role: 'agent', messageId: randomUUID(), contextId, parts };
}

const howTo = (desk: SkillDesk) => `Send "<skill-id> <value>". The skills are: ${desk.ids.join(', ')}.`;

/** Fields of the protocol that we do not use are not refused. */
function known(message: unknown): unknown {
  const kept = only(message, Object.keys(sentMessage.properties));
  if (typeof kept !== 'object' || kept === null || !('parts' in kept) || !Array.isArray(kept.parts))
    return kept;
  if (kept.parts.some((part) => (part as { kind?: unknown })?.kind === 'file')) {
    throw new RpcError(
      rpcCodes.contentType,
      'Incompatible content types: files are a content type that is not supported',
    );
  }
  return { ...kept, parts: kept.parts.map((part) => only(part, ['kind', 'text', 'data'])) };
}

function only(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name)));
}

function read<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidInput)
      throw new RpcError(rpcCodes.invalidParams, `Invalid params: ${error.message}`);
    throw error;
  }
}
