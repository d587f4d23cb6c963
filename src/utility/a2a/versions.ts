import { RpcError, rpcCodes, type Version } from './rpc.ts';

/** A2A versions served at the same URL. */
export const versions: readonly Version[] = ['1.0', '0.3'];

export type A2aOperation = 'send' | 'get' | 'list' | 'cancel' | 'stream' | 'push' | 'extendedCard';

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
    `Method not found: ${method.slice(0, 60)} is not a method of A2A ${version}`,
  );
}
