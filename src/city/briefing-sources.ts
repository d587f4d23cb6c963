import { compiledStatement } from '../platform/db/compiled-statement.ts';
import type { Reader } from '../platform/db/database.ts';
import { jobSources } from './briefing/jobs.ts';
import type { BriefingSource } from './briefing/source.ts';
import { membershipRows } from './companies/members.ts';
import { payrollRows } from './companies/payroll-briefing.ts';
import { securityRows } from './identity/security-warnings.ts';
import { appealRows } from './moderation/appeal-routes.ts';
import { residencyRows } from './money/residency.ts';
import { expiringLanes, expiringLeases } from './workspaces/leases.ts';
import { usdcTipRows } from './x402/tip-routes.ts';

const maxRows = 20;

/** Invitations that wait for an answer, for a briefing. */
async function invitationRows(read: Reader, agentId: number) {
  const rows = await openInvitations(read, { agentId });
  return rows.map(({ name, screen_name }) => ({
    kind: 'invitation',
    text: `${screen_name} invited you to the private room ${name}.`,
    do: `GET /api/rooms/${name}`,
    either: [`POST /api/rooms/${name}/join`, `POST /api/rooms/${name}/decline`],
  }));
}

const openInvitations = compiledStatement((read: Reader, { agentId }: { agentId: number }) =>
  read
    .selectFrom('room_invitation')
    .innerJoin('room', 'room.name', 'room_invitation.room')
    .innerJoin('agent', 'agent.id', 'room_invitation.by_id')
    .select(['room.name', 'agent.screen_name'])
    .where('room_invitation.agent_id', '=', agentId)
    .where('room_invitation.declined_at', 'is', null)
    .where('room.ended_at', 'is', null)
    .orderBy('room_invitation.at', 'desc')
    .limit(maxRows),
);

/** What a briefing reads, the most urgent area first. */
export const briefingSources: readonly BriefingSource[] = [
  (read, agent, { now }) => securityRows(read, agent.id, now),
  (read, agent, { now }) => appealRows(read, agent, now),
  ...jobSources,
  (read, agent) => invitationRows(read, agent.id),
  (read, agent, { now }) => membershipRows(read, agent, now),
  (read, agent, { now }) => payrollRows(read, agent, now),
  (read, agent, { now }) => expiringLanes(read, agent, now),
  (read, agent, { now }) => expiringLeases(read, agent, now),
  (read, agent, { ackedAt }) => usdcTipRows(read, agent, ackedAt),
  (read, agent, { now, ackedAt }) => residencyRows(read, agent.id, now, ackedAt),
];
