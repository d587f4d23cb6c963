import { randomUUID } from 'node:crypto';
import { asRecord, decodeObject, isJsonObject, unreadable } from '../../platform/decode.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { runLimit, SkillCall } from '../catalogue/call.ts';
import { runSkill } from '../catalogue/routes.ts';
import type { BoundSkill } from '../catalogue/skill.ts';
import type { SkillDirectory } from '../catalogue/skill-directory.ts';
import { agentMessage, readMessage, type SentMessage } from './message.ts';
import { type Conversation, findTask, withHistory } from './operations.ts';
import { invalidParams, RpcError, rpcCodes } from './rpc.ts';
import type { A2aTask } from './tasks.ts';
import { messageFromV1, sentToV1 } from './versions.ts';

const maxAgeS = 300;

/**
 * Handles message/send: the text names a skill and its value; the reply is the skill's result or a question.
 */
export function prepareSend(params: unknown, talk: Conversation): () => Promise<Record<string, unknown>> {
  const { message: given, ...others } = asRecord(params);
  const configuration = asRecord(others.configuration);
  if (given === undefined) throw invalidParams('message is missing');
  if (configuration.pushNotificationConfig || configuration.taskPushNotificationConfig)
    throw new RpcError(rpcCodes.pushNotSupported, 'Push notifications are not supported');
  const { historyLength } = configuration;
  const message = readMessage(talk.version === '1.0' ? messageFromV1(given) : given);
  return async () => {
    const result = await answerMessage(message, talk);
    const limited =
      result.kind === 'task' && typeof historyLength === 'number'
        ? withHistory(result as A2aTask, historyLength)
        : result;
    return talk.version === '1.0' ? sentToV1(limited) : limited;
  };
}

async function answerMessage(message: SentMessage, talk: Conversation): Promise<{ readonly kind: string }> {
  const { directory, tasks, request } = talk;
  const going = message.taskId === undefined ? undefined : await openTask(message, talk);
  const contextId = going?.contextId ?? message.contextId ?? randomUUID();
  const requested = readRequestedSkill(message.parts, directory);
  if (requested === undefined) {
    const help = agentMessage(contextId, [{ kind: 'text', text: usageText(directory) }]);
    const task = going
      ? tasks.transition(going, 'input-required', { message: help, received: message })
      : tasks.begin(contextId, 'input-required', { message: help, history: [message] });
    await tasks.save(task, request.network);
    return task;
  }
  const data = await runSkillTask(requested, talk);
  if (!going) return agentMessage(contextId, [{ kind: 'data', data }]);
  const artifact = { artifactId: randomUUID(), name: requested.skill.id, parts: [{ kind: 'data', data }] };
  const task = tasks.transition(going, 'completed', { received: message, artifact });
  await tasks.save(task, request.network);
  return task;
}

async function openTask(message: SentMessage, { tasks, version }: Conversation): Promise<A2aTask> {
  const task = await findTask(String(message.taskId), tasks);
  if (message.contextId !== undefined && message.contextId !== task.contextId)
    throw invalidParams('message.contextId is not the context of message.taskId');
  if (task.status.state === 'input-required') return task;
  const reason = `the task is ${task.status.state} and accepts no more messages`;
  if (version === '1.0')
    throw new RpcError(rpcCodes.unsupported, `This operation is not supported: ${reason}`);
  throw invalidParams(reason);
}

async function runSkillTask(
  { skill, params }: RequestedSkill,
  { directory, request, attempts }: Conversation,
): Promise<unknown> {
  try {
    const by = { subject: undefined, network: request.network };
    const validParams = directory.params(skill, params);
    const call = new SkillCall({ signal: AbortSignal.any([request.signal, runLimit(validParams)]), maxAgeS });
    return await attempts.run(by, request.signal, () => runSkill(skill, validParams, call));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind, message, hint } = error;
    const details = { code: kind.code, status: kind.status, hint };
    throw kind.status < 500
      ? invalidParams(message, details)
      : new RpcError(rpcCodes.internal, message, details);
  }
}

const usageText = (directory: SkillDirectory) =>
  `Send "<skill-id> <value>", or data {"skill": "<skill-id>", "params": {…}} for a skill with several parameters. The skills are: ${directory.ids.join(', ')}.`;

type Json = Record<string, unknown>;

interface RequestedSkill {
  readonly skill: BoundSkill;
  readonly params: Json;
}

interface MessagePart {
  readonly kind: string;
  readonly text?: string;
  readonly data?: unknown;
}

/**
 * Reads the skill a message requests: `{skill, params}` as data or as JSON text, `<skill-id> <value>`, or
 * `<skill-id> {json parameters}`. Returns undefined for prose that names no skill: the caller then replies
 * with a question.
 */
function readRequestedSkill(
  parts: readonly MessagePart[],
  directory: SkillDirectory,
): RequestedSkill | undefined {
  const text = parts
    .map((part) => part.text ?? '')
    .join(' ')
    .trim();
  const structured = [...parts.map(({ data }) => data), jsonObject(text)].find(isRequest);
  if (structured)
    return { skill: requireSkill(structured.skill, directory), params: paramsOfRequest(structured) };
  const [id, rest] = splitFirstWord(text);
  const skill = directory.find(id);
  if (skill) return { skill, params: rest === '' ? {} : paramsOfText(skill, rest) };
  if (looksLikeSkill(id, rest)) requireSkill(id, directory);
  return undefined;
}

const isRequest = (value: unknown): value is { skill: string; params?: unknown } =>
  typeof asRecord(value).skill === 'string';

function paramsOfRequest({ params = {} }: { params?: unknown }): Json {
  if (isJsonObject(params)) return params;
  throw invalidParams(
    'params must be an object, like {"skill":"dns-lookup","params":{"domain":"example.com"}}',
  );
}

/**
 * A skill that accepts long text may receive JSON as that text, so an object counts as parameters only if it
 * names them.
 */
function paramsOfText(skill: BoundSkill, rest: string): Json {
  const object = jsonObject(rest);
  if (!object) return { [skill.value]: rest };
  const names = Object.keys(object);
  const known = names.length > 0 && names.every((name) => name in skill.params.properties);
  return known || !skill.takesBody ? object : { [skill.value]: rest };
}

function jsonObject(text: string): Json | undefined {
  if (!text.startsWith('{')) return undefined;
  const object = decodeObject(text);
  return object === unreadable ? undefined : object;
}

function splitFirstWord(text: string): [string, string] {
  const gap = /\s+/.exec(text);
  return gap ? [text.slice(0, gap.index), text.slice(gap.index + gap[0].length)] : [text, ''];
}

/** One lower-case word with at most one value is an attempt to call a skill; prose is not. */
const looksLikeSkill = (id: string, rest: string) =>
  /^\/?[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(id) && !/\s/.test(rest);

function requireSkill(id: string, directory: SkillDirectory): BoundSkill {
  const skill = directory.find(id);
  if (skill) return skill;
  throw invalidParams(`there is no skill ${id.slice(0, 60)}; the skills are ${directory.ids.join(', ')}`, {
    skills: directory.ids,
  });
}
