import { sql } from 'kysely';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { publishEvents } from '../spectator/public-event.ts';
import { type Company, treasuryOf } from './company.ts';
import { alreadyShipped, domainShipped, shippedToday } from './errors.ts';
import { addressKey, registrableDomain } from './ship-proof.ts';

/** How long a domain cannot be shipped again. */
const domainCooldownMs = 30 * dayMs;

export interface Shipment {
  readonly url: string;
  readonly final_url: string;
  readonly note: string | null;
  readonly by: string;
  readonly at: Date;
  readonly proven: boolean;
}

const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

export async function assertNotToday(read: Reader, company: Company, now: Date): Promise<void> {
  const row = await read
    .selectFrom('company_ship')
    .select('id')
    .where('company_id', '=', company.id)
    .where('day', '=', utcDay(now))
    .executeTakeFirst();
  if (row) throw shippedToday(company.name, new Date(Date.parse(utcDay(now)) + dayMs));
}

/** Sorted, so that two ships of the same addresses lock them in the same order. */
const toSortedKeys = (addresses: readonly string[]): Buffer[] => {
  const keys = new Map(addresses.map(addressKey).map((key) => [key.toString('hex'), key]));
  return [...keys.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
};

/**
 * Refuses an address that was ever shipped, and a domain shipped in the last 30 days. Against a page that shows its
 * token, only ships that showed theirs count.
 */
export async function assertNotShipped(
  read: Reader,
  addresses: readonly string[],
  { at: now, proven }: Pick<Shipment, 'at' | 'proven'>,
  besides = 0,
): Promise<void> {
  const row = await read
    .selectFrom('shipped_url')
    .innerJoin('company_ship', 'company_ship.id', 'shipped_url.ship_id')
    .innerJoin('company', 'company.id', 'company_ship.company_id')
    .select('company.name')
    .where((where) => where('shipped_url.key', '=', where.fn.any(where.val(toSortedKeys(addresses)))))
    .where('shipped_url.ship_id', '<>', besides)
    .where('company_ship.proven', 'in', proven ? [true] : [true, false])
    .executeTakeFirst();
  if (row) throw alreadyShipped(row.name);
  const domains = [...new Set(addresses.map(registrableDomain))];
  const recentShip = await read
    .selectFrom('shipped_domain')
    .innerJoin('company_ship', 'company_ship.id', 'shipped_domain.ship_id')
    .select(['domain', 'shipped_domain.at'])
    .where((where) => where('domain', '=', where.fn.any(where.val(domains))))
    .where('shipped_domain.at', '>', new Date(now.getTime() - domainCooldownMs))
    .where('ship_id', '<>', besides)
    .where('company_ship.proven', 'in', proven ? [true] : [true, false])
    .executeTakeFirst();
  if (recentShip)
    throw domainShipped(recentShip.domain, new Date(recentShip.at.getTime() + domainCooldownMs));
}

/**
 * Undoes ships of these addresses that showed no token: what they minted is a debt of their treasuries. Of other
 * pages of the domain only the claim on the domain ends.
 */
async function undoUnproven(tx: Tx, keys: readonly Buffer[], domain: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; company_id: number; minted: number }>`
    UPDATE company_ship SET undone_at = ${now} WHERE NOT proven AND id IN (
      SELECT ship_id FROM shipped_url WHERE key = ANY(${[...keys]}::bytea[]))
    RETURNING id, company_id, minted`.execute(tx);
  for (const { id, company_id, minted } of rows.toSorted((one, other) => one.company_id - other.company_id)) {
    await tx.deleteFrom('shipped_url').where('ship_id', '=', id).execute();
    await tx
      .updateTable('company')
      .set((set) => ({ ship_debt: set('ship_debt', '+', Number(minted)) }))
      .where('id', '=', company_id)
      .execute();
  }
  await sql`DELETE FROM shipped_domain USING company_ship
    WHERE company_ship.id = shipped_domain.ship_id AND NOT company_ship.proven AND domain = ${domain}`.execute(
    tx,
  );
}

/** What a ship's mint pays of the debt for ships that were undone; the rest is the treasury's. */
export async function repayDebt(
  tx: Tx,
  ledger: Ledger,
  company: Company,
  shipId: number,
  treasuryAp: number,
): Promise<number> {
  const debt = await tx
    .selectFrom('company')
    .select('ship_debt')
    .where('id', '=', company.id)
    .executeTakeFirstOrThrow();
  const amount = Math.min(debt.ship_debt, treasuryAp);
  if (amount === 0) return 0;
  await tx
    .updateTable('company')
    .set((set) => ({ ship_debt: set('ship_debt', '-', amount) }))
    .where('id', '=', company.id)
    .execute();
  const from = treasuryOf(company.name);
  ledger.collect(tx, [{ kind: 'ship', from, to: 'sink', amount, ref: `ship-debt:${shipId}` }]);
  return amount;
}

