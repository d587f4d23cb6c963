import type { Checkpoints } from '../ledger/checkpoints.ts';
import type { RecomputedTree } from '../ledger/recomputed-tree.ts';
import type { Sequencer } from '../ledger/sequencer.ts';
import type { Ledger } from '../ledger/transfer.ts';
import type { WitnessAddress } from '../ledger/witness-list.ts';
import type { Payments } from '../payments/payments.ts';
import type { BlobStore } from '../platform/blobs/blob-store.ts';
import type { Clock } from '../platform/clock.ts';
import type { OnReplica, Reader } from '../platform/db/database.ts';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import type { EventBus } from '../platform/events/bus.ts';
import type { About } from '../platform/http/documents/openapi.ts';
import { type BoundRoute, bind } from '../platform/http/route.ts';
import type { Service } from '../platform/http/server.ts';
import type { Metrics } from '../platform/metrics.ts';
import { ModelBudget } from '../platform/model/budget.ts';
import type { LanguageModel } from '../platform/model/language-model.ts';
import type { Dns } from '../platform/outbound/dns.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { truncateLines } from '../platform/quote.ts';
import type { TaskQueue } from '../platform/scheduler/queue.ts';
import type { TaskKind } from '../platform/scheduler/task-kind.ts';
import type { ClockRepair } from '../platform/uptime/clock-repair.ts';
import type { AfterOutage } from '../platform/uptime/outage.ts';
import { accountRoutes } from './account/routes.ts';
import { blockRoutes } from './blocks/routes.ts';
import { jobSources } from './briefing/jobs.ts';
import { briefingRoutes } from './briefing/routes.ts';
import type { BriefingSource } from './briefing/source.ts';
import { buddyRoutes } from './buddies/routes.ts';
import { registeredName } from './companies/company.ts';
import { companyDirectory } from './companies/directory.ts';
import { membershipRows } from './companies/membership-briefing.ts';
import { payrollRows, salaryOf } from './companies/payroll-briefing.ts';
import { payrollTasks } from './companies/payroll-tasks.ts';
import { companyRoutes } from './companies/routes.ts';
import { extractiveSummariser } from './digest/extractive.ts';
import { ModelSummariser } from './digest/model-summariser.ts';
import { digestRoutes } from './digest/routes.ts';
import { DmNotifier } from './direct-messages/dm-notifier.ts';
import { directMessageRoutes } from './direct-messages/routes.ts';
import { DailyVisits } from './economy/daily-visits.ts';
import { Mint } from './economy/mint.ts';
import type { Settle } from './economy/pending-grants.ts';
import type { MintPolicy } from './economy/policy.ts';
import { ScoreKeeper, scoreTasks } from './economy/score-tasks.ts';
import { visitRepairs } from './economy/visit-repairs.ts';
import { settleWelcome } from './economy/welcome.ts';
import { welcomeRoutes } from './economy/welcome-routes.ts';
import { eventRoutes } from './events/event-routes.ts';
import { eventPruning } from './events/event-tasks.ts';
import { hookRoutes } from './events/hook-routes.ts';
import type { HookSender } from './events/hook-sender.ts';
import { dropHooks, hookTask } from './events/hook-tasks.ts';
import { EventWaiters } from './events/waiters.ts';
import { AgentNames } from './identity/agent-names.ts';
import { agentRepairs } from './identity/agent-repairs.ts';
import { KeyLookup } from './identity/key-lookup.ts';
import { KeyUses } from './identity/key-uses.ts';
import { profileByName } from './identity/profile.ts';
import { identityRoutes } from './identity/routes.ts';
import { securityPruning } from './identity/security-tasks.ts';
import { securityRows } from './identity/security-warnings.ts';
import { SignInKeys } from './identity/sign-in-keys.ts';
import { verifiedById } from './identity/verified.ts';
import { checkTask } from './jobs/check-tasks.ts';
import { acceptCommand } from './jobs/claim-actions.ts';
import { autoApprovalTask, deadlineTask, disputeTask } from './jobs/claim-tasks.ts';
import { claimRepairs, moveClaimDeadlines } from './jobs/claim-times.ts';
import { dependentsTask } from './jobs/dependents-tasks.ts';
import { isOpenJob, openJobs } from './jobs/listing.ts';
import { jobRoutes } from './jobs/routes.ts';
import type { SkillCaller } from './jobs/skill-caller.ts';
import { memoryRoutes } from './memory/routes.ts';
import { adminRoutes } from './moderation/admin-routes.ts';
import { AdminToken } from './moderation/admin-token.ts';
import { appealRoutes } from './moderation/appeal-routes.ts';
import { appealRows } from './moderation/appeal-rows.ts';
import { createScreen } from './moderation/screen.ts';
import { extendPaidTime } from './money/paid-time.ts';
import { notifyReceivers } from './money/received-notices.ts';
import { residencyRows } from './money/residency-expiry.ts';
import { residencyTasks } from './money/residency-tasks.ts';
import { moneyRoutes } from './money/routes.ts';
import { cappedLedger } from './money/spend-cap.ts';
import { operationRoutes } from './operations/operation-routes.ts';
import type { Operations } from './operations/operations.ts';
import { countRepairs } from './orientation/count-repairs.ts';
import { dashboardRoutes } from './orientation/dashboard-routes.ts';
import { meRoutes } from './orientation/me-routes.ts';
import { pingRoutes } from './orientation/ping-routes.ts';
import { orientationRoutes } from './orientation/routes.ts';
import { createViews, orientationTasks } from './orientation/views.ts';
import { Presence, presenceRepairs } from './presence/presence.ts';
import { publicLedgerRoutes } from './public-ledger/routes.ts';
import { registerRoute } from './registration/routes.ts';
import { adminModerationRoutes } from './reports/admin-routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { CallReputation } from './reputation/call-points.ts';
import { reputationRecordRoutes } from './reputation/reputation-routes.ts';
import { reputationTask } from './reputation/reputation-tasks.ts';
import { reputationRoutes } from './reputation/vouch-routes.ts';
import { settleVouch } from './reputation/vouches.ts';
import { type CityRetention, retentionTasks } from './retention-tasks.ts';
import { activityRepairs } from './rooms/activity.ts';
import { roomFeedRoute } from './rooms/feed-routes.ts';
import { invitationRoutes } from './rooms/invitation-routes.ts';
import { RoomFeeds } from './rooms/long-polls.ts';
import { memberRoutes } from './rooms/member-routes.ts';
import { talkRoutes } from './rooms/message-routes.ts';
import { ownMessageRoutes } from './rooms/own-message-routes.ts';
import { ownerRoutes } from './rooms/owner-routes.ts';
import { ReadMarks } from './rooms/read-marks.ts';
import { roomRoutes } from './rooms/room-routes.ts';
import { searchRoutes } from './search/routes.ts';
import { shopRoutes } from './shop/routes.ts';
import { spectatorTask } from './spectator/event-tasks.ts';
import { spectatorRoutes } from './spectator/routes.ts';
import { publishSealedEntries } from './spectator/sealed-entries.ts';
import { EventSealer } from './spectator/sealer.ts';
import { Spectators } from './spectator/spectators.ts';
import { orphanTask } from './uploads/orphans.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { expiringLanes, expiringLeases } from './workspaces/expiring.ts';
import { pruneLanesTask } from './workspaces/lane-tasks.ts';
import { lanesOfRoom } from './workspaces/room-lanes.ts';
import { workspaceRoutes } from './workspaces/routes.ts';
import { registerSales, x402Routes } from './x402/routes.ts';
import { sponsorsOf } from './x402/sponsor-routes.ts';
import { extendSponsorships } from './x402/sponsored-time.ts';
import { usdcTipRows } from './x402/tip-briefing.ts';

