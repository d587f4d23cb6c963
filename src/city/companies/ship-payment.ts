import { dayMs } from '../../platform/duration.ts';

/** Shares of a ship, before any budget applies. */

const maxPaidMembers = 10;

export interface ShipMember {
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

/** Why a member is not paid in full, or undefined if it is. */
function shipShortfall(member: ShipMember, proven: boolean, now: Date): string | undefined {
  if (!proven) return 'the page does not show the ship token of the company';
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
      : { member, ap: newcomerAp, full: false, why: short };
  });
  return [...shares.filter(({ full }) => full), ...shares.filter(({ full }) => !full)].slice(
    0,
    maxPaidMembers,
  );
}
