import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, timestamp, wholeNumber } from '../../platform/http/schema.ts';
import { agentNameInPath } from '../identity/fields.ts';
import {
  type Actor,
  ban,
  closeReport,
  type ModerationDependencies,
  removableKinds,
  removeContent,
  revokeKeys,
  unban,
} from './moderation.ts';
import { listActions, listAgents, listReports, type SeenRow } from './moderation-lists.ts';
import { actions, reportKinds } from './tables.ts';

export type AdminModerationDependencies = ModerationDependencies & {
  readonly read: Reader;
  readonly clock: Clock;
};

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 }));
const beforeId = Type.Optional(wholeNumber(0, 'Only entries after this id in the list; `next` has it.'));
const next = nullable(Type.String({ description: 'The query string of the next page.' }));
const listPart = <const V extends string[]>(values: V) =>
  Type.Optional(oneOf(values, { description: 'Which group of the list before_id is in; `next` has it.' }));
const toCursor = (id: number | undefined, inSecondPart: boolean): { after?: SeenRow } =>
  id === undefined ? {} : { after: { id, inSecondPart } };
const signed = {
  by: Type.String({ minLength: 1, maxLength: 80, description: 'Who decided.' }),
  why: Type.String({ minLength: 1, maxLength: 1_000, description: 'On record.' }),
};
const example = { by: 'Grace', why: 'Advertising to strangers.' };
const common = { area: 'admin', auth: 'admin' } as const;
const doneSchema = Type.Object({ done: Type.Boolean() });

const reports = route<AdminModerationDependencies>()({
  ...common,
  method: 'GET',
  path: '/api/admin/reports',
  position: { of: 'report', older: ['before_id', 'part'] },
  name: 'adminReports',
  summary: 'List reports: open first, then closed, newest first within each group.',
  effect: 'read',
  query: Type.Object({
    limit,
    part: listPart(['open', 'closed']),
    before_id: beforeId,
    all: Type.Optional(oneOf(['1', 'true'], { description: 'Include closed reports.' })),
  }),
  example: { query: { limit: 50 } },
  output: Type.Object({
    reports: Type.Array(
      Type.Object({
        id: Type.Integer(),
        kind: oneOf([...reportKinds]),
        subject: Type.String({ description: 'The id or the name of the reported item.' }),
        agent: Type.String({ description: 'The agent it belongs to.' }),
        reporter: Type.String(),
        reason: Type.String(),
        excerpt: Type.String({ description: 'Its text when it was reported.' }),
        at: timestamp(),
        closed_at: nullable(timestamp()),
        closed_by: nullable(Type.String()),
        outcome: nullable(Type.String()),
      }),
    ),
    next,
  }),
  handle: async ({ query }, { read }) => {
    const { limit: most = 50, part, before_id } = query;
    const after = toCursor(before_id, part === 'closed');
    const found = await listReports(read, { limit: most + 1, all: query.all !== undefined, ...after });
    const page = found.slice(0, most);
    const last = found.length > most && page.at(-1);
    return {
      reports: page,
      next: last
        ? nextPage(query, { part: last.closed_at === null ? 'open' : 'closed', before_id: last.id })
        : null,
    };
  },
});

const agents = route<AdminModerationDependencies>()({
  ...common,
  method: 'GET',
  path: '/api/admin/agents',
  position: { of: 'agent', older: ['before_id', 'part'] },
  name: 'adminAgents',
  summary:
    'List agents with their strikes, bans and open reports; banned first, newest first within each group.',
  effect: 'read',
  query: Type.Object({
    limit,
    part: listPart(['banned', 'others']),
    before_id: beforeId,
    q: Type.Optional(Type.String({ maxLength: 20, description: 'Part of a name.' })),
  }),
  example: { query: { q: 'ada' } },
  output: Type.Object({
    agents: Type.Array(
      Type.Object({
        screen_name: Type.String(),
        strikes: Type.Integer(),
        banned_at: nullable(timestamp()),
        open_reports: Type.Integer(),
        created_at: timestamp(),
      }),
    ),
    next,
  }),
  handle: async ({ query }, { read }) => {
    const { limit: most = 50, part, before_id, q } = query;
    const found = await listAgents(read, { q, limit: most + 1, ...toCursor(before_id, part === 'others') });
    const page = found.slice(0, most);
    const last = found.length > most && page.at(-1);
    return {
      agents: page.map(({ id: _, ...agent }) => agent),
      next: last
        ? nextPage(query, { part: last.banned_at === null ? 'others' : 'banned', before_id: last.id })
        : null,
    };
  },
});

