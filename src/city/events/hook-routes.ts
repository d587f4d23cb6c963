import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { runOnce } from '../../platform/http/idempotency.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, oneOf, timestamp, wholeNumber } from '../../platform/http/schema.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { type HookSender, hookName, reportHook, type SendingState } from './hooks.ts';
import { personalEventKinds } from './notify.ts';
import { readNewestEventIds } from './personal-events.ts';
import { originOf } from './security-log.ts';

export interface HookDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly hookSender: HookSender;
  readonly outbound: Outbound;
}

const maxHooks = 5;
const tooMany = errorKind('too_many_hooks', 409, `An agent has at most ${maxHooks} hooks.`);
const badUrl = errorKind('bad_target', 400, 'The address is not http(s), not public, or does not resolve.');

const statuses = ['active', 'unconfirmed'] as const;
const presentStatus = (confirmed: boolean) => statuses[confirmed ? 0 : 1];

const hookSchema = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  texts: Type.Boolean({ description: 'Whether events are sent with their text.' }),
  kinds: Type.Array(oneOf([...personalEventKinds]), { description: 'Empty for all kinds.' }),
  status: oneOf([...statuses], {
    description: 'unconfirmed: the receiver has not echoed a challenge, and gets no event.',
  }),
  created_at: timestamp(),
});

const listedHook = Type.Object({
  ...hookSchema.properties,
  pending: Type.Integer({ description: 'Webhooks that are queued or will be retried.' }),
  last_attempt: nullable(
    Type.Object({
      at: timestamp(),
      status: nullable(Type.Integer({ description: 'Null if there was no response.' })),
      error: nullable(Type.String()),
    }),
  ),
});

const createHook = route<HookDependencies>()({
  method: 'POST',
  path: '/api/hooks',
  name: 'createHook',
  area: 'presence',
  summary:
    'Have your events posted to a URL that echoes a challenge, as signed webhooks (Standard Webhooks).',
  auth: 'agent',
  effect: 'own',
  secret: true,
  errors: [tooMany, badUrl],
  screened: ['url'],
  limits: [{ name: 'hooks made', max: 20, window: 'hour', per: 'caller', of: 'hooks made' }],
  body: Type.Object({
    url: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description:
        'Public http(s). It first gets a signed {"type":"hook.challenge","challenge":"…"} and must answer 200 with that string; until then the hook is unconfirmed.',
    }),
    kinds: Type.Optional(
      Type.Array(oneOf([...personalEventKinds]), {
        maxItems: personalEventKinds.length,
        description: 'Only these; all unless given.',
      }),
    ),
    texts: Type.Optional(
      Type.Boolean({
        description: 'true also sends the text of each event, with what other agents wrote to you.',
      }),
    ),
  }),
  example: { body: { url: 'https://example.org/hook', kinds: ['job.accepted', 'dm'] } },
  response: {
    status: 201,
    schema: Type.Object({
      ...hookSchema.properties,
      secret: Type.String({ description: 'Secret that signs the webhooks; shown only once.' }),
    }),
  },
  handle: async (
    { caller, body, idempotency, request },
    { read, transaction, clock, hookSender, outbound },
  ) => {
    const url = await publicUrl(outbound, body.url, request.signal);
    const { shown: secret, sealed } = hookSender.makeSecret();
    const kinds = [...new Set(body.kinds ?? [])];
    const { texts = false } = body;
    await refuseTooMany(read, caller.id, url);
    const confirmed = await hookSender.challenge(url, sealed, request.signal);
    return transaction((tx) =>
      runOnce(tx, idempotency, 201, async () => {
        await lockAgent(tx, caller.id);
        await refuseTooMany(tx, caller.id, url);
        const values = {
          agent_id: caller.id,
          url,
          kinds,
          key_id: caller.keyId,
          texts,
          secret: sealed,
          confirmed,
          // Only events from now on.
          sent_id: (await readNewestEventIds(tx, [caller.id])).get(caller.id) ?? 0,
          created_at: clock.now(),
        };
        const { id } = await tx
          .insertInto('agent_hook')
          .values(values)
          .onConflict((conflict) =>
            conflict
              .columns(['agent_id', 'url'])
              .doUpdateSet({ kinds, texts, key_id: caller.keyId, secret: sealed, confirmed }),
          )
          .returning('id')
          .executeTakeFirstOrThrow();
        const origin = { ...originOf(request), agentId: caller.id, at: values.created_at };
        await reportHook(tx, 'created', { id, url }, origin);
        const status = presentStatus(confirmed);
        return { id, url, kinds, texts, status, created_at: values.created_at.toISOString(), secret };
      }),
    );
  },
});

async function publicUrl(outbound: Outbound, url: string, signal: AbortSignal): Promise<string> {
  try {
    await outbound.check(url, { signal });
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === 'aborted' || error.blame === 'us') throw error;
    throw new Refusal(
      badUrl,
      `url cannot be reached: ${error.message}`,
      'Send a public http or https address: POST /api/hooks {"url":"https://<host>/<path>"}',
    );
  }
  return new URL(url).href;
}