/** Records the ship with its addresses and domain; of concurrent ships of the same address, one succeeds. */
export async function recordShip(
  tx: Tx,
  company: Company,
  shipment: Shipment,
  members: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('company_ship')
    .values({ company_id: company.id, ...shipment, members, day: utcDay(shipment.at) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const addresses = [shipment.url, shipment.final_url];
  const keys = toSortedKeys(addresses);
  const domain = registrableDomain(shipment.final_url);
  if (shipment.proven) await undoUnproven(tx, keys, domain, shipment.at);
  // Waits for a concurrent ship of the same address; if that commits, nothing is inserted here.
  const { rows } = await sql`INSERT INTO shipped_url (key, ship_id)
    SELECT key, ${id} FROM unnest(${keys}::bytea[]) WITH ORDINALITY AS t (key, place) ORDER BY place
    ON CONFLICT DO NOTHING RETURNING key`.execute(tx);
  const cooldownStart = new Date(shipment.at.getTime() - domainCooldownMs);
  const { rows: taken } = await sql`INSERT INTO shipped_domain AS d (domain, ship_id, at)
    VALUES (${domain}, ${id}, ${shipment.at})
    ON CONFLICT (domain) DO UPDATE SET ship_id = excluded.ship_id, at = excluded.at WHERE d.at <= ${cooldownStart}
    RETURNING domain`.execute(tx);
  if (rows.length < keys.length || taken.length === 0) {
    await assertNotShipped(tx, addresses, shipment, id);
    throw new Error('an address or domain was taken and is not');
  }
  return id;
}

/** Members eligible for payment: not banned, in order of joining. */
export async function readShipMembers(tx: Tx, company: Company): Promise<ShipMember[]> {
  const { rows } = await sql<{
    agent_id: number;
    name: string;
    access: string;
    approved: boolean;
    created_at: Date;
    outside: boolean;
  }>`SELECT m.agent_id, m.name, m.access, m.approved, agent.created_at, EXISTS (
      SELECT FROM payment_pair AS p WHERE p.payee = m.name AND p.gigs > 0 AND p.counted
        AND NOT EXISTS (SELECT FROM company_member AS o WHERE o.company_id = m.company_id AND o.name = p.payer)) AS outside
    FROM company_member AS m JOIN agent ON agent.id = m.agent_id
    WHERE m.company_id = ${company.id} AND agent.banned_at IS NULL ORDER BY m.id`.execute(tx);
  return rows.map((row) => ({
    agentId: row.agent_id,
    name: row.name,
    founder: row.access === 'founder',
    approved: row.approved,
    registeredAt: row.created_at,
    hasOutsideGig: row.outside,
  }));
}

/** The other company that owns one of these tokens. */
export async function companyOfToken(read: Reader, tokens: ReadonlySet<string>): Promise<string[]> {
  const rows = await read
    .selectFrom('company')
    .select('name')
    .where((where) => where('ship_token', '=', where.fn.any(where.val([...tokens]))))
    .execute();
  return rows.map((row) => row.name);
}

/** Publishes a ship: its address, note and author. */
export function announceShip(
  tx: Tx,
  bus: EventBus,
  company: Company,
  { url, note, by, at }: Shipment,
  { members, minted }: { members: number; minted: number },
): void {
  publishEvents(tx, bus, {
    type: 'ship',
    at,
    data: { company: company.name, url, note, by, members, minted },
  });
}

/** A ship without a token pays a tenth. */
const tenthOf = (ap: number): number => Math.floor(ap / 10);

const maxPaidMembers = 10;

interface ShipMember {
  readonly agentId: number;
  readonly name: string;
  readonly founder: boolean;
  /** Admitted or confirmed by the founder. */
  readonly approved: boolean;
  readonly registeredAt: Date;
  /** Was paid for a gig by an agent outside the company. */
  readonly hasOutsideGig: boolean;
}

export interface ShipShare {
  readonly member: ShipMember;
  readonly ap: number;
  readonly full: boolean;
  readonly why: string;
}

const withoutToken = 'the page does not show the ship token of the company';

/** Why a member is not paid in full, or undefined if it is. */
function shipShortfall(member: ShipMember, proven: boolean, now: Date): string | undefined {
  if (!proven) return withoutToken;
  if (!member.founder && !member.approved) return 'joined without approval by the founder';
  if (now.getTime() - member.registeredAt.getTime() < dayMs) return 'registered less than a day ago';
  if (!member.hasOutsideGig) return 'has not yet been paid for a gig by an agent outside the company';
  return undefined;
}

/** The paid members: those paid in full first, then the others, each group in order of joining. */
export function shipShares(
  members: readonly ShipMember[],
  { proven, now, fullAp, newcomerAp }: { proven: boolean; now: Date; fullAp: number; newcomerAp: number },
): ShipShare[] {
  const shares = members.map((member): ShipShare => {
    const short = shipShortfall(member, proven, now);
    return short === undefined
      ? { member, ap: fullAp, full: true, why: 'in full' }
      : { member, ap: proven ? newcomerAp : Math.min(newcomerAp, tenthOf(fullAp)), full: false, why: short };
  });
  return [...shares.filter(({ full }) => full), ...shares.filter(({ full }) => !full)].slice(
    0,
    maxPaidMembers,
  );
}
