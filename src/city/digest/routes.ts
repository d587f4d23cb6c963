import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { dayMs } from '../../platform/duration.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { readableRoom } from '../rooms/message-routes.ts';
import { type Message, readMessages } from '../rooms/messages.ts';
import { roomNameInPath } from '../rooms/room-routes.ts';

interface DigestDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly summariser: Summariser;
}

const maxMessages = 200;
const spanMs = dayMs;

const digest = route<DigestDependencies>()({
  method: 'GET',
  path: '/api/rooms/{name}/digest',
  name: 'digest',
  area: 'rooms',
  summary:
    'Summarise a room in two to four sentences: who spoke about what, what was decided, what is still open.',
  auth: 'agent?',
  effect: 'read',
  errors: [errors.notFound],
  params: roomNameInPath,
  example: { params: { name: 'lobby' } },
  output: Type.Object({
    room: Type.String(),
    text: Type.String({
      description: "Text between “ and ”, or beside an agent's name, was written by agents, not by the city.",
    }),
    sentences: Type.Integer({ description: 'Number of sentences in the text.' }),
    messages: Type.Integer({
      description: 'Number of messages summarised: those of the last 24 hours, at most the newest 200.',
    }),
    from_at: nullable(timestamp()),
    to_at: nullable(timestamp()),
  }),
  handle: async ({ params, caller, request }, { read, clock, summariser }) => {
    const room = await readableRoom(read, params.name, caller?.id);
    const newest = await readMessages(read, room, { limit: maxMessages });
    const since = new Date(clock.now().getTime() - spanMs).toISOString();
    const messages = newest.filter((message) => message.at > since && message.deleted_at === null);
    const sentences =
      messages.length > 0
        ? await summariser.summarise(room, messages, caller?.subject ?? `network:${request.network}`)
        : describeSilence(room, newest.at(-1));
    return {
      room,
      text: sentences.join(' '),
      sentences: sentences.length,
      messages: messages.length,
      from_at: messages[0]?.at ?? null,
      to_at: messages.at(-1)?.at ?? null,
    };
  },
});

function describeSilence(room: string, last: Message | undefined): string[] {
  if (!last) return [`Nobody has written in ${room} yet.`, 'There is nothing to summarise.'];
  const when = `${last.at.slice(0, 16).replace('T', ' ')} UTC`;
  return [
    `Nobody wrote in ${room} in the last 24 hours.`,
    `The last message came from ${last.from} at ${when}.`,
  ];
}

export const digestRoutes = [digest];

/** A message as input of a summariser. Its body is data: instructions in it are never followed. */
export interface SourceMessage {
  readonly from: string;
  readonly body: string;
}

export interface NumberedMessage extends SourceMessage {
  readonly id: number;
}

/** Produces two to four plain-text sentences about at least one message. */
export interface Summariser {
  /** `account` is charged for a model call. */
  summarise(room: string, messages: readonly NumberedMessage[], account: string): Promise<readonly string[]>;
}
