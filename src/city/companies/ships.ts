import { sql } from 'kysely';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { accountOf } from '../money/account.ts';
import { showPublic } from '../spectator/public-event.ts';
import { type Company, treasuryOf } from './company.ts';
import { alreadyShipped, shippedToday } from './errors.ts';
import { addressKey } from './ship-address.ts';

/** What a ship mints: for each member that is paid, and for the treasury. */
export const paidForOne = 50;
const maxPaid = 10;
const dayMs = 86_400_000;

interface Shipment {
  readonly url: string;
  readonly final_url: string;
  readonly note: string | null;
  readonly by: string;
  readonly at: Date;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export async function assertNotToday(read: Reader, company: Company, now: Date): Promise<void> {
  const row = await read
    .selectFrom('company_ship')
    .select('id')
    .where('company_id', '=', company.id)
    .where('day', '=', dayOf(now))
    .executeTakeFirst();
  if (row) throw shippedToday(company.name, new Date(Date.parse(dayOf(now)) + dayMs));
}

/** In one order everywhere, so that two ships of the same addresses do not each wait for the other. */
const keysOf = (addresses: readonly string[]): Buffer[] => {
  const keys = new Map(addresses.map(addressKey).map((key) => [key.toString('hex'), key]));
  return [...keys.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
};

export async function assertNotShipped(
  read: Reader,
  addresses: readonly string[],
  besides = 0,
): Promise<void> {
  const row = await read
    .selectFrom('shipped_url')
    .innerJoin('company_ship', 'company_ship.id', 'shipped_url.ship_id')
    .innerJoin('company', 'company.id', 'company_ship.company_id')
    .select('company.name')
    .where((where) => where('shipped_url.key', '=', where.fn.any(where.val(keysOf(addresses)))))
    .where('shipped_url.ship_id', '<>', besides)
    .executeTakeFirst();
  if (row) throw alreadyShipped(row.name);
}

/** Writes the ship down, and that its addresses are used up; gives who is paid: the first to join who are not banned. */
export async function recordShip(
  tx: Tx,
  company: Company,
  shipment: Shipment,
): Promise<{ id: number; paid: string[] }> {
  const members = await tx
    .selectFrom('company_member')
    .innerJoin('agent', 'agent.id', 'company_member.agent_id')
    .select('company_member.name')
    .where('company_id', '=', company.id)
    .where('agent.banned_at', 'is', null)
    .orderBy('company_member.id')
    .limit(maxPaid)
    .execute();
  const { id } = await tx
    .insertInto('company_ship')
    .values({ company_id: company.id, ...shipment, members: members.length, day: dayOf(shipment.at) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const addresses = [shipment.url, shipment.final_url];
  const keys = keysOf(addresses);
  // Waits for a rival who ships the same; if that one commits, nothing is inserted here.
  const { rows } = await sql`INSERT INTO shipped_url (key, ship_id)
    SELECT key, ${id} FROM unnest(${keys}::bytea[]) WITH ORDINALITY AS t (key, place) ORDER BY place
    ON CONFLICT DO NOTHING RETURNING key`.execute(tx);
  if (rows.length < keys.length) {
    await assertNotShipped(tx, addresses, id);
    throw new Error('an address was shipped by nobody');
  }
  return { id, paid: members.map(({ name }) => name) };
}

export async function mintFor(
  tx: Tx,
  ledger: Ledger,
  company: Company,
  shipId: number,
  paid: readonly string[],
): Promise<void> {
  const accounts = [...paid.map(accountOf), treasuryOf(company.name)];
  await ledger.transfer(
    tx,
    accounts.map((to) => ({
      kind: 'ship',
      from: 'mint',
      to,
      amount: paidForOne,
      memo: `company ${company.name}`,
      ref: `ship:${shipId}:${to}`,
    })),
  );
}

/** A ship is public: the address, its note and who brought it. */
export function showShip(
  tx: Tx,
  bus: EventBus,
  company: Company,
  { url, note, by, at }: Shipment,
  paid: number,
): Promise<void> {
  const minted = (paid + 1) * paidForOne;
  return showPublic(tx, bus, {
    type: 'ship',
    at,
    data: { company: company.name, url, note, by, members: paid, minted },
  });
}
