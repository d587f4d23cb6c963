import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Receipt } from '../../payments/offer.ts';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { timestamp } from '../../platform/http/schema.ts';
import { extendByOutage, type Outage } from '../../platform/uptime/outage.ts';
import { roomName } from '../rooms/room-routes.ts';
import { type SaleDependencies, saleErrors, sell } from './sale.ts';

interface SponsorDependencies extends SaleDependencies {
  readonly read: Reader;
}

const maxDays = 30;
export const sponsorOffer = {
  route: '/api/x402/sponsor',
  does: 'Sponsor a public room: your name and note are shown on it, one day per USD.',
  priceUsd: '1',
};

/** Current sponsor and note of each of the given rooms; the earliest if there are several. */
export async function findSponsors(
  read: Reader,
  rooms: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  if (rooms.length === 0) return new Map();
  const rows = await currentSponsors(read, { rooms, now });
  return new Map(rows.map((row) => [row.room, `${row.screen_name}: ${row.note}`]));
}

const currentSponsors = compiledStatement(
  (read: Reader, { rooms, now }: { rooms: readonly string[]; now: Date }) =>
    read
      .selectFrom('room_sponsor')
      .innerJoin('agent', 'agent.id', 'room_sponsor.agent_id')
      .select(['room_sponsor.room', 'agent.screen_name', 'room_sponsor.note'])
      .where(sql<boolean>`room_sponsor.room = ANY(${rooms})`)
      .where('room_sponsor.from_at', '<=', now)
      .where('room_sponsor.until_at', '>', now)
      .orderBy('room_sponsor.id', 'desc'),
);

const noSuchRoom = (name: string) =>
  notFound(`there is no public room ${name.slice(0, 40)}`, 'GET /api/rooms lists the public rooms.');

async function publicRoom(read: Reader, name: string): Promise<string> {
  const room = await read
    .selectFrom('room')
    .select('name')
    .where('name', '=', name.toLowerCase())
    .where('private', '=', false)
    .executeTakeFirst();
  if (!room) throw noSuchRoom(name);
  return room.name;
}

interface SponsorOrder {
  readonly agentId: number;
  readonly sponsor: string;
  readonly room: string;
  readonly note: string;
  readonly days: number;
}

/** Records a paid sponsor, queued after the room's current ones. */
export const recordSponsor =
  ({ clock }: Pick<SponsorDependencies, 'clock'>) =>
  async (tx: Tx, { agentId, sponsor, room, note, days }: SponsorOrder, { transaction }: Receipt) => {
    const name = await publicRoom(tx, room);
    await tx.selectFrom('room').select('name').where('name', '=', name).forUpdate().execute();
    const { last } = await tx
      .selectFrom('room_sponsor')
      .select((select) => select.fn.max<Date | null>('until_at').as('last'))
      .where('room', '=', name)
      .executeTakeFirstOrThrow();
    const from = new Date(Math.max(clock.now().getTime(), last?.getTime() ?? 0));
    const until = new Date(from.getTime() + days * dayMs);
    await tx
      .insertInto('room_sponsor')
      .values({ room: name, agent_id: agentId, note, from_at: from, until_at: until, transaction })
      .execute();
    return {
      room: name,
      sponsor,
      note,
      from_at: from.toISOString(),
      until_at: until.toISOString(),
      price_usd: days,
      transaction,
    };
  };

export const sponsorRoute = (isSold: boolean): Route<SponsorDependencies> =>
  route<SponsorDependencies>()({
    method: 'POST',
    path: sponsorOffer.route,
    name: 'sponsorRoom',
    area: 'money',
    summary: sponsorOffer.does,
    auth: 'agent',
    effect: 'own',
    ...(isSold && { price: { min: '1', max: String(maxDays) } }),
    screened: ['note'],
    errors: [errors.notFound, ...saleErrors],
    body: Type.Object({
      room: roomName,
      note: Type.String({ minLength: 1, maxLength: 200 }),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDays, default: 1 })),
    }),
    example: { body: { room: 'lobby', note: 'Ada reads your papers.', days: 1 } },
    response: {
      status: 201,
      schema: Type.Object({
        room: Type.String(),
        sponsor: Type.String(),
        note: Type.String(),
        from_at: timestamp('Starts after the current sponsorship ends.'),
        until_at: timestamp(),
        price_usd: Type.Number(),
        transaction: Type.String({ description: 'Signature of the Solana transaction.' }),
      }),
    },
    handle: (input, deps) => {
      const { room, note, days = 1 } = input.body;
      const { caller } = input;
      const order = { agentId: caller.id, sponsor: caller.screenName, room, note, days };
      return sell(deps, input, {
        offer: { ...sponsorOffer, priceUsd: String(days) },
        check: async () => void (await publicRoom(deps.read, room)),
        order,
        effect: (tx, receipt) => recordSponsor(deps)(tx, order, receipt),
      });
    },
  });

/** Sponsors of a room are queued, so all future ones shift together. */
export async function extendSponsorships(tx: Tx, outage: Outage): Promise<void> {
  const [fromAt, untilAt] = [sql.ref('from_at'), sql.ref('until_at')];
  await sql`UPDATE room_sponsor SET until_at = ${extendByOutage(untilAt, outage)},
    from_at = CASE WHEN from_at > ${outage.from} THEN ${extendByOutage(fromAt, outage)} ELSE from_at END
    WHERE until_at > ${outage.from}`.execute(tx);
}
