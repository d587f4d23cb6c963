import { randomUUID } from 'node:crypto';
import { asRecord } from '../../platform/decode.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { SkillCall } from '../catalogue/call.ts';
import { runSkill } from '../catalogue/routes.ts';
import { runLimit } from '../catalogue/run-limit.ts';
import type { SkillDirectory } from '../catalogue/skill-directory.ts';
import type { A2aTask } from './a2a-task.ts';
import { agentMessage, readMessage, type SentMessage } from './message.ts';
import { type Conversation, findTask, withHistory } from './operations.ts';
import { type RequestedSkill, readRequestedSkill } from './requested-skill.ts';
import { invalidParams, RpcError, rpcCodes } from './rpc.ts';
import { messageFromV1, sentToV1 } from './v1.ts';

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
