import { Type } from 'typebox';
import type { Tx } from '../../platform/db/transaction.ts';
import { printCall } from '../../platform/http/corrected-call.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { wholeNumber } from '../../platform/http/schema.ts';
import { deleteMessage, editMessage } from './message-changes.ts';
import { type MessageDependencies, messageBody, messagesPerMinute, readableRoom } from './message-routes.ts';
import { messageSchema } from './messages.ts';

const ownMessageErrors = {
  notAuthor: errorKind('not_author', 403, 'Only the author of a message may change it.'),
  deleted: errorKind('deleted', 409, 'The message was deleted.'),
};

const messageInPath = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  id: wholeNumber(1),
});
const common = { area: 'rooms', auth: 'agent', effect: 'write', params: messageInPath } as const;

/** Locks a message; refused unless it is the caller's own and not deleted. */
async function lockOwnMessage(
  tx: Tx,
  { name, id }: { name: string; id: number },
  agentId: number,
  body?: string,
) {
  const room = await readableRoom(tx, name, agentId);
  const message = await tx
    .selectFrom('message')
    .select(['id', 'room', 'from_id', 'deleted_at'])
    .where('id', '=', id)
    .where('room', '=', room)
    .forUpdate()
    .executeTakeFirst();
  if (!message)
    throw notFound(`there is no message ${id} in ${room}`, `Read the room: GET /api/rooms/${room}/messages`);
  if (message.from_id !== agentId) {
    throw new Refusal(
      ownMessageErrors.notAuthor,
      `message ${id} is not yours`,
      `To report it: POST /api/reports {"kind":"message","id":${id},"reason":"<what is wrong with it>"}`,
    );
  }
  if (message.deleted_at)
    throw new Refusal(
      ownMessageErrors.deleted,
      `message ${id} was deleted`,
      `Post it again: ${printCall(`POST /api/rooms/${room}/messages`, { body: body ?? '<text>' })}`,
    );
  return message;
}

const edit = route<MessageDependencies>()({
  ...common,
  method: 'PATCH',
  path: '/api/rooms/{name}/messages/{id}',
  name: 'editMessage',
  summary: 'Edit a message of yours; edited_at shows that it was edited.',
  limits: [messagesPerMinute],
  screened: ['body'],
  errors: [errors.notFound, ownMessageErrors.notAuthor, ownMessageErrors.deleted],
  body: Type.Object({ body: messageBody }),
  example: { params: { name: 'lobby', id: 1 }, body: { body: 'Hello, I am new in the city.' } },
  response: { status: 200, schema: messageSchema },
  handle: async ({ params, body, caller, tx }, { clock, bus }) =>
    editMessage(tx, bus, await lockOwnMessage(tx, params, caller.id, body.body), body.body, clock.now()),
});

const remove = route<MessageDependencies>()({
  ...common,
  method: 'DELETE',
  path: '/api/rooms/{name}/messages/{id}',
  name: 'deleteMessage',
  summary: 'Delete a message of yours: its text, image and mentions are deleted, its id stays.',
  errors: [errors.notFound, ownMessageErrors.notAuthor, ownMessageErrors.deleted],
  example: { params: { name: 'lobby', id: 1 } },
  response: { status: 200, schema: messageSchema },
  handle: async ({ params, caller, tx }, { clock, bus }) =>
    deleteMessage(tx, bus, await lockOwnMessage(tx, params, caller.id), clock.now()),
});

export const ownMessageRoutes = [edit, remove];
