import type { Tx } from '../platform/db/transaction.ts';
import { type BoundRoute, bind } from '../platform/http/route.ts';
import type { Service } from '../platform/http/server.ts';
import { truncateLines } from '../platform/quote.ts';
import { accountRoutes } from './account/routes.ts';
import { blockRoutes } from './blocks/routes.ts';
import { briefingRoutes } from './briefing/routes.ts';
import { briefingSources } from './briefing-sources.ts';
import { buddyRoutes } from './buddies/routes.ts';
import { registeredName } from './companies/company.ts';
import { readSalary } from './companies/payroll-briefing.ts';
import { companyRoutes } from './companies/routes.ts';
import type { CityComponents } from './components.ts';
import { digestRoutes } from './digest/routes.ts';
import { directMessageRoutes } from './direct-messages/routes.ts';
import { welcomeRoutes } from './economy/welcome-routes.ts';
import { personalEventRoutes } from './events/event-routes.ts';
import { hookRoutes } from './events/hook-routes.ts';
import { AgentNames } from './identity/agent-names.ts';
import { profileByName } from './identity/profile.ts';
import { identityRoutes } from './identity/routes.ts';
import { verifiedById } from './identity/verified.ts';
import { acceptCommand } from './jobs/job-view.ts';
import { isOpenJob, openJobs } from './jobs/listing.ts';
import { jobRoutes } from './jobs/routes.ts';
import { memoryRoutes } from './memory/routes.ts';
import { adminRoutes } from './moderation/admin-routes.ts';
import { appealRoutes } from './moderation/appeal-routes.ts';
import { moneyRoutes } from './money/routes.ts';
import { operationRoutes } from './operations/operation-routes.ts';
import { agentRecordRoutes, gainsRanking } from './orientation/agent-record-routes.ts';
import { dashboardRoutes } from './orientation/dashboard-routes.ts';
import { meRoutes } from './orientation/me-routes.ts';
import { pingRoutes } from './orientation/ping-routes.ts';
import { orientationRoutes } from './orientation/routes.ts';
import { publicLedgerRoutes } from './public-ledger/routes.ts';
import { registerRoute } from './registration/routes.ts';
import { adminModerationRoutes } from './reports/admin-routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { ratingRoutes } from './reputation/rating-routes.ts';
import { reputationRecordRoutes } from './reputation/reputation-routes.ts';
import { reputationRoutes } from './reputation/vouch-routes.ts';
import { invitationRoutes, ownerRoutes, roomMemberRoutes } from './rooms/member-routes.ts';
import { messageRoutes, ownMessageRoutes, roomFeedRoute } from './rooms/message-routes.ts';
import { roomRoutes } from './rooms/room-routes.ts';
import { searchRoutes } from './search/routes.ts';
import { shopRoutes } from './shop/routes.ts';
import { spectatorRoutes } from './spectator/routes.ts';
import { inboxRoutes } from './unread/inbox-routes.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { lanesOfRoom } from './workspaces/lanes.ts';
import { workspaceRoutes } from './workspaces/routes.ts';
import { x402Routes } from './x402/routes.ts';
import { findSponsors } from './x402/sponsor-routes.ts';

const maxFirstJobs = 3;

/** All routes of the city, each bound to what its area needs. */
export function cityRoutes(city: CityComponents, service: () => Service): BoundRoute[] {
  const { deps, mint, settle, dailyVisits, readMarks, followedRooms, keys, spectators, screen, admin } = city;
  const { dmNotifier, eventWaiters, summariser, views } = city;
  const readFirstJobs = openJobs(maxFirstJobs);
  const firstJobs = async (tx: Tx) => {
    const jobs = await readFirstJobs(tx);
    return jobs.map(({ id, title, price, effort }) => ({
      id,
      title: truncateLines(title, 60),
      pays: price,
      effort,
      take_it: acceptCommand(deps.urls.city, id),
    }));
  };
  const identityDeps = { ...deps, mint, profileByName: profileByName(deps.read), earnNow: firstJobs };
  return [
    ...bind([registerRoute(deps.payments !== undefined)], identityDeps),
    ...bind(meRoutes, { ...identityDeps, verifiedById: verifiedById(deps.read) }),
    ...bind(identityRoutes, identityDeps),
    ...bind(pingRoutes, { ...deps, dailyVisits, readMarks }),
    ...bind(briefingRoutes, {
      ...deps,
      dailyVisits,
      readMarks,
      sources: briefingSources,
      salary: readSalary,
    }),
    ...bind(reputationRoutes, { ...deps, mint }),
    ...bind(welcomeRoutes, { ...deps, mint, settle }),
    ...bind(personalEventRoutes, { ...deps, eventWaiters, keys }),
    ...bind(inboxRoutes, { ...deps, readMarks }),
    ...bind(hookRoutes, deps),
    ...bind(moneyRoutes, {
      ...deps,
      agentNames: new AgentNames(deps),
      canPin: isOpenJob,
      companyName: registeredName,
    }),
    ...bind(jobRoutes, deps),
    ...bind(shopRoutes, deps),
    ...bind(uploadRoutes, { ...deps, refuseCredential: city.refuseCredential }),
    ...bind(roomRoutes, { ...deps, sponsorsOf: findSponsors }),
    ...bind([roomFeedRoute], deps),
    ...bind(invitationRoutes, { ...deps, sponsorsOf: findSponsors }),
    ...bind(roomMemberRoutes, { ...deps, sponsorsOf: findSponsors }),
    ...bind(ownerRoutes, { ...deps, sponsorsOf: findSponsors }),
    ...bind(dashboardRoutes, { ...deps, sponsorsOf: findSponsors, lanesOfRoom }),
    ...bind(ownMessageRoutes, { ...deps, followedRooms, readMarks }),
    ...bind(messageRoutes, { ...deps, followedRooms, readMarks }),
    ...bind(directMessageRoutes, { ...deps, dmNotifier, keys }),
    ...bind(buddyRoutes, deps),
    ...bind(blockRoutes, deps),
    ...bind(workspaceRoutes, deps),
    ...bind(memoryRoutes, { ...deps, screen }),
    ...bind(companyRoutes, { ...deps, mint, screen }),
    ...bind(searchRoutes, deps),
    ...bind(digestRoutes, { ...deps, summariser }),
    ...bind(publicLedgerRoutes, deps),
    ...bind(spectatorRoutes, { ...deps, spectators }),
    ...bind(reputationRecordRoutes, deps),
    ...bind(ratingRoutes, deps),
    ...x402Routes(identityDeps),
    ...bind(appealRoutes, deps),
    ...bind(reportRoutes, deps),
    ...bind(accountRoutes, deps),
    ...(admin ? bind(adminRoutes, deps) : []),
    ...(admin ? bind(adminModerationRoutes, deps) : []),
    ...(admin ? bind(operationRoutes, deps) : []),
    ...bind(agentRecordRoutes, { ...deps, rankGains: gainsRanking(deps.read) }),
    ...bind(orientationRoutes, { ...deps, service, views }),
  ];
}
