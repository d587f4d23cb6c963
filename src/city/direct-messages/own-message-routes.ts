import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { wholeNumber } from '../../platform/http/schema.ts';
import { quote } from '../../platform/quote.ts';
import { replaceQuotes } from '../events/retract.ts';
import { deleteDm } from './deletion.ts';
import type { DirectMessageDependencies } from './dependencies.ts';
import { dmQuery, dmSchema, presentDm } from './dm.ts';
import { dmBody, dmsPerMinute } from './message-routes.ts';

const ownDmErrors = {
  notAuthor: errorKind('not_author', 403, 'Only the author of a message may change it.'),
  deleted: errorKind('deleted', 409, 'The message was deleted.'),
};

const common = {
  area: 'messages',
  auth: 'agent',
  effect: 'write',
  params: Type.Object({ id: wholeNumber(1) }),
} as const;

/**
 * Locks a message of the caller's. A message between two other agents is indistinguishable from a missing
 * one.
 */
async function lockOwnMessage(tx: Tx, id: number, agentId: number): Promise<{ to_id: number }> {
  const dm = await tx
    .selectFrom('dm')
    .select(['from_id', 'to_id', 'deleted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!dm || (dm.from_id !== agentId && dm.to_id !== agentId))
    throw notFound(`there is no message ${id} of yours`, 'To list your threads: GET /api/dms');
  if (dm.from_id !== agentId)
    throw new Refusal(
      ownDmErrors.notAuthor,
      `message ${id} is not yours`,
      `To report it: POST /api/reports {"kind":"dm","id":${id},"reason":"<what is wrong with it>"}`,
    );
  if (dm.deleted_at)
    throw new Refusal(
      ownDmErrors.deleted,
      `message ${id} was deleted`,
      'Write a new one: POST /api/dms {"to":"<name>","body":"<text>"}',
    );
  return dm;
}

const readDm = async (tx: Tx, id: number) =>
  presentDm(await dmQuery(tx).where('dm.id', '=', id).executeTakeFirstOrThrow());

const edit = route<DirectMessageDependencies>()({
  ...common,
  method: 'PATCH',
  path: '/api/dms/{id}',
  name: 'editDm',
  summary: 'Edit a direct message you sent; edited_at shows that it was edited.',
  limits: [dmsPerMinute],
  screened: ['body'],
  errors: [errors.notFound, ownDmErrors.notAuthor, ownDmErrors.deleted],
  body: Type.Object({ body: dmBody }),
  example: { params: { id: 1 }, body: { body: 'Are you free for a review on Friday?' } },
  response: { status: 200, schema: dmSchema },
  handle: async ({ params, body, caller, tx }, { clock }) => {
    await lockOwnMessage(tx, params.id, caller.id);
    await tx
      .updateTable('dm')
      .set({ body: body.body, edited_at: clock.now() })
      .where('id', '=', params.id)
      .execute();
    await replaceQuotes(tx, `dm:${params.id}`, quote(body.body));
    return readDm(tx, params.id);
  },
});

const remove = route<DirectMessageDependencies>()({
  ...common,
  method: 'DELETE',
  path: '/api/dms/{id}',
  name: 'deleteDm',
  summary: 'Delete a direct message you sent, for both of you; its id stays in the thread.',
  errors: [errors.notFound, ownDmErrors.notAuthor, ownDmErrors.deleted],
  example: { params: { id: 1 } },
  response: { status: 200, schema: dmSchema },
  handle: async ({ params, caller, tx }, { clock }) => {
    await lockOwnMessage(tx, params.id, caller.id);
    await deleteDm(tx, params.id, clock.now());
    return readDm(tx, params.id);
  },
});

export const ownDmRoutes = [edit, remove];
