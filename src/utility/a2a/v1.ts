import { asRecord, isJsonObject } from '../../platform/decode.ts';
import { invalidParams, RpcError, rpcCodes } from './rpc.ts';

/**
 * Translates A2A 1.0 to and from 0.3, the form in which tasks are stored: roles, states and parts have other
 * names, the conversation is the same. A task started in one version can continue in the other.
 */
type Json = Record<string, unknown>;

const roles: Readonly<Record<string, string>> = { ROLE_USER: 'user', ROLE_AGENT: 'agent' };
const contents = ['text', 'data', 'url', 'raw'];
const textTypes = /^(?:text\/[\w.+-]+|application\/json)\s*(?:;|$)/i;

/** Converts a 1.0 message to 0.3. A value that is not a message is left for validation to reject. */
export function messageFromV1(message: unknown): unknown {
  if (!isJsonObject(message)) return message;
  const role = roles[String(message.role)];
  if (message.role !== undefined && !role)
    throw invalidParams('message.role must be one of ROLE_USER, ROLE_AGENT');
  const parts = Array.isArray(message.parts) ? message.parts.map(partFromV1) : message.parts;
  return { ...message, kind: 'message', role, parts };
}

function partFromV1(part: unknown, index: number): unknown {
  if (!isJsonObject(part)) return part;
  const present = contents.filter((name) => part[name] !== undefined && part[name] !== null);
  const [content] = present;
  if (content === undefined || present.length > 1)
    throw invalidParams(`message.parts.${index} must contain exactly one of ${contents.join(', ')}`);
  const type = part.mediaType;
  if (content === 'url' || content === 'raw' || (typeof type === 'string' && !textTypes.test(type))) {
    const typeName = typeof type === 'string' ? type.slice(0, 60) : 'a file';
    throw new RpcError(
      rpcCodes.contentType,
      `Incompatible content types: ${typeName} is a content type that is not supported`,
    );
  }
  return { kind: content, [content]: part[content] };
}

/** The result of `SendMessage` is wrapped in a field that names its type. */
export function sentToV1(result: unknown): Json {
  return isJsonObject(result) && result.kind === 'task'
    ? { task: taskToV1(result) }
    : { message: messageToV1(result) };
}

export function taskToV1(task: unknown): Json {
  const { kind: _kind, status, history, artifacts, ...rest } = asRecord(task);
  const { state, message, ...more } = asRecord(status);
  return {
    ...rest,
    status: {
      ...more,
      state: stateToV1(String(state)),
      ...(message !== undefined && { message: messageToV1(message) }),
    },
    ...(Array.isArray(artifacts) && { artifacts: artifacts.map(withParts) }),
    ...(Array.isArray(history) && history.length > 0 && { history: history.map(messageToV1) }),
  };
}

const stateToV1 = (state: string) => `TASK_STATE_${state.toUpperCase().replaceAll('-', '_')}`;

/** Converts a 1.0 state filter to the 0.3 state. */
export function stateFromV1(state: string): string {
  return state
    .replace(/^TASK_STATE_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
}

function messageToV1(message: unknown): Json {
  const { kind: _kind, role, ...rest } = asRecord(message);
  return withParts({ ...rest, role: `ROLE_${String(role).toUpperCase()}` });
}

function withParts(holder: unknown): Json {
  const { parts, ...rest } = asRecord(holder);
  const partRecords = Array.isArray(parts) ? parts.map(asRecord) : [];
  return {
    ...rest,
    parts: partRecords.map(({ kind, text, data }) =>
      kind === 'data' ? { data, mediaType: 'application/json' } : { text, mediaType: 'text/plain' },
    ),
  };
}
