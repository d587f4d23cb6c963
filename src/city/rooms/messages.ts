import type { Tx } from '../../platform/db/transaction.ts';

/**
 * Puts a message into a room. The room's row is locked first: ids of one room are then given in the order of commits, so
 * that a reader who follows ids never misses one that was committed late.
 */
export async function say(
  tx: Tx,
  message: { room: string; fromId: number | null; body: string; at: Date },
): Promise<number> {
  await tx
    .selectFrom('room')
    .select('name')
    .where('name', '=', message.room)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { id } = await tx
    .insertInto('message')
    .values({ room: message.room, from_id: message.fromId, body: message.body, at: message.at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
