import { ModelBudget } from '../platform/model/budget.ts';
import { companyDirectory } from './companies/directory.ts';
import type { CityDependencies } from './dependencies.ts';
import { extractiveSummariser } from './digest/extractive.ts';
import { ModelSummariser } from './digest/model-summariser.ts';
import { DmNotifier } from './direct-messages/dm-notifier.ts';
import { DailyVisits } from './economy/daily-visits.ts';
import { Mint } from './economy/mint.ts';
import type { Settle } from './economy/pending-grants.ts';
import { ScoreKeeper } from './economy/score-tasks.ts';
import { settleWelcome } from './economy/welcome.ts';
import { EventWaiters } from './events/waiters.ts';
import { KeyLookup } from './identity/key-lookup.ts';
import { KeyUses } from './identity/key-uses.ts';
import { AdminToken } from './moderation/admin-token.ts';
import { createScreen } from './moderation/screen.ts';
import { notifyReceivers } from './money/received-notices.ts';
import { cappedLedger } from './money/spend-cap.ts';
import { createViews } from './orientation/views.ts';
import { Presence } from './presence/presence.ts';
import { CallReputation } from './reputation/call-points.ts';
import { settleVouch } from './reputation/vouches.ts';
import { RoomFeeds } from './rooms/long-polls.ts';
import { ReadMarks } from './rooms/read-marks.ts';
import { publishSealedEntries } from './spectator/sealed-entries.ts';
import { EventSealer } from './spectator/sealer.ts';
import { Spectators } from './spectator/spectators.ts';
import { registerSales } from './x402/routes.ts';

export type CityComponents = ReturnType<typeof createComponents>;

/** The city's stateful components: caches, long polls and background writers. */
export function createComponents(dependencies: CityDependencies) {
  const parts = { ...dependencies, ledger: cappedLedger(dependencies.ledger, dependencies.clock) };
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
  const { screen, refuse: refuseCredential } = createScreen(parts);
  const admin = parts.adminToken === undefined ? undefined : new AdminToken(parts.adminToken, parts);
  const { model } = parts;
  const summariser = model
    ? new ModelSummariser({ ...parts, model, budget: new ModelBudget(parts) })
    : extractiveSummariser;
  return {
    parts,
    presence,
    keyUses,
    keys,
    mint,
    settle,
    scores,
    dailyVisits,
    dmNews,
    readMarks,
    feeds,
    eventSealer,
    spectators,
    calls,
    eventWaiters,
    viewParts,
    views,
    screen,
    refuseCredential,
    admin,
    summariser,
  };
}