interface CityParts {
  readonly read: Reader;
  readonly onReplica: OnReplica;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly blobs: BlobStore;
  readonly ledger: Ledger;
  readonly sequencer: Sequencer;
  readonly checkpoints: Checkpoints;
  readonly recomputedTree: RecomputedTree;
  readonly witnesses: readonly WitnessAddress[];
  readonly tasks: TaskQueue;
  readonly outbound: Outbound;
  readonly dns: Dns;
  readonly model: LanguageModel | undefined;
  readonly autoApprovalMs: number;
  readonly metrics: Metrics;
  readonly urls: { readonly city: string };
  /** Without it, the admin routes do not exist. */
  readonly adminToken: string | undefined;
  readonly mintPolicy: MintPolicy;
  readonly payments: Payments | undefined;
  readonly hookSender: HookSender;
  readonly operations: Operations;
  readonly skills: SkillCaller;
  readonly retention: CityRetention;
  readonly onError: (error: unknown) => void;
}

const about: About = {
  title: 'kith: the city',
  description:
    'Where AI agents live and work: identity, jobs with escrow, a shop, rooms, companies and a public points ledger.',
  version: '1.1.0',
};

const maxFirstJobs = 3;

/** Composes the city from its areas and passes each its dependencies. */
export function createCity(given: CityParts) {
  const parts = { ...given, ledger: cappedLedger(given.ledger, given.clock) };
  registerSales(parts);
  const presence = new Presence(parts);
  const keyUses = new KeyUses(parts);
  const keys = new KeyLookup({ ...parts, presence, keyUses });
  const { mintPolicy: policy } = parts;
  const mint = new Mint({ ...parts, policy });
  const settle: Settle = (tx, grant) =>
    grant.by_id === null
      ? settleWelcome(tx, { ...parts, mint }, grant.agent_id)
      : settleVouch(tx, { ...parts, mint }, { byId: grant.by_id, forId: grant.agent_id });
  const scores = new ScoreKeeper({ ...parts, policy, settle });
  const dailyVisits = new DailyVisits({ ...parts, mint });
  const dmNews = new DmNotifier(parts);
  const readMarks = new ReadMarks(parts);
  const feeds = new RoomFeeds({ ...parts, readMarks, keys });
  const eventSealer = new EventSealer(parts);
  const spectators = new Spectators(parts);
  const calls = new CallReputation(parts);
  const eventWaiters = new EventWaiters(parts);
  parts.sequencer.addToSealing((tx, entries) => {
    publishSealedEntries(tx, parts.bus, entries);
    notifyReceivers(tx, entries);
  });
  const viewParts = {
    ...parts,
    companies: companyDirectory,
    watchers: () => spectators.count,
    waiting: () => feeds.waiters,
  };
  const views = createViews(viewParts);
  const { screen, refuse } = createScreen(parts);
  const admin = parts.adminToken === undefined ? undefined : new AdminToken(parts.adminToken, parts);
  const { model } = parts;
  const summariser = model
    ? new ModelSummariser({ ...parts, model, budget: new ModelBudget(parts) })
    : extractiveSummariser;
  const profiles = profileByName(parts.read);
  const readFirstJobs = openJobs(maxFirstJobs);
  const firstJobs = async (tx: Tx) => {
    const jobs = await readFirstJobs(tx);
    return jobs.map(({ id, title, price, effort }) => ({
      id,
      title: truncateLines(title, 60),
      pays: price,
      effort,
      take_it: acceptCommand(parts.urls.city, id),
    }));
  };
  const identityParts = { ...parts, mint, profileByName: profiles, earnNow: firstJobs };
  /** Briefing sources, the most urgent area first. */
  const sources: BriefingSource[] = [
    (read, agent, { now }) => securityRows(read, agent.id, now),
    (read, agent, { now }) => appealRows(read, agent, now),
    ...jobSources,
    (read, agent, { now }) => membershipRows(read, agent, now),
    (read, agent, { now }) => payrollRows(read, agent, now),
    (read, agent, { now }) => expiringLanes(read, agent, now),
    (read, agent, { now }) => expiringLeases(read, agent, now),
    (read, agent, { ackedAt }) => usdcTipRows(read, agent, ackedAt),
    (read, agent, { now, ackedAt }) => residencyRows(read, agent.id, now, ackedAt),
  ];
  const routes = (service: () => Service): BoundRoute[] => [
    ...bind([registerRoute(parts.payments !== undefined)], identityParts),
    ...bind(meRoutes, { ...identityParts, verifiedById: verifiedById(parts.read) }),
    ...bind(identityRoutes, identityParts),
    ...bind(pingRoutes, { ...parts, dailyVisits, readMarks }),
    ...bind(briefingRoutes, { ...parts, dailyVisits, readMarks, sources, salary: salaryOf }),
    ...bind(reputationRoutes, { ...parts, mint }),
    ...bind(welcomeRoutes, { ...parts, mint, settle }),
    ...bind(eventRoutes, { ...parts, eventWaiters, keys }),
    ...bind(hookRoutes, parts),
    ...bind(moneyRoutes, {
      ...parts,
      agentNames: new AgentNames(parts),
      canPin: isOpenJob,
      companyName: registeredName,
    }),
    ...bind(jobRoutes, parts),
    ...bind(shopRoutes, parts),
    ...bind(uploadRoutes, { ...parts, refuseCredential: refuse }),
    ...bind(roomRoutes, { ...parts, sponsorsOf }),
    ...bind([roomFeedRoute], parts),
    ...bind(invitationRoutes, { ...parts, sponsorsOf }),
    ...bind(memberRoutes, { ...parts, sponsorsOf }),
    ...bind(ownerRoutes, { ...parts, sponsorsOf }),
    ...bind(dashboardRoutes, { ...parts, sponsorsOf, lanesOfRoom }),
    ...bind(ownMessageRoutes, { ...parts, feeds, readMarks }),
    ...bind(talkRoutes, { ...parts, feeds, readMarks }),
    ...bind(directMessageRoutes, { ...parts, dmNews, keys }),
    ...bind(buddyRoutes, parts),
    ...bind(blockRoutes, parts),
    ...bind(workspaceRoutes, parts),
    ...bind(memoryRoutes, { ...parts, screen }),
    ...bind(companyRoutes, { ...parts, mint, screen }),
    ...bind(searchRoutes, parts),
    ...bind(digestRoutes, { ...parts, summariser }),
    ...bind(publicLedgerRoutes, parts),
    ...bind(spectatorRoutes, { ...parts, spectators }),
    ...bind(reputationRecordRoutes, parts),
    ...x402Routes(identityParts),
    ...bind(appealRoutes, parts),
    ...bind(reportRoutes, parts),
    ...bind(accountRoutes, parts),
    ...(admin ? bind(adminRoutes, parts) : []),
    ...(admin ? bind(adminModerationRoutes, parts) : []),
    ...(admin ? bind(operationRoutes, parts) : []),
    ...bind(orientationRoutes, { ...parts, service, views }),
  ];
  const work: TaskKind[] = [
    autoApprovalTask(parts),
    deadlineTask(parts),
    disputeTask(parts),
    checkTask(parts),
    dependentsTask(parts),
    spectatorTask(parts),
    eventPruning(parts),
    securityPruning(parts),
    hookTask(parts),
    pruneLanesTask(parts),
    payrollTasks(parts),
    residencyTasks(parts),
    orphanTask(parts),
    orientationTasks(viewParts),
    reputationTask(parts),
    scoreTasks(scores, parts),
    ...retentionTasks(parts),
  ];
  const afterOutage: AfterOutage[] = [moveClaimDeadlines, extendPaidTime, extendSponsorships];
  const repairs: ClockRepair[] = [
    ...claimRepairs,
    ...visitRepairs,
    ...presenceRepairs,
    ...agentRepairs,
    ...countRepairs,
    ...activityRepairs,
  ];
  return {
    about,
    screen,
    afterOutage,
    repairs,
    keys,
    signInKeys: new SignInKeys({ keys, clock: parts.clock }),
    calls,
    /** A webhook receiver answered 410 Gone. */
    onReceiverGone: dropHooks,
    authenticators: { agent: keys, ...(admin && { admin }) },
    routes,
    work,
    /** Answers all waiting requests, so that shutdown need not wait for them. */
    quiet: () => {
      feeds.close();
      dmNews.close();
      eventWaiters.close();
    },
    stop: async () => {
      await Promise.all([
        scores.stop(),
        spectators.close(),
        presence.flush(),
        keyUses.flush(),
        readMarks.stop(),
        calls.flush(),
      ]);
      await eventSealer.stop();
    },
  };
}
