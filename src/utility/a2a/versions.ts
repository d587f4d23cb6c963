import { asRecord, isJsonObject } from '../../platform/decode.ts';
import { invalidParams, RpcError, rpcCodes, type Version } from './rpc.ts';

/** A2A versions served at the same URL. */
export const versions: readonly Version[] = ['1.0', '0.3'];

type A2aOperation = 'send' | 'get' | 'list' | 'cancel' | 'stream' | 'push' | 'extendedCard';

const methods: Readonly<Record<Version, Readonly<Record<string, A2aOperation>>>> = {
  '0.3': {
    'message/send': 'send',
    'message/stream': 'stream',
    'tasks/get': 'get',
    'tasks/cancel': 'cancel',
    'tasks/resubscribe': 'stream',
    'tasks/pushNotificationConfig/set': 'push',
    'tasks/pushNotificationConfig/get': 'push',
    'tasks/pushNotificationConfig/list': 'push',
    'tasks/pushNotificationConfig/delete': 'push',
    'agent/getAuthenticatedExtendedCard': 'extendedCard',
  },
  '1.0': {
    SendMessage: 'send',
    SendStreamingMessage: 'stream',
    GetTask: 'get',
    ListTasks: 'list',
    CancelTask: 'cancel',
    SubscribeToTask: 'stream',
    CreateTaskPushNotificationConfig: 'push',
    GetTaskPushNotificationConfig: 'push',
    ListTaskPushNotificationConfigs: 'push',
    DeleteTaskPushNotificationConfig: 'push',
    GetExtendedAgentCard: 'extendedCard',
  },
};

/** Reads `A2A-Version` from the header or the query parameter. */
export function readRequestedVersion(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  url: string,
): string | undefined {
  const requested =
    headers['a2a-version'] || new URL(url, 'http://a2a.invalid').searchParams.get('A2A-Version');
  return String(requested ?? '').trim() || undefined;
}

/**
 * The version of the response. Patch numbers are ignored. A request that states no version is 0.3, unless its
 * method exists only in 1.0: rejecting it would not help the client.
 */
export function versionFor(stated: string | undefined, method: string): Version {
  if (stated === undefined) return method in methods['1.0'] ? '1.0' : '0.3';
  const version = majorMinor(stated);
  if (version) return version;
  throw new RpcError(
    rpcCodes.versionNotSupported,
    `A2A version ${stated.slice(0, 20)} is not supported; this agent speaks ${versions.join(' and ')}`,
    { supported: versions },
  );
}

/** Version of the error format for a request whose method could not be read. */
export const versionOfError = (stated: string | undefined): Version =>
  stated === undefined ? '0.3' : (majorMinor(stated) ?? '1.0');

function majorMinor(stated: string): Version | undefined {
  const [, found] = /^(\d+\.\d+)(?:\.\d+)?$/.exec(stated) ?? [];
  return versions.find((version) => version === found);
}

export function findOperation(version: Version, method: string): A2aOperation {
  const operation = Object.hasOwn(methods[version], method) ? methods[version][method] : undefined;
  if (operation) return operation;
  throw new RpcError(
    rpcCodes.unknownMethod,
    `Method not found: ${method.slice(0, 60)} is not a method of A2A ${version}, which has ${Object.keys(methods[version]).join(', ')}`,
  );
}

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