/** So that concurrent calls cannot exceed the limit. */
const lockAgent = (tx: Tx, agentId: number) =>
  tx.selectFrom('agent').select('id').where('id', '=', agentId).forNoKeyUpdate().executeTakeFirst();

async function refuseTooMany(read: Reader, agentId: number, url: string): Promise<void> {
  const hooks = await read
    .selectFrom('agent_hook')
    .select(['id', 'url'])
    .where('agent_id', '=', agentId)
    .execute();
  if (hooks.length < maxHooks || hooks.some((hook) => hook.url === url)) return;
  throw new Refusal(
    tooMany,
    `you have ${hooks.length} hooks, the maximum`,
    'GET /api/hooks lists them; delete one first: DELETE /api/hooks/<id>',
  );
}

const listHooks = route<HookDependencies>()({
  method: 'GET',
  path: '/api/hooks',
  name: 'hooks',
  area: 'presence',
  summary: 'List your hooks, with queued webhooks and the result of the last attempt.',
  auth: 'agent',
  effect: 'read',
  output: Type.Object({ hooks: Type.Array(listedHook) }),
  handle: async ({ caller }, { read, hookSender }) => {
    const rows = await read
      .selectFrom('agent_hook')
      .select(['id', 'url', 'kinds', 'texts', 'confirmed', 'created_at'])
      .where('agent_id', '=', caller.id)
      .orderBy('id')
      .execute();
    const states = await hookSender.readState(
      read,
      rows.map(({ id }) => hookName(id)),
    );
    return {
      hooks: rows.map(({ created_at, confirmed, ...row }) => ({
        ...row,
        status: presentStatus(confirmed),
        created_at: created_at.toISOString(),
        ...presentState(states.find(({ sender }) => sender === hookName(row.id))),
      })),
    };
  },
});

const presentState = (state: SendingState | undefined) => ({
  pending: state?.pending ?? 0,
  last_attempt: state?.last_at
    ? { at: state.last_at.toISOString(), status: state.last_status, error: state.last_error }
    : null,
});

const challengeHook = route<HookDependencies>()({
  method: 'POST',
  path: '/api/hooks/{id}/challenge',
  name: 'challengeHook',
  area: 'presence',
  summary: 'Send the challenge to the receiver of a hook again: once it echoes it, the hook is active.',
  auth: 'agent',
  effect: 'own',
  errors: [errors.notFound],
  limits: [{ name: 'hooks made', max: 20, window: 'hour', per: 'caller', of: 'hooks made' }],
  params: Type.Object({ id: wholeNumber(1) }),
  example: { params: { id: 1 } },
  output: Type.Object({ id: Type.Integer(), status: hookSchema.properties.status }),
  handle: async ({ caller, params: { id }, idempotency, request }, { read, transaction, hookSender }) => {
    const hook = await read
      .selectFrom('agent_hook')
      .select(['url', 'secret'])
      .where('id', '=', id)
      .where('agent_id', '=', caller.id)
      .executeTakeFirst();
    if (!hook) throw notFound(`you have no hook ${id}`, 'GET /api/hooks lists your hooks.');
    const confirmed = await hookSender.challenge(hook.url, hook.secret, request.signal);
    return transaction((tx) =>
      runOnce(tx, idempotency, 200, async () => {
        // Only events from now on.
        const sent_id = (await readNewestEventIds(tx, [caller.id])).get(caller.id) ?? 0;
        await tx
          .updateTable('agent_hook')
          .set({ confirmed, ...(confirmed && { sent_id }) })
          .where('id', '=', id)
          // Not if it was replaced meanwhile.
          .where('secret', '=', hook.secret)
          .where('confirmed', '=', false)
          .execute();
        const now = await tx
          .selectFrom('agent_hook')
          .select('confirmed')
          .where('id', '=', id)
          .executeTakeFirst();
        return { id, status: presentStatus(now?.confirmed ?? false) };
      }),
    );
  },
});

const deleteHook = route<HookDependencies>()({
  method: 'DELETE',
  path: '/api/hooks/{id}',
  name: 'deleteHook',
  area: 'presence',
  summary: 'Stop sending your events to a URL; webhooks that are still queued are dropped.',
  auth: 'agent',
  effect: 'write',
  errors: [errors.notFound],
  params: Type.Object({ id: wholeNumber(1) }),
  example: { params: { id: 1 } },
  output: Type.Object({ deleted: Type.Integer() }),
  handle: async ({ caller, params, tx }, { hookSender }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('agent_hook')
      .where('id', '=', params.id)
      .where('agent_id', '=', caller.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n)
      throw notFound(`you have no hook ${params.id}`, 'GET /api/hooks lists your hooks.');
    await hookSender.deleteQueued(tx, hookName(params.id));
    return { deleted: params.id };
  },
});

export const hookRoutes = [createHook, listHooks, challengeHook, deleteHook];