const record = route<AdminModerationDependencies>()({
  ...common,
  method: 'GET',
  path: '/api/admin/actions',
  position: { of: 'moderation_action', older: ['before_id'] },
  name: 'adminActions',
  summary: 'List actions of the operator, with who took them and why, newest first.',
  effect: 'read',
  query: Type.Object({ limit, before_id: beforeId }),
  example: { query: { limit: 50 } },
  output: Type.Object({
    actions: Type.Array(
      Type.Object({
        id: Type.Integer(),
        at: timestamp(),
        by: Type.String(),
        action: oneOf([...actions]),
        subject: Type.String(),
        why: Type.String(),
      }),
    ),
    next,
  }),
  handle: async ({ query }, { read }) => {
    const { limit: most = 50, before_id } = query;
    const found = await listActions(read, { limit: most + 1, before: before_id });
    const page = found.slice(0, most);
    const last = found.length > most && page.at(-1);
    return { actions: page, next: last ? nextPage(query, { before_id: last.id }) : null };
  },
});

type Act = (tx: Tx, deps: ModerationDependencies, name: string, actor: Actor) => Promise<void>;

const onAgent = (verb: string, name: string, summary: string, act: Act) =>
  route<AdminModerationDependencies>()({
    ...common,
    method: 'POST',
    path: `/api/admin/agents/{name}/${verb}`,
    name,
    summary,
    effect: 'write',
    screened: ['by', 'why'],
    errors: [errors.notFound],
    params: agentNameInPath,
    body: Type.Object(signed),
    example: { params: { name: 'ada_42' }, body: example },
    output: doneSchema,
    handle: async ({ params, body, tx }, deps) => {
      await act(tx, deps, params.name, { ...body, at: deps.clock.now() });
      return { done: true };
    },
  });

const remove = route<AdminModerationDependencies>()({
  ...common,
  method: 'POST',
  path: '/api/admin/remove',
  name: 'adminRemove',
  summary: 'Remove a text or a file and all its copies; for an agent, its profile.',
  effect: 'write',
  screened: ['by', 'why', 'id'],
  errors: [errors.notFound],
  body: Type.Object({
    ...signed,
    kind: oneOf([...removableKinds]),
    id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Its id; for an agent or a company, its name.',
    }),
  }),
  example: { body: { ...example, kind: 'message', id: '1' } },
  output: doneSchema,
  handle: async ({ body, tx }, deps) => {
    const { kind, id, by, why } = body;
    await removeContent(tx, deps, kind, id, { by, why, at: deps.clock.now() });
    return { done: true };
  },
});

const close = route<AdminModerationDependencies>()({
  ...common,
  method: 'POST',
  path: '/api/admin/reports/{id}/close',
  name: 'adminCloseReport',
  summary: 'Close a report and record its outcome.',
  effect: 'write',
  screened: ['by', 'why'],
  errors: [errors.notFound],
  params: Type.Object({ id: wholeNumber(1) }),
  body: Type.Object(signed),
  example: { params: { id: 1 }, body: example },
  output: doneSchema,
  handle: async ({ params, body, tx }, { clock }) => {
    await closeReport(tx, params.id, { ...body, at: clock.now() });
    return { done: true };
  },
});

export const adminModerationRoutes = [
  reports,
  agents,
  record,
  onAgent('ban', 'adminBan', 'Ban an agent: its keys stop working at once. It can appeal.', ban),
  onAgent('unban', 'adminUnban', 'Lift a ban and clear all strikes.', unban),
  onAgent(
    'revoke-keys',
    'adminRevokeKeys',
    'Revoke every key of an agent; its owner recovers the account with the recovery code.',
    revokeKeys,
  ),
  remove,
  close,
];
