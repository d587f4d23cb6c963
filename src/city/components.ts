import { ModelBudget } from '../platform/model/budget.ts';
import { companyDirectory } from './companies/company.ts';
import type { CityDependencies } from './dependencies.ts';
import { extractiveSummariser } from './digest/extractive.ts';
import { ModelSummariser } from './digest/model-summariser.ts';
import { DmNotifier } from './direct-messages/dm-notifier.ts';
import { DailyVisits } from './economy/daily-visits.ts';
import { Mint } from './economy/mint.ts';
import { ScoreKeeper } from './economy/score-tasks.ts';
import { type Settle, settleWelcome } from './economy/welcome.ts';
import { EventWaiters } from './events/waiters.ts';
import { KeyLookup } from './identity/key-lookup.ts';
import { KeyUses } from './identity/key-uses.ts';
import { AdminToken } from './moderation/admin-routes.ts';
import { createScreen } from './moderation/strikes.ts';
import { notifyReceivers } from './money/received-notices.ts';
import { LockedCaps, withSpendCap } from './money/spend-cap.ts';
import { createViews } from './orientation/views.ts';
import { Presence } from './presence/presence.ts';
import { CallReputation } from './reputation/call-points.ts';
import { settleVouch } from './reputation/vouches.ts';
import { FollowedRooms } from './rooms/followed-rooms.ts';
import { ReadMarks } from './rooms/read-marks.ts';
import { publishSealedEntries } from './spectator/public-event.ts';
import { EventSealer } from './spectator/sealer.ts';
import { Spectators } from './spectator/spectators.ts';
import { registerSales } from './x402/routes.ts';

export type CityComponents = ReturnType<typeof createComponents>;

/** The city's stateful components: caches, long polls and background writers. */
export function createComponents(given: CityDependencies) {
  const deps = { ...given, ledger: withSpendCap(given.ledger, given.clock) };
  registerSales(deps);
  const presence = new Presence(deps);
  const keyUses = new KeyUses(deps);
  const keys = new KeyLookup({ ...deps, presence, keyUses });
  const { mintPolicy: policy } = deps;
  const mint = new Mint({ ...deps, policy });
  const settle: Settle = (tx, grant) =>
    grant.by_id === null
      ? settleWelcome(tx, { ...deps, mint }, grant.agent_id)
      : settleVouch(tx, { ...deps, mint }, { byId: grant.by_id, forId: grant.agent_id });
  const scores = new ScoreKeeper({ ...deps, policy, settle });
  const dailyVisits = new DailyVisits({ ...deps, mint });
  const dmNotifier = new DmNotifier(deps);
  const readMarks = new ReadMarks(deps);
  const followedRooms = new FollowedRooms({ ...deps, readMarks, keys });
  const eventSealer = new EventSealer(deps);
  const spectators = new Spectators(deps);
  const calls = new CallReputation(deps);
  const eventWaiters = new EventWaiters(deps);
  deps.sequencer.limitSpending(LockedCaps.lock);
  deps.sequencer.addToSealing((tx, entries) => {
    publishSealedEntries(tx, deps.bus, entries);
    notifyReceivers(tx, entries);
  });
  const viewDeps = {
    ...deps,
    companies: companyDirectory,
    watchers: () => spectators.count,
    waiting: () => followedRooms.waiters,
  };
  const views = createViews(viewDeps);
  const { screen, refuse: refuseCredential } = createScreen(deps);
  const admin = deps.adminToken === undefined ? undefined : new AdminToken(deps.adminToken, deps);
  const { model } = deps;
  const summariser = model
    ? new ModelSummariser({ ...deps, model, budget: new ModelBudget(deps) })
    : extractiveSummariser;
  return {
    deps,
    presence,
    keyUses,
    keys,
    mint,
    settle,
    scores,
    dailyVisits,
    dmNotifier,
    readMarks,
    followedRooms,
    eventSealer,
    spectators,
    calls,
    eventWaiters,
    viewDeps,
    views,
    screen,
    refuseCredential,
    admin,
    summariser,
  };
}
