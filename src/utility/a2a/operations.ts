import { Type } from 'typebox';
import { asRecord } from '../../platform/decode.ts';
import type { RequestFacts } from '../../platform/http/route.ts';
import { createInputParser } from '../../platform/http/validation.ts';
import type { Attempts } from '../access/attempts.ts';
import type { SkillDirectory } from '../catalogue/skill-directory.ts';
import { keepFields, reportAsInvalidParams } from './message.ts';
import type { Version } from './rpc.ts';
import { invalidParams, RpcError, rpcCodes } from './rpc.ts';
import type { A2aTask, TaskPosition, Tasks } from './tasks.ts';
import { stateFromV1, taskToV1 } from './versions.ts';

/** Dependencies of an operation, and the protocol version it responds in. */
export interface Conversation {
  readonly directory: SkillDirectory;
  readonly tasks: Tasks;
  readonly attempts: Attempts;
  readonly version: Version;
  readonly request: Pick<RequestFacts, 'signal' | 'network'>;
}

type Prepared = () => Promise<Record<string, unknown>>;

const taskQuery = Type.Object({
  id: Type.String(),
  historyLength: Type.Optional(Type.Integer({ minimum: 0 })),
});
const readTaskQuery = createInputParser(taskQuery, 'params', 'json');

const listQuery = Type.Object({
  contextId: Type.String({ minLength: 1, maxLength: 200 }),
  status: Type.Optional(Type.String({ pattern: '^TASK_STATE_[A-Z_]{1,30}$' })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  pageToken: Type.Optional(Type.String({ maxLength: 300 })),
  historyLength: Type.Optional(Type.Integer({ minimum: 0 })),
  statusTimestampAfter: Type.Optional(Type.String({ format: 'date-time' })),
  includeArtifacts: Type.Optional(Type.Boolean()),
});
const readListQuery = createInputParser(listQuery, 'params', 'json');
const defaultPageSize = 50;

export function prepareGet(params: unknown, { tasks, version }: Conversation): Prepared {
  const { id, historyLength } = reportAsInvalidParams(() =>
    readTaskQuery(keepFields(params ?? {}, Object.keys(taskQuery.properties))),
  );
  return async () => {
    const task = await findTask(id, tasks);
    return presentTask(historyLength === undefined ? task : withHistory(task, historyLength), version);
  };
}

export function prepareCancel(params: unknown, { tasks, version, request }: Conversation): Prepared {
  const { id } = reportAsInvalidParams(() => readTaskQuery(keepFields(params ?? {}, ['id'])));
  return async () => {
    const task = await findTask(id, tasks);
    if (task.status.state !== 'input-required') {
      throw new RpcError(rpcCodes.taskNotCancelable, `Task cannot be canceled: it is ${task.status.state}`);
    }
    const canceled = tasks.transition(task, 'canceled');
    await tasks.save(canceled, request.network);
    return presentTask(canceled, version);
  };
}

/**
 * Lists the tasks of one conversation, started from the caller's network. Callers have no identity here, so a
 * list without a context would show one caller the conversations of its neighbours.
 */
export function prepareList(params: unknown, { tasks, request }: Conversation): Prepared {
  const fields = keepFields(params ?? {}, Object.keys(listQuery.properties));
  const query = reportAsInvalidParams(() => readListQuery(withoutDefaults(asRecord(fields))));
  const after = query.pageToken ? decodePageToken(query.pageToken) : undefined;
  const pageSize = query.pageSize ?? defaultPageSize;
  return async () => {
    const { found, next, total } = await tasks.list({
      contextId: query.contextId,
      network: request.network,
      state: query.status && stateFromV1(query.status),
      since: query.statusTimestampAfter ? new Date(query.statusTimestampAfter) : undefined,
      after,
      limit: pageSize,
    });
    return {
      tasks: found.map((task) => {
        const { artifacts: _left, ...bare } = withHistory(task, query.historyLength ?? task.history.length);
        return taskToV1(query.includeArtifacts ? { ...bare, artifacts: task.artifacts } : bare);
      }),
      nextPageToken: next ? encodePageToken(next) : '',
      pageSize,
      totalSize: total,
    };
  };
}

/** Protocol Buffers clients send the default value of a field that is not set. */
function withoutDefaults(sent: Record<string, unknown>): Record<string, unknown> {
  const isUnset = (value: unknown) => value === '' || value === 'TASK_STATE_UNSPECIFIED';
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => !isUnset(value)));
}

const encodePageToken = ({ at, id }: TaskPosition) =>
  Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');

function decodePageToken(token: string): TaskPosition {
  const [time = '', id] = Buffer.from(token, 'base64url').toString().split(' ');
  const at = new Date(time);
  if (!id || Number.isNaN(at.getTime())) throw invalidParams('pageToken was not issued by ListTasks');
  return { at, id };
}

export async function findTask(id: string, tasks: Tasks): Promise<A2aTask> {
  const task = await tasks.find(id);
  if (!task) throw new RpcError(rpcCodes.taskNotFound, `Task not found: ${id}`);
  return task;
}

/** The task with only its last `length` messages. */
export const withHistory = (task: A2aTask, length: number): A2aTask => ({
  ...task,
  history: length === 0 ? [] : task.history.slice(-length),
});

const presentTask = (task: A2aTask, version: Version): Record<string, unknown> =>
  version === '1.0' ? taskToV1(task) : { ...task };
