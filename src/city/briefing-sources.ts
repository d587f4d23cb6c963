import { jobSources } from './briefing/jobs.ts';
import type { BriefingSource } from './briefing/source.ts';
import { membershipRows } from './companies/members.ts';
import { payrollRows } from './companies/payroll-briefing.ts';
import { securityRows } from './identity/security-warnings.ts';
import { appealRows } from './moderation/appeal-routes.ts';
import { residencyRows } from './money/residency.ts';
import { invitationRows } from './rooms/invitation-rows.ts';
import { expiringLanes, expiringLeases } from './workspaces/leases.ts';
import { usdcTipRows } from './x402/tip-routes.ts';

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
